// SPDX-License-Identifier: Apache-2.0
/** Decisions that meet: whichever comes first, the ledger holds nothing that the one before it forbids. */
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeUrl } from '../../src/store/open.ts';
import { BRIDGE, installCouncil, listed, submit, window } from './council.ts';
import { post, startApp, type TestApp, temporaryFolder, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const HOUR_MS = 3_600_000;
const ENOUGH = { ...WIDE, PLUMBLINE_LIMITS_LEDGER_PER_MINUTE: '1000000' };

const certify = async (app: TestApp) => (await post(app, '/api/v1/certify', PAIR)).json().data;

describe('decisions that meet', () => {
  let dataDir: string;
  let app: TestApp;
  beforeEach(async () => {
    dataDir = temporaryFolder();
    app = await startApp(ENOUGH, {}, dataDir);
    await installCouncil(app);
  });
  afterEach(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** By a process that has verified nothing yet. */
  async function verdict(): Promise<unknown> {
    await app.close();
    app = await startApp(ENOUGH, {}, dataDir);
    return (await app.context.app.inject('/api/ironledger/verify')).json().data;
  }

  it('leave no approval behind a veto of the same, and the ledger verifies [ratify-refusals]', async () => {
    const certificate = await certify(app);
    const envelopes = [
      await listed(app, [certificate], [BRIDGE], { decision: 'reject' }),
      await listed(app, [certificate]),
      await listed(app, [certificate]),
    ];
    const answers = await Promise.all(envelopes.map((envelope) => submit(app, envelope)));
    const said = answers.map((answer) => answer.json().error?.reason ?? answer.json().data.status);
    expect(said).toEqual(['veto_recorded', 'vetoed', 'vetoed']);
    expect(await verdict()).toMatchObject({ canonical_spine_valid: true, verdict: 'VALID' });
  });

  it('are both taken where neither forbids the other', async () => {
    const [first, second] = [await certify(app), await certify(app)];
    const envelopes = [await listed(app, [first]), await listed(app, [second])];
    const answers = await Promise.all(envelopes.map((envelope) => submit(app, envelope)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(await verdict()).toMatchObject({ canonical_spine_valid: true });
  });

  it('anchor nothing of what was erased before them, listed or in a window [ledger-erasure]', async () => {
    const [first, second] = [await certify(app), await certify(app)];
    for (const { certificate_id } of [first, second])
      await app.context.store.ledger.chain.write({
        rows: [{ kind: 'certificate_erased', certificateId: certificate_id }],
      });
    const now = Date.now();
    await submit(app, await listed(app, [first]));
    await submit(app, await window(app, now - HOUR_MS, now + HOUR_MS));
    const { chain } = app.context.store.ledger;
    for (const { certificate_id } of [first, second]) expect(await chain.findBySubject(certificate_id)).toEqual([]);
  });

  it('are one certificate for one Idempotency-Key inside a window, for whoever asks [idempotency]', async () => {
    const now = Date.now();
    await submit(app, await window(app, now - HOUR_MS, now + HOUR_MS));
    const ask = () => post(app, '/api/v1/certify', PAIR, { 'idempotency-key': 'once' });
    const [first, meanwhile] = await Promise.all([ask(), ask()]);
    expect([first.statusCode, meanwhile.statusCode].sort()).toEqual([200, 409]);
    const answered = first.statusCode === 200 ? first : meanwhile;
    expect(answered.json().data.state).toBe('anchored');
    const again = await ask();
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([answered.body, 'true']);
    const anchors = await app.context.store.ledger.chain.findBySubject(answered.json().data.certificate_id);
    expect(anchors.map(({ type }) => type)).toEqual(['anchor']);
    expect((await app.context.store.ledger.chain.head()).size).toBe(anchors.length + 5);
  });

  it('are answered as PREVIEW where the proof fails, at once and for good, and are anchored all the same [idempotency]', async () => {
    const now = Date.now();
    await submit(app, await window(app, now - HOUR_MS, now + HOUR_MS));
    const database = new DatabaseSync(storeUrl(dataDir, null));
    const rename = (from: string, to: string) => database.exec(`ALTER TABLE ${from} RENAME TO ${to}`);
    const ask = () => post(app, '/api/v1/certify', PAIR, { 'idempotency-key': 'unproven' });
    rename('ledger_cosignature', 'out_of_reach');
    const first = await ask();
    rename('out_of_reach', 'ledger_cosignature');
    database.close();
    expect([first.statusCode, first.json().data.state, first.json().data.chain_anchor]).toEqual([200, 'PREVIEW', null]);
    const again = await ask();
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true']);
    const id = first.json().data.certificate_id;
    const verify = async () => (await app.context.app.inject(`/api/v1/verify?cert=${id}`)).json().data;
    expect(await verify()).toMatchObject({ verified: true, state: 'anchored' });
  });

  it('leave no anchor behind a veto that another process recorded [ratify-window]', async () => {
    const now = Date.now();
    await submit(app, await window(app, now - HOUR_MS, now + HOUR_MS));
    const other = await startApp(ENOUGH, {}, dataDir);
    try {
      const veto = await window(other, now - HOUR_MS, now + HOUR_MS, [BRIDGE], { decision: 'reject' });
      expect((await submit(other, veto)).json().data).toMatchObject({ status: 'veto_recorded' });
      expect(await certify(app)).toMatchObject({ state: 'PREVIEW', chain_anchor: null });
    } finally {
      await other.close();
    }
  });
});
