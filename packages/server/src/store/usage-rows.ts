// SPDX-License-Identifier: Apache-2.0
import { type Kysely, sql } from 'kysely';
import { sweepModelBudgets } from './model-budget-rows.ts';
import { KEY_PARTITION, NETWORK_PARTITION } from './partition.ts';
import type { Tables } from './schema.ts';
import type { MaintenanceReport, UsageStore } from './store.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Networks are named anew each day: a count of the day before yesterday can belong to nobody. */
const NETWORK_DAYS_KEPT = 2;

/** Readers of the day counters; their writer is the batch. */
export function usageReaders(db: Kysely<Tables>): Omit<UsageStore, 'commit'> {
  return {
    async used(partition, day) {
      const row = await db
        .selectFrom('usage_day')
        .select('used')
        .where('partition', '=', partition)
        .where('day', '=', day)
        .executeTakeFirst();
      return row?.used ?? 0;
    },
    async keyDays(fromDay, toDay) {
      const rows = await db
        .selectFrom('usage_day')
        .selectAll()
        .where('day', '>=', fromDay)
        .where('day', '<', toDay)
        .where('partition', 'like', `${KEY_PARTITION}%`)
        .orderBy('partition')
        .orderBy('day')
        .execute();
      return rows.map((row) => ({ lineId: row.partition.slice(KEY_PARTITION.length), day: row.day, used: row.used }));
    },
  };
}

/**
 * Gives back reservations whose lease ran out, so that a killed process spends nobody's quota, and removes old rows.
 * @param recordDays how long counts are kept
 */
export function maintain(db: Kysely<Tables>, nowMs: number, recordDays: number): Promise<MaintenanceReport> {
  const today = Math.floor(nowMs / DAY_MS);
  const oldestHour = Math.floor(nowMs / HOUR_MS) - recordDays * 24;
  return db.transaction().execute(async (tx) => {
    const lapsed = await tx
      .deleteFrom('reservation')
      .where('expires_at_ms', '<=', nowMs)
      .returning(['partition', 'day', 'units'])
      .execute();
    for (const { partition, day, units } of lapsed.sort((a, b) => (a.partition < b.partition ? -1 : 1)))
      await tx
        .updateTable('usage_day')
        .set({ used: sql<number>`used - ${units}` })
        .where('partition', '=', partition)
        .where('day', '=', day)
        .execute();
    const removed = [
      await tx
        .deleteFrom('usage_day')
        .where('partition', 'like', `${NETWORK_PARTITION}%`)
        .where('day', '<=', today - NETWORK_DAYS_KEPT)
        .executeTakeFirst(),
      await tx
        .deleteFrom('usage_day')
        .where('day', '<', today - recordDays)
        .executeTakeFirst(),
      await tx.deleteFrom('check_hour').where('hour', '<', oldestHour).executeTakeFirst(),
      await tx.deleteFrom('flag_hour').where('hour', '<', oldestHour).executeTakeFirst(),
      await tx.deleteFrom('stage_failure_hour').where('hour', '<', oldestHour).executeTakeFirst(),
      await tx.deleteFrom('window_cell').where('expires_at_ms', '<=', nowMs).executeTakeFirst(),
    ];
    const budgets = await sweepModelBudgets(tx, today - recordDays);
    return {
      reservationsGivenBack: lapsed.length,
      rowsRemoved: removed.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), budgets),
    };
  });
}
