// SPDX-License-Identifier: Apache-2.0
/** Rows of ratifications that somebody with the database changed: nothing is anchored by them, and the service says so. */
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ratificationHash } from '@plumbline/core/seal/ratification-statement.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeUrl } from '../../src/store/open.ts';
import { crypto, installCouncil, listed, STRANGER, submit, window } from '../e2e/council.ts';
import { post, startApp, type TestApp, temporaryFolder, WIDE } from '../e2e/test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const HOUR_MS = 3_600_000;
const certify = async (app: TestApp) => (await post(app, '/api/v1/certify', PAIR)).json().data;

describe('rows of ratifications', () => {
  let dataDir: string;
  let app: TestApp;

  beforeEach(async () => {
    dataDir = temporaryFolder();
    app = await startApp(WIDE, {}, dataDir);
    await installCouncil(app);
    await submit(app, await listed(app, [await certify(app)]));
    await submit(app, await window(app, Date.now() - HOUR_MS, Date.now() + HOUR_MS));
  });
  afterEach(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** As somebody with the database would, while the service is down. */
  async function restartAfter(change: (database: DatabaseSync) => void): Promise<void> {
    await app.close();
    const database = new DatabaseSync(storeUrl(dataDir, null));
    change(database);
    database.close();
    app = await startApp(WIDE, {}, dataDir);
  }

  const health = async () => (await app.context.app.inject('/api/health')).json().data.checks.ledger;

  it('are taken as they were signed for, also after a restart', async () => {
    await restartAfter(() => {});
    expect(app.context.ledger.refusal).toBeNull();
    expect((await certify(app)).state).toBe('anchored');
  });

  const changes: [string, string, RegExp][] = [
    [
      'a byte of the envelope',
      "update ratification set envelope = cast(replace(cast(envelope as text), 'ey', 'eZ') as blob)",
      /entry \d+ has a row/,
    ],
    ['a longer expiry', 'update ratification set expires_at_ms = expires_at_ms + 1', /says something else/],
    [
      'a wider window',
      'update ratification set until_ms = until_ms + 1 where until_ms is not null',
      /says something else/,
    ],
    ['a rejection made an approval', "update ratification set decision = 'reject'", /says something else/],
    [
      'a list of other certificates',
      "update ratification_certificate set certificate_id = 'cert_01AAAAAAAAAAAAAAAAAAAAAAAA'",
      /says something else/,
    ],
    ['a row that is gone', 'delete from ratification where until_ms is not null', /has no row/],
  ];
  it.each(changes)(
    'are refused with %s: nothing is signed any more, and health says why [ledger-broken]',
    async (_what, sql, why) => {
      await restartAfter((database) => {
        expect(Number(database.prepare(sql).run().changes)).toBeGreaterThan(0);
      });
      expect(app.context.ledger.refusal).toMatch(why);
      // The audit says it in its own words where it is the first to compare.
      const told = new RegExp(`${why.source}|^entry \\d+: ratification, `);
      expect(await health()).toMatchObject({ status: 'fail', observed: expect.stringMatching(told) });
      expect((await post(app, '/api/v1/certify', PAIR)).statusCode).toBe(503);
    },
  );

  it('are refused when no council has signed them: whoever writes the database cannot make us anchor', async () => {
    const preview = await certify(app);
    const forged = await listed(app, [preview], [STRANGER]);
    const size = (await app.context.store.ledger.chain.head()).size;
    await restartAfter((database) => {
      database
        .prepare(
          `insert into ratification (sha256, nonce, epoch, decision, submitted_at_ms, expires_at_ms, seq, envelope)
           select ?, 'forged-nonce-forged-nonce', epoch, decision, submitted_at_ms, expires_at_ms, 4, ?
           from ratification where until_ms is null`,
        )
        .run(ratificationHash(forged, crypto), Buffer.from(JSON.stringify(forged)));
    });
    expect(app.context.ledger.refusal).toMatch(/does not verify: .*ratification/);
    expect((await app.context.store.ledger.chain.head()).size).toBe(size);
  });
});
