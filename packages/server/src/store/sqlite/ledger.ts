// SPDX-License-Identifier: Apache-2.0
import { ledgerFault } from '../ledger/fault.ts';
import type { LedgerDriver, LedgerTx, TxResult } from '../ledger/tx.ts';
import type { SqliteConnection } from './connection.ts';
import { rewriting } from './erasing.ts';
import { publicFault } from './fault.ts';
import { sqliteRows } from './ledger-rows.ts';
import { sqliteLedgerTx } from './ledger-tx.ts';

/** The ledger on the one connection, which it takes for the length of a transaction. The schema must be there. */
export function sqliteLedger(connection: SqliteConnection): LedgerDriver {
  const { db } = connection;
  const tx = sqliteLedgerTx(connection);
  const commit = db.prepare('COMMIT');

  const transact = async <T>(work: (tx: LedgerTx) => Promise<TxResult<T>>): Promise<T> => {
    await connection.take();
    try {
      await connection.begin();
      const { value } = await work(tx);
      commit.run();
      connection.assertFile();
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
    erasing: rewriting(connection),
    publicFault: (error) => ledgerFault(publicFault(error)),
  };
}
