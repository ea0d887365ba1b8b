// SPDX-License-Identifier: Apache-2.0
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const modelBudget: Migration = {
  number: 3,
  name: 'model-budget',
  async up(db, driver) {
    const table = db.schema
      .createTable('model_budget_day')
      .addColumn('account', 'text', (c) => c.notNull())
      .addColumn('day', 'integer', (c) => c.notNull())
      .addColumn('tokens', 'bigint', (c) => c.notNull())
      .addColumn('money_micro', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('model_budget_day_pk', ['account', 'day']);
    await (driver === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute();
  },
};
