// SPDX-License-Identifier: Apache-2.0
/** The policies of contract 1.5 with the quotas of this deployment; those of checks depend on the caller: services/tiers.ts. */
import { DEFAULT_POLICIES, type PolicyForm, type PolicyId } from '@plumbline/core/contract/limits.ts';
import type { Settings } from '../config-schema.ts';

/** Policies whose quota is the same for every caller. */
export type PlainPolicyId = Exclude<PolicyId, 'check-day' | 'verify-burst'>;

export interface LimitForm {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly partition: PolicyForm['partition'];
}

const SETTING = {
  'check-min': 'check_per_minute',
  'ledger-min': 'ledger_per_minute',
  'query-min': 'query_per_minute',
  'query-day': 'query_per_day',
  'chat-min': 'chat_per_minute',
  'pulse-min': 'pulse_per_minute',
  'voice-min': 'voice_per_minute',
  'receipt-hour': 'receipts_per_hour',
  'receipt-day': 'receipts_per_day',
  'receipt-service-day': 'receipts_per_day_overall',
  'withdraw-min': 'withdrawals_per_minute',
} as const satisfies Readonly<Record<PlainPolicyId, keyof Settings['limits']>>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Windows over a minute outlive the process: they are counted in the store. */
export const isLong = ({ windowMs }: Pick<LimitForm, 'windowMs'>): boolean => windowMs > MINUTE_MS;

/** The days of checks, by tier; a tier without a limit has none. */
export function dayForms(tiers: Settings['tiers']): LimitForm[] {
  return (['free', 'standard', 'enterprise'] as const).flatMap((tier) => {
    const limit = tiers[tier].checks_per_day;
    const partition = tier === 'free' ? ('network' as const) : ('key' as const);
    return limit === null ? [] : [{ name: `${tier}-day`, limit, windowMs: DAY_MS, partition }];
  });
}

/** Checks in a minute, without a key and with one. */
export function burstForms(limits: Settings['limits']): (LimitForm & { readonly inFlight: number })[] {
  const burst = { name: 'verify-burst', windowMs: MINUTE_MS };
  const { verify_per_minute_free, verify_per_minute_keyed, verify_in_flight_free, verify_in_flight_keyed } = limits;
  return [
    { ...burst, limit: verify_per_minute_free, partition: 'network', inFlight: verify_in_flight_free },
    { ...burst, limit: verify_per_minute_keyed, partition: 'key', inFlight: verify_in_flight_keyed },
  ];
}

/** The policies behind an id, as the wire names them: `check-day` of the registry is a day for each tier. */
export function formsOf(id: PolicyId, { limits, tiers }: Pick<Settings, 'limits' | 'tiers'>): readonly LimitForm[] {
  if (id === 'check-day') return dayForms(tiers);
  return id === 'verify-burst' ? burstForms(limits) : [limitForms(limits)[id]];
}

export function limitForms(limits: Settings['limits']): Readonly<Record<PlainPolicyId, LimitForm>> {
  const ids = Object.keys(SETTING) as PlainPolicyId[];
  const form = (id: PlainPolicyId): LimitForm => {
    const { name, windowS, partition } = DEFAULT_POLICIES[id].free;
    return { name, limit: limits[SETTING[id]], windowMs: windowS * 1_000, partition };
  };
  return Object.fromEntries(ids.map((id) => [id, form(id)])) as Record<PlainPolicyId, LimitForm>;
}
