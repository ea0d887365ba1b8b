// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the compact concept index: which concepts an English word can stand for, the broader ones above each, and those
 * that are the same thing as another part of speech. `scripts/build-concepts.ts` writes it from WordNet.
 *
 *   "PLCN" version=1   u32 words   u32 concepts   u32 bytes of the lexicon   starts   lexicon   graph    (little-endian)
 *   starts   u32 for each block of 16 words: where it begins in the lexicon
 *   lexicon  words in byte order: shared prefix length (0 at the beginning of a block), suffix length, suffix; then for
 *            noun, verb, adjective, adverb the number of senses and each concept id, most frequent sense first
 *   graph    for each concept: number of broader ones, each as a signed distance; the same for related ones
 * Integers inside lexicon and graph are LEB128; distances are zigzag-coded.
 */
import { FormatError } from '../seal/format-error.ts';

export const PARTS_OF_SPEECH = ['noun', 'verb', 'adjective', 'adverb'] as const;
export type PartOfSpeech = (typeof PARTS_OF_SPEECH)[number];
/** Concept ids of a word, by part of speech; most frequent sense first. */
export type Senses = Readonly<Record<PartOfSpeech, readonly number[]>>;

export interface Concepts {
  readonly words: number;
  readonly concepts: number;
  /** Of a base form in lower case; null where the word is not known. */
  senses(word: string): Senses | null;
  /** Ids of the next broader concepts. */
  broader(concept: number): Uint32Array;
  /** Ids of concepts of another part of speech: payment and to pay. */
  related(concept: number): Uint32Array;
}

export const CONCEPTS_MAGIC = [0x50, 0x4c, 0x43, 0x4e, 1] as const;
export const WORDS_PER_BLOCK = 16;
const HEADER_BYTES = 17;
const FORMAT = 'concept index';
const MAX_WORD_BYTES = 64;

/** @throws FormatError when the bytes are not such a file */
export function readConcepts(bytes: Uint8Array): Concepts {
  if (bytes.length < HEADER_BYTES || CONCEPTS_MAGIC.some((byte, i) => bytes[i] !== byte))
    throw new FormatError(FORMAT, 'the file does not begin as version 1 does');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = view.getUint32(5, true);
  const concepts = view.getUint32(9, true);
  const lexiconStart = HEADER_BYTES + 4 * Math.ceil(words / WORDS_PER_BLOCK);
  const lexiconEnd = lexiconStart + view.getUint32(13, true);
  if (lexiconEnd > bytes.length || concepts > bytes.length) throw damaged();
  const starts = Uint32Array.from({ length: Math.ceil(words / WORDS_PER_BLOCK) }, (_, block) =>
    view.getUint32(HEADER_BYTES + 4 * block, true),
  );
  const lexicon = new Lexicon(bytes.subarray(lexiconStart, lexiconEnd), starts, words, concepts);
  const graph = readGraph(new Cursor(bytes.subarray(lexiconEnd)), concepts);
  return {
    words,
    concepts,
    senses: (word) => lexicon.find(word),
    broader: (concept) => graph.broader.of(concept),
    related: (concept) => graph.related.of(concept),
  };
}

const damaged = () => new FormatError(FORMAT, 'the file is cut off or damaged');

class Cursor {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  get done(): boolean {
    return this.at === this.#bytes.length;
  }

  unsigned(): number {
    let value = 0;
    for (let shift = 0; shift < 32; shift += 7) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) break;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw damaged();
  }

  signed(): number {
    const value = this.unsigned();
    return (value >>> 1) ^ -(value & 1);
  }

  take(length: number): Uint8Array {
    const taken = this.#bytes.subarray(this.at, this.at + length);
    if (taken.length !== length) throw damaged();
    this.at += length;
    return taken;
  }
}

