// SPDX-License-Identifier: Apache-2.0
/** What models have cost today, for every process on one store. */

/** Whose budget it is: `{endpoint}/{purpose}`, for instance `local/S5_LOCUS`. */
export interface ModelBudgetDay {
  readonly account: string;
  /** Whole days since 1970, UTC. */
  readonly day: number;
}

/** Tokens, and money in millionths of the endpoint's currency. Safe integers, never fractions. */
export interface ModelSpend {
  readonly tokens: number;
  readonly moneyMicro: number;
}

/** Null: no limit. */
export interface ModelLimits {
  readonly tokens: number | null;
  readonly moneyMicro: number | null;
}

export interface ModelBudgetStore {
  /**
   * Takes `spend` off the day's budget when both limits allow it, else nothing: one statement, so that several processes
   * never take more than there is. What a killed process has taken stays taken: its call may have been made.
   * @returns whether it was granted
   */
  reserve(of: ModelBudgetDay, spend: ModelSpend, limits: ModelLimits): Promise<boolean>;
  /** Corrects what was reserved by what was really spent: the difference, which may be negative, or pass a limit. */
  settle(of: ModelBudgetDay, difference: ModelSpend): Promise<void>;
  spent(of: ModelBudgetDay): Promise<ModelSpend>;
  /** All accounts, `fromDay` included, `toDay` not; by account, then day. */
  days(fromDay: number, toDay: number): Promise<(ModelBudgetDay & ModelSpend)[]>;
}
