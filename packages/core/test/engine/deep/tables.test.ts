// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { type DeepDescription, deepSize, readDeepTables } from '../../../src/engine/deep/tables.ts';

const SCORES = 2;
const DESCRIPTION: DeepDescription = {
  words: 3,
  buckets: 5,
  filters: 4,
  hidden: 2,
  piece: 6,
  steps: [1, 1, 1],
  bars: [0, 0],
  factors: [1, 1],
  offsets: [0, 0],
  most_windows: 3,
};

describe('readDeepTables', () => {
  const size = deepSize(DESCRIPTION, SCORES);
  const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 7) % 251);

  it('keeps no second copy of word vectors, n-grams and patterns', () => {
    const { words, grams, patterns } = readDeepTables(DESCRIPTION, SCORES, bytes);
    for (const table of [words, grams, patterns]) expect(table.buffer).toBe(bytes.buffer);
    expect(Buffer.from(grams.buffer, grams.byteOffset, grams.length)).toEqual(Buffer.from(bytes.slice(-grams.length)));
  });

  it('reads the same from bytes at any address, on shared memory too', () => {
    const inside = new Uint8Array(new SharedArrayBuffer(size + 3), 3);
    inside.set(bytes);
    expect(readDeepTables(DESCRIPTION, SCORES, inside)).toEqual(readDeepTables(DESCRIPTION, SCORES, bytes));
  });
});
