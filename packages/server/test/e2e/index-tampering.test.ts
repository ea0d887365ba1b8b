// SPDX-License-Identifier: Apache-2.0
/** Somebody with the database open, and without keys, writes into the rows beside the entries. */
import { cpSync, rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLedger } from '../../src/store/ledger/audit.ts';
import { openStore } from '../../src/store/open.ts';
import { type Place, SHARED_DRIVERS } from '../store/drivers.ts';
import { past } from '../store/tampering.ts';
import { anchorKey, BRIDGE, COUNCIL, installCouncil, listed, nextPolicy, sign, submit, window } from './council.ts';
import { issueKey, post, startApp, type TestApp, temporaryFolder, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
/** Genesis, policy 0, constitution, policy 1; then these. */
const [RATIFICATION, ANCHOR, REVOKE] = [4, 5, 7] as const;

const HOUR_MS = 3_600_000;
/** Covers nothing that was issued. */
const later = (app: TestApp) => window(app, Date.now() + HOUR_MS, Date.now() + 2 * HOUR_MS);

interface Scene {
  readonly place: Place;
  readonly dataDir: string;
}

const serviceOn = async ({ place, dataDir }: Scene) =>
  startApp(WIDE, { store: await openStore({ url: place.url }) }, dataDir);

async function removed({ place, dataDir }: Scene): Promise<void> {
  await place.remove();
  rmSync(dataDir, { recursive: true });
}

describe.each(SHARED_DRIVERS)('rows beside the entries on $name', (driver) => {
  /** A service that has been at work, and a copy of it for each test. */
  let written: Scene;
  let place: Place;
  let dataDir: string;
  let ids: readonly string[];
  beforeAll(async () => {
    written = { place: await driver.place(), dataDir: temporaryFolder() };
    const app = await serviceOn(written);
    await installCouncil(app);
    const certificates = [];
    for (let i = 0; i < 3; i++) certificates.push((await post(app, '/api/v1/certify', PAIR)).json().data);
    ids = certificates.map(({ certificate_id }) => certificate_id);
    await submit(app, await listed(app, certificates.slice(0, 2)));
    const authorization = `Bearer ${await issueKey(app, 'standard', ['ledger:anchor'])}`;
    const body = { certificate_id: ids[1], reason: 'superseded', superseded_by: ids[2] };
    await post(app, '/api/v1/revocations', body, { authorization });
    await app.close();
  });
  beforeEach(async () => {
    place = await driver.like(written.place);
    dataDir = temporaryFolder();
    cpSync(written.dataDir, dataDir, { recursive: true });
  });
  afterEach(() => removed({ place, dataDir }));
  afterAll(() => removed(written));

  /** For tests that look on while it serves. */
  async function serving<T>(look: (app: TestApp) => Promise<T>): Promise<T> {
    const app = await serviceOn({ place, dataDir });
    try {
      return await look(app);
    } finally {
      await app.close();
    }
  }

  it('do not say how fresh the ledger is: the time of a checkpoint is that of the signed entry it covers [chain-status]', () =>
    serving(async (app) => {
      const fresh = async () => (await app.context.app.inject('/api/chain/status')).json().data.freshness;
      expect(await fresh()).toMatchObject({ fresh: true });
      for (const step of ['- 2592000000', '+ 5184000000']) {
        expect(await past(place.url, `UPDATE ledger_checkpoint SET at_ms = at_ms ${step}`)).toBeGreaterThan(0);
        const { age_s, fresh: isFresh } = await fresh();
        expect([age_s < 600, isFresh], step).toEqual([true, true]);
      }
    }));

  it('are compared entry by entry, with a turn for everybody else behind each: a signature takes its time', () =>
    serving(async (app) => {
      const { origin, stores, governance, crypto } = app.context.ledger;
      const pins = { origin, genesis: governance.genesis.hash, vkeys: [] };
      const turns = async (index?: typeof stores) => {
        let count = 0;
        const pause = async () => void count++;
        expect(await auditLedger(stores.chain, { pins, index, pause }, crypto)).toMatchObject({ verdict: 'VALID' });
        return count;
      };
      // A ratification, two anchors and a revocation.
      expect((await turns(stores)) - (await turns())).toBeGreaterThanOrEqual(4);
    }));

  /** As a service says that starts on this database. */
  const found = () =>
    serving(async ({ context }) => {
      const { data } = (await context.app.inject('/api/ironledger/verify')).json();
      const { ledger } = (await context.app.inject('/api/health')).json().data.checks;
      return [data.canonical_spine_valid, data.verdict, data.first_error, ledger.status, context.ledger.refusal];
    });
  const brokenAt = (index: number, check: string) => [
    false,
    'BROKEN',
    expect.objectContaining({ index, check }),
    'fail',
    expect.stringContaining(`entry ${index}: ${check}, `),
  ];
  const flipped = (table: string, id: string, at: number) =>
    place.url.startsWith('postgres')
      ? `UPDATE ${table} SET envelope = set_byte(envelope, ${at}, 33) WHERE ${id}`
      : `UPDATE ${table} SET envelope = CAST(substr(envelope, 1, ${at}) || x'21' || substr(envelope, ${at} + 2) AS BLOB) WHERE ${id}`;

  const replaced = (from: string, to: string, id: string | undefined) =>
    place.url.startsWith('postgres')
      ? `UPDATE certificate SET envelope = convert_to(replace(convert_from(envelope, 'UTF8'), '${from}', '${to}'), 'UTF8') WHERE id = '${id}'`
      : `UPDATE certificate SET envelope = CAST(replace(CAST(envelope AS TEXT), '${from}', '${to}') AS BLOB) WHERE id = '${id}'`;

  it('hold as they were written', async () => {
    expect(await found()).toEqual([true, 'VALID', null, expect.stringMatching(/pass|warn/), null]);
  });

  it.each([
    [
      'a revocation taken back',
      REVOKE,
      (id: string[]) => `UPDATE certificate SET revoked_seq = NULL WHERE id = '${id[1]}'`,
    ],
    [
      'another successor',
      REVOKE,
      (id: string[]) => `UPDATE certificate SET superseded_by = NULL WHERE id = '${id[1]}'`,
    ],
    ['an anchor moved', ANCHOR, (id: string[]) => `UPDATE certificate SET anchored_seq = NULL WHERE id = '${id[0]}'`],
    [
      'an anchor without an entry, past the end',
      90,
      (id: string[]) => `UPDATE certificate SET anchored_seq = 90 WHERE id = '${id[2]}'`,
    ],
    [
      "an anchor by another certificate's entry",
      ANCHOR,
      (id: string[]) => `UPDATE certificate SET anchored_seq = ${ANCHOR} WHERE id = '${id[2]}'`,
    ],
    [
      'an anchor by an entry of another type',
      RATIFICATION,
      (id: string[]) => `UPDATE certificate SET anchored_seq = ${RATIFICATION} WHERE id = '${id[2]}'`,
    ],
    [
      'an anchor before the first entry',
      -1,
      (id: string[]) => `UPDATE certificate SET anchored_seq = -1 WHERE id = '${id[2]}'`,
    ],
    [
      'a revocation without an entry',
      91,
      (id: string[]) => `UPDATE certificate SET revoked_seq = 91 WHERE id = '${id[2]}'`,
    ],
    ['a row taken away', ANCHOR, (id: string[]) => `DELETE FROM certificate WHERE id = '${id[0]}'`],
    ['a byte of the payload', ANCHOR, (id: string[]) => flipped('certificate', `id = '${id[0]}'`, 40)],
    ['a hint of the key', ANCHOR, (id: string[]) => replaced('"keyid":"', '"keyid":"f', id[0])],
    ['a byte near the end', ANCHOR, (id: string[]) => flipped('certificate', `id = '${id[0]}'`, 900)],
  ] as const)('are found out: %s [ledger-index]', async (_, index, statement) => {
    expect(await past(place.url, statement([...ids]))).toBe(1);
    expect(await found()).toEqual(brokenAt(index, 'certificate'));
  });

  const copied = (seq: string, sha256: string) =>
    `INSERT INTO ratification (sha256, nonce, epoch, decision, submitted_at_ms, expires_at_ms, seq, envelope)
      SELECT '${sha256}', '${sha256}', epoch, decision, submitted_at_ms, expires_at_ms, ${seq}, envelope FROM ratification`;

  it.each([
    ['a later expiry', RATIFICATION, 'UPDATE ratification SET expires_at_ms = expires_at_ms + 86400000'],
    ['another time of submission', RATIFICATION, 'UPDATE ratification SET submitted_at_ms = submitted_at_ms + 1'],
    [
      'another certificate on its list',
      RATIFICATION,
      "UPDATE ratification_certificate SET certificate_id = 'cert_other' WHERE position = 1",
    ],
    ['a list made a window', RATIFICATION, "UPDATE ratification SET issuer_key_id = 'k', from_ms = 0, until_ms = 9"],
    ['a second row of an entry', RATIFICATION, copied('seq', 'z')],
    ['a row of another entry', ANCHOR, copied('5', 'z')],
  ] as const)('are found out: %s [ledger-index]', async (_, index, statement) => {
    expect(await past(place.url, statement)).toBe(1);
    expect(await found()).toEqual(brokenAt(index, 'ratification'));
  });

  it('are found out: a longer window of an epoch that is over, and a row without an entry [ledger-index]', () =>
    serving(async (app) => {
      await submit(app, await later(app));
      await submit(app, sign(await nextPolicy(app), [anchorKey(app), COUNCIL[0], COUNCIL[1], BRIDGE]));
      const { seq } = (await app.context.ledger.stores.chain.newestOfType('ratification')) as { seq: number };
      const longer = `UPDATE ratification SET until_ms = until_ms + 86400000 WHERE seq = ${seq}`;
      expect(await past(place.url, longer)).toBe(1);
      expect(await found()).toEqual(brokenAt(seq, 'ratification'));
      await past(place.url, longer.replace('+', '-'));
      expect((await found())[1]).toBe('VALID');
      await past(place.url, `${copied('NULL', 'z')} WHERE seq = ${seq}`);
      expect((await found()).slice(0, 2)).toEqual([false, 'BROKEN']);
    }));

  it('are told of as soon as they are used, though they were verified a moment ago [ledger-index]', () =>
    serving(async (app) => {
      const { context } = app;
      const get = async (path: string) => (await context.app.inject(path)).json().data;
      expect((await get('/api/ironledger/verify')).verdict).toBe('VALID');
      expect(await past(place.url, 'UPDATE ratification SET expires_at_ms = expires_at_ms + 1')).toBe(1);
      await submit(app, await later(app));
      expect((await get('/api/chain/status')).integrity).toBe('broken');
      expect(await get('/api/ironledger/verify')).toMatchObject({
        canonical_spine_valid: false,
        verdict: 'BROKEN',
        first_error: { index: RATIFICATION, check: 'ratification' },
      });
      expect((await context.app.inject('/api/health')).statusCode).toBe(503);
    }));

  it.each([
    ['expires_at_ms', 'expires_at_ms = 1'],
    ['created_at_ms', 'created_at_ms = created_at_ms + 1'],
    ['issuer_key_id', "issuer_key_id = 'k'"],
    ['commitment', "commitment = 'c'"],
  ])('are found out: %s of a certificate [ledger-index]', async (_, change) => {
    expect(await past(place.url, `UPDATE certificate SET ${change} WHERE id = '${ids[0]}'`)).toBe(1);
    expect(await found()).toEqual(brokenAt(ANCHOR, 'certificate'));
  });

  it('end no certificate by a column that says so [verify-why]', () =>
    serving(async (app) => {
      // What it read at its start was as written.
      expect((await app.context.app.inject('/api/ironledger/verify')).json().data.verdict).toBe('VALID');
      expect(
        await past(place.url, `UPDATE certificate SET expires_at_ms = 1 WHERE id = '${ids[0]}' OR id = '${ids[2]}'`),
      ).toBe(2);
      const verify = async (id: string | undefined) =>
        (await app.context.app.inject(`/api/v1/verify?cert=${id}`)).json().data;
      const row = { name: 'row_as_signed', ok: false, detail: expect.stringContaining('expires_at_ms') };
      const [anchored, preview] = [await verify(ids[0]), await verify(ids[2])];
      expect(anchored).toMatchObject({ verified: false, state: 'unknown', reason: 'ledger_broken' });
      expect(preview).toMatchObject({ verified: false, state: 'PREVIEW', reason: 'preview' });
      for (const { checks } of [anchored, preview]) expect(checks).toContainEqual(row);
    }));

  it.each([30, 400])('are found out: byte %i of a ratification [ledger-index]', async (at) => {
    expect(await past(place.url, flipped('ratification', `seq = ${RATIFICATION}`, at))).toBe(1);
    expect((await found()).slice(0, 2)).toEqual([false, 'BROKEN']);
  });
});
