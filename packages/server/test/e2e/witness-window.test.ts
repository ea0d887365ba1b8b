// SPDX-License-Identifier: Apache-2.0
/** Two witnesses over real sockets, and a ratified window: certify answers `anchored` once the quorum has co-signed. */
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { witnessServer } from '../../../cli/src/witness/server.ts';
import { WitnessStore } from '../../../cli/src/witness/state-store.ts';
import { Witness } from '../../../cli/src/witness/witness.ts';
import { testSigner } from '../../../core/test/seal/test-keys.ts';
import { openStore } from '../../src/store/open.ts';
import { type Place, SHARED_DRIVERS } from '../store/drivers.ts';
import { crypto, installCouncil, submit, termsOf, window } from './council.ts';
import { JSON_TYPE, post, startApp, type TestApp, temporaryFolder, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const NAMES = ['witness.example/w1', 'witness.example/w2'] as const;

interface Running {
  readonly witness: Witness;
  readonly store: WitnessStore;
  readonly server: Server;
  port: number;
}

describe.each(SHARED_DRIVERS)('certify in a window under a quorum of witnesses on $name', (driver) => {
  let place: Place;
  let dataDir: string;
  let app: TestApp;
  let witnesses: readonly Running[];
  const extra: Server[] = [];
  const faults: unknown[] = [];

  beforeEach(async () => {
    place = await driver.place();
    dataDir = temporaryFolder();
    witnesses = NAMES.map((name, i) => {
      const store = new WitnessStore(':memory:');
      const witness = new Witness({ name, signer: testSigner(61 + i), store, crypto, nowMs: Date.now });
      return { witness, store, server: witnessServer(witness, (error) => faults.push(error)), port: 0 };
    });
    for (const one of witnesses) one.port = await listen(one.server);
  });
  afterEach(async () => {
    await Promise.all(extra.splice(0).map(close));
    await app.close();
    await Promise.all(witnesses.map(({ server }) => close(server)));
    await place.remove();
    rmSync(dataDir, { recursive: true, force: true });
    expect(faults).toEqual([]);
  });

  /** Up to the ratified window, with the witnesses knowing the log. */
  async function start(quorum: number, ports = witnesses.map(({ port }) => port)): Promise<void> {
    const rows = witnesses.map(
      ({ witness }, i) => `    - { url: 'http://127.0.0.1:${ports[i]}', vkey: '${witness.vkey}' }\n`,
    );
    const file = join(dataDir, 'plumbline.yaml');
    writeFileSync(file, `ledger:\n  witness_quorum: ${quorum}\n  witnesses:\n${rows.join('')}`);
    app = await startApp({ ...WIDE, PLUMBLINE_CONFIG: file }, { store: await openStore({ url: place.url }) }, dataDir);
    const { log_origin } = await termsOf(app);
    for (const vkey of (await app.context.app.inject('/log/keys.txt')).body.split('\n'))
      if (vkey.startsWith(log_origin)) for (const { store } of witnesses) store.trust(log_origin, vkey);
    expect((await installCouncil(app)).statusCode).toBe(201);
    const now = app.context.ledger.nowMs();
    expect((await submit(app, await window(app, now - 60_000, now + 3_600_000))).statusCode).toBe(201);
  }
  const certify = async (headers = {}) => (await post(app, '/api/v1/certify', PAIR, headers)).json();
  const verify = async (id: string) => (await app.context.app.inject(`/api/v1/verify?cert=${id}`)).json().data;

  it.each([1, 2])(
    'of %i answers anchored, with the co-signatures on its checkpoint [certify-anchored]',
    async (quorum) => {
      await start(quorum);
      for (let round = 0; round < 3; round++) {
        const { data, meta } = await certify();
        expect(data).toMatchObject({ state: 'anchored', chain_proof: { index: data.chain_anchor.index } });
        expect(meta.warnings).toBeUndefined();
        const seen = NAMES.filter((name) => data.chain_anchor.checkpoint.includes(`\u2014 ${name} `));
        expect(seen.length).toBeGreaterThanOrEqual(quorum);
        expect(await verify(data.certificate_id)).toMatchObject({ verified: true, reason: 'anchored' });
      }
    },
  );

  it('keeps nobody waiting for a witness that hangs where another one is enough [certify-anchored]', async () => {
    const hanging = createServer(() => {});
    extra.push(hanging);
    await start(1, [(witnesses[0] as Running).port, await listen(hanging)]);
    for (let round = 0; round < 2; round++) expect((await certify()).data.state).toBe('anchored');
  }, 30_000);

  it('says of a PREVIEW whose anchor waits for witnesses that it does, asked again as well [certify-pending]', async () => {
    const away = witnesses[1] as Running;
    await close(away.server);
    await start(2);
    const headers = { ...JSON_TYPE, 'idempotency-key': 'pending-1' };
    const { data, meta } = await certify(headers);
    expect(data).toMatchObject({ state: 'PREVIEW', chain_anchor: null });
    expect(data).not.toHaveProperty('chain_proof');
    const { anchoredSeq } = (await app.context.store.ledger.certificates.find(data.certificate_id)) ?? {};
    const detail = expect.stringContaining(`entry ${anchoredSeq} of the chain, and too few witnesses`);
    expect(meta.warnings).toEqual([{ code: 'pending_witnesses', detail }]);
    expect((await certify(headers)).meta.warnings).toEqual(meta.warnings);
    expect(await verify(data.certificate_id)).toMatchObject({ verified: false, reason: 'pending_witnesses' });
    away.server.listen(away.port, '127.0.0.1');
    await expect.poll(async () => (await certify()).data.state, { timeout: 30_000 }).toBe('anchored');
    expect(await verify(data.certificate_id)).toMatchObject({ verified: true, reason: 'anchored' });
  }, 60_000);
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });
