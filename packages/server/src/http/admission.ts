// SPDX-License-Identifier: Apache-2.0
/** Who calls, and whether they may: the second and third step of contract 1.2. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Access, Operation } from '@plumbline/core/contract/operation.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { Settings } from '../config-schema.ts';
import type { AllowanceDemand, Allowances } from '../services/allowances.ts';
import type { BurstDemand, Bursts, Ticket } from '../services/bursts.ts';
import type { KeyService } from '../services/keys.ts';
import { isLong, type LimitForm, limitForms, type PlainPolicyId } from '../services/limit-policies.ts';
import type { Networks } from '../services/networks.ts';
import { type Caller, freeCaller, type TierTable } from '../services/tiers.ts';
import type { Admission, Admit, Arrival } from './frame.ts';
import { isRepeated } from './headers.ts';
import { HeldAdmission, isFree, OpenAdmission } from './held-admission.ts';

const MINUTE_MS = 60_000;
/** What all callers together are counted under. */
const SERVICE_PARTITION = 'svc:';

export interface AdmissionOptions {
  readonly keys: KeyService;
  readonly networks: Networks;
  readonly bursts: Bursts;
  readonly allowances: Allowances;
  /** What a partition has used of its checks on a UTC day. */
  readonly usedChecks: (partition: string, day: number) => Promise<number>;
  readonly tiers: TierTable;
  readonly limits: Settings['limits'];
  readonly nowMs: () => number;
}

/** The options with what follows from them once. */
interface Gate extends AdmissionOptions {
  readonly forms: Readonly<Record<PlainPolicyId, LimitForm>>;
}

/** Builds the gate that every request passes before its body is looked at. */
export function createAdmit(options: AdmissionOptions): Admit {
  const open = new OpenAdmission(freeCaller('', options.tiers));
  const gate: Gate = { ...options, forms: limitForms(options.limits) };
  return (operation, arrival) => {
    // Nothing to count and no credential to read: most GET routes end here.
    if (operation.access.kind === 'open' && operation.limits.length === 0) return open;
    const partition = options.networks.partitionOf(arrival.remoteAddress, forwarding(arrival.headers));
    if (typeof partition === 'string') return admitNetwork(gate, operation, arrival, partition);
    return partition.then((name) => admitNetwork(gate, operation, arrival, name));
  };
}

function forwarding(headers: IncomingHttpHeaders) {
  return { forwarded: headers.forwarded, xForwardedFor: joined(headers['x-forwarded-for']) };
}

const joined = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(',') : value);

function admitNetwork(
  gate: Gate,
  operation: Operation,
  arrival: Arrival,
  network: string,
): Admission | Promise<Admission> {
  const { access } = operation;
  const { authorization } = arrival.headers;
  if (access.kind === 'open' || authorization === undefined) {
    if (access.kind === 'required') throw gate.keys.refused(new PlumblineError('credential_required'), network);
    return admitCaller(gate, operation, freeCaller(network, gate.tiers), network);
  }
  if (isRepeated(arrival.rawHeaders, 'authorization'))
    throw gate.keys.refused(new PlumblineError('credential_malformed', { detail: TWO_FIELDS }), network);
  const admit = (caller: Caller) => {
    const missing = missingRight(caller, access);
    if (missing !== null)
      throw gate.keys.refused(new PlumblineError('scope_insufficient', { detail: missing }), network);
    return admitCaller(gate, operation, caller, network);
  };
  const known = gate.keys.recall(authorization);
  return known === null ? gate.keys.authenticate(authorization, network).then(admit) : admit(known);
}

const TWO_FIELDS = 'Send one Authorization field; there were two or more.';

/** Why the key is not let in here; null where it is. */
function missingRight({ scopes, environment }: Caller, access: Exclude<Access, { kind: 'open' }>): string | null {
  if (access.kind !== 'checked')
    return scopes === null || scopes.has(access.scope) ? null : `The key lacks the scope ${access.scope}.`;
  // Contract 1.4: test keys reach neither what costs nor the live ledger.
  if (environment !== 'test') return null;
  if (access.reachesUpstreams) return 'A test key does not talk to nodes; no key is needed.';
  return access.reachesLedger ? 'A test key does not reach the ledger; none is needed.' : null;
}

function admitCaller(
  gate: Gate,
  operation: Operation,
  caller: Caller,
  network: string,
): Admission | Promise<Admission> {
  const bursts: BurstDemand[] = [];
  const allowances: AllowanceDemand[] = [];
  for (const policy of operation.limits) {
    if (policy === 'check-day') continue; // With the work: services/metering.ts.
    if (policy === 'verify-burst') bursts.push(verifyBurst(caller, gate.limits));
    else demand(gate.forms[policy], operation, network, bursts, allowances);
  }
  const held = (ticket: Ticket) => new HeldAdmission(gate, { operation, caller, ticket, demands: allowances });
  const ticket = gate.bursts.enter(bursts);
  return ticket instanceof Promise ? ticket.then(held) : held(ticket);
}

function demand(
  policy: LimitForm,
  operation: Operation,
  network: string,
  bursts: BurstDemand[],
  allowances: AllowanceDemand[],
): void {
  const partition = partitionOf(policy, operation, network);
  if (isLong(policy)) allowances.push({ policy, partition });
  else bursts.push({ policy, partition });
}

function partitionOf({ partition }: LimitForm, operation: Operation, network: string): string {
  if (partition === 'service') return SERVICE_PARTITION;
  return partition === 'route_network' ? `${network} ${operation.id}` : network;
}

function verifyBurst(caller: Caller, limits: Settings['limits']): BurstDemand {
  return {
    policy: { name: 'verify-burst', limit: limits.verify_per_minute_free, windowMs: MINUTE_MS },
    partition: caller.partition,
    limit: perMinute(caller, limits),
  };
}

function perMinute(caller: Caller, limits: Settings['limits']): number {
  return (
    caller.limits?.burstPerMinute ?? (isFree(caller) ? limits.verify_per_minute_free : limits.verify_per_minute_keyed)
  );
}
