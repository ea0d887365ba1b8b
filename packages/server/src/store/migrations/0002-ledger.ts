// SPDX-License-Identifier: Apache-2.0
import { type ColumnDataType, type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

type Driver = 'sqlite' | 'postgres';

const bytes = (driver: Driver): ColumnDataType => (driver === 'sqlite' ? 'blob' : 'bytea');

async function createChain(db: Kysely<unknown>, driver: Driver): Promise<void> {
  await db.schema
    .createTable('ledger_head')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('last_leaf', bytes(driver), (c) => c.notNull())
    .addColumn('edge', bytes(driver), (c) => c.notNull())
    .execute();
  const empty = new Uint8Array(0);
  await sql`insert into ledger_head (id, size, last_leaf, edge) values (1, 0, ${empty}, ${empty})`.execute(db);
  // SQLite makes `integer primary key` the place of the row itself; PostgreSQL needs eight bytes.
  const seqType = driver === 'sqlite' ? 'integer' : 'bigint';
  await db.schema
    .createTable('ledger_entry')
    .addColumn('seq', seqType, (c) => c.primaryKey())
    .addColumn('leaf', bytes(driver), (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('header', bytes(driver), (c) => c.notNull())
    .execute();
  await db.schema.createIndex('ledger_entry_type').on('ledger_entry').columns(['type', 'seq']).execute();
  await db.schema.createIndex('ledger_entry_subject').on('ledger_entry').columns(['subject', 'seq']).execute();
  await db.schema
    .createTable('ledger_payload')
    .addColumn('seq', seqType, (c) => c.primaryKey())
    .addColumn('bytes', bytes(driver))
    .addColumn('erased_at_ms', 'bigint')
    .addCheckConstraint('ledger_payload_kept_or_erased', sql`(bytes is null) <> (erased_at_ms is null)`)
    .execute();
  await db.schema
    .createTable('ledger_key')
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('body_hash', 'text', (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('ledger_key_pk', ['scope', 'key'])
    .execute();
}

async function createTree(db: Kysely<unknown>, driver: Driver): Promise<void> {
  await db.schema
    .createTable('ledger_tile')
    .addColumn('level', 'integer', (c) => c.notNull())
    .addColumn('n', 'bigint', (c) => c.notNull())
    .addColumn('bytes', bytes(driver), (c) => c.notNull())
    .addPrimaryKeyConstraint('ledger_tile_pk', ['level', 'n'])
    .execute();
  await db.schema
    .createTable('ledger_checkpoint')
    .addColumn('size', driver === 'sqlite' ? 'integer' : 'bigint', (c) => c.primaryKey())
    .addColumn('root', bytes(driver), (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('at_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('ledger_cosignature')
    .addColumn('size', 'bigint', (c) => c.notNull().references('ledger_checkpoint.size'))
    .addColumn('witness', 'text', (c) => c.notNull())
    .addColumn('line', 'text', (c) => c.notNull())
    .addColumn('witnessed_at_s', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('ledger_cosignature_pk', ['size', 'witness'])
    .execute();
}

async function createCertificates(db: Kysely<unknown>, driver: Driver): Promise<void> {
  await db.schema
    .createTable('certificate')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('expires_at_ms', 'bigint')
    .addColumn('issuer_key_id', 'text', (c) => c.notNull())
    .addColumn('payload_sha256', 'text', (c) => c.notNull())
    .addColumn('commitment', 'text', (c) => c.notNull())
    .addColumn('anchored_seq', 'bigint')
    .addColumn('revoked_seq', 'bigint')
    .addColumn('superseded_by', 'text')
    .addColumn('envelope', bytes(driver))
    .execute();
  await db.schema.createIndex('certificate_created').on('certificate').columns(['created_at_ms']).execute();
}

async function createRatifications(db: Kysely<unknown>, driver: Driver): Promise<void> {
  await db.schema
    .createTable('ratification')
    .addColumn('sha256', 'text', (c) => c.primaryKey().notNull())
    .addColumn('nonce', 'text', (c) => c.notNull().unique())
    .addColumn('epoch', 'bigint', (c) => c.notNull())
    .addColumn('decision', 'text', (c) => c.notNull())
    .addColumn('submitted_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('expires_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('issuer_key_id', 'text')
    .addColumn('from_ms', 'bigint')
    .addColumn('until_ms', 'bigint')
    .addColumn('seq', 'bigint')
    .addColumn('envelope', bytes(driver), (c) => c.notNull())
    .execute();
  await db.schema.createIndex('ratification_epoch').on('ratification').columns(['epoch']).execute();
  await db.schema
    .createTable('ratification_certificate')
    .addColumn('certificate_id', 'text', (c) => c.notNull())
    .addColumn('ratification', 'text', (c) => c.notNull().references('ratification.sha256'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('ratification_certificate_pk', ['certificate_id', 'ratification'])
    .execute();
  await db.schema
    .createIndex('ratification_certificate_of')
    .on('ratification_certificate')
    .columns(['ratification', 'position'])
    .execute();
}

async function createIdempotency(db: Kysely<unknown>, driver: Driver): Promise<void> {
  await db.schema
    .createTable('idempotency')
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('body_hash', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('lease_ends_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('body', bytes(driver))
    .addPrimaryKeyConstraint('idempotency_pk', ['scope', 'key'])
    .execute();
}

export const ledger: Migration = {
  number: 2,
  name: 'ledger',
  async up(db, driver) {
    await createChain(db, driver);
    await createTree(db, driver);
    await createCertificates(db, driver);
    await createRatifications(db, driver);
    await createIdempotency(db, driver);
  },
};
