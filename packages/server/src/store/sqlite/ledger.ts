// SPDX-License-Identifier: Apache-2.0
import { ledgerFault } from '../ledger/fault.ts';
import type { LedgerDriver, LedgerTx, TxResult } from '../ledger/tx.ts';
import type { SqliteConnection } from './connection.ts';
import { publicFault } from './fault.ts';
import { sqliteRows } from './ledger-rows.ts';
import { sqliteLedgerTx } from './ledger-tx.ts';

/** The ledger on the one connection, which it takes for the length of a transaction. The schema must be there. */
export function sqliteLedger(connection: SqliteConnection): LedgerDriver {
  const { db } = connection;
  const tx = sqliteLedgerTx(connection);
  const commit = db.prepare('COMMIT');
  /** Several may run at once: the last one ends the overwriting. */
  let erasings = 0;

  const transact = async <T>(work: (tx: LedgerTx) => Promise<TxResult<T>>): Promise<T> => {
    await connection.take();
    try {
      await connection.begin();
      const { value } = await work(tx);
      commit.run();
      return value;
    } catch (error) {
      connection.rollback();
      throw error;
    } finally {
      connection.release();
    }
  };

  return {
    transact,
    readRows: sqliteRows(connection),
    async erasing(work) {
      erasings += 1;
      await pragma('secure_delete = ON');
      try {
        return await work();
      } finally {
        // Empties the write-ahead log too: it holds the pages as they were.
        erasings -= 1;
        if (erasings === 0) await pragma('secure_delete = OFF');
        await pragma('wal_checkpoint(TRUNCATE)');
      }
    },
    publicFault: (error) => ledgerFault(publicFault(error)),
  };

  async function pragma(text: string): Promise<void> {
    await connection.take();
    try {
      db.exec(`PRAGMA ${text}`);
    } finally {
      connection.release();
    }
  }
}
