// SPDX-License-Identifier: Apache-2.0
import { FeatureReader, SEGMENT_LENGTH } from './features.ts';
import { HEAD_BITS, type LoadedModel } from './model-file.ts';

/** Integer sums of one window, exact on every machine. A feature counts once per segment. */
export interface WindowScore {
  /** UTF-16 offsets in the normalised text. */
  readonly start: number;
  readonly end: number;
  readonly wordSum: number;
  readonly wordSquares: number;
  readonly gramSum: number;
  readonly gramSquares: number;
  readonly margin: number;
}

const STAMP_SHIFT = 16;
const LAST_STAMP = 0x7fff;
const VALUE_MASK = 0xffff;
const HEAD_MASK = (1 << HEAD_BITS) - 1;

/**
 * Scores a text in overlapping windows of whole segments. Sums are kept per segment and added up per window, so the cost
 * is linear in the text's length. Holds working memory: one scorer must not be entered twice at once.
 */
export class WindowScorer {
  readonly #model: LoadedModel;
  readonly #reader = new FeatureReader();
  /** High half of each entry: the segment (as a stamp) that last counted the feature. */
  readonly #words: Int32Array;
  readonly #grams: Int32Array;
  readonly #headStamps: Int32Array;
  #stamp = 0;
  #headStamp = 0;
  #wordSum = 0;
  #wordSquares = 0;
  #gramSum = 0;
  #gramSquares = 0;

  constructor(model: LoadedModel) {
    this.#model = model;
    this.#words = model.words.slice();
    this.#grams = model.grams.slice();
    this.#headStamps = new Int32Array(model.words.length);
  }

  /** Windows in text order; a text of up to `window_segments` segments is one window. */
  windows(text: string): WindowScore[] {
    const segments = Math.max(1, Math.ceil(text.length / SEGMENT_LENGTH));
    const sums = new Int32Array(4 * segments);
    this.#reader.open(text, 0, text.length);
    for (let i = 0; i < segments; i++) {
      this.#reader.readTo((i + 1) * SEGMENT_LENGTH);
      this.#nextStamp();
      this.#addWords();
      this.#addGrams();
      sums[4 * i] = this.#wordSum;
      sums[4 * i + 1] = this.#wordSquares;
      sums[4 * i + 2] = this.#gramSum;
      sums[4 * i + 3] = this.#gramSquares;
    }
    return this.#slide(sums, segments, text.length);
  }

  #slide(sums: Int32Array, segments: number, length: number): WindowScore[] {
    const width = Math.min(this.#model.description.window_segments, segments);
    const out: WindowScore[] = [];
    for (let first = 0; first + width <= segments; first++) {
      const total = [0, 0, 0, 0];
      for (let i = 4 * first; i < 4 * (first + width); i++) total[i & 3]! += sums[i]!;
      const [wordSum, wordSquares, gramSum, gramSquares] = total as [number, number, number, number];
      const margin = this.margin(wordSum, wordSquares, gramSum, gramSquares);
      const end = Math.min(length, (first + width) * SEGMENT_LENGTH);
      out.push({ start: first * SEGMENT_LENGTH, end, wordSum, wordSquares, gramSum, gramSquares, margin });
    }
    return out;
  }

  margin(wordSum: number, wordSquares: number, gramSum: number, gramSquares: number): number {
    const { word_factor, gram_factor, bias } = this.#model.description;
    const words = wordSquares > 0 ? (word_factor * wordSum) / Math.sqrt(wordSquares) : 0;
    const grams = gramSquares > 0 ? (gram_factor * gramSum) / Math.sqrt(gramSquares) : 0;
    return words + grams + bias;
  }

  /** Category margins of one window, in the order of the model's heads. */
  headMargins(text: string, window: WindowScore): number[] {
    const { heads } = this.#model.description;
    const weights = this.#model.heads;
    const stamps = this.#headStamps;
    const sums = new Int32Array(heads.length);
    const reader = this.#reader;
    reader.open(text, window.start, window.end);
    for (let limit = window.start + SEGMENT_LENGTH; ; limit += SEGMENT_LENGTH) {
      reader.readTo(limit);
      this.#headStamp++;
      for (let i = 0; i < reader.wordCount; i++) {
        const feature = reader.words[i]!;
        if (stamps[feature] === this.#headStamp) continue;
        stamps[feature] = this.#headStamp;
        const at = (feature & HEAD_MASK) * heads.length;
        for (let head = 0; head < heads.length; head++) sums[head]! += weights[at + head]!;
      }
      if (limit >= window.end) break;
    }
    const norm = window.wordSquares > 0 ? Math.sqrt(window.wordSquares) : 1;
    return heads.map((head, i) => (head.factor * sums[i]!) / norm + head.bias);
  }

  #nextStamp(): void {
    this.#stamp = (this.#stamp + 1) & LAST_STAMP;
    if (this.#stamp !== 0) return;
    this.#stamp = 1;
    for (const table of [this.#words, this.#grams]) {
      for (let i = 0; i < table.length; i++) table[i]! &= VALUE_MASK;
    }
  }

  #addWords(): void {
    const table = this.#words;
    const features = this.#reader.words;
    const count = this.#reader.wordCount;
    const stamp = this.#stamp;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < count; i++) {
      const at = features[i]!;
      const entry = table[at]!;
      if (entry >> STAMP_SHIFT === stamp) continue;
      table[at] = (entry & VALUE_MASK) | (stamp << STAMP_SHIFT);
      sum += (entry << 24) >> 24;
      squares += (entry >> 8) & 0xff;
    }
    this.#wordSum = sum;
    this.#wordSquares = squares;
  }

  #addGrams(): void {
    const table = this.#grams;
    const features = this.#reader.grams;
    const count = this.#reader.gramCount;
    const stamp = this.#stamp;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < count; i++) {
      const at = features[i]!;
      const entry = table[at]!;
      if (entry >> STAMP_SHIFT === stamp) continue;
      table[at] = (entry & VALUE_MASK) | (stamp << STAMP_SHIFT);
      sum += (entry << 24) >> 24;
      squares += (entry >> 8) & 0xff;
    }
    this.#gramSum = sum;
    this.#gramSquares = squares;
  }
}
