// SPDX-License-Identifier: Apache-2.0
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { keysAndCounts } from './0001-keys-and-counts.ts';
import { ledger } from './0002-ledger.ts';
import { modelBudget } from './0003-model-budget.ts';
import { gateway } from './0004-gateway.ts';
import { pointersOfCertificates } from './0005-pointers-of-certificates.ts';
import { openCertificates } from './0006-open-certificates.ts';
import type { Migration } from './migration.ts';

/** The one list, for both drivers. New ones are appended. */
export const MIGRATIONS: readonly Migration[] = [
  keysAndCounts,
  ledger,
  modelBudget,
  gateway,
  pointersOfCertificates,
  openCertificates,
];

/**
 * Brings the schema up to date. Two processes that start at once are safe: the second waits for the first (SQLite: its
 * transaction is BEGIN IMMEDIATE; PostgreSQL: it locks the migration table) and then finds nothing to do.
 * @throws Error when the database was made by a newer version
 */
export async function migrate(db: Kysely<Tables>, driver: 'sqlite' | 'postgres', nowMs: number): Promise<void> {
  await createMigrationTable(db);
  await db.transaction().execute(async (tx) => {
    if (driver === 'postgres') await sql`lock table migration in access exclusive mode`.execute(tx);
    const applied = await appliedNumber(tx);
    for (const migration of MIGRATIONS.filter(({ number }) => number > applied)) {
      await migration.up(tx as unknown as Transaction<unknown>, driver);
      await tx
        .insertInto('migration')
        .values({ number: migration.number, name: migration.name, applied_at_ms: nowMs })
        .execute();
    }
  });
}

/** unique_violation, duplicate_table and duplicate_object: which one depends on how far the other session was. */
const DUPLICATES: ReadonlySet<string> = new Set(['23505', '42P07', '42710']);

/** PostgreSQL can report a duplicate when two sessions create the table in the same moment; then it exists. */
async function createMigrationTable(db: Kysely<Tables>): Promise<void> {
  const create = () =>
    db.schema
      .createTable('migration')
      .ifNotExists()
      .addColumn('number', 'integer', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('applied_at_ms', 'bigint', (c) => c.notNull())
      .execute();
  await create().catch((error: unknown) => {
    if (DUPLICATES.has(String((error as { code?: unknown }).code))) return create();
    throw error;
  });
}

async function appliedNumber(tx: Transaction<Tables>): Promise<number> {
  const row = await tx
    .selectFrom('migration')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst();
  const applied = row?.number ?? 0;
  if (applied > MIGRATIONS.length)
    throw new StoreError(
      `the database has schema ${applied}, this version knows ${MIGRATIONS.length}: use a newer version`,
    );
  return applied;
}
