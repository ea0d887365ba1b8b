// SPDX-License-Identifier: Apache-2.0
/**
 * Limits over windows longer than a minute: UTC days and sliding hours. They are counted in the store, so a restart forgets
 * nothing and several processes share one count. Only successes stay counted (contract 1.5): a request takes its place before
 * the work and gives it back where the work fails. A process that dies in between leaves one place taken.
 */
import type { UsageStore, WindowStore } from '../store/store.ts';
import { previousWeight, windowState } from './bursts-counter.ts';
import type { LimitForm } from './limit-policies.ts';
import { dayOf, LimitError, type PolicyState, secondsToMidnight } from './quota.ts';

const DAY_MS = 86_400_000;

export interface AllowancesOptions {
  readonly usage: Pick<UsageStore, 'commit' | 'used'>;
  readonly windows: WindowStore;
  readonly nowMs: () => number;
}

/** One long policy applied to one caller. */
export interface AllowanceDemand {
  readonly policy: LimitForm;
  /** `net:` + salted network, or the name of the whole service. */
  readonly partition: string;
}

/** Places that were taken. */
export interface HeldAllowance {
  readonly states: readonly PolicyState[];
  /** For work that failed. @returns the states without this request */
  giveBack(): Promise<readonly PolicyState[]>;
}

interface Count {
  readonly granted: boolean;
  readonly state: PolicyState;
  readonly giveBack: () => Promise<PolicyState>;
}

export class Allowances {
  readonly #options: AllowancesOptions;

  constructor(options: AllowancesOptions) {
    this.#options = options;
  }

  /**
   * Takes a place in all windows or in none.
   * @throws LimitError `rate_limited`, with the states of all windows
   */
  async take(demands: readonly AllowanceDemand[]): Promise<HeldAllowance> {
    const counts = await Promise.all(demands.map((demand) => this.#count(demand)));
    const refused = counts.filter(({ granted }) => !granted).map(({ state }) => state);
    if (refused.length === 0) {
      return {
        states: counts.map(({ state }) => state),
        giveBack: () => Promise.all(counts.map(({ giveBack }) => giveBack())),
      };
    }
    const states = await Promise.all(counts.map(({ granted, state, giveBack }) => (granted ? giveBack() : state)));
    const worst = refused.reduce((a, b) => (b.resetS > a.resetS ? b : a));
    throw new LimitError('rate_limited', worst.name, {
      detail: `More than ${worst.limit} in ${worst.windowS === DAY_MS / 1_000 ? 'a UTC day' : `${worst.windowS} s`}.`,
      retryAfterS: worst.resetS,
      states,
    });
  }

  /** How the windows stand, counting nothing. */
  states(demands: readonly AllowanceDemand[]): Promise<readonly PolicyState[]> {
    return Promise.all(demands.map((demand) => this.#state(demand)));
  }

  #count(demand: AllowanceDemand): Promise<Count> {
    return demand.policy.windowMs === DAY_MS ? this.#countDay(demand) : this.#countWindow(demand);
  }

  async #countDay({ policy, partition }: AllowanceDemand): Promise<Count> {
    const { usage, nowMs } = this.#options;
    const atMs = nowMs();
    const charge = { partition: `${partition} ${policy.name}`, day: dayOf(atMs) };
    const state = (used: number) => dayStateOf(policy, used, atMs);
    const { granted, used } = await usage.commit({ charge: { ...charge, units: 1, limit: policy.limit }, checks: [] });
    const giveBack = async () => {
      const back = await usage.commit({ charge: { ...charge, units: -1, limit: null }, checks: [] });
      return state(back.used);
    };
    return { granted, state: state(used), giveBack };
  }

  async #countWindow({ policy, partition }: AllowanceDemand): Promise<Count> {
    const { windows, nowMs } = this.#options;
    const atMs = nowMs();
    const cell = cellOf(policy, partition, atMs);
    const state = (counts: { current: number; previous: number }) => windowState(policy, counts, atMs, policy.limit);
    const counted = await windows.add(cell, 1, policy.limit, previousWeight(policy.windowMs, atMs));
    const giveBack = async () => state(await windows.add(cell, -1, 0, 0));
    return { granted: counted.added, state: state(counted), giveBack };
  }

  async #state({ policy, partition }: AllowanceDemand): Promise<PolicyState> {
    const { usage, windows, nowMs } = this.#options;
    const atMs = nowMs();
    if (policy.windowMs === DAY_MS)
      return dayStateOf(policy, await usage.used(`${partition} ${policy.name}`, dayOf(atMs)), atMs);
    return windowState(policy, await windows.read(cellOf(policy, partition, atMs)), atMs, policy.limit);
  }
}

function dayStateOf({ name, limit }: LimitForm, used: number, atMs: number): PolicyState {
  return {
    name,
    limit,
    windowS: DAY_MS / 1_000,
    remaining: Math.max(0, limit - used),
    resetS: secondsToMidnight(atMs),
  };
}

function cellOf({ name, windowMs }: LimitForm, partition: string, atMs: number) {
  const cell = Math.floor(atMs / windowMs);
  return { policy: name, partition, cell, expiresAtMs: (cell + 2) * windowMs };
}
