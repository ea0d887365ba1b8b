// SPDX-License-Identifier: Apache-2.0
import { PlumblineError } from '@plumbline/core/errors.ts';
import { type Caller, multiplyDecimal, type Price, type TierName } from './tiers.ts';

const DAY_MS = 86_400_000;
const DAY_S = 86_400;

/** Whole days since 1970, UTC. */
export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS);

/** Seconds to the next UTC midnight, at least 1. */
export const secondsToMidnight = (atMs: number): number => Math.max(1, Math.ceil((DAY_MS - (atMs % DAY_MS)) / 1_000));

/** One limit as the RateLimit fields show it. Seconds are whole. */
export interface PolicyState {
  /** Name of contract 1.5, such as `free-day`. */
  readonly name: string;
  readonly limit: number;
  readonly windowS: number;
  readonly remaining: number;
  /**
   * For so long no more than `remaining` fit, at most the window's length; when nothing remains, until the next request
   * can succeed. Of a day: until it ends.
   */
  readonly resetS: number;
}

/** `Usage` of contract 1.1. `cost` is what the day has cost so far. */
export interface Usage {
  readonly tier: TierName;
  readonly unit: 'check';
  readonly limit: number | null;
  readonly used: number;
  readonly remaining: number | null;
  readonly resets_at: string;
  readonly cost: Price | null;
}

export function usageOf(caller: Caller, used: number, atMs: number): Usage {
  const { checksPerDay, price } = caller.terms;
  return {
    tier: caller.tier,
    unit: 'check',
    limit: checksPerDay,
    used,
    remaining: checksPerDay === null ? null : Math.max(0, checksPerDay - used),
    resets_at: midnightAfter(atMs),
    cost: price === null ? null : { amount: multiplyDecimal(price.amount, used), currency: price.currency },
  };
}

let midnight = { day: -1, iso: '' };

/** The same string for a whole day: formatting it for each answer would show in the profile. */
function midnightAfter(atMs: number): string {
  const day = dayOf(atMs);
  if (midnight.day !== day) midnight = { day, iso: new Date((day + 1) * DAY_MS).toISOString() };
  return midnight.iso;
}

/** Name of the caller's day policy. */
export const dayPolicyName = (caller: Caller): string => `${caller.tier}-day`;

/** The day quota among the RateLimit fields; null for callers without one. */
export function dayState(caller: Caller, used: number, atMs: number): PolicyState | null {
  const limit = caller.terms.checksPerDay;
  if (limit === null) return null;
  return {
    name: dayPolicyName(caller),
    limit,
    windowS: DAY_S,
    remaining: Math.max(0, limit - used),
    resetS: secondsToMidnight(atMs),
  };
}

/** A refusal by a limit: 429 with the states that the RateLimit fields show. */
export class LimitError extends PlumblineError {
  readonly states: readonly PolicyState[];

  constructor(
    code: 'rate_limited' | 'daily_quota_exhausted' | 'concurrency_limited',
    violated: string,
    options: { readonly detail: string; readonly retryAfterS: number; readonly states: readonly PolicyState[] },
  ) {
    const { detail, retryAfterS, states } = options;
    super(code, { detail, retryAfterS, extra: { 'violated-policies': [violated] } });
    this.states = states;
  }
}

const shown = (count: number) => count.toLocaleString('en-GB');

/**
 * The refusal of a day quota.
 * @param asked checks that the request would have cost
 */
export function quotaExhausted(caller: Caller, used: number, asked: number, atMs: number): LimitError {
  const limit = caller.terms.checksPerDay ?? 0;
  const state = dayState(caller, used, atMs);
  const rest = Math.max(0, limit - used);
  const detail =
    rest > 0
      ? `The request costs ${asked} checks, and ${shown(rest)} of the ${shown(limit)} of this day are left.`
      : `All ${shown(limit)} checks of this UTC day are used.`;
  return new LimitError('daily_quota_exhausted', dayPolicyName(caller), {
    detail,
    retryAfterS: secondsToMidnight(atMs),
    states: state === null ? [] : [state],
  });
}
