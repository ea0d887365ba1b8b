// SPDX-License-Identifier: Apache-2.0
import type { LedgerDriver } from '../ledger/tx.ts';
import type { StoredRow } from '../ledger-store.ts';
import type { SqliteConnection } from './connection.ts';

type EntryValues = readonly [seq: number, leaf: Uint8Array, type: string, subject: string, header: Uint8Array];
type PayloadValues = readonly [seq: number, bytes: Uint8Array | null];

/** Rows as arrays, a third cheaper than objects; two statements, cheaper than a join. */
export function sqliteRows(connection: SqliteConnection): LedgerDriver['readRows'] {
  const { db } = connection;
  const entries = db.prepare(
    'SELECT seq, leaf, type, subject, header FROM ledger_entry WHERE seq >= ? AND seq < ? ORDER BY seq LIMIT ?',
  );
  const payloads = db.prepare('SELECT seq, bytes FROM ledger_payload WHERE seq >= ? AND seq <= ? ORDER BY seq');
  entries.setReturnArrays(true);
  payloads.setReturnArrays(true);
  return async (from, to, limit) => {
    await connection.take();
    try {
      return await connection.whileBusy(() => {
        const page = entries.all(from, to, limit) as unknown as EntryValues[];
        const last = page.at(-1)?.[0];
        if (last === undefined) return [];
        return besideEachOther(page, payloads.all(from, last) as unknown as PayloadValues[]);
      });
    } finally {
      connection.release();
    }
  };
}

/** Both in the order of seq. */
function besideEachOther(entries: readonly EntryValues[], payloads: readonly PayloadValues[]): readonly StoredRow[] {
  let at = 0;
  return entries.map(([seq, leaf, type, subject, header]) => {
    while (at < payloads.length && (payloads[at] as PayloadValues)[0] < seq) at += 1;
    const beside = payloads[at];
    return { seq, leaf, type, subject, header, payload: beside?.[0] === seq ? beside[1] : undefined };
  });
}
