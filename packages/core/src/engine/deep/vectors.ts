// SPDX-License-Identifier: Apache-2.0
import { WORD_DIMENSIONS, type WordTables } from './tables.ts';

const FNV_BASIS = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;
/** Character n-grams of a word that is not in the vocabulary, counted in code points, its edges marked by < and >. */
const SHORTEST_GRAM = 3;
const LONGEST_GRAM = 5;
/** Components are stored in 64ths; the vector of every word has this length. */
const STORED_LENGTH = 128;
/** A longer run of letters is no word; its beginning stands for it. */
const LONGEST_WORD = 40;

/** Adds up the vectors of n-grams, given their buckets. */
export type SumOfGrams = (buckets: readonly number[]) => Int32Array;

/** Looks words up. A word that training did not see often is made up of its character n-grams, as fastText does. */
export class WordVectors {
  readonly #tables: WordTables;
  readonly #slots: Int32Array;
  readonly #mask: number;
  readonly #bytes = new TextEncoder();
  readonly #sumOf: SumOfGrams;

  constructor(tables: WordTables, sumOf: SumOfGrams = (buckets) => sumOfRows(tables.grams, buckets)) {
    this.#tables = tables;
    this.#sumOf = sumOf;
    let size = 1;
    while (size < 2 * tables.hashes.length) size *= 2;
    this.#mask = size - 1;
    this.#slots = new Int32Array(size).fill(-1);
    for (let row = 0; row < tables.hashes.length; row++) {
      let slot = tables.hashes[row]! & this.#mask;
      while (this.#slots[slot] !== -1) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = row;
    }
  }

  /** Row in the vocabulary, or -1. */
  rowOf(form: string): number {
    const hash = hashOf(this.#bytes.encode(form));
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const row = this.#slots[slot]!;
      if (row === -1 || this.#tables.hashes[row] === hash) return row;
    }
  }

  /** The vector of a word, in 64ths; all zeros where nothing is known of it. */
  vectorOf(form: string): Int8Array {
    const row = this.rowOf(form);
    if (row >= 0) return this.#tables.words.subarray(row * WORD_DIMENSIONS, (row + 1) * WORD_DIMENSIONS);
    return this.#madeUp(form);
  }

  #madeUp(form: string): Int8Array {
    const count = this.#tables.grams.length / WORD_DIMENSIONS;
    const hashes = gramHashes(this.#bytes.encode(`<${form.slice(0, LONGEST_WORD)}>`));
    return scaled(this.#sumOf(hashes.map((hash) => (hash >>> 0) % count)));
  }
}

function sumOfRows(grams: Int8Array, buckets: readonly number[]): Int32Array {
  const sum = new Int32Array(WORD_DIMENSIONS);
  for (const bucket of buckets) {
    const at = bucket * WORD_DIMENSIONS;
    for (let i = 0; i < WORD_DIMENSIONS; i++) sum[i]! += grams[at + i]!;
  }
  return sum;
}

/** To the length that every stored vector has; sums and the square root are exact on every machine. */
function scaled(sum: Int32Array): Int8Array {
  const out = new Int8Array(sum.length);
  let square = 0;
  for (const x of sum) square += x * x;
  if (square === 0) return out;
  const factor = STORED_LENGTH / Math.sqrt(square);
  for (let i = 0; i < sum.length; i++) out[i] = Math.max(-127, Math.min(127, Math.round(sum[i]! * factor)));
  return out;
}

/** Of every n-gram of a word, given as UTF-8. */
function gramHashes(bytes: Uint8Array): number[] {
  const hashes: number[] = [];
  for (let from = 0; from < bytes.length; from++) {
    if (!startsCodePoint(bytes, from)) continue;
    let hash = FNV_BASIS;
    for (let to = from, signs = 0; to < bytes.length; to++) {
      hash = hashOn(hash, bytes[to]!);
      if (!startsCodePoint(bytes, to + 1)) continue;
      signs++;
      if (signs >= SHORTEST_GRAM) hashes.push(hash);
      if (signs === LONGEST_GRAM) break;
    }
  }
  return hashes;
}

/** True behind the last as well. */
const startsCodePoint = (bytes: Uint8Array, at: number) => at === bytes.length || (bytes[at]! & 0xc0) !== 0x80;

/** FNV-1a as fastText has it: bytes are signed. */
export function hashOf(bytes: Uint8Array): number {
  let hash = FNV_BASIS;
  for (const byte of bytes) hash = hashOn(hash, byte);
  return hash;
}

const hashOn = (hash: number, byte: number) => Math.imul(hash ^ ((byte << 24) >> 24), FNV_PRIME);
