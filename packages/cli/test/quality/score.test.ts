// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aucInterval, confusionOf, f1Interval, rate, scoresOf } from '../../src/quality/score.ts';

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

describe('intervals of F1 and AUC', () => {
  it('hold the value, and grow narrower with more texts', () => {
    const few = f1Interval({ hits: 8, misses: 2, falseAlarms: 1 }) as readonly [number, number];
    const many = f1Interval({ hits: 800, misses: 200, falseAlarms: 100 }) as readonly [number, number];
    const f1 = 16 / 19;
    for (const [low, high] of [few, many]) {
      expect(low).toBeLessThan(f1);
      expect(high).toBeGreaterThan(f1);
    }
    expect(many[1] - many[0]).toBeLessThan((few[1] - few[0]) / 5);
    expect(f1Interval({ hits: 0, misses: 0, falseAlarms: 0 })).toBeNull();
  });

  it('are those of Hanley and McNeil', () => {
    // Their example: an area of 0.893 over 51 and 58 cases has a standard error of about 0.032.
    const [low, high] = aucInterval(0.893, 51, 58);
    expect((high - low) / 2 / 1.959964).toBeCloseTo(0.032, 2);
    expect(aucInterval(1, 10, 10)).toEqual([1, 1]);
  });
});
