// SPDX-License-Identifier: Apache-2.0
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { USAGE_QUIET_TURNS } from '../batch.ts';
import { checkStore } from '../check-rows.ts';
import { CommitQueue } from '../commit-queue.ts';
import { openGateway } from '../gateway-rows.ts';
import { keyStore } from '../key-rows.ts';
import { openLedger } from '../ledger/stores.ts';
import { migrate } from '../migrations/migrate.ts';
import { modelBudgetStore } from '../model-budget-rows.ts';
import type { OpenOptions } from '../open.ts';
import { receiptStore } from '../receipt-rows.ts';
import type { Tables } from '../schema.ts';
import { networkSaltStore, noticeStore, probeStore, windowStore } from '../small-rows.ts';
import type { CheckOutcome, CheckUnit, Store } from '../store.ts';
import { storeUpkeep } from '../upkeep.ts';
import { usageReaders } from '../usage-rows.ts';
import { postgresCommit } from './commit.ts';
import { publicFault } from './fault.ts';
import { guarded } from './guard.ts';
import { postgresLedger } from './ledger.ts';
import { connectProblem, openProblem } from './open-problem.ts';

const MAX_CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 5_000;
const INT8 = 20;

/** int8 comes as text from the driver. This is the one place where it becomes a number; all of ours are safe integers. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary'
      ? safeInteger
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of the safe range: ${text}`);
  return value;
}

/** The first connection, which the pool keeps. @throws StoreError */
async function connect(pool: pg.Pool, url: string): Promise<void> {
  try {
    (await pool.connect()).release();
  } catch (error) {
    throw connectProblem(url, error);
  }
}

/** @param url postgres://… */
export async function openPostgresStore(url: string, options: OpenOptions): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types,
    options: '-c synchronous_commit=on',
  });
  // A connection that the server closes between two queries must not end the process: the next query fails or opens another.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await connect(pool, url);
    await migrate(db, 'postgres', options.nowMs());
  } catch (error) {
    await db.destroy();
    throw openProblem(url, error);
  }
  const queue = new CommitQueue<CheckUnit, CheckOutcome>({
    commit: postgresCommit(pool, options.newRowId),
    publicFault,
    quietTurns: USAGE_QUIET_TURNS,
  });
  const driver = postgresLedger(pool);
  const ledger = openLedger(db, driver);
  const gateway = openGateway(db, publicFault);
  const receipts = guarded(receiptStore(db, driver.erasing));
  const upkeep = storeUpkeep(db, options, { queue, ledger, gateway, receipts });
  return {
    driver: 'postgres',
    keys: guarded(keyStore(db)),
    usage: { ...guarded(usageReaders(db)), commit: (unit) => queue.enqueue(unit) },
    checks: guarded(checkStore(db)),
    salts: guarded(networkSaltStore(db)),
    notices: guarded(noticeStore(db)),
    windows: guarded(windowStore(db)),
    probe: guarded(probeStore(db)),
    ledger: ledger.stores,
    modelBudgets: guarded(modelBudgetStore(db)),
    gateway: guarded(gateway.store),
    receipts,
    maintain: upkeep.maintain,
    async close() {
      await upkeep.drained();
      await db.destroy();
    },
  };
}
