// SPDX-License-Identifier: Apache-2.0
/** One log key takes over from another on a running service, by what both keys, the council and THE_BRIDGE sign. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { logPins } from '@plumbline/core/ledger/given-keys.ts';
import { policyKeyText } from '@plumbline/core/ledger/policy.ts';
import { type FileTrust, verifyFile } from '@plumbline/core/ledger/verify-file.ts';
import { logVerifierKey } from '@plumbline/core/ledger/vkey.ts';
import { toBase64 } from '@plumbline/core/seal/base64.ts';
import { type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import { publicKeyOfJwk } from '@plumbline/core/seal/jwk.ts';
import { keyStatement } from '@plumbline/core/seal/ledger-statements.ts';
import { encodeSpki } from '@plumbline/core/seal/spki.ts';
import { timestampOf } from '@plumbline/core/seal/timestamp.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testPrivateKey, testSigner } from '../../../core/test/seal/test-keys.ts';
import { LEDGER_KEYS_FOLDER, OVERLAP_FILES } from '../../src/services/ledger-keys.ts';
import { logVkeys } from '../../src/services/ledger-public-keys.ts';
import {
  COUNCIL,
  crypto,
  installCouncil,
  listed,
  nextPolicy,
  QUORUM,
  STRANGER,
  sign,
  submit,
  termsOf,
} from './council.ts';
import { post, startApp, type TestApp, WIDE } from './test-app.ts';

const NEXT_SEED = 51;
const NEXT = testSigner(NEXT_SEED);
const DAY_MS = 86_400_000;

describe('a rotation of the log key, submitted to the service', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp({ ...WIDE, PLUMBLINE_LIMITS_LEDGER_PER_MINUTE: '1000000' });
    await installCouncil(app);
  });
  afterEach(() => app.close());

  const old = () => app.context.ledger.ownKey('log') as Signer;
  const text = async (url: string) => (await app.context.app.inject(url)).body;
  const signatures = async () => (await text('/log/checkpoint')).split('\n').filter((line) => line.startsWith('— '));

  function rotation(signers: readonly Signer[], changes: Readonly<Record<string, string>> = {}) {
    const facts = {
      log_origin: app.context.ledger.origin,
      role: 'log',
      old_key_id: old().keyId,
      new_key_id: NEXT.keyId,
      new_key: toBase64(encodeSpki(signerKey(NEXT))),
      overlap_until: timestampOf(Date.now() + 30 * DAY_MS),
      reason: 'yearly',
      ...changes,
    };
    return sign(keyStatement(facts, app.context.ledger.salt()), signers);
  }

  it('is an entry signed by both; both sign checkpoints once a policy names both [ledger-rotation]', async () => {
    const before = (await signatures()).length;
    const recorded = await submit(app, rotation([old(), NEXT]));
    expect(recorded.statusCode).toBe(201);
    expect(recorded.json().data).toMatchObject({ kind: 'key', status: 'accepted', index: 4, certificates: [] });
    // Again it is the same entry: nobody can fill the ledger with it.
    expect((await submit(app, rotation([old(), NEXT]))).json().data.index).toBe(4);
    const statement = JSON.parse(await text('/log/statement/4'));
    expect(statement.signatures.map(({ keyid }: { keyid: string }) => keyid)).toEqual([old().keyId, NEXT.keyId]);
    expect(await text('/.well-known/jwks.json')).not.toContain(NEXT.keyId);

    const pem = testPrivateKey(NEXT_SEED).export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(join(app.dataDir, LEDGER_KEYS_FOLDER, OVERLAP_FILES.next), pem, { mode: 0o600 });
    const { policy } = await termsOf(app);
    const log = { threshold: 1, keys: [...policy.roles.log.keys, policyKeyText(signerKey(NEXT))] };
    const both = await nextPolicy(app, { roles: { ...policy.roles, log } });
    expect((await submit(app, sign(both, QUORUM))).json().data).toMatchObject({ kind: 'policy', index: 5 });

    expect(await signatures()).toHaveLength(before + 1);
    const vkeys = (await text('/log/keys.txt')).trimEnd().split('\n');
    expect(vkeys).toHaveLength(before + 1);
    const { origin, governance } = app.context.ledger;
    const vkeyOf = (signer: Signer) => logVerifierKey(origin, signerKey(signer), crypto).text;
    expect(vkeys[0]).toBe(vkeyOf(old()));
    // Once it was put in place, the next key is the live one.
    const activated = logVkeys({ origin, governance, crypto, ownKey: () => NEXT })
      .trimEnd()
      .split('\n');
    expect([activated[0], activated.toSorted()]).toEqual([vkeyOf(NEXT), vkeys.toSorted()]);
    const keys = JSON.parse(await text('/.well-known/jwks.json')).keys as { kid: string; role: string }[];
    for (const { keyId } of [old(), NEXT]) expect(keys.find(({ kid }) => kid === keyId)?.role).toBe('log');
    const report = (await app.context.app.inject('/api/ironledger/verify')).json().data;
    expect(report).toMatchObject({ verdict: 'VALID', height: 6 });
    expect(report.checks.find(({ name }: { name: string }) => name === 'key_rotations').ok).toBe(true);
  });

  it('proves by the key of today, and leaves old proofs checkable by the key of then [ratify-bundles] [old-log-keys]', async () => {
    const pair = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
    const certificate = (await post(app, '/api/v1/certify', pair)).json().data;
    await submit(app, await listed(app, [certificate]));
    const bundle = async (format: string) =>
      (await post(app, `/api/v1/verify?format=${format}`, { certificate: certificate.envelope })).body;
    const proofs = async () => Promise.all(['sigstore', 'tlog-proof'].map(bundle));
    const before = await proofs();
    const iron = await bundle('iron');

    await submit(app, rotation([old(), NEXT]));
    const pem = testPrivateKey(NEXT_SEED).export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(join(app.dataDir, LEDGER_KEYS_FOLDER, OVERLAP_FILES.next), pem, { mode: 0o600 });
    const { policy } = await termsOf(app);
    const log = { threshold: 1, keys: [policyKeyText(signerKey(NEXT))] };
    const next = await nextPolicy(app, { roles: { ...policy.roles, log } });
    const dropped = (await submit(app, sign(next, QUORUM))).json().data.index;

    const today = (await text('/log/keys.txt')).trimEnd().split('\n');
    const jwks = JSON.parse(await text('/.well-known/jwks.json')).keys as {
      kid: string;
      role: string;
      retired_at?: number;
    }[];
    const { origin, governance } = app.context.ledger;
    const given = jwks.map((jwk) => ({
      key: publicKeyOfJwk({ ...jwk }),
      role: jwk.role,
      retiredAt: jwk.retired_at ?? null,
    }));
    const trust = { origin, genesis: null, issuerKeys: [], anchorKey: null };
    const isVerified = (file: string, pins: Pick<FileTrust, 'vkeys' | 'retired'>) =>
      verifyFile(file, { ...trust, ...pins }, { nowMs: Date.now() }, crypto).verified;
    for (const proof of await proofs()) expect(isVerified(proof, { vkeys: today })).toBe(true);
    for (const proof of before) {
      expect(before).not.toContain(await bundle('sigstore'));
      expect(isVerified(proof, { vkeys: today })).toBe(false);
      expect(isVerified(proof, logPins(given, origin, crypto))).toBe(true);
    }
    // Retired at the policy that dropped it: it signs for nothing later, whoever holds it.
    expect(jwks.find(({ retired_at }) => retired_at !== undefined)).toMatchObject({ role: 'log', retired_at: dropped });
    const early = given.map((one) => (one.retiredAt === null ? one : { ...one, retiredAt: 1 }));
    for (const proof of before) expect(isVerified(proof, logPins(early, origin, crypto))).toBe(false);
    const pinned = { vkeys: [], genesis: governance.genesis.hash };
    for (const file of [iron, await bundle('iron')]) expect(isVerified(file, pinned)).toBe(true);
  });

  it('is refused with the reason when it is not what both keys signed for this log [ledger-rotation]', async () => {
    const reason = async (envelope: ReturnType<typeof rotation>) => {
      const { statusCode, body } = await submit(app, envelope);
      const { error } = JSON.parse(body);
      return [statusCode, error.reason ?? error.code];
    };
    expect(await reason(rotation([old()]))).toEqual([409, 'unsigned_new']);
    expect(await reason(rotation([NEXT]))).toEqual([409, 'unsigned_old']);
    expect(await reason(rotation([old(), NEXT, COUNCIL[0]]))).toEqual([409, 'stranger']);
    expect(await reason(rotation([old(), NEXT, STRANGER]))).toEqual([409, 'unknown_signer']);
    expect(await reason(rotation([old(), NEXT], { log_origin: 'other.example/log' }))).toEqual([409, 'wrong_log']);
    expect(await reason(rotation([old(), NEXT], { role: 'issuer' }))).toEqual([409, 'not_in_force']);
    const taken = { new_key_id: COUNCIL[0].keyId, new_key: toBase64(encodeSpki(signerKey(COUNCIL[0]))) };
    expect(await reason(rotation([old(), COUNCIL[0]], taken))).toEqual([409, 'key_taken']);
    const past = { overlap_until: timestampOf(Date.now() - 1000) };
    expect(await reason(rotation([old(), NEXT], past))).toEqual([409, 'expired']);
    const other = { new_key: toBase64(encodeSpki(signerKey(STRANGER))) };
    expect(await reason(rotation([old(), NEXT], other))).toEqual([400, 'invalid_value']);
    const { payload, ...rest } = rotation([old(), NEXT]);
    const changed = Buffer.from(payload, 'base64').toString().replace('yearly', 'weekly');
    const forged = { ...rest, payload: Buffer.from(changed).toString('base64') };
    expect(await reason(forged)).toEqual([409, 'bad_signature']);
    expect((await app.context.store.ledger.chain.head()).size).toBe(4);
    expect((await post(app, '/api/v1/ratifications', {})).statusCode).toBe(400);
  });
});
