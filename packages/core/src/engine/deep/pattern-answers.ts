// SPDX-License-Identifier: Apache-2.0
import { type DeepTables, PLACES, WIDTHS, WORD_DIMENSIONS } from './tables.ts';
import { WordVectors } from './vectors.ts';

/** Answers to words are kept, because most words of most texts are few; when so many are kept all are forgotten. */
export const MOST_KEPT = 4096;

/** What the patterns answer to words in a row. */
export interface Pooled {
  /** Strongest answer of each pattern, exact integers: [width][filter]. */
  readonly pooled: Int32Array;
  /** The first place (a word's number) at which it was given. */
  readonly places: Int32Array;
}

/** Matches patterns of one to three words, in integers. */
export interface PatternAnswers {
  /** Of every pattern's every place to one word: [place][filter], valid until the next call. */
  readonly toWord: (form: string) => Int32Array;
  readonly toWords: (forms: readonly string[]) => Pooled;
}

/** Answers without a kernel, and says what a kernel must give. */
export class PlainAnswers implements PatternAnswers {
  readonly #filters: number;
  readonly #tables: DeepTables;
  readonly #vectors: WordVectors;
  readonly #kept = new Map<string, Int32Array>();

  constructor(filters: number, tables: DeepTables) {
    this.#filters = filters;
    this.#tables = tables;
    this.#vectors = new WordVectors(tables);
  }

  toWord(form: string): Int32Array {
    const known = this.#kept.get(form);
    if (known !== undefined) return known;
    const vector = this.#vectors.vectorOf(form);
    const { patterns } = this.#tables;
    const out = new Int32Array(PLACES * this.#filters);
    for (let row = 0, at = 0; row < out.length; row++) {
      let sum = 0;
      for (let i = 0; i < WORD_DIMENSIONS; i++) sum += patterns[at++]! * vector[i]!;
      out[row] = sum;
    }
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(form, out);
    return out;
  }

  toWords(forms: readonly string[]): Pooled {
    const answers = forms.map((form) => this.toWord(form));
    const pooled = new Int32Array(this.#filters * WIDTHS.length);
    const places = new Int32Array(pooled.length);
    for (let k = 0; k < WIDTHS.length; k++) this.#pool(k, answers, pooled, places);
    return { pooled, places };
  }

  /** A pattern may begin before the first word and end after the last; silence counts as nothing. */
  #pool(k: number, answers: readonly Int32Array[], pooled: Int32Array, places: Int32Array): void {
    if (answers.length === 0) return;
    const width = WIDTHS[k]!;
    const filters = this.#filters;
    const firstPlace = (width * (width - 1)) / 2;
    for (let p = 1 - width; p < answers.length; p++) {
      const from = Math.max(0, -p);
      const to = Math.min(width, answers.length - p);
      for (let f = 0; f < filters; f++) {
        let sum = this.#tables.biases[k * filters + f]!;
        for (let j = from; j < to; j++) sum += answers[p + j]![(firstPlace + j) * filters + f]!;
        if (sum <= pooled[k * filters + f]!) continue;
        pooled[k * filters + f] = sum;
        places[k * filters + f] = p;
      }
    }
  }
}
