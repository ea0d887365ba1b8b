// SPDX-License-Identifier: Apache-2.0
import { FeatureReader, SEGMENT_LENGTH } from './features.ts';
import { HEAD_BITS, type LoadedModel, SCORE_LANES } from './model-file.ts';

/** One stretch of the text, judged by itself. Offsets are UTF-16 units of the normalised text. */
export interface WindowScore {
  readonly start: number;
  readonly end: number;
  /** Exact integers: for words and for grams the sum of weights of each score, then the number of features. */
  readonly sums: readonly number[];
  /** One per score of the model, on the scale of its thresholds. */
  readonly margins: readonly number[];
}

const BLOCK = SCORE_LANES + 1;
const STRIDE = 2 * BLOCK;
/** Four 8-bit weights are added in 16-bit lanes, two at a time; 256 of them can't overflow a lane. */
const LANES = 0x00ff00ff;
const MAX_ADDED = 256;
const LANE_BIAS = 128;
const HEAD_MASK = (1 << HEAD_BITS) - 1;

/**
 * Scores a text in overlapping windows of whole segments. Sums are kept per segment and added up per window, so the cost
 * is linear in the text's length. Holds working memory: one scorer must not be entered twice at once.
 */
export class WindowScorer {
  readonly #model: LoadedModel;
  readonly #reader: FeatureReader = new FeatureReader();
  #sums: Int32Array = new Int32Array(8 * STRIDE);

  constructor(model: LoadedModel) {
    this.#model = model;
  }

  /** Windows in text order; a text of up to `window_segments` segments is one window. */
  windows(text: string): WindowScore[] {
    const segments = Math.max(1, Math.ceil(text.length / SEGMENT_LENGTH));
    if (this.#sums.length < segments * STRIDE) this.#sums = new Int32Array(segments * STRIDE);
    const reader = this.#reader;
    reader.open(text, 0, text.length);
    for (let i = 0; i < segments; i++) {
      reader.readTo((i + 1) * SEGMENT_LENGTH);
      addUp(this.#model.words, reader.words, reader.wordCount, this.#sums, i * STRIDE);
      addUp(this.#model.grams, reader.grams, reader.gramCount, this.#sums, i * STRIDE + BLOCK);
    }
    return this.#slide(segments, text.length);
  }

  #slide(segments: number, length: number): WindowScore[] {
    const width = Math.min(this.#model.description.window_segments, segments);
    const total = new Array<number>(STRIDE).fill(0);
    const out: WindowScore[] = [];
    for (let segment = 0; segment < segments; segment++) {
      const first = segment - width + 1;
      for (let k = 0; k < STRIDE; k++) {
        total[k]! += this.#sums[segment * STRIDE + k]!;
        if (first > 0) total[k]! -= this.#sums[(first - 1) * STRIDE + k]!;
      }
      if (first < 0) continue;
      const end = Math.min(length, (segment + 1) * SEGMENT_LENGTH);
      out.push({ start: first * SEGMENT_LENGTH, end, sums: total.slice(), margins: this.#margins(total) });
    }
    return out;
  }

  #margins(sums: readonly number[]): number[] {
    const { scores } = this.#model.description;
    const wordNorm = Math.sqrt(Math.max(1, sums[SCORE_LANES]!));
    const gramNorm = Math.sqrt(Math.max(1, sums[BLOCK + SCORE_LANES]!));
    const out: number[] = [];
    for (let k = 0; k < scores.length; k++) {
      const { word_factor, gram_factor, bias } = scores[k]!;
      out.push((word_factor * sums[k]!) / wordNorm + (gram_factor * sums[BLOCK + k]!) / gramNorm + bias);
    }
    return out;
  }

  /** Category margins of one window, in the order of the model's heads. Looks at words only. */
  headMargins(text: string, window: WindowScore): number[] {
    const { heads } = this.#model.description;
    const weights = this.#model.heads;
    const sums = new Int32Array(heads.length);
    const reader = this.#reader;
    let features = 0;
    reader.open(text, window.start, window.end);
    for (let limit = window.start; limit < window.end; ) {
      limit += SEGMENT_LENGTH;
      reader.readTo(limit);
      features += reader.wordCount;
      for (let i = 0; i < reader.wordCount; i++) {
        const at = (reader.words[i]! & HEAD_MASK) * heads.length;
        for (let head = 0; head < heads.length; head++) sums[head]! += weights[at + head]!;
      }
    }
    const norm = Math.sqrt(Math.max(1, features));
    return heads.map((head, i) => (head.factor * sums[i]!) / norm + head.bias);
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
