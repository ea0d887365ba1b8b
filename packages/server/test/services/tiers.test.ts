// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TIERS, multiplyDecimal, termsOf, tierTable } from '../../src/services/tiers.ts';

describe('multiplyDecimal', () => {
  it.each([
    ['0.001', 0, '0.000'],
    ['0.001', 1, '0.001'],
    ['0.001', 10_000, '10.000'],
    ['0.1', 3, '0.3'],
    ['12.34', 100, '1234.00'],
    ['7', 6, '42'],
    ['0.000000001', 9_007_199_254_740_991, '9007199.254740991'],
  ])('%s × %i = %s', (amount, count, product) => {
    expect(multiplyDecimal(amount, count)).toBe(product);
  });

  it('is exact for any amount', () => {
    const amount = fc.tuple(fc.nat(999_999_999), fc.stringMatching(/^[0-9]{1,9}$/));
    fc.assert(
      fc.property(amount, fc.nat(), ([whole, fraction], count) => {
        const product = multiplyDecimal(`${whole}.${fraction}`, count);
        const [left = '', right = ''] = product.split('.');
        expect(right).toHaveLength(fraction.length);
        expect(BigInt(left + right)).toBe(BigInt(`${whole}${fraction}`) * BigInt(count));
      }),
      { seed: 20261121 },
    );
  });
});

describe('termsOf', () => {
  it('lays the own limits of a key over those of its tier', () => {
    expect(termsOf('standard', null, DEFAULT_TIERS)).toBe(DEFAULT_TIERS.standard);
    expect(termsOf('enterprise', { checksPerDay: null }, DEFAULT_TIERS).checksPerDay).toBeNull();
    const terms = termsOf('enterprise', { checksPerDay: 7, pricePerCheck: '1.5' }, DEFAULT_TIERS);
    expect(terms).toEqual({ checksPerDay: 7, price: { amount: '1.5', currency: 'USD' } });
  });
});

describe('tierTable', () => {
  it('takes the tiers as configuration writes them', () => {
    const free = { checks_per_day: 5, price: null };
    const table = tierTable({ free, standard: free, enterprise: { checks_per_day: null, price: null } });
    expect(table.free).toEqual({ checksPerDay: 5, price: null });
    expect(table.enterprise.checksPerDay).toBeNull();
  });
});
