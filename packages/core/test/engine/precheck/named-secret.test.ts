// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quadOf, VENDOR_QUADS, VENDOR_STARTS } from '../../../src/engine/precheck/validators/secret-names.ts';
import { unnamedPlausibility } from '../../../src/engine/precheck/validators/unnamed-secret.ts';
import type { Candidate } from '../../../src/engine/precheck/validators/validator.ts';

const candidateIn = (before: string, value: string, behind: string): Candidate => {
  const text = before + value + behind;
  const match = Object.assign([value], { index: before.length, input: text }) as unknown as Candidate['match'];
  return { value, match, text, start: before.length, end: before.length + value.length };
};

describe('namedSecret', () => {
  it('asks nobody about a digest or an id that has no name, because the answer is always no', () => {
    const digits = fc.constantFrom(...'0123456789abcdefABCDEF-');
    const values = fc.string({ unit: digits, minLength: 8, maxLength: 128 });
    const around = fc.constantFrom('', '"', 'x = "', 'mc alias ', '\n', 'the secret ', '["', ': ', "'");
    fc.assert(
      fc.property(values, around, around, (value, before, behind) => {
        expect(unnamedPlausibility(candidateIn(before, value, behind), value, before)).toBe(0);
      }),
      { seed: 20261122, numRuns: 2_000 },
    );
  });

  it('passes over no word that begins as the name of a vendor', () => {
    for (const name of VENDOR_STARTS) {
      for (const behind of ['', ' ', '_key', 'Z', 'é']) {
        for (const word of [name + behind, name.toUpperCase() + behind]) expect(VENDOR_QUADS[quadOf(word, 0)]).toBe(1);
      }
    }
    const passed = VENDOR_QUADS.reduce((sum, bit) => sum + bit, 0);
    expect(passed).toBeLessThan(VENDOR_QUADS.length / 20);
  });
});
