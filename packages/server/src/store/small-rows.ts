// SPDX-License-Identifier: Apache-2.0
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';
import type { NetworkSaltStore, NoticeStore, ProbeStore, WindowStore } from './store.ts';

/** Yesterday's salt is kept for processes whose clock is a little behind; older ones are gone for good. */
const SALT_DAYS_KEPT = 1;
const PROBE_ROW = 1;

export function networkSaltStore(db: Kysely<Tables>): NetworkSaltStore {
  return {
    saltOf: (day, candidate) =>
      db.transaction().execute(async (tx) => {
        await tx
          .insertInto('network_salt')
          .values({ day, salt: candidate })
          .onConflict((conflict) => conflict.column('day').doNothing())
          .execute();
        await tx
          .deleteFrom('network_salt')
          .where('day', '<', day - SALT_DAYS_KEPT)
          .execute();
        const row = await tx.selectFrom('network_salt').select('salt').where('day', '=', day).executeTakeFirstOrThrow();
        return row.salt;
      }),
    async knownSaltOf(day) {
      const row = await db.selectFrom('network_salt').select('salt').where('day', '=', day).executeTakeFirst();
      return row?.salt ?? null;
    },
  };
}

export function noticeStore(db: Kysely<Tables>): NoticeStore {
  return {
    async record(name, count, atMs) {
      await db
        .insertInto('notice')
        .values({ name, count, first_at_ms: atMs, last_at_ms: atMs })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet({
            count: sql<number>`notice.count + excluded.count`,
            last_at_ms: sql<number>`excluded.last_at_ms`,
          }),
        )
        .execute();
    },
    async list() {
      const rows = await db.selectFrom('notice').selectAll().orderBy('name').execute();
      return rows.map(({ name, count, first_at_ms, last_at_ms }) => ({
        name,
        count,
        firstAtMs: first_at_ms,
        lastAtMs: last_at_ms,
      }));
    },
    async clear(name) {
      await db.deleteFrom('notice').where('name', '=', name).execute();
    },
  };
}

export function windowStore(db: Kysely<Tables>): WindowStore {
  return {
    add: (cell, delta, limit, previousWeight) =>
      db.transaction().execute(async (tx) => {
        const { policy, partition, expiresAtMs } = cell;
        // The upsert comes first: it locks the row, so that the comparison below cannot be overtaken.
        const { count } = await tx
          .insertInto('window_cell')
          .values({ policy, partition, cell: cell.cell, count: delta, expires_at_ms: expiresAtMs })
          .onConflict((conflict) =>
            conflict
              .columns(['policy', 'partition', 'cell'])
              .doUpdateSet({ count: sql<number>`window_cell.count + excluded.count` }),
          )
          .returning('count')
          .executeTakeFirstOrThrow();
        const previous = await countOf(tx, policy, partition, cell.cell - 1);
        if (delta <= 0 || count + previous * previousWeight <= limit) return { current: count, previous, added: true };
        await tx
          .updateTable('window_cell')
          .set({ count: sql<number>`count - ${delta}` })
          .where('policy', '=', policy)
          .where('partition', '=', partition)
          .where('cell', '=', cell.cell)
          .execute();
        return { current: count - delta, previous, added: false };
      }),
    async read({ policy, partition, cell }) {
      const current = await countOf(db, policy, partition, cell);
      return { current, previous: await countOf(db, policy, partition, cell - 1) };
    },
  };
}

async function countOf(db: Kysely<Tables>, policy: string, partition: string, cell: number): Promise<number> {
  const row = await db
    .selectFrom('window_cell')
    .select('count')
    .where('policy', '=', policy)
    .where('partition', '=', partition)
    .where('cell', '=', cell)
    .executeTakeFirst();
  return row?.count ?? 0;
}

export function probeStore(db: Kysely<Tables>): ProbeStore {
  return {
    async check(nowMs) {
      // Processes share the row and their clocks differ: the value only ever grows, and what this one wrote is given back.
      const grown = sql<number>`CASE WHEN probe.value < excluded.value THEN excluded.value ELSE probe.value + 1 END`;
      const written = await db
        .insertInto('probe')
        .values({ id: PROBE_ROW, value: nowMs })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ value: grown }))
        .returning('value')
        .executeTakeFirstOrThrow();
      const row = await db.selectFrom('probe').select('value').where('id', '=', PROBE_ROW).executeTakeFirstOrThrow();
      if (row.value < written.value) throw new Error(`the store read ${row.value} where ${written.value} was written`);
    },
  };
}
