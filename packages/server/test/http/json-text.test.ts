// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownText, listText, numberText } from '../../src/http/json-text.ts';

const SEED = { seed: 20261121, numRuns: 2_000 };

describe('numberText', () => {
  it('is the text of JSON.stringify for any number', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        expect(numberText(value)).toBe(JSON.stringify(value));
      }),
      SEED,
    );
  });

  it('is the text of JSON.stringify for thousandths', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000, max: 5_000_000_000 }), (thousandths) => {
        const value = thousandths / 1_000;
        expect(numberText(value)).toBe(JSON.stringify(value));
      }),
      SEED,
    );
    for (let n = 0; n <= 3_000; n++) expect(numberText(n / 1_000)).toBe(JSON.stringify(n / 1_000));
  });

  it.each([
    0,
    -0,
    0.1 + 0.2,
    1e21,
    1e-7,
    999_999_999.999,
    1_000_000_000.001,
    1e12,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('writes %d as JSON.stringify does', (value) => {
    expect(numberText(value)).toBe(JSON.stringify(value));
  });
});

describe('knownText', () => {
  it('is the text of JSON.stringify, the first time and later, for however many strings', () => {
    const strings = Array.from({ length: 600 }, (_, i) => `"${i}" \\ \u2028 \ud800 ${'ü'.repeat(i % 3)}`);
    for (const text of [...strings, ...strings]) expect(knownText(text)).toBe(JSON.stringify(text));
    expect(knownText(null)).toBe('null');
  });
});

describe('listText', () => {
  it.each([[[]], [[1, 'a']], [[{ a: null }]]])('writes %j as JSON.stringify does', (list) => {
    expect(listText(list)).toBe(JSON.stringify(list));
  });
});
