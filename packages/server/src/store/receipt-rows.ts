// SPDX-License-Identifier: Apache-2.0
import { type Kysely, sql } from 'kysely';
import { addCounts, sumOf } from './gateway-rows.ts';
import { idempotencyStore } from './ledger/idempotency.ts';
import type { LedgerTables } from './ledger/schema.ts';
import type { NewReceipt, ReceiptRecord, ReceiptStore } from './receipt-store.ts';
import type { ReceiptTable, Tables } from './schema.ts';

const DAY_MS = 86_400_000;
/** Expired receipts that one statement removes: a mailbox of 900,000 must not be one transaction. */
const SWEEP_BATCH = 2_000;
/** Name of the operation in the scope of a stored answer. */
const ROUTE = 'submitReceipt';

const RECORD = [
  'id',
  'received_at_ms',
  'expires_at_ms',
  'content_hash',
  'kind',
  'quarantined',
  'commitment',
] as const satisfies readonly (keyof ReceiptTable)[];

/** @param erasing runs work whose deleted bytes must not stay behind in the file */
export function receiptStore(db: Kysely<Tables>, erasing: <T>(work: () => Promise<T>) => Promise<T>): ReceiptStore {
  return {
    insert: (receipt, answerOf) =>
      db.transaction().execute(async (tx) => {
        const inserted = await tx
          .insertInto('receipt')
          .values(rowOf(receipt))
          .onConflict((conflict) => conflict.column('day_key').doNothing())
          .returning('id')
          .executeTakeFirst();
        const standing =
          inserted === undefined
            ? await tx
                .selectFrom('receipt')
                .select(RECORD)
                .where('day_key', '=', receipt.dayKey)
                .executeTakeFirstOrThrow()
            : null;
        const outcome = { receipt: standing === null ? receipt : recordOf(standing), duplicate: standing !== null };
        if (!outcome.duplicate) await addCounts(tx, dayOf(receipt.receivedAtMs), new Map([['receipt.received', 1]]));
        const answer = answerOf(outcome);
        if (answer !== null) {
          const answers = idempotencyStore(tx as unknown as Kysely<LedgerTables>);
          await answers.complete(answer.claim, answer.build(null));
        }
        return outcome;
      }),
    async find(id) {
      const row = await db.selectFrom('receipt').select(RECORD).where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : recordOf(row);
    },
    withdraw: (id, nowMs) =>
      erasing(() =>
        db.transaction().execute(async (tx) => {
          const gone = await tx.deleteFrom('receipt').where('id', '=', id).returning('content_hash').executeTakeFirst();
          if (gone === undefined) return false;
          // The hash of the body is the same there, and an answer that was kept names the receipt.
          await sql`delete from idempotency where body_hash = ${gone.content_hash} and scope like ${`% ${ROUTE}`}`.execute(
            tx,
          );
          await addCounts(tx, dayOf(nowMs), new Map([['receipt.withdrawn', 1]]));
          return true;
        }),
      ),
    async counts(nowMs) {
      const held = await db
        .selectFrom('receipt')
        .select(({ fn }) => [fn.countAll<number>().as('held'), fn.sum<number | null>('quarantined').as('quarantined')])
        .where('expires_at_ms', '>', nowMs)
        .executeTakeFirstOrThrow();
      const today = dayOf(nowMs);
      return {
        held: Number(held.held),
        quarantined: Number(held.quarantined ?? 0),
        receivedToday: await sumOf(db, 'receipt.received', today),
        withdrawn: await sumOf(db, 'receipt.withdrawn', 0),
        expired: await sumOf(db, 'receipt.expired', 0),
      };
    },
    async sweep(nowMs) {
      await forgetDayKeys(db, nowMs);
      let removed = 0;
      for (;;) {
        const batch = await sweepBatch(db, nowMs, erasing);
        removed += batch;
        if (batch < SWEEP_BATCH) return removed;
      }
    },
  };
}

const dayOf = (atMs: number) => Math.floor(atMs / DAY_MS);

/** The network behind a key has another name from midnight on: the key can match nothing any more. */
async function forgetDayKeys(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await db
    .updateTable('receipt')
    .set({ day_key: null })
    .where('day_key', 'is not', null)
    .where('received_at_ms', '<', dayOf(nowMs) * DAY_MS)
    .execute();
}

async function sweepBatch(
  db: Kysely<Tables>,
  nowMs: number,
  erasing: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<number> {
  const expired = (from: Kysely<Tables>) =>
    from.selectFrom('receipt').select('id').where('expires_at_ms', '<=', nowMs).limit(SWEEP_BATCH);
  // Erasing empties the write-ahead log: not worth it every few minutes where nothing is to be erased.
  if ((await expired(db).executeTakeFirst()) === undefined) return 0;
  return erasing(() =>
    db.transaction().execute(async (tx) => {
      const { numDeletedRows } = await tx.deleteFrom('receipt').where('id', 'in', expired(tx)).executeTakeFirst();
      const removed = Number(numDeletedRows);
      if (removed > 0) await addCounts(tx, dayOf(nowMs), new Map([['receipt.expired', removed]]));
      return removed;
    }),
  );
}

function rowOf(receipt: NewReceipt): ReceiptTable {
  return {
    id: receipt.id,
    received_at_ms: receipt.receivedAtMs,
    expires_at_ms: receipt.expiresAtMs,
    content_hash: receipt.contentHash,
    kind: receipt.kind,
    quarantined: receipt.quarantined ? 1 : 0,
    commitment: receipt.commitment,
    content: receipt.content,
    day_key: receipt.dayKey,
  };
}

function recordOf(row: Pick<ReceiptTable, (typeof RECORD)[number]>): ReceiptRecord {
  return {
    id: row.id,
    receivedAtMs: row.received_at_ms,
    expiresAtMs: row.expires_at_ms,
    contentHash: row.content_hash,
    kind: row.kind,
    quarantined: row.quarantined === 1,
    commitment: row.commitment,
  };
}
