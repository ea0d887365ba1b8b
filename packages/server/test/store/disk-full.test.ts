// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteConnection } from '../../src/store/sqlite/connection.ts';
import { sqliteStoreOn } from '../../src/store/sqlite/open.ts';
import type { CheckUnit, Store } from '../../src/store/store.ts';

/** SQLite answers SQLITE_FULL at its page limit just as it does on a full disk. */
describe('[disk-full] a full disk', () => {
  let folder: string;
  let connection: SqliteConnection;
  let store: Store;
  let serial = 0;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-full-'));
    connection = new SqliteConnection(join(folder, 'full.db'));
    store = await sqliteStoreOn(connection, {
      nowMs: () => 0,
      newRowId: () => String(++serial).padStart(10, '0'),
      recordDays: 1,
    });
  });

  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const unit = (partition: string): CheckUnit => ({ charge: { partition, day: 1, units: 1, limit: null }, checks: [] });
  const newRow = () => unit(`net:${String(++serial).padStart(600, 'x')}`);
  const allowPages = (pages: number) => connection.db.exec(`PRAGMA max_page_count = ${pages}`);

  async function fillUp(): Promise<unknown> {
    allowPages(30);
    for (;;) {
      try {
        await store.usage.commit(newRow());
      } catch (error) {
        return error;
      }
    }
  }

  it('is answered with 503 and a time to come back, for every request of the batch', async () => {
    await store.usage.commit(unit('net:known'));
    await fillUp();
    const results = await Promise.allSettled([newRow(), unit('net:known'), newRow()].map((u) => store.usage.commit(u)));
    for (const result of results) {
      expect(result.status).toBe('rejected');
      const reason = (result as PromiseRejectedResult).reason;
      expect(reason).toBeInstanceOf(PlumblineError);
      expect(reason).toMatchObject({ code: 'overloaded', status: 503 });
      expect(reason.retryAfterS).toBeGreaterThan(0);
      expect(reason.detail).not.toMatch(/sqlite|full\.db/i);
    }
    expect(await store.usage.used('net:known', 1)).toBe(1);
  });

  it('is over as soon as there is room', async () => {
    expect(await fillUp()).toMatchObject({ code: 'overloaded' });
    allowPages(1_000);
    expect(await store.usage.commit(newRow())).toEqual({ granted: true, used: 1 });
    await store.probe.check(1);
  });

  it('turns up in the other writes as the same error', async () => {
    await fillUp();
    const notices = async () => {
      for (let i = 0; i < 100; i++) await store.notices.record(`notice ${i} ${'x'.repeat(500)}`, 1, 1);
    };
    await expect(notices()).rejects.toMatchObject({ code: 'overloaded' });
    allowPages(1_000);
    await notices();
    expect(await store.notices.list()).toHaveLength(100);
  });
});
