// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeepNetwork, type Reading } from '../../../src/engine/deep/network.ts';
import {
  type DeepDescription,
  type DeepTables,
  deepSize,
  PLACES,
  readDeepTables,
  WIDTHS,
  WORD_DIMENSIONS,
} from '../../../src/engine/deep/tables.ts';
import { tokensOf } from '../../../src/engine/deep/tokens.ts';
import { WordVectors } from '../../../src/engine/deep/vectors.ts';

const FILTERS = 4;
const HIDDEN = 5;
const SCORES = 2;
const BUCKETS = 64;

const DESCRIPTION: DeepDescription = {
  words: 0,
  buckets: BUCKETS,
  filters: FILTERS,
  hidden: HIDDEN,
  piece: 6,
  steps: [0.001, 0.002, 0.003],
  bars: [0, 0],
  factors: [1, 1],
  offsets: [0, 0],
  most_windows: 3,
};

/** Repeatable numbers in -range..range. */
function numbers(count: number, range: number, seed: number): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return ((state >>> 8) % (2 * range + 1)) - range;
  });
}

/** Random weights without biases, so that what the words add is all there is. */
function tables(): DeepTables {
  const pooled = FILTERS * WIDTHS.length;
  return {
    hashes: new Int32Array(0),
    words: new Int8Array(0),
    grams: Int8Array.from(numbers(BUCKETS * WORD_DIMENSIONS, 90, 5)),
    biases: new Int32Array(pooled),
    hidden: Float32Array.from(numbers(HIDDEN * pooled, 100, 6).map((x) => x / 100)),
    hiddenBias: new Float32Array(HIDDEN),
    out: Float32Array.from(numbers(SCORES * HIDDEN, 100, 7).map((x) => x / 100)),
    outBias: new Float32Array(SCORES),
    patterns: Int8Array.from(numbers(PLACES * FILTERS * WORD_DIMENSIONS, 60, 8)),
  };
}

const network = new DeepNetwork(DESCRIPTION, tables());
const WORDS = ['river', 'stone', 'house', 'letter', 'garden', 'bread', 'window', 'ship'];
const sentence = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));

/** The answers of all patterns at all places, the slow way. */
function bruteForce(text: string): number[] {
  const { patterns } = tables();
  const vectors = new WordVectors(tables());
  const words = tokensOf(text, 0, text.length, 99).map(({ form }) => vectors.vectorOf(form));
  return WIDTHS.flatMap((width) => {
    const first = (width * (width - 1)) / 2;
    return Array.from({ length: FILTERS }, (_, f) => {
      let best = 0;
      for (let p = 1 - width; p < words.length; p++) {
        let sum = 0;
        for (let j = 0; j < width; j++) {
          const at = ((first + j) * FILTERS + f) * WORD_DIMENSIONS;
          words[p + j]?.forEach((x, i) => {
            sum += x * patterns[at + i]!;
          });
        }
        best = Math.max(best, sum);
      }
      return best;
    });
  });
}

describe('DeepNetwork', () => {
  it('finds the strongest answer of every pattern, at the edges too [evaluate-deterministic]', () => {
    fc.assert(
      fc.property(sentence, (text) => {
        const [reading] = network.read(text, 0, text.length) as [Reading];
        expect([...reading.pooled]).toEqual(bruteForce(text));
      }),
      { seed: 20261121, numRuns: 60 },
    );
  });

  it('explains each logit by what its words add', () => {
    fc.assert(
      fc.property(sentence, (text) => {
        const [reading] = network.read(text, 0, text.length) as [Reading];
        for (let score = 0; score < SCORES; score++) {
          const total = network.weigh(reading, score).reduce((sum, weight) => sum + weight, 0);
          expect(total).toBeCloseTo(reading.logits[score]!, 6);
        }
      }),
      { seed: 20261121, numRuns: 60 },
    );
  });

  it('reads a long stretch piece by piece, and an empty one as silence', () => {
    const text = Array.from({ length: 15 }, (_, i) => WORDS[i % WORDS.length]).join(' ');
    expect(network.read(text, 0, text.length).map(({ tokens }) => tokens.length)).toEqual([6, 6, 3]);
    const [silence] = network.read('   ', 0, 3) as [Reading];
    expect(silence.logits).toEqual([0, 0]);
  });

  it('gives the same answer whatever was read before', () => {
    const fresh = new DeepNetwork(DESCRIPTION, tables());
    for (let i = 0; i < 5000; i++) fresh.read(`word${i} ${i}x`, 0, 12);
    expect(fresh.read('river stone', 0, 11)).toEqual(network.read('river stone', 0, 11));
  });
});

describe('readDeepTables', () => {
  it('reads back what was written, wherever the bytes lie', () => {
    const written = tables();
    const bytes = Buffer.concat(
      (['hashes', 'biases', 'hidden', 'hiddenBias', 'out', 'outBias', 'patterns', 'words', 'grams'] as const).map(
        (name) => Buffer.from(written[name].buffer),
      ),
    );
    expect(bytes.length).toBe(deepSize(DESCRIPTION, SCORES));
    const shifted = Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);
    expect(readDeepTables(DESCRIPTION, SCORES, shifted)).toEqual(written);
  });
});
