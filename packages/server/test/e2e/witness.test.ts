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
import { runOperator } from '../../src/operator/index.ts';
import { runKeys } from '../../src/operator/keys.ts';
import { runLedger } from '../../src/operator/ledger.ts';
import { capturedIo } from '../operator/captured-io.ts';
import { crypto, installCouncil, listed, submit, termsOf } from './council.ts';
import { post, startApp, type TestApp, temporaryFolder, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const NAME = 'witness.example/w7';
const later = () => Date.now() + 26 * 3_600_000;

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
  const health = async (app: TestApp) => (await app.context.app.inject('/api/health')).json().data.checks;
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

  const REMEMBERED =
    /^the ledger holds 3 signed entries, and the witness witness\.example\/w7 has co-signed 4; restore/;

  /** Database and data folder both from before the witness co-signed size 4: only it remembers. */
  async function putBackOldDatabase(): Promise<void> {
    const file = join(dataDir, 'plumbline.db');
    await (await startApp(env, {}, dataDir)).close();
    const backup = readFileSync(file);
    const second = await startApp(env, {}, dataDir);
    await trust(second);
    await installCouncil(second);
    await expect.poll(async () => (await status(second)).witnesses.length, { timeout: 15_000 }).toBe(1);
    await second.close();
    for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    rmSync(join(dataDir, 'newest-checkpoint'));
    writeFileSync(file, backup);
  }

  it('that has seen more than the ledger holds is asked before anything is signed [restore-guard]', async () => {
    await putBackOldDatabase();
    // A heartbeat is due: it would be signed at once.
    const app = await startApp(env, { nowMs: later }, dataDir);
    try {
      expect(app.context.ledger.refusal).toMatch(REMEMBERED);
      expect((await post(app, '/api/v1/certify', PAIR)).statusCode).toBe(503);
      expect(await status(app)).toMatchObject({
        height: 3,
        writer: { mode: 'refusing', reason: expect.stringMatching(REMEMBERED) },
      });
      expect((await health(app)).ledger).toMatchObject({
        status: 'fail',
        observed: expect.stringMatching(REMEMBERED),
      });
    } finally {
      await app.close();
    }
  });

  it('that was away at the start, and knows other entries of that size, stops it when it is back [restore-guard]', async () => {
    await putBackOldDatabase();
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const app = await startApp(env, { nowMs: later }, dataDir);
    try {
      expect(app.logged()).toContain(`no answer before the first signature: ${NAME}`);
      await expect.poll(async () => (await status(app)).height, { timeout: 15_000 }).toBe(4);
      server.listen(port, '127.0.0.1');
      await expect
        .poll(() => app.context.ledger.refusal, { timeout: 20_000 })
        .toMatch(
          /does not extend the 4 that the witness witness\.example\/w7 has co-signed: they are other entries; restore/,
        );
      expect((await status(app)).writer.mode).toBe('refusing');
    } finally {
      if (!server.listening) server.listen(port, '127.0.0.1');
      await app.close();
    }
  });

  it('is asked by a doctor, who tells its newest checkpoint against ours [doctor-witness]', async () => {
    const said = async () => {
      const io = capturedIo({ ...env, PLUMBLINE_DATA_DIR: dataDir, PORT: '0' });
      const code = await runOperator(['doctor', '--json'], io);
      const { checks } = JSON.parse(io.out()) as { checks: { name: string; status: string; detail: string }[] };
      const { status, detail } = checks.find(({ name }) => name === `witness ${NAME}`) ?? {};
      return [code, status, detail];
    };
    const app = await startApp(env, {}, dataDir);
    expect(await said()).toEqual([0, 'warn', expect.stringContaining('does not know this log')]);
    await trust(app);
    expect(await said()).toEqual([0, 'pass', 'has co-signed our newest checkpoint, 3 entries']);
    await app.close();
    await new Promise((resolve) => server.close(resolve));
    expect(await said()).toEqual([0, 'warn', expect.stringMatching(/^does not answer: /)]);
    server.listen(0, '127.0.0.1');
  });

  it('is asked by a doctor, who fails where it knows more than the ledger holds [doctor-witness]', async () => {
    await putBackOldDatabase();
    const io = capturedIo({ ...env, PLUMBLINE_DATA_DIR: dataDir, PORT: '0' });
    expect(await runOperator(['doctor'], io)).toBe(1);
    expect(io.out()).toMatch(
      /FAIL {2}witness witness\.example\/w7 +has co-signed 4 entries, and our newest checkpoint has 3/,
    );
  });

  it('stops commands that write beside the service as well [restore-guard]', async () => {
    await putBackOldDatabase();
    const io = () => capturedIo({ ...env, PLUMBLINE_DATA_DIR: dataDir });
    const rotation = io();
    expect(await runKeys(['ledger', 'rotate', 'log', '--reason', 'yearly'], rotation)).toBe(1);
    expect(rotation.err()).toMatch(REMEMBERED);
    const erasure = io();
    expect(await runLedger(['erase', '2', '--reason', 'order'], erasure)).toBe(1);
    expect(erasure.err()).toMatch(REMEMBERED);
    const app = await startApp(env, { nowMs: later }, dataDir);
    expect((await status(app)).height).toBe(3);
    await app.close();
  });
});
