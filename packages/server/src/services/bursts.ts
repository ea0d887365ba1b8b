// SPDX-License-Identifier: Apache-2.0
import type { WindowCounts, WindowStore } from '../store/store.ts';
import {
  BurstCounter,
  type FormerOf,
  previousWeight,
  type Taken,
  type WindowPolicy,
  weighted,
  windowState,
} from './bursts-counter.ts';
import { LimitError, type PolicyState } from './quota.ts';

export type { WindowPolicy } from './bursts-counter.ts';

const MINUTE_MS = 60_000;

export interface BurstsOptions {
  readonly nowMs: () => number;
  /** Count in the store, together with other processes. Default: in this process. */
  readonly shared?: WindowStore | null;
  /** How many processes share the store: while it fails, each keeps its part of the limit. */
  readonly instances?: number;
  readonly maxPartitions?: number;
  /** Of networks, whose names change with the day. */
  readonly formerOf?: FormerOf;
}

/** One policy applied to one caller. */
export interface BurstDemand {
  readonly policy: WindowPolicy;
  readonly partition: string;
  /** The caller's own limit, where it has one. */
  readonly limit?: number;
}

/** A request that was let in. Call `finish` once, when its status is known. */
export interface Ticket {
  /** For the RateLimit fields, this request included. */
  readonly states: readonly PolicyState[];
  /** True when the shared store failed and the local part of the limit was used: `meta.warnings` says so. */
  readonly local: boolean;
  /**
   * Takes the request off again where its outcome does not count: our 5xx and 429 never, client errors only in windows of
   * at most 60 s.
   */
  finish(status: number): void;
}

interface Hold {
  readonly demand: BurstDemand;
  readonly taken: Taken;
  readonly shared: boolean;
}

/** Limits over short windows, and how many requests of a caller are at work at once. */
export class Bursts {
  readonly #options: BurstsOptions;
  readonly #counters = new Map<string, BurstCounter>();
  readonly #inFlight = new Map<string, { count: number }>();

  constructor(options: BurstsOptions) {
    this.#options = options;
  }

  /**
   * Counts a request against all its policies, or against none.
   * @throws LimitError `rate_limited`, with the states of all policies
   */
  enter(demands: readonly BurstDemand[]): Ticket | Promise<Ticket> {
    if (this.#options.shared) return this.#enterShared(demands, this.#options.shared);
    const nowMs = this.#options.nowMs();
    return this.#settle(
      demands.map((demand) => this.#takeLocal(demand, nowMs, 1)),
      false,
    );
  }

  /**
   * Takes a place among the requests at work. The caller's limit is that of its tier or its own.
   * @returns gives the place back; calling it twice does nothing
   * @throws LimitError `concurrency_limited`
   */
  enterFlight(policyName: string, partition: string, limit: number): () => void {
    const key = `${policyName} ${partition}`;
    const flight = this.#inFlight.get(key) ?? { count: 0 };
    if (flight.count >= limit)
      throw new LimitError('concurrency_limited', policyName, {
        detail: `At most ${limit} requests at once.`,
        retryAfterS: 1,
        states: [],
      });
    if (flight.count === 0) this.#inFlight.set(key, flight);
    flight.count += 1;
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      flight.count -= 1;
      if (flight.count === 0) this.#inFlight.delete(key);
    };
  }