class Lexicon {
  readonly #bytes: Uint8Array;
  /** Where each block begins. */
  readonly #starts: Uint32Array;
  /** The word that each block begins with, read when it is met. */
  readonly #firsts: string[] = [];
  readonly #words: number;
  readonly #concepts: number;

  constructor(bytes: Uint8Array, starts: Uint32Array, words: number, concepts: number) {
    this.#bytes = bytes;
    this.#starts = starts;
    this.#words = words;
    this.#concepts = concepts;
  }

  find(wanted: string): Senses | null {
    const block = this.#blockOf(wanted);
    if (block < 0) return null;
    const cursor = new Cursor(this.#bytes, this.#starts[block]);
    const word = new Uint8Array(MAX_WORD_BYTES);
    const count = Math.min(WORDS_PER_BLOCK, this.#words - block * WORDS_PER_BLOCK);
    for (let i = 0; i < count; i++) {
      const length = readWord(cursor, word);
      if (length === wanted.length && isWord(word, wanted)) return readSenses(cursor, this.#concepts);
      skipSenses(cursor);
    }
    return null;
  }

  /** The last block that begins at or before the word. */
  #blockOf(wanted: string): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#firstOf(middle) <= wanted) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #firstOf(block: number): string {
    let first = this.#firsts[block];
    if (first === undefined) {
      const word = new Uint8Array(MAX_WORD_BYTES);
      const length = readWord(new Cursor(this.#bytes, this.#starts[block]), word);
      first = String.fromCharCode(...word.subarray(0, length));
      this.#firsts[block] = first;
    }
    return first;
  }
}

function isWord(bytes: Uint8Array, wanted: string): boolean {
  for (let i = 0; i < wanted.length; i++) if (bytes[i] !== wanted.charCodeAt(i)) return false;
  return true;
}

/** Overwrites `word` from the shared prefix on; answers its new length. */
function readWord(cursor: Cursor, word: Uint8Array): number {
  const shared = cursor.unsigned();
  const own = cursor.unsigned();
  if (shared + own > MAX_WORD_BYTES) throw damaged();
  word.set(cursor.take(own), shared);
  return shared + own;
}

function skipSenses(cursor: Cursor): void {
  for (let part = 0; part < PARTS_OF_SPEECH.length; part++) {
    for (let left = cursor.unsigned(); left > 0; left--) cursor.unsigned();
  }
}

function readSenses(cursor: Cursor, concepts: number): Senses {
  const [noun, verb, adjective, adverb] = PARTS_OF_SPEECH.map(() =>
    Array.from({ length: cursor.unsigned() }, () => {
      const concept = cursor.unsigned();
      if (concept >= concepts) throw damaged();
      return concept;
    }),
  ) as [number[], number[], number[], number[]];
  return { noun, verb, adjective, adverb };
}

/** Lists of ids, one after the other. */
class Lists {
  readonly #starts: Uint32Array;
  readonly #ids: Uint32Array;

  constructor(starts: Uint32Array, ids: readonly number[]) {
    this.#starts = starts;
    this.#ids = Uint32Array.from(ids);
  }

  of(concept: number): Uint32Array {
    return this.#ids.subarray(this.#starts[concept], this.#starts[concept + 1]);
  }
}

function readGraph(cursor: Cursor, concepts: number): { broader: Lists; related: Lists } {
  const starts = [new Uint32Array(concepts + 1), new Uint32Array(concepts + 1)] as const;
  const ids: readonly [number[], number[]] = [[], []];
  for (let concept = 0; concept < concepts; concept++) {
    for (const side of [0, 1] as const) {
      for (let left = cursor.unsigned(); left > 0; left--) {
        const other = concept + cursor.signed();
        if (other < 0 || other >= concepts) throw damaged();
        ids[side].push(other);
      }
      starts[side][concept + 1] = ids[side].length;
    }
  }
  if (!cursor.done) throw damaged();
  return { broader: new Lists(starts[0], ids[0]), related: new Lists(starts[1], ids[1]) };
}
