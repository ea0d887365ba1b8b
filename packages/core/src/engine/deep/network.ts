// SPDX-License-Identifier: Apache-2.0
import { type DeepDescription, type DeepTables, PLACES, WIDTHS, WORD_DIMENSIONS } from './tables.ts';
import { type Token, tokensOf } from './tokens.ts';
import { WordVectors } from './vectors.ts';

/** Projections of words are kept, because most words of most texts are few; when so many are kept all are forgotten. */
const MOST_KEPT = 4096;

/** What the network makes of a piece of text. */
export interface Reading {
  readonly tokens: readonly Token[];
  /** One per score. */
  readonly logits: readonly number[];
  /** Strongest answer of each pattern, exact integers, and the first place (a token's number) at which it was given. */
  readonly pooled: Int32Array;
  readonly places: Int32Array;
  /** After the first layer, zeros where a unit is silent. */
  readonly hidden: Float64Array;
}

/**
 * Looks for patterns of one to three words in the space of word vectors. Patterns are matched in integers; what follows
 * are products and sums of doubles in a fixed order, so that every machine finds the same.
 */
export class DeepNetwork {
  readonly #d: DeepDescription;
  readonly #tables: DeepTables;
  readonly #vectors: WordVectors;
  readonly #kept = new Map<string, Int32Array>();

  constructor(description: DeepDescription, tables: DeepTables) {
    this.#d = description;
    this.#tables = tables;
    this.#vectors = new WordVectors(tables);
  }

  /** Reads a stretch of a normalised text piece by piece. */
  read(text: string, start: number, end: number): Reading[] {
    const tokens = tokensOf(text, start, end, end - start);
    const out: Reading[] = [];
    for (let first = 0; first === 0 || first < tokens.length; first += this.#d.piece) {
      out.push(this.#readPiece(tokens.slice(first, first + this.#d.piece)));
    }
    return out;
  }

  #readPiece(tokens: readonly Token[]): Reading {
    const projected = tokens.map(({ form }) => this.#projection(form));
    const pooled = new Int32Array(this.#d.filters * WIDTHS.length);
    const places = new Int32Array(pooled.length);
    if (tokens.length > 0) for (let k = 0; k < WIDTHS.length; k++) this.#pool(k, projected, pooled, places);
    const hidden = this.#layer(pooled);
    return { tokens, pooled, places, hidden, logits: this.#logits(hidden) };
  }

  /** Answers of every pattern's every place to one word. */
  #projection(form: string): Int32Array {
    const known = this.#kept.get(form);
    if (known !== undefined) return known;
    const vector = this.#vectors.vectorOf(form);
    const { patterns } = this.#tables;
    const out = new Int32Array(PLACES * this.#d.filters);
    for (let row = 0, at = 0; row < out.length; row++) {
      let sum = 0;
      for (let i = 0; i < WORD_DIMENSIONS; i++) sum += patterns[at++]! * vector[i]!;
      out[row] = sum;
    }
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(form, out);
    return out;
  }

  /** A pattern may begin before the first word and end after the last; silence counts as nothing. */
  #pool(k: number, projected: readonly Int32Array[], pooled: Int32Array, places: Int32Array): void {
    const width = WIDTHS[k]!;
    const { filters } = this.#d;
    const firstPlace = (width * (width - 1)) / 2;
    for (let p = 1 - width; p < projected.length; p++) {
      const from = Math.max(0, -p);
      const to = Math.min(width, projected.length - p);
      for (let f = 0; f < filters; f++) {
        let sum = this.#tables.biases[k * filters + f]!;
        for (let j = from; j < to; j++) sum += projected[p + j]![(firstPlace + j) * filters + f]!;
        if (sum <= pooled[k * filters + f]!) continue;
        pooled[k * filters + f] = sum;
        places[k * filters + f] = p;
      }
    }
  }

  #layer(pooled: Int32Array): Float64Array {
    const { hidden, hiddenBias } = this.#tables;
    const out = new Float64Array(this.#d.hidden);
    for (let h = 0; h < out.length; h++) {
      let sum = hiddenBias[h]!;
      for (let i = 0; i < pooled.length; i++) sum += hidden[h * pooled.length + i]! * pooled[i]! * this.#stepOf(i);
      out[h] = Math.max(0, sum);
    }
    return out;
  }

  #stepOf(pattern: number): number {
    return this.#d.steps[Math.floor(pattern / this.#d.filters)]!;
  }

  #logits(hidden: Float64Array): number[] {
    const { out, outBias } = this.#tables;
    return [...outBias].map((bias, s) => {
      let sum = bias;
      for (let h = 0; h < hidden.length; h++) sum += out[s * hidden.length + h]! * hidden[h]!;
      return sum;
    });
  }

  /** What each token adds to a score: exact but for the biases, because every layer is a sum where it is not silent. */
  weigh(reading: Reading, score: number): Float64Array {
    const weights = new Float64Array(reading.tokens.length);
    const { hidden, out } = this.#tables;
    const { pooled, places } = reading;
    for (let i = 0; i < pooled.length; i++) {
      if (pooled[i] === 0) continue;
      let slope = 0;
      for (let h = 0; h < reading.hidden.length; h++) {
        if (reading.hidden[h]! > 0) slope += out[score * reading.hidden.length + h]! * hidden[h * pooled.length + i]!;
      }
      this.#share(reading.tokens, i, places[i]!, slope * this.#stepOf(i), weights);
    }
    return weights;
  }

  #share(tokens: readonly Token[], pattern: number, place: number, slope: number, weights: Float64Array): void {
    const k = Math.floor(pattern / this.#d.filters);
    const width = WIDTHS[k]!;
    const row = ((width * (width - 1)) / 2) * this.#d.filters + (pattern % this.#d.filters);
    for (let j = 0; j < width; j++) {
      const token = tokens[place + j];
      if (token !== undefined) {
        weights[place + j]! += slope * this.#projection(token.form)[row + j * this.#d.filters]!;
      }
    }
  }
}