  #counter(policy: WindowPolicy): BurstCounter {
    let counter = this.#counters.get(policy.name);
    if (counter === undefined) {
      const { maxPartitions, formerOf } = this.#options;
      counter = new BurstCounter(policy, maxPartitions, formerOf && ((partition) => formerName(partition, formerOf)));
      this.#counters.set(policy.name, counter);
    }
    return counter;
  }

  #takeLocal(demand: BurstDemand, nowMs: number, share: number): Hold {
    const limit = Math.max(1, Math.floor((demand.limit ?? demand.policy.limit) / share));
    return { demand, taken: this.#counter(demand.policy).take(demand.partition, nowMs, limit), shared: false };
  }

  async #enterShared(demands: readonly BurstDemand[], store: WindowStore): Promise<Ticket> {
    const nowMs = this.#options.nowMs();
    const holds: Hold[] = [];
    let local = false;
    for (const demand of demands) {
      try {
        holds.push({ demand, taken: await this.#takeShared(store, demand, nowMs), shared: true });
      } catch {
        // The limit must hold while the store is away; the answer's warnings say that it does so locally.
        local = true;
        holds.push(this.#takeLocal(demand, nowMs, this.#options.instances ?? 1));
      }
    }
    return this.#settle(holds, local);
  }

  /** What a network took before midnight, under its former name, is taken off its limit. */
  async #takeShared(store: WindowStore, demand: BurstDemand, nowMs: number): Promise<Taken> {
    const { policy, partition } = demand;
    const limit = demand.limit ?? policy.limit;
    const cell = Math.floor(nowMs / policy.windowMs);
    const { formerOf } = this.#options;
    const former = formerOf === undefined ? null : formerName(partition, formerOf);
    const before = former === null ? NOTHING_TAKEN : await store.read({ policy: policy.name, partition: former, cell });
    const left = Math.floor(limit - weighted(before, policy.windowMs, nowMs));
    const own = await store.add(cellOf(demand, cell), 1, left, previousWeight(policy.windowMs, nowMs));
    const both = { current: own.current + before.current, previous: own.previous + before.previous };
    return { admitted: own.added, cell, state: windowState(policy, both, nowMs, limit) };
  }

  #settle(holds: readonly Hold[], local: boolean): Ticket {
    const states = holds.map(({ taken }) => taken.state);
    const refused = holds.filter(({ taken }) => !taken.admitted);
    if (refused.length === 0) return this.#ticket(holds, states, local);
    for (const hold of holds) this.#giveBack(hold);
    const worst = refused.reduce((a, b) => (b.taken.state.resetS > a.taken.state.resetS ? b : a)).taken.state;
    throw new LimitError('rate_limited', worst.name, {
      detail: `More than ${worst.limit} requests in ${worst.windowS} s.`,
      retryAfterS: worst.resetS,
      states,
    });
  }

  #ticket(holds: readonly Hold[], states: readonly PolicyState[], local: boolean): Ticket {
    let open = true;
    return {
      states,
      local,
      finish: (status) => {
        if (!open) return;
        open = false;
        if (status < 300) return;
        for (const hold of holds) if (!counts(status, hold.demand.policy.windowMs)) this.#giveBack(hold);
      },
    };
  }

  #giveBack({ demand, taken, shared }: Hold): void {
    if (!taken.admitted) return;
    if (!shared || !this.#options.shared) {
      this.#counter(demand.policy).giveBack(demand.partition, taken.cell);
      return;
    }
    // A give-back that is lost costs the caller one request of one window; waiting for it would cost every answer.
    this.#options.shared.add(cellOf(demand, taken.cell), -1, 0, 0).catch(() => {});
  }
}

const NOTHING_TAKEN: WindowCounts = { current: 0, previous: 0 };

/** Windows of a route add its name to that of the network. */
function formerName(partition: string, formerOf: FormerOf): string | null {
  const [network = ''] = partition.split(' ', 1);
  const former = formerOf(network);
  return former === null ? null : former + partition.slice(network.length);
}

/**
 * How the windows stand once a request with this outcome has been taken off again: what an answer shows that costs nothing.
 * @param states with the request counted
 */
export function afterOutcome(states: readonly PolicyState[], status: number): readonly PolicyState[] {
  if (status < 300) return states;
  return states.map((state) => {
    if (counts(status, state.windowS * 1_000)) return state;
    return { ...state, remaining: Math.min(state.limit, state.remaining + 1) };
  });
}

/** Contract 1.5: windows of 60 s count successes and client errors, longer ones only successes. */
function counts(status: number, windowMs: number): boolean {
  if (status === 429 || status >= 500) return false;
  return status < 400 || windowMs <= MINUTE_MS;
}

function cellOf({ policy, partition }: BurstDemand, cell: number) {
  return { policy: policy.name, partition, cell, expiresAtMs: (cell + 2) * policy.windowMs };
}
