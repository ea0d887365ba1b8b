// SPDX-License-Identifier: Apache-2.0
/** A service that starts on a ledger which somebody has damaged: it says so, signs nothing, and is read all the same. */
import { randomBytes } from 'node:crypto';
import { heartbeatStatement } from '@plumbline/core/seal/ledger-statements.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signedUnit } from '../../src/services/ledger-entries.ts';
import type { LedgerStore } from '../../src/store/ledger-store.ts';
import { openStore } from '../../src/store/open.ts';
import { type Place, SHARED_DRIVERS } from '../store/drivers.ts';
import { byteChanged, past } from '../store/tampering.ts';
import { installCouncil, listed, submit } from './council.ts';
import { post, startApp, type TestApp, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
/** Genesis, policy 0, constitution, policy 1; then these. */
const ANCHOR = 5;
const ENV = { ...WIDE, PLUMBLINE_LIMITS_LEDGER_PER_MINUTE: '1000000' };

describe.each(SHARED_DRIVERS)('a start on a damaged ledger on $name', (driver) => {
  let place: Place;
  let app: TestApp | null;
  let dataDir: string;
  let id: string;
  beforeEach(async () => {
    place = await driver.place();
    app = await startApp(ENV, { store: await openStore({ url: place.url }) });
    dataDir = app.dataDir;
    await installCouncil(app);
    const certificate = (await post(app, '/api/v1/certify', PAIR)).json().data;
    id = certificate.certificate_id;
    await submit(app, await listed(app, [certificate]));
  });
  afterEach(async () => {
    await app?.close();
    await place.remove();
  });

  const stored = () => (app as TestApp).context.ledger.stores.chain;
  const get = (path: string) => (app as TestApp).context.app.inject(path);

  /** Changes the database while nobody has it open, and starts on it. */
  async function restartAfter(change: (chain: LedgerStore) => Promise<string>): Promise<TestApp> {
    const statement = await change(stored());
    await app?.context.close();
    app = null;
    expect(await past(place.url, statement)).toBeGreaterThan(0);
    app = await startApp(ENV, { store: await openStore({ url: place.url }) }, dataDir);
    return app;
  }

  const payload = (seq: number) => async (chain: LedgerStore) => {
    const kept = await chain.payload(seq);
    if (kept?.state !== 'kept') throw new Error('it is kept');
    return byteChanged(
      place.url,
      { table: 'ledger_payload', column: 'bytes', seq },
      kept.bytes.length >> 1,
      kept.bytes,
    );
  };
  const header = (seq: number, at: number) => async (chain: LedgerStore) => {
    const entry = await chain.entry(seq);
    if (entry === null) throw new Error('it is there');
    return byteChanged(place.url, { table: 'ledger_entry', column: 'header', seq }, at, entry.header);
  };
  const sql = (text: string) => async () => text;

  it.each([
    ['the statement of genesis', 0, payload(0)],
    ['the statement of policy 0', 1, payload(1)],
    ['the statement of policy 1', 3, payload(3)],
    ['the form of genesis', 0, header(0, 2)],
    ['a key in policy 0', 1, header(1, 529)],
    ['the form of policy 1', 3, header(3, 2)],
    ['the type of policy 1', 3, sql("UPDATE ledger_entry SET type = 'note' WHERE seq = 3")],
    ['the row of the head', ANCHOR, sql('DELETE FROM ledger_head')],
    ['the last entry', null, sql('DELETE FROM ledger_entry WHERE seq = (SELECT max(seq) FROM ledger_entry)')],
  ] as const)('refuses to sign and goes on reading: %s [damaged-start]', async (_, index, change) => {
    const started = await restartAfter(change);
    const report = (await get('/api/ironledger/verify')).json().data;
    expect(report).toMatchObject({ verdict: 'BROKEN', canonical_spine_valid: false });
    if (index !== null) expect(report.first_error.index).toBe(index);
    const status = (await get('/api/chain/status')).json().data;
    expect(status).toMatchObject({ integrity: 'broken', writer: { mode: 'refusing' } });
    expect((await get('/api/health')).statusCode).toBe(503);
    expect((await post(started, '/api/v1/certify', PAIR)).json().error.code).toBe('ledger_unavailable');
    expect((await post(started, '/api/v1/evaluate', { text: 'The library opens at nine.' })).statusCode).toBe(200);
    expect((await get(`/api/v1/verify?cert=${id}`)).json().data).toMatchObject({ verified: false, state: 'unknown' });
    const page = await started.context.app.inject({ url: '/', headers: { accept: 'text/html' } });
    expect(page.statusCode).toBe(200);
    expect(page.payload).toContain('The public ledger does not verify.');
    const paths = ['/log/keys.txt', '/.well-known/jwks.json', '/api/v1/ratifications', '/api/ironledger/strict-table'];
    for (const path of [...paths, '/log/checkpoint', '/log/tile/entries/000.p/3', '/api/chain/latest'])
      expect([200, 503], path).toContain((await get(path)).statusCode);
    expect(started.logged()).not.toContain('"event":"internal_error"');
  });

  it('says of a certificate whose entry is missing that its proof is broken [verify-broken]', async () => {
    const gone = sql(`DELETE FROM ledger_entry WHERE seq = ${ANCHOR}`);
    await restartAfter(gone);
    const report = (await get(`/api/v1/verify?cert=${id}`)).json().data;
    expect(report).toMatchObject({ verified: false, state: 'unknown', reason: 'broken_proof', chain_evidence: null });
    expect(report.checks).toContainEqual({
      name: 'anchored',
      ok: false,
      detail: `its anchor does not prove what it should: ledger: entry ${ANCHOR} is missing`,
    });
  });

  it('writes tiles anew that are missing, from the entries, and goes on [damaged-start]', async () => {
    const { ledger } = (app as TestApp).context;
    const root = Buffer.from(randomBytes(32)).toString('hex');
    const units = Array.from({ length: 300 }, () => {
      const entry = { type: 'heartbeat', subject: ledger.newId('hb_'), atMs: ledger.nowMs() };
      const statement = heartbeatStatement({ log_origin: ledger.origin, size: 1, root }, ledger.salt());
      return signedUnit(entry, statement, [ledger.signer('anchor')], ledger.crypto);
    });
    await ledger.stores.chain.appendAll(units);
    const started = await restartAfter(sql('DELETE FROM ledger_tile'));
    expect((await get('/api/ironledger/verify')).json().data).toMatchObject({ verdict: 'VALID' });
    expect((await post(started, '/api/v1/certify', PAIR)).json().data.state).toBe('PREVIEW');
    expect(started.logged()).toContain('some were missing: 2 were written anew from the entries');
  });
});
