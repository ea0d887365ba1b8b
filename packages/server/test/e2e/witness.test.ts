// SPDX-License-Identifier: Apache-2.0
/** Our log and our witness, over real sockets: co-signatures shown, a quorum that blocks, and a witness that knows more. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { witnessServer } from '../../../cli/src/witness/server.ts';
import { WitnessStore } from '../../../cli/src/witness/state-store.ts';
import { Witness } from '../../../cli/src/witness/witness.ts';
import { testSigner } from '../../../core/test/seal/test-keys.ts';
import { crypto, installCouncil, listed, submit, termsOf } from './council.ts';
import { post, startApp, type TestApp, temporaryFolder, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const NAME = 'witness.example/w7';

describe('a witness', () => {
  const store = { current: new WitnessStore(':memory:') };
  const faults: unknown[] = [];
  let server: Server;
  let dataDir: string;
  let env: Record<string, string>;

  beforeEach(async () => {
    store.current = new WitnessStore(':memory:');
    dataDir = temporaryFolder();
    const parts = { name: NAME, signer: testSigner(61), store: store.current, crypto, nowMs: Date.now };
    const witness = new Witness(parts);
    server = witnessServer(witness, (error) => faults.push(error)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const file = join(dataDir, 'plumbline.yaml');
    writeFileSync(
      file,
      `ledger:\n  witness_quorum: 1\n  witnesses:\n    - { url: '${url}', vkey: '${witness.vkey}' }\n`,
    );
    env = { ...WIDE, PLUMBLINE_CONFIG: file };
  });
  afterEach(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(dataDir, { recursive: true, force: true });
    expect(faults).toEqual([]);
  });

  const trust = async (app: TestApp) => {
    const { log_origin } = await termsOf(app);
    for (const vkey of (await app.context.app.inject('/log/keys.txt')).body.split('\n'))
      if (vkey.startsWith(log_origin)) store.current.trust(log_origin, vkey);
  };
  const verify = async (app: TestApp, id: string) =>
    (await app.context.app.inject(`/api/v1/verify?cert=${id}`)).json().data;
  const status = async (app: TestApp) => (await app.context.app.inject('/api/chain/status')).json().data;

  it('co-signs what the log publishes; without the quorum nothing counts as anchored [witness]', async () => {
    const app = await startApp(env, {}, dataDir);
    try {
      await installCouncil(app);
      const certificate = (await post(app, '/api/v1/certify', PAIR)).json().data;
      expect((await submit(app, await listed(app, [certificate]))).statusCode).toBe(201);
      // The witness does not know this log yet.
      expect(await verify(app, certificate.certificate_id)).toMatchObject({
        verified: false,
        state: 'PREVIEW',
        reason: 'pending_witnesses',
      });
      expect(await status(app)).toMatchObject({ witness_quorum: 1, witness_quorum_met: false, witnesses: [] });
      await trust(app);
      await expect
        .poll(async () => (await verify(app, certificate.certificate_id)).reason, { timeout: 15_000, interval: 200 })
        .toBe('anchored');
      const report = await verify(app, certificate.certificate_id);
      expect(report).toMatchObject({ verified: true, chain_evidence: { witnesses: [{ name: NAME }] } });
      expect((await app.context.app.inject('/log/checkpoint')).body).toContain(`\u2014 ${NAME} `);
      expect((await status(app)).witnesses).toMatchObject([{ name: NAME, seen_height: 6 }]);
    } finally {
      await app.close();
    }
  });

  it('that has seen more than the ledger holds stops it from signing [restore-guard]', async () => {
    const file = join(dataDir, 'plumbline.db');
    await (await startApp(env, {}, dataDir)).close();
    const backup = readFileSync(file);
    const second = await startApp(env, {}, dataDir);
    await trust(second);
    await installCouncil(second);
    await expect.poll(async () => (await status(second)).witnesses.length, { timeout: 15_000 }).toBe(1);
    await second.close();
    // Database and data folder both from before: only the witness remembers.
    for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    rmSync(join(dataDir, 'newest-checkpoint'));
    writeFileSync(file, backup);
    const third = await startApp(env, {}, dataDir);
    try {
      await expect
        .poll(() => third.context.ledger.refusal, { timeout: 15_000 })
        .toMatch(/witness\.example\/w7 has co-signed 4/);
      expect((await post(third, '/api/v1/certify', PAIR)).statusCode).toBe(503);
    } finally {
      await third.close();
    }
  });
});
