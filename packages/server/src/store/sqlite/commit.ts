// SPDX-License-Identifier: Apache-2.0
import type { StatementSync } from 'node:sqlite';
import { decide, groupCharges, type QueuedCheck, type Tally, tally } from '../batch.ts';
import { RECENT_FLAGS_KEPT } from '../check-rows.ts';
import { claimsOf, keptRows, withOpenClaims } from '../keeping.ts';
import type { SqliteConnection } from './connection.ts';
import { isBusy } from './fault.ts';
import { sqliteLedgerTx } from './ledger-tx.ts';

/** The statements of the hot path, prepared once: building them anew for each batch would cost more than running them. */
interface Statements {
  readonly begin: StatementSync;
  readonly commit: StatementSync;
  readonly charge: StatementSync;
  readonly takeOff: StatementSync;
  readonly reserve: StatementSync;
  readonly settle: StatementSync;
  readonly check: StatementSync;
  readonly flag: StatementSync;
  readonly stage: StatementSync;
  readonly recent: StatementSync;
  readonly trimRecent: StatementSync;
}

function prepareAll({ db }: SqliteConnection): Statements {
  return {
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    charge: db.prepare(
      `INSERT INTO usage_day (partition, day, used) VALUES (?, ?, ?)
       ON CONFLICT (partition, day) DO UPDATE SET used = used + excluded.used RETURNING used`,
    ),
    takeOff: db.prepare('UPDATE usage_day SET used = used - ? WHERE partition = ? AND day = ?'),
    reserve: db.prepare('INSERT INTO reservation (id, partition, day, units, expires_at_ms) VALUES (?, ?, ?, ?, ?)'),
    settle: db.prepare('DELETE FROM reservation WHERE id = ? RETURNING units'),
    check: db.prepare(
      `INSERT INTO check_hour (hour, operation, tier, verdict, degraded, fail_open, human_review, count)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (hour, operation, tier, verdict, degraded, fail_open, human_review)
       DO UPDATE SET count = count + excluded.count`,
    ),
    flag: db.prepare(
      `INSERT INTO flag_hour (hour, category, article, severity, source, pattern_id, count) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (hour, category, article, severity, source, pattern_id) DO UPDATE SET count = count + excluded.count`,
    ),
    stage: db.prepare(
      `INSERT INTO stage_failure_hour (hour, stage, count) VALUES (?, ?, ?)
       ON CONFLICT (hour, stage) DO UPDATE SET count = count + excluded.count`,
    ),
    recent: db.prepare(
      `INSERT INTO recent_flag (id, at_ms, operation, category, article, severity, source, pattern_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    trimRecent: db.prepare(
      `DELETE FROM recent_flag WHERE id <
       (SELECT id FROM recent_flag ORDER BY id DESC LIMIT 1 OFFSET ${RECENT_FLAGS_KEPT})`,
    ),
  };
}

/**
 * Applies a batch in one durable transaction, straight on `node:sqlite`.
 * @param newRowId ids that sort by time
 */
export function sqliteCommit(
  connection: SqliteConnection,
  newRowId: () => string,
): (batch: readonly QueuedCheck[]) => void | Promise<void> {
  const statements = prepareAll(connection);
  const ledger = sqliteLedgerTx(connection);
  let recentSinceTrim = 0;

  const writeTally = ({ checks, flags, stageFailures, recent }: Tally): void => {
    for (const r of checks.values())
      statements.check.run(r.hour, r.operation, r.tier, r.verdict, r.degraded, r.fail_open, r.human_review, r.count);
    for (const r of flags.values())
      statements.flag.run(r.hour, r.category, r.article, r.severity, r.source, r.pattern_id, r.count);
    for (const r of stageFailures.values()) statements.stage.run(r.hour, r.stage, r.count);
    for (const r of recent)
      statements.recent.run(
        newRowId(),
        r.at_ms,
        r.operation,
        r.category,
        r.article,
        r.severity,
        r.source,
        r.pattern_id,
      );
    recentSinceTrim += recent.length;
    if (recentSinceTrim < RECENT_FLAGS_KEPT) return;
    recentSinceTrim = 0;
    statements.trimRecent.run();
  };

  const apply = (whole: readonly QueuedCheck[]): void => {
    const claims = claimsOf(whole);
    const batch = claims.length === 0 ? whole : withOpenClaims(whole, ledger.openClaims(claims));
    for (const group of groupCharges(batch, releaseSettled(statements, batch))) {
      const row = statements.charge.get(group.partition, group.day, group.sum) as { used: number };
      const refused = decide(group, row.used);
      if (refused !== 0) statements.takeOff.run(refused, group.partition, group.day);
    }
    openReservations(statements, batch);
    writeTally(tally(batch));
    const kept = keptRows(batch);
    if (kept !== null) ledger.write(kept);
    statements.commit.run();
    connection.assertFile();
  };

  const inTransaction = (batch: readonly QueuedCheck[]): void => {
    try {
      apply(batch);
    } catch (error) {
      connection.rollback();
      throw error;
    } finally {
      connection.release();
    }
  };

  return (batch) => {
    // The usual case: nobody else writes, and the whole batch runs without a promise in between.
    if (connection.tryTake()) {
      try {
        statements.begin.run();
      } catch (error) {
        if (!isBusy(error)) {
          connection.release();
          throw error;
        }
        return beginPatiently(connection).then(() => inTransaction(batch));
      }
      inTransaction(batch);
      return;
    }
    return connection
      .take()
      .then(() => beginPatiently(connection))
      .then(() => inTransaction(batch));
  };
}

async function beginPatiently(connection: SqliteConnection): Promise<void> {
  try {
    await connection.begin();
  } catch (error) {
    connection.release();
    throw error;
  }
}

function releaseSettled(statements: Statements, batch: readonly QueuedCheck[]): Map<string, number> {
  const released = new Map<string, number>();
  for (const { unit } of batch) {
    if (!unit.settle) continue;
    const row = statements.settle.get(unit.settle.id) as { units: number } | undefined;
    if (row) released.set(unit.settle.id, row.units);
  }
  return released;
}

function openReservations(statements: Statements, batch: readonly QueuedCheck[]): void {
  for (const { unit, outcome } of batch) {
    const { charge, reserve } = unit;
    if (!reserve || !charge || !outcome?.granted) continue;
    statements.reserve.run(reserve.id, charge.partition, charge.day, charge.units, reserve.expiresAtMs);
  }
}
