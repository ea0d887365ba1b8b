// SPDX-License-Identifier: Apache-2.0
import { Kernel } from '../kernel/kernel.ts';
import { MOST_KEPT, type PatternAnswers, type Pooled } from './pattern-answers.ts';
import { type DeepTables, PLACES, WIDTHS, WORD_DIMENSIONS } from './tables.ts';
import { WordVectors } from './vectors.ts';

/** Numbers of 32 bits that one vector instruction takes. */
const LANES = 4;
const WORD_BYTES = 4;

/** The same answers as PlainAnswers, a tenth of the time for words that were not seen before. */
export class KernelAnswers implements PatternAnswers {
  readonly #kernel: Kernel;
  readonly #vectors: WordVectors;
  readonly #answersPerWord: number;
  readonly #pooledCount: number;
  /** Addresses: of the vectors of n-grams, of a word's vector and a sum of such, of what is pooled and the places. */
  readonly #grams: number;
  readonly #vector: number;
  readonly #sums: number;
  readonly #pooled: number;
  readonly #places: number;
  /** Of a list of as many addresses as words are kept, and of the answers to those. */
  readonly #list: number;
  readonly #answers: number;
  readonly #memory: Int32Array;
  /** By word, the address of the answers to it. */
  readonly #kept = new Map<string, number>();

  private constructor(kernel: Kernel, filters: number, tables: DeepTables) {
    this.#kernel = kernel;
    this.#vectors = new WordVectors(tables, (buckets) => this.#sumOf(buckets));
    this.#answersPerWord = PLACES * filters;
    this.#pooledCount = WIDTHS.length * filters;
    kernel.exports.configurePatterns(kernel.place(tables.patterns), kernel.place(tables.biases), filters);
    this.#grams = kernel.place(tables.grams);
    this.#vector = kernel.place(new Int8Array(WORD_DIMENSIONS));
    this.#sums = kernel.place(new Int32Array(WORD_DIMENSIONS));
    this.#pooled = kernel.place(new Int32Array(this.#pooledCount));
    this.#places = kernel.place(new Int32Array(this.#pooledCount));
    this.#list = kernel.free;
    this.#answers = this.#list + WORD_BYTES * MOST_KEPT;
    kernel.reserve(this.#answers + WORD_BYTES * this.#answersPerWord * MOST_KEPT);
    this.#memory = new Int32Array(kernel.exports.memory.buffer);
  }

  /** Null where kernels don't run, or for a number of patterns, or of words at once, that they don't take. */
  static create(filters: number, mostWords: number, tables: DeepTables): KernelAnswers | null {
    if (filters % LANES !== 0 || mostWords > MOST_KEPT) return null;
    const kernel = Kernel.create();
    return kernel === null ? null : new KernelAnswers(kernel, filters, tables);
  }

  toWord(form: string): Int32Array {
    if (!this.#kept.has(form)) this.#makeRoom(1);
    return this.#numbers(this.#addressOf(form), this.#answersPerWord);
  }

  toWords(forms: readonly string[]): Pooled {
    this.#makeRoom(forms.length);
    this.#writeList(forms.map((form) => this.#addressOf(form)));
    if (forms.length > 0) this.#kernel.exports.poolAnswers(this.#list, forms.length, this.#pooled, this.#places);
    else this.#memory.fill(0, this.#pooled / WORD_BYTES, this.#list / WORD_BYTES);
    return {
      pooled: this.#numbers(this.#pooled, this.#pooledCount).slice(),
      places: this.#numbers(this.#places, this.#pooledCount).slice(),
    };
  }

  /** Words that are read together must not push each other out. */
  #makeRoom(words: number): void {
    if (this.#kept.size + words > MOST_KEPT) this.#kept.clear();
  }

  #addressOf(form: string): number {
    const known = this.#kept.get(form);
    if (known !== undefined) return known;
    const at = this.#answers + WORD_BYTES * this.#answersPerWord * this.#kept.size;
    this.#kernel.write(this.#vector, this.#vectors.vectorOf(form));
    this.#kernel.exports.answerWord(this.#vector, at);
    this.#kept.set(form, at);
    return at;
  }

  /** A word has fewer n-grams than there are words to keep. */
  #sumOf(buckets: readonly number[]): Int32Array {
    this.#writeList(buckets.map((bucket) => this.#grams + bucket * WORD_DIMENSIONS));
    this.#kernel.exports.sumGrams(this.#list, buckets.length, this.#sums);
    return this.#numbers(this.#sums, WORD_DIMENSIONS);
  }

  #writeList(addresses: readonly number[]): void {
    this.#memory.set(addresses, this.#list / WORD_BYTES);
  }

  #numbers(at: number, count: number): Int32Array {
    return this.#memory.subarray(at / WORD_BYTES, at / WORD_BYTES + count);
  }
}
