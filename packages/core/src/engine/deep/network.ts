// SPDX-License-Identifier: Apache-2.0
import { KernelAnswers } from './kernel-answers.ts';
import { type PatternAnswers, PlainAnswers, type Pooled } from './pattern-answers.ts';
import { type DeepDescription, type DeepTables, WIDTHS } from './tables.ts';
import { type Token, tokensOf } from './tokens.ts';

/** What the network makes of a piece of text. */
export interface Reading extends Pooled {
  readonly tokens: readonly Token[];
  /** One per score. */
  readonly logits: readonly number[];
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
  readonly #answers: PatternAnswers;

  constructor(
    description: DeepDescription,
    tables: DeepTables,
    answers: PatternAnswers = KernelAnswers.create(description.filters, description.piece, tables) ??
      new PlainAnswers(description.filters, tables),
  ) {
    this.#d = description;
    this.#tables = tables;
    this.#answers = answers;
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
    const { pooled, places } = this.#answers.toWords(tokens.map(({ form }) => form));
    const hidden = this.#layer(pooled);
    return { tokens, pooled, places, hidden, logits: this.#logits(hidden) };
  }

  #layer(pooled: Int32Array): Float64Array {
    const { hidden, hiddenBias } = this.#tables;
    const out = new Float64Array(this.#d.hidden);
    for (let h = 0; h < out.length; h++) {
      let sum = hiddenBias[h]!;
      const row = h * pooled.length;
      for (let k = 0, i = 0; k < WIDTHS.length; k++) {
        const step = this.#d.steps[k]!;
        for (let f = 0; f < this.#d.filters; f++, i++) sum += hidden[row + i]! * pooled[i]! * step;
      }
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
        weights[place + j]! += slope * this.#answers.toWord(token.form)[row + j * this.#d.filters]!;
      }
    }
  }
}
