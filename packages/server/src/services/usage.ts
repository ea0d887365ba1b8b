// SPDX-License-Identifier: Apache-2.0
import type { Store } from '../store/store.ts';
import { multiplyDecimal, type TierName, type TierTable, termsOf } from './tiers.ts';

const DAY_MS = 86_400_000;

/** What one key used in one month, with all keys that it was rotated from. */
export interface MonthlyUsage {
  /** Id of the first key of the line; rotation does not change it. */
  readonly keyId: string;
  readonly label: string;
  readonly tier: TierName;
  readonly checks: number;
  /** Decimal strings; empty where the tier has no price. */
  readonly unitPrice: string;
  readonly amount: string;
  readonly currency: string;
}

/**
 * Sums the day counts of every live key; test keys are not billed and have no row. Prices are those of the configuration at the time of the export.
 * @param month YYYY-MM
 * @throws RangeError when it is not a month
 */
export async function monthlyUsage(
  store: Pick<Store, 'keys' | 'usage'>,
  tiers: TierTable,
  month: string,
): Promise<MonthlyUsage[]> {
  const { fromDay, toDay } = daysOfMonth(month);
  const checks = new Map<string, number>();
  for (const { lineId, used } of await store.usage.keyDays(fromDay, toDay))
    checks.set(lineId, (checks.get(lineId) ?? 0) + used);
  // Oldest first: the newest key of a line has the label that counts, the line keeps its place. Test keys cost nothing.
  const billed = (await store.keys.list()).filter(({ environment }) => environment === 'live');
  const lines = new Map(billed.map((key) => [key.lineId, key]));
  return [...lines].map(([keyId, key]) => {
    const { price } = termsOf(key.tier, key.limits, tiers);
    const used = checks.get(keyId) ?? 0;
    return {
      keyId,
      label: key.label,
      tier: key.tier,
      checks: used,
      unitPrice: price?.amount ?? '',
      amount: price === null ? '' : multiplyDecimal(price.amount, used),
      currency: price?.currency ?? '',
    };
  });
}

/** @param month YYYY-MM @throws RangeError when it is not a month */
export function daysOfMonth(month: string): { fromDay: number; toDay: number } {
  const match = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month);
  if (!match) throw new RangeError('a month is written YYYY-MM');
  const [year, number] = [Number(match[1]), Number(match[2])];
  return { fromDay: Date.UTC(year, number - 1, 1) / DAY_MS, toDay: Date.UTC(year, number, 1) / DAY_MS };
}

const HEADER = 'key_id,label,tier,checks,unit_price,amount,currency';

/** RFC 4180, with CR LF, a header row, and decimal amounts as text. */
export function usageCsv(rows: readonly MonthlyUsage[]): string {
  const lines = rows.map(({ keyId, label, tier, checks, unitPrice, amount, currency }) =>
    [keyId, csvText(label), tier, String(checks), unitPrice, amount, currency].join(','),
  );
  return `${[HEADER, ...lines].join('\r\n')}\r\n`;
}

/** A label that starts like a formula would be run by a spreadsheet: it gets an apostrophe. */
function csvText(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
