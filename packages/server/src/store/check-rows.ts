// SPDX-License-Identifier: Apache-2.0
import type { FlagSource, Severity, Verdict } from '@plumbline/core/engine/types.ts';
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';
import type { CheckStore, FlagRecord, TierName } from './store.ts';

/** Telemetry shows 50; the rest is slack between two trims. */
export const RECENT_FLAGS_KEPT = 200;

/** Readers of the counters: the same SQL on both drivers. Their writer is the batch. */
export function checkStore(db: Kysely<Tables>): CheckStore {
  return {
    async checks(fromHour, toHour) {
      const rows = await db
        .selectFrom('check_hour')
        .selectAll()
        .where('hour', '>=', fromHour)
        .where('hour', '<', toHour)
        .orderBy('hour')
        .execute();
      return rows.map((row) => ({
        hour: row.hour,
        operation: row.operation,
        tier: row.tier as TierName,
        verdict: row.verdict as Verdict,
        degraded: row.degraded === 1,
        failOpen: row.fail_open === 1,
        humanReview: row.human_review === 1,
        count: row.count,
      }));
    },
    async flags(fromHour, toHour) {
      const rows = await db
        .selectFrom('flag_hour')
        .selectAll()
        .where('hour', '>=', fromHour)
        .where('hour', '<', toHour)
        .orderBy('hour')
        .execute();
      return rows.map((row) => ({ hour: row.hour, ...flagOf(row), count: row.count }));
    },
    stageFailures(fromHour, toHour) {
      return db
        .selectFrom('stage_failure_hour')
        .selectAll()
        .where('hour', '>=', fromHour)
        .where('hour', '<', toHour)
        .orderBy('hour')
        .execute();
    },
    async recentFlags(limit) {
      const rows = await db.selectFrom('recent_flag').selectAll().orderBy('id', 'desc').limit(limit).execute();
      return rows.map((row) => ({ atMs: row.at_ms, operation: row.operation, ...flagOf(row) }));
    },
  };
}

interface FlagColumns {
  readonly category: string;
  readonly article: number;
  readonly severity: string;
  readonly source: string;
  readonly pattern_id: string;
}

function flagOf(row: FlagColumns): FlagRecord {
  return {
    category: row.category,
    article: row.article,
    severity: row.severity as Severity,
    source: row.source as FlagSource,
    patternId: row.pattern_id === '' ? null : row.pattern_id,
  };
}
