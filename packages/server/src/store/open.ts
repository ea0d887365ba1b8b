// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ulid } from '@plumbline/core/ulid.ts';
import type { Store } from './store.ts';

export interface StoreConfig {
  /** Path of an SQLite file, `:memory:`, or an address that starts with postgres:// or postgresql://. */
  readonly url: string;
  /** Days that counts are kept. */
  readonly recordDays?: number;
  /** Days that keyed hashes of questions and answers are kept, at most. */
  readonly hashDays?: number;
}

export interface OpenOptions {
  readonly nowMs: () => number;
  /** Ids that sort by time. */
  readonly newRowId: () => string;
  readonly recordDays: number;
  /** Default 30. */
  readonly hashDays?: number;
}

const DEFAULT_RECORD_DAYS = 400;

/**
 * Opens the store and brings its schema up to date. The driver that isn't used is never loaded.
 * @throws StoreError when the database cannot be opened or was made by a newer version
 */
export async function openStore(config: StoreConfig): Promise<Store> {
  const options: OpenOptions = {
    nowMs: Date.now,
    newRowId: risingIds(),
    recordDays: config.recordDays ?? DEFAULT_RECORD_DAYS,
    ...(config.hashDays !== undefined && { hashDays: config.hashDays }),
  };
  if (/^postgres(ql)?:\/\//.test(config.url)) {
    const { openPostgresStore } = await import('./postgres/open.ts');
    return openPostgresStore(config.url, options);
  }
  const { openSqliteStore } = await import('./sqlite/open.ts');
  return openSqliteStore(config.url, options);
}

/** ULIDs that rise within a millisecond too: the first bytes of their randomness count. */
function risingIds(): () => string {
  let lastMs = 0;
  let serial = 0;
  return () => {
    const nowMs = Math.max(Date.now(), lastMs);
    serial = nowMs === lastMs ? serial + 1 : 0;
    lastMs = nowMs;
    const random = randomBytes(10);
    random.writeUIntBE(serial, 0, 3);
    return ulid(nowMs, random);
  };
}

const SQLITE_FILE = 'plumbline.db';

/** Where a deployment's store is: the configured PostgreSQL, else a file in the data folder. */
export function storeUrl(dataDir: string, databaseUrl: string | null): string {
  return databaseUrl ?? join(dataDir, SQLITE_FILE);
}
