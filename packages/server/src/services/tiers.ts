// SPDX-License-Identifier: Apache-2.0
import type { KeyEnvironment, KeyLimits, TierName } from '../store/store.ts';

export type { TierName } from '../store/store.ts';

/** A price for one check. The amount is a decimal string and never becomes a float. */
export interface Price {
  readonly amount: string;
  readonly currency: string;
}

export interface TierTerms {
  /** null = no limit. */
  readonly checksPerDay: number | null;
  readonly price: Price | null;
}

export type TierTable = Readonly<Record<TierName, TierTerms>>;

/** Contract 1.5; configuration may set others. */
export const DEFAULT_TIERS: TierTable = {
  free: { checksPerDay: 100, price: null },
  standard: { checksPerDay: 10_000, price: { amount: '0.001', currency: 'USD' } },
  enterprise: { checksPerDay: null, price: null },
};

interface TierSetting {
  readonly checks_per_day: number | null;
  readonly price: Price | null;
}

/** The tiers as configuration writes them. */
export function tierTable(settings: Readonly<Record<TierName, TierSetting>>): TierTable {
  const terms = ({ checks_per_day, price }: TierSetting): TierTerms => ({ checksPerDay: checks_per_day, price });
  return {
    free: terms(settings.free),
    standard: terms(settings.standard),
    enterprise: terms(settings.enterprise),
  };
}

/** Who asks, as far as limits and records need to know. */
export interface Caller {
  readonly kind: 'network' | 'key';
  readonly tier: TierName;
  /** What the caller's checks are counted under: `key:` + line of the key, or `net:` + salted network. */
  readonly partition: string;
  /** Null without a key. */
  readonly keyId: string | null;
  readonly environment: KeyEnvironment;
  /** Null without a key: the free tier has no scopes, operations with optional access are open to it. */
  readonly scopes: ReadonlySet<string> | null;
  readonly terms: TierTerms;
  /** Own limits of the key, where it has any. */
  readonly limits: KeyLimits | null;
}

/** A caller without a key. */
export function freeCaller(networkPartition: string, tiers: TierTable): Caller {
  return {
    kind: 'network',
    tier: 'free',
    partition: networkPartition,
    keyId: null,
    environment: 'live',
    scopes: null,
    terms: tiers.free,
    limits: null,
  };
}

/** Terms of a key: those of its tier, with what an enterprise key carries of its own laid over them. */
export function termsOf(tier: TierName, limits: KeyLimits | null, tiers: TierTable): TierTerms {
  const { checksPerDay, price } = tiers[tier];
  if (limits === null) return tiers[tier];
  const currency = price?.currency ?? DEFAULT_CURRENCY;
  return {
    checksPerDay: limits.checksPerDay === undefined ? checksPerDay : limits.checksPerDay,
    price: limits.pricePerCheck === undefined ? price : { amount: limits.pricePerCheck, currency },
  };
}

const DEFAULT_CURRENCY = 'USD';

/**
 * Exact product of a decimal amount and a count; keeps the decimal places of the amount: 3 × 0.001 = 0.003.
 * @param amount digits, optionally with a point and digits
 * @param count non-negative integer
 */
export function multiplyDecimal(amount: string, count: number): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const product = BigInt(whole + fraction) * BigInt(count);
  if (fraction === '') return product.toString();
  const digits = product.toString().padStart(fraction.length + 1, '0');
  return `${digits.slice(0, -fraction.length)}.${digits.slice(-fraction.length)}`;
}
