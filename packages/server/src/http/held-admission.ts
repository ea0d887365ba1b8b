// SPDX-License-Identifier: Apache-2.0
/** What a request that was let in holds until it is answered. */
import type { Operation } from '@plumbline/core/contract/operation.ts';
import type { Settings } from '../config-schema.ts';
import type { AllowanceDemand, Allowances, HeldAllowance } from '../services/allowances.ts';
import { afterOutcome, type Bursts, type Ticket } from '../services/bursts.ts';
import { dayOf, dayPolicyName, dayState, type PolicyState, type Usage } from '../services/quota.ts';
import type { Caller } from '../services/tiers.ts';
import type { Admission } from './frame.ts';
import { rateLimitFields } from './rate-limit-fields.ts';

const NO_FIELDS = Object.freeze({});

/** Of an operation that is open and unlimited: nothing is held, so one serves all requests. */
export class OpenAdmission implements Admission {
  readonly caller: Caller;
  readonly local = false;
  readonly charges = false;

  constructor(caller: Caller) {
    this.caller = caller;
  }

  enter(): void {}
  async charge(): Promise<void> {}
  settle(): void {}
  leave(): void {}
  fields() {
    return NO_FIELDS;
  }
}

/** What all requests share. */
export interface Gatehouse {
  readonly bursts: Bursts;
  readonly allowances: Allowances;
  readonly limits: Settings['limits'];
  /** Reads the day of checks; it is charged with the work: services/metering.ts. */
  readonly usedChecks: (partition: string, day: number) => Promise<number>;
  readonly nowMs: () => number;
}

export interface Admitted {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly ticket: Ticket;
  /** Windows longer than a minute. */
  readonly demands: readonly AllowanceDemand[];
}

/** A key of tier free has the free limits, counted by key (contract 1.4). */
export const isFree = (caller: Caller): boolean => caller.tier === 'free';

export class HeldAdmission implements Admission {
  readonly caller: Caller;
  readonly #gate: Gatehouse;
  readonly #admitted: Admitted;
  #release: (() => void) | undefined;
  #allowance: HeldAllowance | undefined;
  #longStates: readonly PolicyState[] = [];

  constructor(gate: Gatehouse, admitted: Admitted) {
    this.caller = admitted.caller;
    this.#gate = gate;
    this.#admitted = admitted;
  }

  get charges(): boolean {
    return this.#admitted.demands.length > 0;
  }

  get local(): boolean {
    return this.#admitted.ticket.local;
  }

  enter(): void {
    if (!this.#admitted.operation.limits.includes('verify-burst')) return;
    const { bursts, limits } = this.#gate;
    this.#release = bursts.enterFlight('verify-burst', this.caller.partition, inFlight(this.caller, limits));
  }

  async charge(): Promise<void> {
    this.#allowance = await this.#gate.allowances.take(this.#admitted.demands);
    this.#longStates = this.#allowance.states;
  }

  async settle(failed: boolean, refused: readonly PolicyState[] = []): Promise<void> {
    const held = this.#allowance;
    if (!this.charges) this.#longStates = failed ? await this.#checkDay(refused) : [];
    else if (held === undefined) this.#longStates = await this.#gate.allowances.states(this.#admitted.demands);
    else if (failed) this.#longStates = await held.giveBack();
    this.#allowance = undefined;
  }

  /** A failure costs no check, and its answer still says how many are left; a success has it from its `Usage`. */
  async #checkDay(refused: readonly PolicyState[]): Promise<readonly PolicyState[]> {
    const { caller, operation } = this.#admitted;
    if (!operation.limits.includes('check-day') || caller.terms.checksPerDay === null) return [];
    if (refused.some(({ name }) => name === dayPolicyName(caller))) return [];
    const nowMs = this.#gate.nowMs();
    const state = dayState(caller, await this.#gate.usedChecks(caller.partition, dayOf(nowMs)), nowMs);
    return state === null ? [] : [state];
  }

  leave(status: number): void {
    this.#release?.();
    this.#admitted.ticket.finish(status);
  }

  fields(
    usage: Usage | undefined,
    refused: readonly PolicyState[] = [],
    status = 200,
  ): Readonly<Record<string, string>> {
    const { limits, nowMs } = this.#gate;
    const day = usage === undefined ? null : dayState(this.caller, usage.used, nowMs());
    const bursts = afterOutcome(this.#admitted.ticket.states, status);
    // Most answers: nothing was refused, and no window is longer than a day.
    if (refused.length === 0 && this.#longStates.length === 0)
      return rateLimitFields(day === null ? bursts : [day, ...bursts], limits.legacy_headers);
    const states = refused.filter(isShown);
    if (day !== null) states.push(day);
    const known = (name: string) => states.some((state) => state.name === name);
    for (const state of bursts) if (!known(state.name)) states.push(state);
    for (const state of this.#longStates) if (!known(state.name) && isShown(state)) states.push(state);
    return rateLimitFields(states, limits.legacy_headers);
  }
}

function inFlight(caller: Caller, limits: Settings['limits']): number {
  return caller.limits?.inFlight ?? (isFree(caller) ? limits.verify_in_flight_free : limits.verify_in_flight_keyed);
}

/** What all callers together have left is shown only when it is used up. */
const isShown = ({ name, remaining }: PolicyState) => !name.includes('-service-') || remaining === 0;
