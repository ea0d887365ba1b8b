// SPDX-License-Identifier: Apache-2.0
import type { ModelsSettings } from '../../config-models.ts';
import type { ModelBudgetStore } from '../../store/model-budget-store.ts';
import { daysOfMonth } from '../usage.ts';
import { fromMicro } from './money.ts';

const DAY_MS = 86_400_000;

/** What one model cost for one purpose on one UTC day. */
export interface ModelUsage {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly model: string;
  /** A node's id, `judge`, or `speech` of the configured voice. */
  readonly purpose: string;
  /** Of speech: characters. */
  readonly tokens: number;
  /** Decimal string; `0` where the model has no prices. */
  readonly amount: string;
  /** As configured today; empty for a model that is configured no more. */
  readonly currency: string;
}

/** @param month YYYY-MM @throws RangeError when it is not a month */
export async function monthlyModelUsage(
  budgets: ModelBudgetStore,
  models: Readonly<Record<string, Pick<ModelsSettings[string], 'currency'>>>,
  month: string,
): Promise<ModelUsage[]> {
  const { fromDay, toDay } = daysOfMonth(month);
  const rows = await budgets.days(fromDay, toDay);
  return rows.map(({ account, day, tokens, moneyMicro }) => {
    const [model = '', purpose = ''] = account.split('/');
    return {
      day: new Date(day * DAY_MS).toISOString().slice(0, 10),
      model,
      purpose,
      tokens,
      amount: fromMicro(moneyMicro),
      currency: models[model]?.currency ?? '',
    };
  });
}

/** RFC 4180, with CR LF. Every value is a name of the configuration or a number, so none needs quotes. */
export function modelUsageCsv(rows: readonly ModelUsage[]): string {
  const lines = rows.map(({ day, model, purpose, tokens, amount, currency }) =>
    [day, model, purpose, tokens, amount, currency].join(','),
  );
  return `${['day,model,purpose,tokens,amount,currency', ...lines].join('\r\n')}\r\n`;
}
