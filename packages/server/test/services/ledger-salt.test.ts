// SPDX-License-Identifier: Apache-2.0
import { toHex } from '@plumbline/core/seal/hex.ts';
import { describe, expect, it } from 'vitest';
import { freshSalt } from '../../src/services/ledger-salt.ts';

describe('a fresh salt', () => {
  it('is 32 random bytes that nobody else gets, also where they are drawn anew', () => {
    const salts = Array.from({ length: 1_000 }, freshSalt);
    expect(new Set(salts.map(toHex)).size).toBe(1_000);
    expect(new Set(salts.map(({ length }) => length))).toEqual(new Set([32]));
    // Not a view of bytes that are given out later.
    expect(new Set(salts.map(({ buffer }) => buffer)).size).toBe(1_000);
    const ones = salts
      .flatMap((salt) => [...salt])
      .reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
    expect(Math.abs(ones / 256_000 - 0.5)).toBeLessThan(0.01);
  });
});
