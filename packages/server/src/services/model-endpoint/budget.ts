// SPDX-License-Identifier: Apache-2.0
/** The day's budget of one endpoint for one purpose (decision 0135). */
import type { ModelSettings } from '../../config-models.ts';
import type { ModelBudgetDay, ModelBudgetStore, ModelLimits, ModelSpend } from '../../store/model-budget-store.ts';
import { dayOf, secondsToMidnight } from '../quota.ts';
import { isFresh } from '../remembered.ts';
import { ModelFault } from './failure.ts';
import { costMicro, type TokenCounts, type TokenPrices, toMicro } from './money.ts';

/** What of the settings a budget is made of. */
export type BudgetSettings = Pick<
  ModelSettings,
  'tokens_per_day' | 'money_per_day' | 'price_input_per_million' | 'price_output_per_million'
>;

/** How long a refusal is believed without asking the store: what a call gave back may have made room. */
const REFUSED_TTL_MS = 2_000;

export interface HeldBudget {
  /** Gives back what was not spent; what was spent beyond is charged. @param counts null: everything as reserved */
  settle(counts: TokenCounts | null): Promise<void>;
}

export class ModelBudget {
  readonly #store: ModelBudgetStore;
  readonly #account: string;
  readonly #nowMs: () => number;
  readonly #limits: ModelLimits;
  readonly #prices: TokenPrices;
  readonly #onSpent: () => void;
  #toldDay: number | null = null;
  #refused = { untilMs: 0, spend: { tokens: 0, moneyMicro: 0 } };
  /** UTC day on which the last call was refused; null once one was granted again. */
  #spentDay: number | null = null;

  /** @param onSpent called for the first refusal of a UTC day */
  constructor(
    store: ModelBudgetStore,
    account: string,
    settings: BudgetSettings,
    nowMs: () => number,
    onSpent: () => void = () => undefined,
  ) {
    this.#store = store;
    this.#onSpent = onSpent;
    this.#account = account;
    this.#nowMs = nowMs;
    this.#prices = pricesOf(settings);
    const { tokens_per_day, money_per_day } = settings;
    this.#limits = { tokens: tokens_per_day, moneyMicro: money_per_day === null ? null : toMicro(money_per_day) };
  }

  /** @param most tokens that the call can come to @throws ModelFault budget */
  async hold(most: TokenCounts): Promise<HeldBudget> {
    const nowMs = this.#nowMs();
    const of: ModelBudgetDay = { account: this.#account, day: dayOf(nowMs) };
    const held = this.#spend(most);
    if (this.#isRefused(held, nowMs)) throw new ModelFault('budget', secondsToMidnight(nowMs));
    if (!(await this.#store.reserve(of, held, this.#limits))) {
      this.#spentDay = of.day;
      this.#tellOnce(of.day);
      this.#refused = { untilMs: Math.min(nowMs + REFUSED_TTL_MS, nextMidnightMs(nowMs)), spend: held };
      throw new ModelFault('budget', secondsToMidnight(nowMs));
    }
    this.#spentDay = null;
    return {
      settle: async (counts) => {
        const spent = counts === null ? held : this.#spend(counts);
        const tokens = spent.tokens - held.tokens;
        const moneyMicro = spent.moneyMicro - held.moneyMicro;
        if (tokens !== 0 || moneyMicro !== 0) await this.#store.settle(of, { tokens, moneyMicro });
      },
    };
  }

  /** Whether the last call of this day was refused: a smaller one may still fit. */
  get isSpent(): boolean {
    return this.#spentDay === dayOf(this.#nowMs());
  }

  spent(): Promise<ModelSpend> {
    return this.#store.spent({ account: this.#account, day: dayOf(this.#nowMs()) });
  }

  /** Small calls may still fit between large ones that do not: once a day all the same. */
  #tellOnce(day: number): void {
    if (this.#toldDay === day) return;
    this.#toldDay = day;
    this.#onSpent();
  }

  /** What is no smaller than what was refused a moment ago; less may still fit. */
  #isRefused({ tokens, moneyMicro }: ModelSpend, nowMs: number): boolean {
    const { untilMs, spend } = this.#refused;
    const isKnown = isFresh(untilMs, REFUSED_TTL_MS, nowMs);
    return isKnown && tokens >= spend.tokens && moneyMicro >= spend.moneyMicro;
  }

  #spend(counts: TokenCounts): ModelSpend {
    return { tokens: counts.input + counts.output, moneyMicro: costMicro(counts, this.#prices) };
  }
}

/** An endpoint without prices costs no money that we know of. */
function pricesOf({ price_input_per_million, price_output_per_million }: BudgetSettings): TokenPrices {
  return {
    inputMicro: toMicro(price_input_per_million ?? '0'),
    outputMicro: toMicro(price_output_per_million ?? '0'),
  };
}

const nextMidnightMs = (nowMs: number): number => (dayOf(nowMs) + 1) * 86_400_000;
