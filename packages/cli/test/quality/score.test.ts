// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confusionOf, rate, scoresOf } from '../../src/quality/score.ts';

describe('scoresOf', () => {
  it('is precision, recall, F1 and the share of false alarms', () => {
    const { precision, recall, f1, falsePositiveRate } = scoresOf({ hits: 8, misses: 2, falseAlarms: 4, passes: 36 });
    expect(precision?.value).toBeCloseTo(8 / 12);
    expect(recall?.value).toBeCloseTo(0.8);
    expect(f1).toBeCloseTo(8 / 11);
    expect(falsePositiveRate?.value).toBeCloseTo(0.1);
  });

  it('says nothing where there is nothing to say', () => {
    expect(scoresOf(confusionOf([]))).toEqual({ precision: null, recall: null, f1: null, falsePositiveRate: null });
  });
});

describe('rate', () => {
  it("has Wilson's interval", () => {
    // Values of the textbook formula for 8 of 10 and for none of 20.
    expect(rate(8, 10)?.ci95.map((edge) => edge.toFixed(4))).toEqual(['0.4902', '0.9433']);
    expect(rate(0, 20)?.ci95.map((edge) => edge.toFixed(4))).toEqual(['0.0000', '0.1611']);
  });

  it('holds its own value and stays within 0 and 1', () => {
    const counts = fc
      .integer({ min: 1, max: 5_000 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
    fc.assert(
      fc.property(counts, ([k, n]) => {
        const found = rate(k, n);
        const [low, high] = found?.ci95 ?? [1, 0];
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(k / n + 1e-12);
        expect(high).toBeGreaterThanOrEqual(k / n - 1e-12);
      }),
      { seed: 154 },
    );
  });
});
