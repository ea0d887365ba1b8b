// SPDX-License-Identifier: Apache-2.0
/** Somebody with the database open, and without keys, changes what was signed for, while the service runs. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { type Place, SHARED_DRIVERS } from '../store/drivers.ts';
import { flippedAt, past } from '../store/tampering.ts';
import { installCouncil, listed, submit } from './council.ts';
import { post, startApp, type TestApp, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
/** Genesis, policy 0, constitution, policy 1; then these. */
const RATIFICATION = 4;

describe.each(SHARED_DRIVERS)('a ledger that is damaged under a running service on $name', (driver) => {
  let place: Place;
  let app: TestApp;
  beforeEach(async () => {
    place = await driver.place();
    app = await startApp(WIDE, { store: await openStore({ url: place.url }) });
    await installCouncil(app);
    const certificate = (await post(app, '/api/v1/certify', PAIR)).json().data;
    await submit(app, await listed(app, [certificate]));
  });
  afterEach(async () => {
    await app.close();
    await place.remove();
  });

  const get = async (path: string) => (await app.context.app.inject(path)).json().data;

  it('is broken at a ratification whose header holds a key that is none, and nothing is signed any more [ledger-audit]', async () => {
    const { header } = (await app.context.ledger.stores.chain.entry(RATIFICATION)) as { header: Uint8Array };
    const key = Buffer.from(header).indexOf('"rawBytes":"') + '"rawBytes":"'.length;
    expect(await past(place.url, flippedAt(place.url, 'header', key, RATIFICATION, header))).toBe(1);
    const report = await get('/api/ironledger/verify');
    expect(report).toMatchObject({ verdict: 'BROKEN', canonical_spine_valid: false });
    expect(report.first_error).toMatchObject({ index: RATIFICATION });
    expect((await post(app, '/api/v1/certify', PAIR)).statusCode).toBe(503);
    expect(await get('/api/chain/status')).toMatchObject({ integrity: 'broken', writer: { mode: 'refusing' } });
  });

  it('is broken where its own verification cannot go on, whatever the reason [ledger-audit]', async () => {
    await past(place.url, 'ALTER TABLE ratification_certificate RENAME TO gone');
    const report = await get('/api/ironledger/verify');
    expect(report).toMatchObject({
      verdict: 'BROKEN',
      canonical_spine_valid: false,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(report.first_error).toMatchObject({
      check: 'audit',
      observed: 'could not go on: the log of the service says why',
    });
    expect((await post(app, '/api/v1/certify', PAIR)).json()).toMatchObject({
      error: { code: 'ledger_unavailable', detail: expect.stringContaining('the ledger does not verify') },
    });
    expect(app.logged()).toContain('"task":"ledger audit"');
  });
});
