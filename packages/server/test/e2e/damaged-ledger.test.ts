// SPDX-License-Identifier: Apache-2.0
/** Somebody with the database open, and without keys, changes what was signed for, while the service runs. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { type Place, SHARED_DRIVERS } from '../store/drivers.ts';
import { byteChanged, past } from '../store/tampering.ts';
import { installCouncil, listed, submit } from './council.ts';
import { issueKey, post, startApp, type TestApp, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
/** Genesis, policy 0, constitution, policy 1; then these. */
const RATIFICATION = 4;

describe.each(SHARED_DRIVERS)('a ledger that is damaged under a running service on $name', (driver) => {
  let place: Place;
  let app: TestApp;
  let ids: readonly string[];
  beforeEach(async () => {
    place = await driver.place();
    app = await startApp(WIDE, { store: await openStore({ url: place.url }) });
    await installCouncil(app);
    const certificates = [];
    for (let i = 0; i < 2; i++) certificates.push((await post(app, '/api/v1/certify', PAIR)).json().data);
    ids = certificates.map(({ certificate_id }) => certificate_id);
    await submit(app, await listed(app, certificates));
  });
  afterEach(async () => {
    await app.close();
    await place.remove();
  });

  const get = async (path: string) => (await app.context.app.inject(path)).json().data;

  it('is broken at a ratification whose header holds a key that is none, and nothing is signed any more [ledger-audit]', async () => {
    const { header } = (await app.context.ledger.stores.chain.entry(RATIFICATION)) as { header: Uint8Array };
    const key = Buffer.from(header).indexOf('"rawBytes":"') + '"rawBytes":"'.length;
    expect(
      await past(
        place.url,
        byteChanged(place.url, { table: 'ledger_entry', column: 'header', seq: RATIFICATION }, key, header),
      ),
    ).toBe(1);
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

  const verify = (id: string | undefined) => get(`/api/v1/verify?cert=${id}`);

  async function revoke(id: string | undefined): Promise<number> {
    const authorization = `Bearer ${await issueKey(app, 'standard', ['ledger:anchor'])}`;
    const body = { certificate_id: id, reason: 'issued_in_error' };
    return (await post(app, '/api/v1/revocations', body, { authorization })).json().data.index;
  }

  /** As a service that starts on this database. */
  async function restart(): Promise<void> {
    const { dataDir } = app;
    await app.context.close();
    app = await startApp(WIDE, { store: await openStore({ url: place.url }) }, dataDir);
  }

  const hide = (seq: number, id: string | undefined) =>
    past(
      place.url,
      `UPDATE ledger_entry SET subject = 'x' WHERE seq = ${seq}`,
      `UPDATE certificate SET revoked_seq = NULL, superseded_by = NULL WHERE id = '${id}'`,
    );

  it('hides no revocation that was verified before its columns were changed [revoke-entries]', async () => {
    const seq = await revoke(ids[0]);
    expect((await get('/api/ironledger/verify')).verdict).toBe('VALID');
    await hide(seq, ids[0]);
    const report = await verify(ids[0]);
    expect(report).toMatchObject({ verified: false, state: 'revoked', reason: 'revoked' });
    expect(report.checks.find(({ name }: { name: string }) => name === 'not_revoked')).toMatchObject({
      ok: false,
      detail: expect.stringMatching(new RegExp(`revoked in entry ${seq} of .*: issued_in_error`)),
    });
  });

  it('hides no revocation from a service that starts behind the change [revoke-entries]', async () => {
    const seq = await revoke(ids[0]);
    await hide(seq, ids[0]);
    await restart();
    expect(await get('/api/ironledger/verify')).toMatchObject({ verdict: 'BROKEN', first_error: { index: seq } });
    expect(await verify(ids[0])).toMatchObject({ verified: false, state: 'revoked', reason: 'revoked' });
  });

  it('verifies no certificate, also where its own proof is whole [verify-broken]', async () => {
    expect(await verify(ids[1])).toMatchObject({ verified: true, reason: 'anchored' });
    const oldest = '(SELECT min(size) FROM ledger_checkpoint)';
    // What both signatures are made over. Letters of theirs would do as well, but one in a hundred notes lacks those that matter.
    const change = `UPDATE ledger_checkpoint SET note = 'x' || note WHERE size = ${oldest}`;
    expect(await past(place.url, change)).toBe(1);
    await restart();
    expect((await get('/api/ironledger/verify')).verdict).toBe('BROKEN');
    const report = await verify(ids[1]);
    expect(report).toMatchObject({ verified: false, state: 'unknown', reason: 'ledger_broken', signature_valid: true });
    expect(report.checks.find(({ ok }: { ok: boolean }) => ok === false)).toMatchObject({
      name: 'ledger_integrity',
      detail: expect.stringContaining('the ledger does not verify: entry '),
    });
  });
});
