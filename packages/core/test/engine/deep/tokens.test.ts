// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../../src/engine/deep/tokens.ts';
import { WordVectors } from '../../../src/engine/deep/vectors.ts';

const forms = (text: string, most = 99) => tokensOf(text, 0, text.length, most).map(({ form }) => form);

describe('tokensOf', () => {
  it('takes words, numbers by their length, single characters of Han and single signs', () => {
    expect(forms("don't pay 1234567 or 12, ok?")).toEqual(["don't", 'pay', '0000', 'or', '00', ',', 'ok', '?']);
    expect(forms('如何做')).toEqual(['如', '何', '做']);
    expect(forms("'quoted'")).toEqual(["'", 'quoted', "'"]);
  });

  it('says where each stands, and stops where it is told to', () => {
    expect(tokensOf('a bc  d', 1, 4, 9)).toEqual([{ start: 2, end: 4, form: 'bc' }]);
    expect(forms('one two three', 2)).toEqual(['one', 'two']);
  });
});

describe('WordVectors', () => {
  const grams = Int8Array.from({ length: 512 * 64 }, (_, i) => ((i * 37) % 181) - 90);
  const vectors = new WordVectors({ hashes: new Int32Array(0), words: new Int8Array(0), grams });
  const length = (vector: Int8Array) => Math.hypot(...vector);
  const nearness = (a: Int8Array, b: Int8Array) =>
    a.reduce((sum, x, i) => sum + x * b[i]!, 0) / (length(a) * length(b));

  it('makes up a word that it does not know of its character n-grams', () => {
    expect(length(vectors.vectorOf('gardening'))).toBeCloseTo(128, -1);
    expect(vectors.rowOf('gardening')).toBe(-1);
    expect(nearness(vectors.vectorOf('gardening'), vectors.vectorOf('gardening'))).toBeCloseTo(1);
    expect(vectors.vectorOf('gardening')).not.toEqual(vectors.vectorOf('umbrella'));
  });

  it('knows nothing of a word without n-grams', () => {
    expect([...vectors.vectorOf('')]).toEqual(new Array(64).fill(0));
  });
});
