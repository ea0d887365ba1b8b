// SPDX-License-Identifier: Apache-2.0
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { Claim, NewCertificate, StoredAnswer } from '../store/ledger-store.ts';
import type { CheckOutcome, CheckRecord, Keeping, UsageStore } from '../store/store.ts';
import { dayOf, quotaExhausted, type Usage, usageOf } from './quota.ts';
import { isFresh } from './remembered.ts';
import type { Caller } from './tiers.ts';

export type { CheckRecord, FlagRecord } from '../store/store.ts';

/** A worker that dies holds its checks for so long; then upkeep gives them back. */
const RESERVATION_LEASE_MS = 10 * 60_000;
/** How long a refusal is believed without asking the store: a reservation may have been given back meanwhile. */
const EXHAUSTED_TTL_MS = 2_000;
const MAX_EXHAUSTED = 10_000;

export interface Admission {
  readonly caller: Caller;
  /** Checks that the work costs. */
  readonly units: number;
  readonly checks: readonly CheckRecord[];
  /** Shares the commit. */
  readonly keep?: Keep | undefined;
}

/** A certificate, and what answers the caller's Idempotency-Key; `build` is called inside the transaction. */
export interface Keep {
  readonly certificate: NewCertificate;
  readonly answer?: { readonly claim: Claim; readonly build: (usage: Usage) => StoredAnswer };
}

/** Checks that are already charged for work that is still to be done. */
export interface Reservation {
  readonly id: string;
  readonly caller: Caller;
  readonly day: number;
  readonly units: number;
  /** The day's usage with these checks in it. */
  readonly usage: Usage;
}

export interface MeterOptions {
  readonly usage: UsageStore;
  readonly nowMs: () => number;
  /** Unique ids for reservations. */
  readonly newId: () => string;
}

/**
 * Day quotas and the counting of checks, always in one commit: an answer 200 means that its check is on disk, and two
 * processes on one store never grant more than the limit.
 */
export class Meter {
  readonly #options: MeterOptions;
  /** Partitions that were refused, with the time until which that is believed and what had been used. */
  readonly #exhausted = new Map<string, { readonly untilMs: number; readonly day: number; readonly used: number }>();

  constructor(options: MeterOptions) {
    this.#options = options;
  }

  /**
   * Refuses a caller who is known to have nothing left, before any work is done. Costs no I/O.
   * @throws LimitError `daily_quota_exhausted`
   */
  peek(caller: Caller): void {
    if (this.#exhausted.size === 0) return;
    const known = this.#exhausted.get(caller.partition);
    if (known === undefined) return;
    const nowMs = this.#options.nowMs();
    if (isFresh(known.untilMs, EXHAUSTED_TTL_MS, nowMs) && known.day === dayOf(nowMs))
      throw quotaExhausted(caller, known.used, 1, nowMs);
    this.#exhausted.delete(caller.partition);
  }

  /**
   * Charges and counts finished work in one durable commit.
   * @returns the day's usage with this work in it
   * @throws LimitError `daily_quota_exhausted`: nothing was charged, counted or kept, and the result must not be sent
   * @throws PlumblineError `overloaded` when it cannot be made durable, `idempotency_in_flight` when another request has
   * the claim of `keep`
   */
  admitAndRecord({ caller, units, checks, keep }: Admission): Promise<Usage> {
    const nowMs = this.#options.nowMs();
    const { partition, terms } = caller;
    const charge = { partition, day: dayOf(nowMs), units, limit: terms.checksPerDay };
    const unit = keep === undefined ? { charge, checks } : { charge, checks, keep: this.#kept(keep, caller, nowMs) };
    const committed = this.#options.usage.commit(unit);
    return committed.then((outcome) => this.#grantedUsage(caller, units, outcome, nowMs));
  }

  /**
   * Charges work before it is done, all or nothing. Must be followed by `record` or `giveBack`.
   * @throws LimitError `daily_quota_exhausted`
   */
  async reserve(caller: Caller, units: number): Promise<Reservation> {
    const nowMs = this.#options.nowMs();
    const held = { id: this.#options.newId(), caller, day: dayOf(nowMs), units };
    const outcome = await this.#options.usage.commit({
      charge: { partition: caller.partition, day: held.day, units, limit: caller.terms.checksPerDay },
      reserve: { id: held.id, expiresAtMs: nowMs + RESERVATION_LEASE_MS },
      checks: [],
    });
    return { ...held, usage: this.#grantedUsage(caller, units, outcome, nowMs) };
  }

  /**
   * Closes a reservation with what was really done; the rest is given back.
   * @param spent checks that succeeded, at most those reserved
   */
  async record(reservation: Reservation, spent: number, checks: readonly CheckRecord[], keep?: Keep): Promise<Usage> {
    const { caller, day, id, units } = reservation;
    if (spent > units) throw new RangeError(`metering: ${spent} spent of ${units} reserved`);
    const nowMs = this.#options.nowMs();
    const { used, claimLost } = await this.#options.usage.commit({
      charge: { partition: caller.partition, day, units: spent, limit: null },
      settle: { id },
      checks,
      ...(keep !== undefined && { keep: this.#kept(keep, caller, nowMs) }),
    });
    if (claimLost) throw inFlight();
    return usageOf(caller, used, nowMs);
  }

  /** Work that failed costs nothing. */
  async giveBack(reservation: Reservation): Promise<void> {
    await this.record(reservation, 0, []);
  }

  /** Counts checks that cost nothing, such as constitution/check. */
  async recordFree(checks: readonly CheckRecord[]): Promise<void> {
    await this.#options.usage.commit({ charge: null, checks });
  }

  /** What the caller has used today. */
  async usage(caller: Caller): Promise<Usage> {
    const nowMs = this.#options.nowMs();
    return usageOf(caller, await this.#options.usage.used(caller.partition, dayOf(nowMs)), nowMs);
  }

  #kept({ certificate, answer }: Keep, caller: Caller, nowMs: number): Keeping {
    if (answer === undefined) return { certificate };
    const { claim, build } = answer;
    return { certificate, answer: { claim, build: (used) => build(usageOf(caller, used, nowMs)) } };
  }

  #grantedUsage(caller: Caller, units: number, outcome: CheckOutcome, nowMs: number): Usage {
    const { granted, used, claimLost } = outcome;
    if (granted) return usageOf(caller, used, nowMs);
    if (claimLost) throw inFlight();
    if (used >= (caller.terms.checksPerDay ?? Number.POSITIVE_INFINITY)) this.#remember(caller, used, nowMs);
    throw quotaExhausted(caller, used, units, nowMs);
  }

  #remember(caller: Caller, used: number, nowMs: number): void {
    if (this.#exhausted.size >= MAX_EXHAUSTED) this.#exhausted.clear();
    this.#exhausted.set(caller.partition, { untilMs: nowMs + EXHAUSTED_TTL_MS, day: dayOf(nowMs), used });
  }
}

const inFlight = () => new PlumblineError('idempotency_in_flight', { retryAfterS: 1 });
