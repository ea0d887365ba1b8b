// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEATURE_BITS, FeatureReader, SEGMENT_LENGTH } from '../../../src/engine/classify/features.ts';
import { logistic } from '../../../src/engine/classify/logistic.ts';

/** What the reader leaves for a text read in steps of `step` units, as sets. */
function featuresOf(text: string, step: number): { words: Set<number>; grams: Set<number>; count: number } {
  const reader = new FeatureReader();
  const words = new Set<number>();
  const grams = new Set<number>();
  let count = 0;
  reader.open(text, 0, text.length);
  for (let limit = step; ; limit += step) {
    reader.readTo(limit);
    for (const word of reader.words.subarray(0, reader.wordCount)) words.add(word);
    for (const gram of reader.grams.subarray(0, reader.gramCount)) grams.add(gram);
    count += reader.gramCount;
    if (limit >= text.length) return { words, grams, count };
  }
}

describe('FeatureReader', () => {
  it('leaves the same features however the text is cut into stretches', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 700 }), fc.integer({ min: 1, max: 90 }), (text, step) => {
        const whole = featuresOf(text, SEGMENT_LENGTH);
        const parts = featuresOf(text, step);
        expect(parts.words).toEqual(whole.words);
        expect(parts.grams).toEqual(whole.grams);
      }),
      { seed: 25, numRuns: 200 },
    );
  });

  it('leaves a feature once per stretch, and buckets that the tables have', () => {
    const once = featuresOf('secret garden ', SEGMENT_LENGTH);
    const often = featuresOf('secret garden '.repeat(18), SEGMENT_LENGTH);
    expect(often.count).toBe(once.count);
    for (const bucket of [...often.words, ...often.grams]) expect(bucket).toBeLessThan(2 ** FEATURE_BITS);
  });

  it('takes every number of four digits and more for the same word', () => {
    expect(featuresOf('room 48213', 256).words).toEqual(featuresOf('room 7777', 256).words);
    expect(featuresOf('room 48', 256).words).not.toEqual(featuresOf('room 7777', 256).words);
  });

  it('lets a long run without blanks weigh no more than forty characters of it', () => {
    expect(featuresOf(`${'abcdefghij'.repeat(4)}xyz`, 256).grams.size).toBe(
      featuresOf(`${'abcdefghij'.repeat(4)}${'klmnopq'.repeat(20)}`, 256).grams.size,
    );
  });

  it('reads one character of a script without blanks as one word', () => {
    // Four words, their three pairs and the pairs with both edges.
    expect(featuresOf('公园散步', 256).words.size).toBe(9);
  });
});

describe('logistic', () => {
  it('agrees with the exponential function and stays in [0..1]', () => {
    for (let x = -60; x <= 60; x += 0.37) {
      expect(logistic(x)).toBeCloseTo(1 / (1 + Math.exp(-x)), 12);
      expect(logistic(x)).toBeGreaterThanOrEqual(0);
      expect(logistic(x)).toBeLessThanOrEqual(1);
    }
  });

  it('rises', () => {
    fc.assert(
      fc.property(fc.double({ min: -39, max: 30, noNaN: true }), (x) => {
        expect(logistic(x + 0.01)).toBeGreaterThan(logistic(x));
      }),
      { seed: 26, numRuns: 500 },
    );
  });
});
