// SPDX-License-Identifier: Apache-2.0
import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

type Driver = 'sqlite' | 'postgres';

/** SQLite keeps a table under its primary key only when told so; PostgreSQL knows no such clause. */
function clustered<T extends string>(driver: Driver, table: CreateTableBuilder<T, string>): Promise<void> {
  return (driver === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute();
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_key')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('line_id', 'text', (c) => c.notNull())
    .addColumn('environment', 'text', (c) => c.notNull())
    .addColumn('tier', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('owner', 'text')
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('limits', 'text')
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at_ms', 'bigint')
    .addColumn('expires_at_ms', 'bigint')
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('active', 'rotating', 'revoked')`))
    .addColumn('overlap_ends_at_ms', 'bigint')
    .addColumn('leaked_at_ms', 'bigint')
    .execute();
}

async function createUsage(db: Kysely<unknown>, driver: Driver): Promise<void> {
  await clustered(
    driver,
    db.schema
      .createTable('usage_day')
      .addColumn('partition', 'text', (c) => c.notNull())
      .addColumn('day', 'integer', (c) => c.notNull())
      .addColumn('used', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('usage_day_pk', ['partition', 'day']),
  );
  await clustered(
    driver,
    db.schema
      .createTable('reservation')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('partition', 'text', (c) => c.notNull())
      .addColumn('day', 'integer', (c) => c.notNull())
      .addColumn('units', 'bigint', (c) => c.notNull())
      .addColumn('expires_at_ms', 'bigint', (c) => c.notNull()),
  );
}

const CHECK_DIMENSIONS = ['operation', 'tier', 'verdict'] as const;
const CHECK_MARKS = ['degraded', 'fail_open', 'human_review'] as const;

async function createCounters(db: Kysely<unknown>, driver: Driver): Promise<void> {
  let checks: CreateTableBuilder<string, string> = db.schema
    .createTable('check_hour')
    .addColumn('hour', 'integer', (c) => c.notNull());
  for (const name of CHECK_DIMENSIONS) checks = checks.addColumn(name, 'text', (c) => c.notNull());
  for (const name of CHECK_MARKS) checks = checks.addColumn(name, 'integer', (c) => c.notNull());
  await clustered(
    driver,
    checks
      .addColumn('count', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('check_hour_pk', ['hour', ...CHECK_DIMENSIONS, ...CHECK_MARKS]),
  );
  await clustered(
    driver,
    db.schema
      .createTable('flag_hour')
      .addColumn('hour', 'integer', (c) => c.notNull())
      .addColumn('category', 'text', (c) => c.notNull())
      .addColumn('article', 'integer', (c) => c.notNull())
      .addColumn('severity', 'text', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('pattern_id', 'text', (c) => c.notNull())
      .addColumn('count', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('flag_hour_pk', ['hour', 'category', 'article', 'severity', 'source', 'pattern_id']),
  );
  await clustered(
    driver,
    db.schema
      .createTable('stage_failure_hour')
      .addColumn('hour', 'integer', (c) => c.notNull())
      .addColumn('stage', 'text', (c) => c.notNull())
      .addColumn('count', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('stage_failure_hour_pk', ['hour', 'stage']),
  );
}

async function createRecentFlags(db: Kysely<unknown>, driver: Driver): Promise<void> {
  await clustered(
    driver,
    db.schema
      .createTable('recent_flag')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('at_ms', 'bigint', (c) => c.notNull())
      .addColumn('operation', 'text', (c) => c.notNull())
      .addColumn('category', 'text', (c) => c.notNull())
      .addColumn('article', 'integer', (c) => c.notNull())
      .addColumn('severity', 'text', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('pattern_id', 'text', (c) => c.notNull()),
  );
}

async function createSmallTables(db: Kysely<unknown>, driver: Driver): Promise<void> {
  await db.schema
    .createTable('network_salt')
    .addColumn('day', 'integer', (c) => c.primaryKey())
    .addColumn('salt', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('notice')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('first_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('last_at_ms', 'bigint', (c) => c.notNull())
    .execute();
  await clustered(
    driver,
    db.schema
      .createTable('window_cell')
      .addColumn('policy', 'text', (c) => c.notNull())
      .addColumn('partition', 'text', (c) => c.notNull())
      .addColumn('cell', 'bigint', (c) => c.notNull())
      .addColumn('count', 'bigint', (c) => c.notNull())
      .addColumn('expires_at_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('window_cell_pk', ['policy', 'partition', 'cell']),
  );
  await db.schema
    .createTable('probe')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('value', 'bigint', (c) => c.notNull())
    .execute();
}

export const keysAndCounts: Migration = {
  number: 1,
  name: 'keys-and-counts',
  async up(db, driver) {
    await createKeys(db);
    await createUsage(db, driver);
    await createCounters(db, driver);
    await createRecentFlags(db, driver);
    await createSmallTables(db, driver);
  },
};
