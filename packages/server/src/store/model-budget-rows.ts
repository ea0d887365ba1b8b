// SPDX-License-Identifier: Apache-2.0
import { type Kysely, sql } from 'kysely';
import type { ModelBudgetStore, ModelLimits, ModelSpend } from './model-budget-store.ts';
import type { Tables } from './schema.ts';

const NOTHING: ModelSpend = { tokens: 0, moneyMicro: 0 };

export function modelBudgetStore(db: Kysely<Tables>): ModelBudgetStore {
  return {
    async reserve({ account, day }, { tokens, moneyMicro }, limits) {
      const most = limitsOf(limits);
      // The first row of a day is inserted without a comparison, so what alone is too much never gets there.
      if (tokens > most.tokens || moneyMicro > most.moneyMicro) return false;
      const row = await db
        .insertInto('model_budget_day')
        .values({ account, day, tokens, money_micro: moneyMicro })
        .onConflict((conflict) =>
          conflict
            .columns(['account', 'day'])
            .doUpdateSet({
              tokens: sql<number>`model_budget_day.tokens + excluded.tokens`,
              money_micro: sql<number>`model_budget_day.money_micro + excluded.money_micro`,
            })
            .where('model_budget_day.tokens', '<=', most.tokens - tokens)
            .where('model_budget_day.money_micro', '<=', most.moneyMicro - moneyMicro),
        )
        .returning('day')
        .executeTakeFirst();
      return row !== undefined;
    },
    async settle({ account, day }, { tokens, moneyMicro }) {
      await db
        .updateTable('model_budget_day')
        .set({ tokens: sql<number>`tokens + ${tokens}`, money_micro: sql<number>`money_micro + ${moneyMicro}` })
        .where('account', '=', account)
        .where('day', '=', day)
        .execute();
    },
    async spent({ account, day }) {
      const row = await db
        .selectFrom('model_budget_day')
        .select(['tokens', 'money_micro'])
        .where('account', '=', account)
        .where('day', '=', day)
        .executeTakeFirst();
      return row === undefined ? NOTHING : { tokens: row.tokens, moneyMicro: row.money_micro };
    },
    async days(fromDay, toDay) {
      const rows = await db
        .selectFrom('model_budget_day')
        .selectAll()
        .where('day', '>=', fromDay)
        .where('day', '<', toDay)
        .orderBy('account')
        .orderBy('day')
        .execute();
      return rows.map(({ account, day, tokens, money_micro }) => ({ account, day, tokens, moneyMicro: money_micro }));
    },
  };
}

/** @returns rows that outlived their time */
export async function sweepModelBudgets(db: Kysely<Tables>, oldestDay: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('model_budget_day').where('day', '<', oldestDay).executeTakeFirst();
  return Number(numDeletedRows);
}

function limitsOf({ tokens, moneyMicro }: ModelLimits): ModelSpend {
  return { tokens: tokens ?? Number.MAX_SAFE_INTEGER, moneyMicro: moneyMicro ?? Number.MAX_SAFE_INTEGER };
}
