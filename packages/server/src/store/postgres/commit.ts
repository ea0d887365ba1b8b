// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { type ChargeGroup, decide, groupCharges, type QueuedCheck, type Tally, tally } from '../batch.ts';
import { RECENT_FLAGS_KEPT } from '../check-rows.ts';
import { claimsOf, keptRows, withOpenClaims } from '../keeping.ts';
import { isConflict } from './fault.ts';
import { postgresLedgerTx } from './ledger-tx.ts';

const MAX_ATTEMPTS = 8;
const RETRY_SPREAD_MS = 20;

/** Named, so that the server plans each of them once for a connection. */
const CHARGE = {
  name: 'charge',
  text: `INSERT INTO usage_day (partition, day, used) SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[])
    ON CONFLICT (partition, day) DO UPDATE SET used = usage_day.used + excluded.used RETURNING partition, day, used`,
};
const TAKE_OFF = {
  name: 'take-off',
  text: 'UPDATE usage_day SET used = used - $1 WHERE partition = $2 AND day = $3',
};
const RESERVE = {
  name: 'reserve',
  text: 'INSERT INTO reservation (id, partition, day, units, expires_at_ms) VALUES ($1, $2, $3, $4, $5)',
};
const SETTLE = { name: 'settle', text: 'DELETE FROM reservation WHERE id = ANY($1::text[]) RETURNING id, units' };
const CHECK = {
  name: 'check',
  text: `INSERT INTO check_hour (hour, operation, tier, verdict, degraded, fail_open, human_review, count)
    SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::bigint[])
    ON CONFLICT (hour, operation, tier, verdict, degraded, fail_open, human_review)
    DO UPDATE SET count = check_hour.count + excluded.count`,
};
const FLAG = {
  name: 'flag',
  text: `INSERT INTO flag_hour (hour, category, article, severity, source, pattern_id, count)
    SELECT * FROM unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::bigint[])
    ON CONFLICT (hour, category, article, severity, source, pattern_id)
    DO UPDATE SET count = flag_hour.count + excluded.count`,
};
const STAGE = {
  name: 'stage',
  text: `INSERT INTO stage_failure_hour (hour, stage, count) SELECT * FROM unnest($1::int[], $2::text[], $3::bigint[])
    ON CONFLICT (hour, stage) DO UPDATE SET count = stage_failure_hour.count + excluded.count`,
};
const RECENT = {
  name: 'recent',
  text: `INSERT INTO recent_flag (id, at_ms, operation, category, article, severity, source, pattern_id)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::int[], $6::text[], $7::text[], $8::text[])`,
};
const TRIM_RECENT = {
  name: 'trim-recent',
  text: `DELETE FROM recent_flag WHERE id <
    (SELECT id FROM recent_flag ORDER BY id DESC LIMIT 1 OFFSET ${RECENT_FLAGS_KEPT})`,
};

/** Applies a batch in one transaction: one statement for each table, whatever the size of the batch. */
export function postgresCommit(pool: Pool, newRowId: () => string): (batch: readonly QueuedCheck[]) => Promise<void> {
  let recentSinceTrim = 0;

  const apply = async (client: PoolClient, whole: readonly QueuedCheck[]): Promise<void> => {
    await client.query('BEGIN');
    const ledger = postgresLedgerTx(client);
    const claims = claimsOf(whole);
    const batch = claims.length === 0 ? whole : withOpenClaims(whole, await ledger.openClaims(claims));
    await charge(client, groupCharges(batch, await releaseSettled(client, batch)));
    await openReservations(client, batch);
    const totals = tally(batch);
    await writeTally(client, totals, newRowId);
    const kept = keptRows(batch);
    if (kept !== null) await ledger.write(kept);
    recentSinceTrim += totals.recent.length;
    if (recentSinceTrim >= RECENT_FLAGS_KEPT) {
      recentSinceTrim = 0;
      await client.query(TRIM_RECENT);
    }
    await client.query('COMMIT');
  };

  return async (batch) => {
    for (let attempt = 1; ; attempt++) {
      const client = await pool.connect();
      try {
        await apply(client, batch);
        client.release();
        return;
      } catch (error) {
        await abandon(client);
        if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw error;
      }
      await sleep(Math.random() * RETRY_SPREAD_MS * attempt);
    }
  };
}

/** A connection that cannot even roll back is thrown away; the server rolls back when it sees it gone. */
async function abandon(client: PoolClient): Promise<void> {
  try {
    await client.query('ROLLBACK');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}

async function releaseSettled(client: PoolClient, batch: readonly QueuedCheck[]): Promise<Map<string, number>> {
  const ids = batch.flatMap(({ unit }) => (unit.settle ? [unit.settle.id] : []));
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; units: number }>({ ...SETTLE, values: [ids] });
  return new Map(rows.map(({ id, units }) => [id, units]));
}

async function charge(client: PoolClient, groups: readonly ChargeGroup[]): Promise<void> {
  if (groups.length === 0) return;
  const columns = [groups.map((g) => g.partition), groups.map((g) => g.day), groups.map((g) => g.sum)];
  const { rows } = await client.query<{ partition: string; day: number; used: number }>({ ...CHARGE, values: columns });
  const used = new Map(rows.map((row) => [`${row.day} ${row.partition}`, row.used]));
  for (const group of groups) {
    const after = used.get(`${group.day} ${group.partition}`);
    if (after === undefined) throw new Error('usage_day: a charged row was not returned');
    const refused = decide(group, after);
    if (refused !== 0) await client.query({ ...TAKE_OFF, values: [refused, group.partition, group.day] });
  }
}

async function openReservations(client: PoolClient, batch: readonly QueuedCheck[]): Promise<void> {
  for (const { unit, outcome } of batch) {
    const { charge: due, reserve } = unit;
    if (!reserve || !due || !outcome?.granted) continue;
    await client.query({
      ...RESERVE,
      values: [reserve.id, due.partition, due.day, due.units, reserve.expiresAtMs],
    });
  }
}

/** Rows come in key order, so that two processes lock them in the same order. */
function columnsOf<Row extends object>(rows: readonly Row[], names: readonly (keyof Row)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}

const sorted = <Row>(rows: ReadonlyMap<string, Row>): Row[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);

async function writeTally(client: PoolClient, totals: Tally, newRowId: () => string): Promise<void> {
  const flagColumns = ['category', 'article', 'severity', 'source', 'pattern_id'] as const;
  const marks = ['degraded', 'fail_open', 'human_review'] as const;
  const checks = sorted(totals.checks);
  if (checks.length > 0) {
    const values = columnsOf(checks, ['hour', 'operation', 'tier', 'verdict', ...marks, 'count']);
    await client.query({ ...CHECK, values });
  }
  const flags = sorted(totals.flags);
  if (flags.length > 0) await client.query({ ...FLAG, values: columnsOf(flags, ['hour', ...flagColumns, 'count']) });
  const stages = sorted(totals.stageFailures);
  if (stages.length > 0) await client.query({ ...STAGE, values: columnsOf(stages, ['hour', 'stage', 'count']) });
  if (totals.recent.length === 0) return;
  const ids = totals.recent.map(newRowId);
  await client.query({
    ...RECENT,
    values: [ids, ...columnsOf(totals.recent, ['at_ms', 'operation', ...flagColumns])],
  });
}
