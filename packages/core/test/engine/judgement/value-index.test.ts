// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MIN_VALUE_LENGTH, ValueIndex } from '../../../src/engine/judgement/value-index.ts';

/** Every place of every value, looked for one by one. */
function covered(values: readonly string[], text: string): boolean[] {
  const marks = Array.from({ length: text.length }, () => false);
  for (const value of values.filter(({ length }) => length >= MIN_VALUE_LENGTH)) {
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
      marks.fill(true, at, at + value.length);
    }
  }
  return marks;
}

describe('value index', () => {
  it('covers what looking for each value covers, in order and apart', () => {
    const letters = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom('a', 'b'), minLength, maxLength });
    fc.assert(
      fc.property(fc.array(letters(1, 10), { maxLength: 12 }), letters(0, 80), (values, text) => {
        const found = new ValueIndex(values).find(text);
        const marks = Array.from({ length: text.length }, () => false);
        let last = 0;
        for (const [start, end] of found) {
          expect(start).toBeGreaterThanOrEqual(last);
          marks.fill(true, start, end);
          last = end;
        }
        expect(marks).toEqual(covered(values, text));
        expect(new ValueIndex(values).isIn(text)).toBe(found.length > 0);
      }),
      { seed: 20261121, numRuns: 600 },
    );
  });
});
