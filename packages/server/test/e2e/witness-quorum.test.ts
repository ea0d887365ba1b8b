// SPDX-License-Identifier: Apache-2.0
/** Two witnesses, both asked for: what both have co-signed stays anchored while they are apart on the newest checkpoint. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cosign } from '@plumbline/core/ledger/cosignature.ts';
import { parseNote } from '@plumbline/core/ledger/note.ts';
import { policyKeyText } from '@plumbline/core/ledger/policy.ts';
import { verifyFile } from '@plumbline/core/ledger/verify-file.ts';
import { NOTE_ALGORITHMS, verifierKey } from '@plumbline/core/ledger/vkey.ts';
import { type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import type { DsseEnvelope } from '@plumbline/core/seal/dsse.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testPrivateKey, testSigner } from '../../../core/test/seal/test-keys.ts';
import { LEDGER_KEYS_FOLDER, OVERLAP_FILES } from '../../src/services/ledger-keys.ts';
import { crypto, installCouncil, listed, nextPolicy, QUORUM, rotationTo, sign, submit, termsOf } from './council.ts';
import { post, startApp, type TestApp, temporaryFolder, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const WITNESSES = [
  { name: 'witness.example/w1', signer: testSigner(61) },
  { name: 'witness.example/w2', signer: testSigner(62) },
] as const;
/** Nobody listens there: what the witnesses say is put into the store as it would come from them. */
const NOWHERE = 'http://127.0.0.1:9';

/** In nobody's policy. */
const OUTSIDER = { name: 'outsider.example/w3', signer: testSigner(63) };

describe('a quorum of two witnesses', () => {
  let dataDir: string;
  let app: TestApp;
  let shiftMs = 0;
  beforeEach(async () => {
    dataDir = temporaryFolder();
    const file = join(dataDir, 'plumbline.yaml');
    const vkeys = WITNESSES.map(
      ({ name, signer }) => verifierKey(name, NOTE_ALGORITHMS.cosignature, signer.publicKeyRaw, crypto).text,
    );
    const rows = vkeys.map((vkey) => `    - { url: '${NOWHERE}', vkey: '${vkey}' }\n`).join('');
    writeFileSync(file, `ledger:\n  witness_quorum: 2\n  witnesses:\n${rows}`);
    shiftMs = 0;
    app = await startApp({ ...WIDE, PLUMBLINE_CONFIG: file }, { nowMs: () => Date.now() + shiftMs }, dataDir);
    await installCouncil(app);
  });
  afterEach(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const get = async (url: string) => (await app.context.app.inject(url)).json().data;

  it('once met is met for ever, and is met by nobody but the witnesses of the policy [witness]', async () => {
    const { certificate_id: id } = await anchored(app);
    const reason = async () => (await get(`/api/v1/verify?cert=${id}`)).reason;
    const shown = async () => [
      (await get('/api/chain/status')).witness_quorum_met,
      (await get('/api/chain/latest')).confirmations,
    ];
    expect([await reason(), await shown()]).toEqual(['pending_witnesses', [false, 1]]);
    await anchored(app);
    await cosignNewest(app, WITNESSES[0]);
    expect([await reason(), await shown()]).toEqual(['pending_witnesses', [false, 2]]);
    await cosignNewest(app, OUTSIDER);
    expect([await reason(), await shown()]).toEqual(['pending_witnesses', [false, 2]]);
    await cosignNewest(app, WITNESSES[1]);
    expect([await reason(), await shown()]).toEqual(['anchored', [true, 3]]);
    for (const witness of WITNESSES) {
      await anchored(app);
      await cosignNewest(app, witness);
      expect(await reason()).toBe('anchored');
    }
  });

  it('that is not met for a while is an alarm in health and status, until it is met [witness-alarm]', async () => {
    await anchored(app);
    const shown = async () => (await get('/api/chain/status')).witness_warning;
    const checked = async () => (await get('/api/health')).checks.ledger;
    for (const witness of WITNESSES) await cosignNewest(app, witness);
    expect(await shown()).toContain('not heard of since the start: witness.example/w1');
    await anchored(app);
    await cosignNewest(app, WITNESSES[0]);
    shiftMs = 40_000;
    const alarm = /^witness quorum not met since .*: 1 of 2 have co-signed the newest checkpoint/;
    expect(await shown()).toMatch(alarm);
    expect(await checked()).toMatchObject({ status: 'warn', observed: expect.stringMatching(alarm) });
    await cosignNewest(app, WITNESSES[1]);
    expect(await shown()).not.toMatch(alarm);
  });

  it('is met under the log key of its time: a certificate from before a new key is proven after it [old-log-keys]', async () => {
    const { certificate_id: id, envelope } = await anchored(app);
    const next = testPrivateKey(51).export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(join(dataDir, LEDGER_KEYS_FOLDER, OVERLAP_FILES.next), next, { mode: 0o600 });
    const { policy } = await termsOf(app);
    expect((await submit(app, rotationTo(app, 'log', testSigner(51)))).statusCode).toBe(201);
    const log = { threshold: 1, keys: [policyKeyText(signerKey(testSigner(51)))] };
    const later = await nextPolicy(app, { roles: { ...policy.roles, log } });
    expect((await submit(app, sign(later, QUORUM))).statusCode).toBe(201);
    for (const witness of WITNESSES) await cosignNewest(app, witness);
    expect(await get(`/api/v1/verify?cert=${id}`)).toMatchObject({ verified: true, reason: 'anchored' });
    const bundle = (await post(app, '/api/v1/verify?format=iron', { certificate: envelope })).body;
    const { origin, hash: genesis } = app.context.ledger.governance.genesis;
    const trust = { origin, genesis, vkeys: [], issuerKeys: [], anchorKey: null };
    expect(verifyFile(bundle, trust, { nowMs: Date.now() }, crypto)).toMatchObject({ verified: true, form: 'iron' });
  });

  it('that a later policy no longer asks for is not waited for any more [witness]', async () => {
    const { certificate_id: id } = await anchored(app);
    const later = await nextPolicy(app, { witness: { quorum: 0, keys: [] } });
    expect((await submit(app, sign(later, QUORUM))).statusCode).toBe(201);
    expect(await get(`/api/v1/verify?cert=${id}`)).toMatchObject({ verified: true, reason: 'anchored' });
    const again = await nextPolicy(app, { witness: (await termsOf(app)).policy.witness });
    expect((await submit(app, sign(again, QUORUM))).statusCode).toBe(201);
    expect(await get(`/api/v1/verify?cert=${id}`)).toMatchObject({ verified: true, reason: 'anchored' });
  });
});

/** Ratified, and covered by a checkpoint of its own. */
async function anchored(app: TestApp): Promise<{ certificate_id: string; envelope: DsseEnvelope }> {
  const certificate = (await post(app, '/api/v1/certify', PAIR)).json().data;
  expect((await submit(app, await listed(app, [certificate]))).statusCode).toBe(201);
  return certificate;
}

async function cosignNewest(app: TestApp, witness: { readonly name: string; readonly signer: Signer }): Promise<void> {
  const { checkpoints } = app.context.store.ledger.chain;
  const newest = await checkpoints.newest();
  if (newest === null) throw new Error('nothing to co-sign');
  const seconds = Math.floor(newest.atMs / 1000);
  const line = cosign(parseNote(newest.note).text, witness.name, witness.signer, seconds, crypto).trimEnd();
  await checkpoints.addCosignature({ size: newest.size, witness: witness.name, line, witnessedAtS: seconds });
}
