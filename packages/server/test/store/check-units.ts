// SPDX-License-Identifier: Apache-2.0
import type { CheckRecord, CheckUnit } from '../../src/store/store.ts';

/** A check of a free caller that passed. */
export function checkRecord(atMs: number, changes: Partial<CheckRecord> = {}): CheckRecord {
  return {
    atMs,
    operation: 'evaluate',
    tier: 'free',
    verdict: 'pass',
    degraded: false,
    failOpen: false,
    humanReview: false,
    flags: [],
    failedStages: [],
    ...changes,
  };
}

/** What is committed at once: a charge of one check, unless told otherwise. */
export function checkUnit(
  partition: string,
  day: number,
  { units = 1, limit = null, ...rest }: Partial<CheckUnit> & { units?: number; limit?: number | null } = {},
): CheckUnit {
  return { charge: { partition, day, units, limit }, checks: [], ...rest };
}
