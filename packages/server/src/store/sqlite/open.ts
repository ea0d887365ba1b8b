// SPDX-License-Identifier: Apache-2.0
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { makeFolder } from '../../folder.ts';
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
import { sqliteCommit } from './commit.ts';
import { SqliteConnection } from './connection.ts';
import { nodeSqliteDialect } from './dialect.ts';
import { emptyingLog } from './erasing.ts';
import { isBusy, publicFault } from './fault.ts';
import { sqliteLedger } from './ledger.ts';
import { openProblem } from './open-problem.ts';

const FILE_MODE = 0o600;
const MAX_OPEN_ATTEMPTS = 50;
const OPEN_RETRY_MS = 50;

/** @param file path, or `:memory:` */
export async function openSqliteStore(file: string, options: OpenOptions): Promise<Store> {
  try {
    prepareFile(file);
    return await sqliteStoreOn(await openConnection(file), options);
  } catch (error) {
    throw openProblem(file, error);
  }
}

/** The store on a connection that is open already, and that it closes. */
export async function sqliteStoreOn(connection: SqliteConnection, options: OpenOptions): Promise<Store> {
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(connection) });
  try {
    await migrate(db, 'sqlite', options.nowMs());
  } catch (error) {
    connection.close();
    throw error;
  }
  const commit = sqliteCommit(connection, options.newRowId);
  const queue = new CommitQueue<CheckUnit, CheckOutcome>({
    commit,
    publicFault,
    quietTurns: USAGE_QUIET_TURNS,
  });
  const driver = sqliteLedger(connection);
  const ledger = openLedger(db, driver);
  const gateway = openGateway(db, publicFault);
  const receipts = receiptStore(db, emptyingLog(connection));
  const upkeep = storeUpkeep(db, options, { queue, ledger, gateway, receipts });
  return {
    driver: 'sqlite',
    keys: keyStore(db),
    usage: { ...usageReaders(db), commit: (unit) => queue.enqueue(unit) },
    checks: checkStore(db),
    salts: networkSaltStore(db),
    notices: noticeStore(db),
    windows: windowStore(db),
    probe: probeStore(db),
    ledger: ledger.stores,
    modelBudgets: modelBudgetStore(db),
    gateway: gateway.store,
    receipts,
    maintain: upkeep.maintain,
    async close() {
      await upkeep.drained();
      await connection.take();
      await db.destroy();
      connection.close();
    },
  };
}

/** The change to write-ahead mode is refused at once while another process makes it: then it is tried again. */
async function openConnection(file: string): Promise<SqliteConnection> {
  for (let attempt = 1; ; attempt++) {
    try {
      return new SqliteConnection(file);
    } catch (error) {
      if (!isBusy(error) || attempt === MAX_OPEN_ATTEMPTS) throw error;
    }
    await sleep(OPEN_RETRY_MS);
  }
}

/** SQLite gives its journal and shared-memory files the mode of the database, so only that one is set. */
function prepareFile(file: string): void {
  if (file === ':memory:') return;
  makeFolder(dirname(file));
  if (existsSync(file)) chmodSync(file, FILE_MODE);
  else closeSync(openSync(file, 'a', FILE_MODE));
}
