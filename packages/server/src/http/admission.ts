// SPDX-License-Identifier: Apache-2.0
/** Who calls, and whether they may: the second and third step of contract 1.2. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Operation, PolicyId } from '@plumbline/core/contract/operation.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { BurstDemand, Bursts, Ticket, WindowPolicy } from '../services/bursts.ts';
import type { KeyService } from '../services/keys.ts';
import type { Networks } from '../services/networks.ts';
import { dayState, type PolicyState, type Usage } from '../services/quota.ts';
import { type Caller, freeCaller, type TierTable } from '../services/tiers.ts';
import type { Admission, Admit, Arrival } from './frame.ts';
import { rateLimitFields } from './rate-limit-fields.ts';

const MINUTE_MS = 60_000;

export interface AdmissionOptions {
  readonly keys: KeyService;
  readonly networks: Networks;
  readonly bursts: Bursts;
  readonly tiers: TierTable;
  readonly limits: AdmissionLimits;
  readonly nowMs: () => number;
}

export interface AdmissionLimits {
  readonly verify_per_minute_free: number;
  readonly verify_per_minute_keyed: number;
  readonly verify_in_flight_free: number;
  readonly verify_in_flight_keyed: number;
  readonly check_per_minute: number;
  readonly ledger_per_minute: number;
  readonly legacy_headers: boolean;
}

/** Builds the gate that every request passes before its body is looked at. */
export function createAdmit(options: AdmissionOptions): Admit {
  const open = new OpenAdmission(freeCaller('', options.tiers));
  return (operation, arrival) => {
    // Nothing to count and no credential to read: most GET routes end here.
    if (operation.access.kind === 'open' && operation.limits.length === 0) return open;
    const partition = options.networks.partitionOf(arrival.remoteAddress, forwarding(arrival.headers));
    if (typeof partition === 'string') return admitNetwork(options, operation, arrival, partition);
    return partition.then((name) => admitNetwork(options, operation, arrival, name));
  };
}

function forwarding(headers: IncomingHttpHeaders) {
  return { forwarded: headers.forwarded, xForwardedFor: joined(headers['x-forwarded-for']) };
}

const joined = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(',') : value);

function admitNetwork(
  options: AdmissionOptions,
  operation: Operation,
  arrival: Arrival,
  network: string,
): Admission | Promise<Admission> {
  const { access } = operation;
  const { authorization } = arrival.headers;
  if (access.kind === 'open' || authorization === undefined) {
    if (access.kind === 'required') throw new PlumblineError('credential_required');
    return admitCaller(options, operation, freeCaller(network, options.tiers), network);
  }
  const admit = (caller: Caller) => {
    requireScope(caller, access.scope);
    return admitCaller(options, operation, caller, network);
  };
  const known = options.keys.recall(authorization);
  return known === null ? options.keys.authenticate(authorization, network).then(admit) : admit(known);
}

function requireScope(caller: Caller, scope: string): void {
  if (caller.scopes === null || caller.scopes.has(scope)) return;
  throw new PlumblineError('scope_insufficient', { detail: `The key lacks the scope ${scope}.` });
}

function admitCaller(
  options: AdmissionOptions,
  operation: Operation,
  caller: Caller,
  network: string,
): Admission | Promise<Admission> {
  const demands: BurstDemand[] = [];
  for (const policy of operation.limits) {
    const demand = demandOf(policy, caller, network, options.limits);
    if (demand !== null) demands.push(demand);
  }
  const ticket = options.bursts.enter(demands);
  if (ticket instanceof Promise) return ticket.then((held) => new HeldAdmission(options, operation, caller, held));
  return new HeldAdmission(options, operation, caller, ticket);
}

function demandOf(id: PolicyId, caller: Caller, network: string, limits: AdmissionLimits): BurstDemand | null {
  switch (id) {
    case 'verify-burst':
      return {
        policy: window(id, limits.verify_per_minute_free),
        partition: caller.partition,
        limit: perMinute(caller, limits),
      };
    case 'check-min':
      return { policy: window(id, limits.check_per_minute), partition: network };
    case 'ledger-min':
      return { policy: window(id, limits.ledger_per_minute), partition: network };
    case 'check-day':
      // Day quotas come after the schema, with the work: services/metering.ts.
      return null;
  }
}

const window = (name: string, limit: number): WindowPolicy => ({ name, limit, windowMs: MINUTE_MS });

/** A key of tier free has the free limits, counted by key (contract 1.4). */
const isFree = (caller: Caller) => caller.tier === 'free';

function perMinute(caller: Caller, limits: AdmissionLimits): number {
  return (
    caller.limits?.burstPerMinute ?? (isFree(caller) ? limits.verify_per_minute_free : limits.verify_per_minute_keyed)
  );
}

function inFlight(caller: Caller, limits: AdmissionLimits): number {
  return caller.limits?.inFlight ?? (isFree(caller) ? limits.verify_in_flight_free : limits.verify_in_flight_keyed);
}

const NO_FIELDS = Object.freeze({});

/** Of an operation that is open and unlimited: nothing is held, so one serves all requests. */
class OpenAdmission implements Admission {
  readonly caller: Caller;
  readonly local = false;

  constructor(caller: Caller) {
    this.caller = caller;
  }

  enter(): void {}
  leave(): void {}
  fields() {
    return NO_FIELDS;
  }
}

class HeldAdmission implements Admission {
  readonly caller: Caller;
  readonly #options: AdmissionOptions;
  readonly #operation: Operation;
  readonly #ticket: Ticket;
  #release: (() => void) | undefined;

  constructor(options: AdmissionOptions, operation: Operation, caller: Caller, ticket: Ticket) {
    this.caller = caller;
    this.#options = options;
    this.#operation = operation;
    this.#ticket = ticket;
  }

  get local(): boolean {
    return this.#ticket.local;
  }

  enter(): void {
    if (!this.#operation.limits.includes('verify-burst')) return;
    const { bursts, limits } = this.#options;
    this.#release = bursts.enterFlight('verify-burst', this.caller.partition, inFlight(this.caller, limits));
  }

  leave(status: number): void {
    this.#release?.();
    this.#ticket.finish(status);
  }

  fields(usage: Usage | undefined, refused: readonly PolicyState[] = []): Readonly<Record<string, string>> {
    const day = usage === undefined ? null : dayState(this.caller, usage.used, this.#options.nowMs());
    const states = day === null ? [...refused] : [...refused, day];
    for (const state of this.#ticket.states) if (!refused.some(({ name }) => name === state.name)) states.push(state);
    return rateLimitFields(states, this.#options.limits.legacy_headers);
  }
}
