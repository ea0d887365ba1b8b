// SPDX-License-Identifier: Apache-2.0
import { SEGMENT_LENGTH } from './features.ts';
import { KernelSums } from './kernel-sums.ts';
import { type LoadedModel, SCORE_LANES } from './model-file.ts';
import { BLOCK, PlainSums, type SegmentSums, STRIDE } from './segment-sums.ts';

/** Copied, which is much faster than filling an array. */
const NOTHING_YET: readonly number[] = Array.from({ length: STRIDE }, () => 0);

/** One stretch of the text, judged by itself. Offsets are UTF-16 units of the normalised text. */
export interface WindowScore {
  readonly start: number;
  readonly end: number;
  /** Exact integers: for words and for grams the sum of weights of each score, then the number of features. */
  readonly sums: readonly number[];
  /** One per score of the model, on the scale of its thresholds. */
  readonly margins: readonly number[];
}

/**
 * Scores a text in overlapping windows of whole segments. Sums are kept per segment and added up per window, so the cost
 * is linear in the text's length. Holds working memory: one scorer must not be entered twice at once.
 */
export class WindowScorer {
  readonly #model: LoadedModel;
  readonly #sums: SegmentSums;

  constructor(model: LoadedModel, sums: SegmentSums = KernelSums.create(model) ?? new PlainSums(model)) {
    this.#model = model;
    this.#sums = sums;
  }

  /** Windows in text order; a text of up to `window_segments` segments is one window. */
  windows(text: string): WindowScore[] {
    const segments = Math.max(1, Math.ceil(text.length / SEGMENT_LENGTH));
    return this.#slide(this.#sums.segments(text, segments), segments, text.length);
  }

  #slide(sums: Int32Array, segments: number, length: number): WindowScore[] {
    const width = Math.min(this.#model.description.window_segments, segments);
    const total = NOTHING_YET.slice();
    const out: WindowScore[] = [];
    for (let segment = 0; segment < segments; segment++) {
      const first = segment - width + 1;
      for (let k = 0; k < STRIDE; k++) {
        total[k]! += sums[segment * STRIDE + k]!;
        if (first > 0) total[k]! -= sums[(first - 1) * STRIDE + k]!;
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
    const { sums, words } = this.#sums.heads(text, window.start, window.end);
    const norm = Math.sqrt(Math.max(1, words));
    return heads.map((head, i) => (head.factor * sums[i]!) / norm + head.bias);
  }
}
