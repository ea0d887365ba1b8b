// SPDX-License-Identifier: Apache-2.0
import { FeatureReader, SEGMENT_LENGTH } from './features.ts';
import { HEAD_BITS, type LoadedModel, SCORE_LANES } from './model-file.ts';

/** Of one kind of features: a sum for each score, then the number of features. */
export const BLOCK: number = SCORE_LANES + 1;
/** Of one segment: words, then grams. */
export const STRIDE: number = 2 * BLOCK;

/**
 * Adds up the weights of a text's features, in exact integers. Holds working memory: it must not be entered twice at
 * once, and what it gives is valid until it is asked again.
 */
export interface SegmentSums {
  /** Sums of every segment, STRIDE numbers each. */
  readonly segments: (text: string, count: number) => Int32Array;
  /** Sums of the category heads over the words of a stretch, and the number of words. */
  readonly heads: (text: string, start: number, end: number) => { readonly sums: Int32Array; readonly words: number };
}

/** Four 8-bit weights are added in 16-bit lanes, two at a time; 256 of them can't overflow a lane. */
const LANES = 0x00ff00ff;
const MAX_ADDED = 256;
const LANE_BIAS = 128;
const HEAD_MASK = (1 << HEAD_BITS) - 1;

/** Adds up without a kernel, and says what a kernel must give. */
export class PlainSums implements SegmentSums {
  readonly #model: LoadedModel;
  readonly #reader: FeatureReader = new FeatureReader();
  #sums: Int32Array = new Int32Array(8 * STRIDE);

  constructor(model: LoadedModel) {
    this.#model = model;
  }

  segments(text: string, count: number): Int32Array {
    if (this.#sums.length < count * STRIDE) this.#sums = new Int32Array(count * STRIDE);
    const reader = this.#reader;
    reader.open(text, 0, text.length);
    for (let i = 0; i < count; i++) {
      reader.readTo((i + 1) * SEGMENT_LENGTH);
      addUp(this.#model.words, reader.words, reader.wordCount, this.#sums, i * STRIDE);
      addUp(this.#model.grams, reader.grams, reader.gramCount, this.#sums, i * STRIDE + BLOCK);
    }
    return this.#sums;
  }

  heads(text: string, start: number, end: number): { sums: Int32Array; words: number } {
    const count = this.#model.description.heads.length;
    const weights = this.#model.heads;
    const sums = new Int32Array(count);
    const reader = this.#reader;
    let words = 0;
    reader.open(text, start, end);
    for (let limit = start; limit < end; ) {
      limit += SEGMENT_LENGTH;
      reader.readTo(limit);
      words += reader.wordCount;
      for (let i = 0; i < reader.wordCount; i++) {
        const at = (reader.words[i]! & HEAD_MASK) * count;
        for (let head = 0; head < count; head++) sums[head]! += weights[at + head]!;
      }
    }
    return { sums, words };
  }
}

/** Leaves the sum of each weight and the number of features at `out[at]`. Weights are stored with 128 added. */
function addUp(table: Int32Array, features: Int32Array, count: number, out: Int32Array, at: number): void {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let from = 0; from < count; from += MAX_ADDED) {
    const to = Math.min(count, from + MAX_ADDED);
    let even = 0;
    let odd = 0;
    for (let i = from; i < to; i++) {
      const entry = table[features[i]!]!;
      even = (even + (entry & LANES)) | 0;
      odd = (odd + ((entry >>> 8) & LANES)) | 0;
    }
    first += even & 0xffff;
    second += odd & 0xffff;
    third += even >>> 16;
    fourth += odd >>> 16;
  }
  const added = LANE_BIAS * count;
  out[at] = first - added;
  out[at + 1] = second - added;
  out[at + 2] = third - added;
  out[at + 3] = fourth - added;
  out[at + SCORE_LANES] = count;
}
