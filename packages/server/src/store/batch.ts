// SPDX-License-Identifier: Apache-2.0
/**
 * What a batch of units comes to: one row per distinct counter. Both drivers apply these plans; only the statements differ.
 */
import type { Queued } from './commit-queue.ts';
import type { CheckHourTable, FlagHourTable, RecentFlagTable } from './schema.ts';
import type { Charge, CheckOutcome, CheckRecord, CheckUnit, FlagRecord } from './store.ts';

export type QueuedCheck = Queued<CheckUnit, CheckOutcome>;

/** A text that was read while others wait for their commit is judged in the next turn, and counted with them after that. */
export const USAGE_QUIET_TURNS = 2;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Recent flags are a sample for people: a check with a hundred flags shows its worst few. */
const RECENT_PER_CHECK = 3;
const RECENT_PER_BATCH = 50;
const NOTHING_CHARGED: CheckOutcome = { granted: true, used: 0 };

/** All charges of a batch on one partition and day. */
export interface ChargeGroup {
  readonly partition: string;
  readonly day: number;
  readonly members: { readonly item: QueuedCheck; readonly delta: number }[];
  sum: number;
}

/**
 * @param released units that each settled reservation of this batch still held; one that is missing was given back already
 * @returns groups in one fixed order, so that two processes lock rows in the same order
 */
export function groupCharges(batch: readonly QueuedCheck[], released: ReadonlyMap<string, number>): ChargeGroup[] {
  const groups = new Map<string, ChargeGroup>();
  let group: ChargeGroup | undefined;
  for (const item of batch) {
    const { charge, settle } = item.unit;
    if (charge === null) {
      item.outcome = NOTHING_CHARGED;
      continue;
    }
    const delta = charge.units - (settle ? (released.get(settle.id) ?? 0) : 0);
    // Neighbours mostly are of one caller: then nothing is put together and looked up.
    if (group === undefined || group.partition !== charge.partition || group.day !== charge.day)
      group = groupOf(groups, charge);
    group.members.push({ item, delta });
    group.sum += delta;
  }
  if (groups.size < 2) return [...groups.values()];
  return [...groups.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function groupOf(groups: Map<string, ChargeGroup>, { partition, day }: Charge): ChargeGroup {
  const key = `${day} ${partition}`;
  let group = groups.get(key);
  if (group === undefined) {
    group = { partition, day, members: [], sum: 0 };
    groups.set(key, group);
  }
  return group;
}

/**
 * Decides each member in the order of arrival, against the count inside the transaction.
 * @param usedAfter the day's count after the whole sum was added
 * @returns how much must be taken off again because it was refused; 0 nearly always
 */
export function decide(group: ChargeGroup, usedAfter: number): number {
  let used = usedAfter - group.sum;
  let refused = 0;
  for (const { item, delta } of group.members) {
    const limit = item.unit.charge?.limit ?? null;
    const granted = item.unit.settle !== undefined || limit === null || used + delta <= limit;
    if (granted) used += delta;
    else refused += delta;
    item.outcome = { granted, used };
  }
  return refused;
}

export interface Tally {
  readonly checks: ReadonlyMap<string, CheckHourTable>;
  readonly flags: ReadonlyMap<string, FlagHourTable>;
  readonly stageFailures: ReadonlyMap<string, { hour: number; stage: string; count: number }>;
  readonly recent: readonly Omit<RecentFlagTable, 'id'>[];
}

/** Sums the records of every granted unit. */
export function tally(batch: readonly QueuedCheck[]): Tally {
  const checks = new Map<string, CheckHourTable>();
  const flags = new Map<string, FlagHourTable>();
  const stageFailures = new Map<string, { hour: number; stage: string; count: number }>();
  const recent: Omit<RecentFlagTable, 'id'>[] = [];
  for (const { unit, outcome } of batch) {
    if (!outcome?.granted) continue;
    for (const record of unit.checks) {
      const hour = Math.floor(record.atMs / HOUR_MS);
      countCheck(checks, record, hour);
      for (const stage of record.failedStages) {
        const row = stageFailures.get(`${hour} ${stage}`);
        if (row) row.count += 1;
        else stageFailures.set(`${hour} ${stage}`, { hour, stage, count: 1 });
      }
      if (record.flags.length === 0) continue;
      for (const flag of record.flags) countFlag(flags, flag, hour);
      for (const flag of record.flags.slice(0, RECENT_PER_CHECK)) recent.push(recentRow(record, flag));
    }
  }
  return { checks, flags, stageFailures, recent: recent.slice(-RECENT_PER_BATCH) };
}

function countCheck(rows: Map<string, CheckHourTable>, record: CheckRecord, hour: number): void {
  const marks = (record.degraded ? 4 : 0) + (record.failOpen ? 2 : 0) + (record.humanReview ? 1 : 0);
  const key = `${hour} ${record.operation} ${record.tier} ${record.verdict} ${marks}`;
  const row = rows.get(key);
  if (row) {
    row.count += 1;
    return;
  }
  rows.set(key, {
    hour,
    operation: record.operation,
    tier: record.tier,
    verdict: record.verdict,
    degraded: record.degraded ? 1 : 0,
    fail_open: record.failOpen ? 1 : 0,
    human_review: record.humanReview ? 1 : 0,
    count: 1,
  });
}

function countFlag(rows: Map<string, FlagHourTable>, flag: FlagRecord, hour: number): void {
  const pattern = flag.patternId ?? '';
  const key = `${hour} ${flag.category} ${flag.article} ${flag.severity} ${flag.source} ${pattern}`;
  const row = rows.get(key);
  if (row) {
    row.count += 1;
    return;
  }
  rows.set(key, {
    hour,
    category: flag.category,
    article: flag.article,
    severity: flag.severity,
    source: flag.source,
    pattern_id: pattern,
    count: 1,
  });
}

function recentRow(record: CheckRecord, flag: FlagRecord): Omit<RecentFlagTable, 'id'> {
  return {
    at_ms: record.atMs - (record.atMs % MINUTE_MS),
    operation: record.operation,
    category: flag.category,
    article: flag.article,
    severity: flag.severity,
    source: flag.source,
    pattern_id: flag.patternId ?? '',
  };
}
