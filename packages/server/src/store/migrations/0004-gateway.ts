// SPDX-License-Identifier: Apache-2.0
import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

async function createReceipts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('receipt')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('received_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('expires_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('content_hash', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('quarantined', 'integer', (c) => c.notNull())
    .addColumn('commitment', 'text')
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('day_key', 'text', (c) => c.unique())
    .execute();
  await db.schema.createIndex('receipt_expires').on('receipt').columns(['expires_at_ms']).execute();
}

async function createTraces(db: Kysely<unknown>, driver: 'sqlite' | 'postgres'): Promise<void> {
  const hashes = db.schema
    .createTable('gateway_hash')
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('side', 'text', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('gateway_hash_pk', ['hash', 'side', 'day']);
  const counts = db.schema
    .createTable('gateway_count')
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('gateway_count_pk', ['day', 'name']);
  // Under its primary key only: a row of either is little more than that.
  for (const table of [hashes, counts])
    await (driver === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute();
  await db.schema.createIndex('gateway_hash_day').on('gateway_hash').columns(['day']).execute();
}

export const gateway: Migration = {
  number: 4,
  name: 'gateway',
  async up(db, driver) {
    await createReceipts(db);
    await createTraces(db, driver);
  },
};
