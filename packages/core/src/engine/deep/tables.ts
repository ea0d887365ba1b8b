// SPDX-License-Identifier: Apache-2.0

/** Components of a word vector. */
export const WORD_DIMENSIONS = 64;
/** Widths, in words, of the patterns that the network looks for. */
export const WIDTHS = [1, 2, 3] as const;
/** One projection for each place of each width. */
export const PLACES = 6;

/** Word vectors: of the vocabulary by hash of the word, and of buckets of character n-grams. */
export interface WordTables {
  readonly hashes: Int32Array;
  readonly words: Int8Array;
  readonly grams: Int8Array;
}

/** What the weights file says of the network. */
export interface DeepDescription {
  readonly words: number;
  readonly buckets: number;
  readonly filters: number;
  readonly hidden: number;
  /** Tokens that are read at once; a window that holds more is read in pieces. */
  readonly piece: number;
  /** What one unit of a pattern's answer stands for, per width. */
  readonly steps: readonly number[];
  /** Per score: the network is asked about a window only where the first tier's margin is at least this. */
  readonly bars: readonly number[];
  /** Per score: margin = first tier's margin + factor * logit + offset */
  readonly factors: readonly number[];
  readonly offsets: readonly number[];
  /** At most so many windows of one text are asked about, those furthest above their bars. */
  readonly most_windows: number;
}

export interface DeepTables extends WordTables {
  /** Per width and filter, in units of the step. */
  readonly biases: Int32Array;
  readonly hidden: Float32Array;
  readonly hiddenBias: Float32Array;
  readonly out: Float32Array;
  readonly outBias: Float32Array;
  /** [place][filter][component] */
  readonly patterns: Int8Array;
}

/** Bytes that the tables take in the weights file. */
export function deepSize(d: DeepDescription, scores: number): number {
  return parts(d, scores).reduce((sum, [, length, width]) => sum + length * width, 0);
}

/** In the order of the file. Numbers of one byte are views on `bytes`; longer ones are copied, since they may lie at any address. */
export function readDeepTables(d: DeepDescription, scores: number, bytes: Uint8Array): DeepTables {
  let at = 0;
  const found = new Map<string, Uint8Array>();
  for (const [name, length, width] of parts(d, scores)) {
    found.set(name, bytes.subarray(at, at + length * width));
    at += length * width;
  }
  const copyOf = (name: string) => new Uint8Array(found.get(name)!).buffer;
  const viewOf = (name: string) => {
    const { buffer, byteOffset, length } = found.get(name)!;
    return new Int8Array(buffer, byteOffset, length);
  };
  return {
    hashes: new Int32Array(copyOf('hashes')),
    biases: new Int32Array(copyOf('biases')),
    hidden: new Float32Array(copyOf('hidden')),
    hiddenBias: new Float32Array(copyOf('hiddenBias')),
    out: new Float32Array(copyOf('out')),
    outBias: new Float32Array(copyOf('outBias')),
    patterns: viewOf('patterns'),
    words: viewOf('words'),
    grams: viewOf('grams'),
  };
}

/** Name, number of values, bytes of each. */
function parts(d: DeepDescription, scores: number): readonly (readonly [string, number, number])[] {
  const pooled = d.filters * WIDTHS.length;
  return [
    ['hashes', d.words, 4],
    ['biases', pooled, 4],
    ['hidden', d.hidden * pooled, 4],
    ['hiddenBias', d.hidden, 4],
    ['out', scores * d.hidden, 4],
    ['outBias', scores, 4],
    ['patterns', PLACES * d.filters * WORD_DIMENSIONS, 1],
    ['words', d.words * WORD_DIMENSIONS, 1],
    ['grams', d.buckets * WORD_DIMENSIONS, 1],
  ];
}
