// SPDX-License-Identifier: Apache-2.0
/** The second signature of a certificate: not made by certify, made for the bundle, and missed where it cannot be made. */
import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Policy, policyKeyText } from '@plumbline/core/ledger/policy.ts';
import { verifyFile } from '@plumbline/core/ledger/verify-file.ts';
import { type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import type { DsseEnvelope } from '@plumbline/core/seal/dsse.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/test-database.ts';
import { testPrivateKey, testSigner } from '../../../core/test/seal/test-keys.ts';
import type { Environment } from '../../src/config.ts';
import { runKeys } from '../../src/operator/keys.ts';
import { keyFile, LEDGER_KEYS_FOLDER } from '../../src/services/ledger-keys.ts';
import { openStore } from '../../src/store/open.ts';
import { capturedIo } from '../operator/captured-io.ts';
import { crypto, installCouncil, listed, nextPolicy, QUORUM, sign, submit, termsOf, window } from './council.ts';
import { post, startApp, type TestApp, temporaryFolder, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const ENV: Environment = { ...WIDE, PLUMBLINE_LIMITS_LEDGER_PER_MINUTE: '1000000' };
const NEXT_SEED = 61;
const NEXT = testSigner(NEXT_SEED, 'ml-dsa-44');
const SECOND = 'issuer_signature_mldsa44';

interface Certified {
  readonly certificate_id: string;
  readonly key_id: string;
  readonly envelope: DsseEnvelope;
}

describe.each(['SQLite', 'PostgreSQL'])('the second signature of a certificate on %s', (driver) => {
  let dataDir: string;
  let app: TestApp;
  let url: string | null;
  let drop: () => Promise<void>;
  const start = async (env = ENV) => startApp(env, url === null ? {} : { store: await openStore({ url }) }, dataDir);

  beforeEach(async () => {
    dataDir = temporaryFolder();
    const database = driver === 'SQLite' ? null : await testDatabase();
    url = database?.url ?? null;
    drop = database?.drop ?? (async () => {});
    app = await start();
  });
  afterEach(async () => {
    await app.close();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const restart = async (env = ENV) => {
    await app.close();
    app = await start(env);
  };

  const own = () => app.context.ledger.ownKey('issuer-mldsa44') as Signer;
  const certify = async () => (await post(app, '/api/v1/certify', PAIR)).json().data as Certified;
  const anchored = async () => {
    const certificate = await certify();
    expect((await submit(app, await listed(app, [certificate]))).statusCode).toBe(201);
    return certificate;
  };
  const iron = (certificate: DsseEnvelope) => post(app, '/api/v1/verify?format=iron', { certificate });
  const signersOf = ({ signatures }: DsseEnvelope) => signatures.map(({ keyid }) => keyid);
  const inBundle = (text: string) => JSON.parse(text).certificate as DsseEnvelope;
  const offline = (text: string) => {
    const { origin, hash: genesis } = app.context.ledger.governance.genesis;
    const trust = { origin, genesis, vkeys: [], issuerKeys: [], anchorKey: null };
    const { verified, checks } = verifyFile(text, trust, { nowMs: Date.now(), ...PAIR }, crypto);
    return [verified, checks.filter(({ ok }) => ok === false).map(({ name }) => name)];
  };
  const reported = (report: { checks: { name: string; ok: boolean | null; detail: string }[] }) =>
    report.checks.find(({ name }) => name === SECOND);
  const byId = async ({ certificate_id }: Certified) =>
    (await app.context.app.inject(`/api/v1/verify?cert=${certificate_id}`)).json().data;

  it('is made for the bundle and not for the answer, the same at each download [second-signature]', async () => {
    await installCouncil(app);
    const certificate = await anchored();
    expect(signersOf(certificate.envelope)).toEqual([certificate.key_id]);
    const report = await byId(certificate);
    expect(report).toMatchObject({ verified: true, signature_valid: true });
    expect(reported(report)).toMatchObject({ ok: null, detail: expect.stringContaining('format=iron') });

    const bundle = await iron(certificate.envelope);
    const both = inBundle(bundle.body);
    expect(both.payload).toBe(certificate.envelope.payload);
    expect(signersOf(both)).toEqual([certificate.key_id, own().keyId]);
    expect(offline(bundle.body)).toEqual([true, []]);
    expect((await iron(certificate.envelope)).body).toBe(bundle.body);
    // Taken out of the bundle it is checked, and not made anew.
    const document = (await post(app, '/api/v1/verify', { certificate: both, ...PAIR })).json().data;
    expect([document.verified, reported(document)?.ok]).toEqual([true, true]);
    await restart();
    const anew = (await iron(certificate.envelope)).body;
    expect([anew === bundle.body, offline(anew)]).toEqual([false, [true, []]]);
    expect((await iron(both)).body).toBe(bundle.body);
  });

  it('cannot be cut off a bundle or changed in it [second-signature]', async () => {
    await installCouncil(app);
    const { envelope } = await anchored();
    const bundle = JSON.parse((await iron(envelope)).body);
    const [first, second] = bundle.certificate.signatures;
    const offlineWith = (signatures: object[]) =>
      offline(JSON.stringify({ ...bundle, certificate: { ...bundle.certificate, signatures } }));
    expect(offlineWith([first])).toEqual([false, [SECOND]]);
    const wrong = Buffer.from(second.sig, 'base64').map((byte, i) => (i === 700 ? byte ^ 4 : byte));
    expect(offlineWith([first, { ...second, sig: Buffer.from(wrong).toString('base64') }])).toEqual([false, [SECOND]]);
  });

  it('is made for the certificate as it is kept, whatever signatures were sent [second-signature]', async () => {
    await installCouncil(app);
    const { envelope } = await anchored();
    const [first = { keyid: '', sig: '' }] = envelope.signatures;
    const forged = Buffer.from(first.sig, 'base64').map((byte, i) => (i === 20 ? byte ^ 4 : byte));
    const flipped = { ...first, sig: Buffer.from(forged).toString('base64') };
    const junk = { keyid: own().keyId, sig: Buffer.alloc(2420, 7).toString('base64') };
    const sent = [[flipped], [], [{ ...first, keyid: 'f'.repeat(64) }], [first, junk], [junk, junk]];
    const expected = (await iron(envelope)).body;
    expect(offline(expected)).toEqual([true, []]);
    for (const signatures of sent) {
      const bundle = await iron({ ...envelope, signatures });
      expect([bundle.statusCode, bundle.body]).toEqual([200, expected]);
    }
  });

  it('needs its own key alone, and none where it was made before [second-signature]', async () => {
    await installCouncil(app);
    const certificate = await anchored();
    const folder = join(dataDir, LEDGER_KEYS_FOLDER);
    chmodSync(keyFile(folder, 'test-issuer'), 0o644);
    await restart();
    expect(app.context.ledger.refusal).toContain('test-issuer.pem is open to others');
    const bundle = await iron(certificate.envelope);
    expect([bundle.statusCode, offline(bundle.body)]).toEqual([200, [true, []]]);
    chmodSync(keyFile(folder, 'issuer-mldsa44'), 0o644);
    app.context.ledger.refuse('as if the ledger did not verify');
    expect((await iron(certificate.envelope)).body).toBe(bundle.body);
    await restart();
    const refused = await iron(certificate.envelope);
    expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'ledger_unavailable']);
    expect(refused.json().error.detail).toContain('issuer-mldsa44.pem is open to others');
    expect((await iron(inBundle(bundle.body))).body).toBe(bundle.body);
  });

  it('is made when it is issued where that is configured, and then in the envelope for ever [second-signature]', async () => {
    await restart({ ...ENV, PLUMBLINE_LEDGER_SECOND_SIGNATURE: 'issue' });
    await installCouncil(app);
    const preview = await certify();
    expect(signersOf(preview.envelope)).toEqual([preview.key_id, own().keyId]);
    expect(reported(await byId(preview))?.ok).toBe(true);
    await restart();
    await submit(app, await listed(app, [preview]));
    const bundle = await iron(preview.envelope);
    expect(inBundle(bundle.body)).toEqual(preview.envelope);
    expect(offline(bundle.body)).toEqual([true, []]);
    expect([(await byId(preview)).verified, reported(await byId(preview))?.ok]).toEqual([true, true]);
  });

  it('is made by the key that follows, once a policy names it [second-signature]', async () => {
    await installCouncil(app);
    const now = app.context.ledger.nowMs();
    await submit(app, await window(app, now - 60_000, now + 3_600_000));
    const certificate = await certify();
    const before = (await iron(certificate.envelope)).body;
    const former = own();
    const pem = testPrivateKey(NEXT_SEED, 'ml-dsa-44').export({ type: 'pkcs8', format: 'pem' }) as string;
    const folder = join(dataDir, LEDGER_KEYS_FOLDER);
    const { roles } = (await termsOf(app)).policy as Policy;
    const [first = ''] = roles.issuer.keys;
    const issuer = { threshold: 1, keys: [first, policyKeyText(signerKey(NEXT))] };
    const policy = sign(await nextPolicy(app, { roles: { ...roles, issuer } }), QUORUM);
    const early = await submit(app, policy);
    expect([early.statusCode, early.json().error.reason]).toEqual([409, 'key_not_held']);
    writeFileSync(join(folder, 'issuer-mldsa44.next.pem'), pem, { mode: 0o600 });
    expect((await submit(app, policy)).statusCode).toBe(201);
    // The former key is here still, and was in force when this was issued.
    expect((await iron(certificate.envelope)).body).toBe(before);
    renameSync(join(folder, 'issuer-mldsa44.next.pem'), keyFile(folder, 'issuer-mldsa44'));
    await restart();
    const after = await iron(certificate.envelope);
    expect(signersOf(inBundle(after.body))).toEqual([certificate.key_id, NEXT.keyId]);
    for (const text of [before, after.body]) expect(offline(text)).toEqual([true, []]);
    expect(signersOf(inBundle((await iron(inBundle(after.body))).body))).toEqual([certificate.key_id, NEXT.keyId]);
    expect(signersOf(inBundle(before))).toContain(former.keyId);
  });

  it('that cannot be made is missed: certify and bundle are refused, and the report says so [second-signature]', async () => {
    await installCouncil(app);
    const certificate = await anchored();
    const file = keyFile(join(dataDir, LEDGER_KEYS_FOLDER), 'issuer-mldsa44');
    renameSync(file, `${file}.lost`);
    await restart();
    const refused = await post(app, '/api/v1/certify', PAIR);
    expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'ledger_unavailable']);
    expect(refused.json().error.detail).toContain('issuer-mldsa44.pem');
    const report = await byId(certificate);
    expect(report.verified).toBe(true);
    expect(reported(report)).toMatchObject({
      ok: null,
      detail: expect.stringContaining('not made, because no ML-DSA-44 key'),
    });
    const bundle = await iron(certificate.envelope);
    expect([bundle.statusCode, bundle.json().error.code]).toEqual([503, 'ledger_unavailable']);
    expect(bundle.json().error.detail).toContain('no ML-DSA-44 key');
    renameSync(`${file}.lost`, file);
    await restart();
    expect((await post(app, '/api/v1/certify', PAIR)).statusCode).toBe(200);
    expect(offline((await iron(certificate.envelope)).body)).toEqual([true, []]);
  });

  it('needs a key that no policy names any more, and the list of keys says for what [second-signature]', async () => {
    await installCouncil(app);
    const { envelope } = await anchored();
    const { keyId } = own();
    const { roles } = (await termsOf(app)).policy as Policy;
    const issuer = { threshold: 1, keys: roles.issuer.keys.slice(0, 1) };
    expect((await submit(app, sign(await nextPolicy(app, { roles: { ...roles, issuer } }), QUORUM))).statusCode).toBe(
      201,
    );
    const folder = join(dataDir, LEDGER_KEYS_FOLDER);
    const former = join(folder, 'issuer-mldsa44.former.pem');
    renameSync(keyFile(folder, 'issuer-mldsa44'), former);
    const list = async () => {
      const io = capturedIo({ PLUMBLINE_DATA_DIR: dataDir, ...(url !== null && { PLUMBLINE_DATABASE_URL: url }) });
      return [await runKeys(['ledger', 'list'], io), io.out() + io.err()];
    };
    const needed = `in no policy  ${keyId}  needed for bundles of certificates issued under policy 0, 1\n`;
    expect(await list()).toEqual([0, expect.stringContaining(needed)]);
    await restart();
    expect(offline((await iron(envelope)).body)).toEqual([true, []]);
    rmSync(former);
    expect(await list()).toEqual([1, expect.stringContaining('certificates issued under policy 0, 1')]);
  });

  it('is asked for by the policy alone: a ledger begun without it has none [second-signature]', async () => {
    await app.close();
    await drop();
    rmSync(dataDir, { recursive: true });
    const database = driver === 'SQLite' ? null : await testDatabase();
    url = database?.url ?? null;
    drop = database?.drop ?? (async () => {});
    app = await start({
      ...ENV,
      PLUMBLINE_LEDGER_POST_QUANTUM: 'checkpoints',
      PLUMBLINE_LEDGER_SECOND_SIGNATURE: 'issue',
    });
    expect(existsSync(keyFile(join(dataDir, LEDGER_KEYS_FOLDER), 'issuer-mldsa44'))).toBe(true);
    await installCouncil(app);
    const { envelope, key_id } = await anchored();
    const bundle = await iron(envelope);
    expect(signersOf(inBundle(bundle.body))).toEqual([key_id]);
    expect(offline(bundle.body)).toEqual([true, []]);
  });
});
