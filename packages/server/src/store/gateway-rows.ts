// SPDX-License-Identifier: Apache-2.0
import { type Kysely, sql } from 'kysely';
import { CommitQueue } from './commit-queue.ts';
import type { ExchangeRecord, GatewayStore } from './gateway-store.ts';
import type { Tables } from './schema.ts';

const DAY_MS = 86_400_000;
const DEFAULT_HASH_DAYS = 30;

export interface OpenGateway {
  readonly store: GatewayStore;
  /** Resolves when nothing waits for a commit any more. */
  drained(): Promise<void>;
}

/** @param publicFault turns an error of the driver into what a caller may learn */
export function openGateway(db: Kysely<Tables>, publicFault: (error: unknown) => unknown): OpenGateway {
  const queue = new CommitQueue<ExchangeRecord, true>({
    async commit(batch) {
      await db.transaction().execute((tx) =>
        writeExchanges(
          tx,
          batch.map(({ unit }) => unit),
        ),
      );
      for (const item of batch) item.outcome = true;
    },
    publicFault,
  });
  const store: GatewayStore = {
    async record(exchange) {
      await queue.enqueue(exchange);
    },
    async knowsAnswer(hash) {
      const row = await db
        .selectFrom('gateway_hash')
        .select('day')
        .where('hash', '=', hash)
        .where('side', '=', 'answer')
        .executeTakeFirst();
      return row !== undefined;
    },
    total: (name, fromDay) => sumOf(db, name, fromDay),
    async sweep(nowMs, { recordDays, hashDays = DEFAULT_HASH_DAYS }) {
      const today = Math.floor(nowMs / DAY_MS);
      const hashes = await db
        .deleteFrom('gateway_hash')
        .where('day', '<=', today - hashDays)
        .executeTakeFirst();
      const counts = await db
        .deleteFrom('gateway_count')
        .where('day', '<', today - recordDays)
        .executeTakeFirst();
      return Number(hashes.numDeletedRows) + Number(counts.numDeletedRows);
    },
  };
  return { store, drained: () => queue.drained() };
}

/** Rows in one fixed order, so that two processes lock them in the same order. */
async function writeExchanges(tx: Kysely<Tables>, exchanges: readonly ExchangeRecord[]): Promise<void> {
  const hashes = new Map<string, { hash: string; side: string; day: number; count: number }>();
  const counts = new Map<number, Map<string, number>>();
  for (const exchange of exchanges) {
    const day = Math.floor(exchange.atMs / DAY_MS);
    for (const { hash, side } of exchange.hashes) {
      const key = `${hash} ${side} ${day}`;
      const row = hashes.get(key);
      if (row === undefined) hashes.set(key, { hash, side, day, count: 1 });
      else row.count += 1;
    }
    const names = counts.get(day) ?? new Map<string, number>();
    names.set(exchange.outcome, (names.get(exchange.outcome) ?? 0) + 1);
    counts.set(day, names);
  }
  const sorted = [...hashes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  if (sorted.length > 0)
    await tx
      .insertInto('gateway_hash')
      .values(sorted)
      .onConflict((conflict) =>
        conflict
          .columns(['hash', 'side', 'day'])
          .doUpdateSet({ count: sql<number>`gateway_hash.count + excluded.count` }),
      )
      .execute();
  for (const [day, names] of counts) await addCounts(tx, day, names);
}

/** Adds to the counts of a day. */
export async function addCounts(db: Kysely<Tables>, day: number, names: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...names].map(([name, count]) => ({ day, name, count })).sort((a, b) => (a.name < b.name ? -1 : 1));
  await db
    .insertInto('gateway_count')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['day', 'name']).doUpdateSet({ count: sql<number>`gateway_count.count + excluded.count` }),
    )
    .execute();
}

export async function sumOf(db: Kysely<Tables>, name: string, fromDay: number): Promise<number> {
  const row = await db
    .selectFrom('gateway_count')
    .select(({ fn }) => fn.sum<number | null>('count').as('total'))
    .where('name', '=', name)
    .where('day', '>=', fromDay)
    .executeTakeFirst();
  return Number(row?.total ?? 0);
}
