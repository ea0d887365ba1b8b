// SPDX-License-Identifier: Apache-2.0
/** Writes the concept index; packages/core/src/search/concepts-file.ts says what it looks like and reads it. */
import { CONCEPTS_MAGIC, WORDS_PER_BLOCK } from '../../packages/core/src/search/concepts-file.ts';
import type { WordNet } from './wordnet.ts';

/** Rarer senses cost room and bring noise. */
const MAX_SENSES = 8;
/** Single words: a text is read word by word. */
const WORD = /^[a-z][a-z'-]{1,31}$/;

export function encodeConcepts({ synsets, lemmas }: WordNet): Uint8Array {
  const ids = new Map(synsets.map(({ key }, id) => [key, id]));
  const idOf = (key: string) => {
    const id = ids.get(key);
    if (id === undefined) throw new Error(`${key} is pointed at and does not exist`);
    return id;
  };
  // Byte order, which JavaScript's default order is for ASCII.
  const words = [...lemmas.keys()].filter((lemma) => WORD.test(lemma)).sort();
  const lexicon = new Bytes();
  const starts: number[] = [];
  let previous = '';
  for (const [i, word] of words.entries()) {
    const first = i % WORDS_PER_BLOCK === 0;
    if (first) starts.push(lexicon.values.length);
    lexicon.word(word, first ? '' : previous);
    for (const senses of lemmas.get(word) ?? []) lexicon.list(senses.slice(0, MAX_SENSES).map(idOf));
    previous = word;
  }
  const graph = new Bytes();
  for (const [id, { broader, related }] of synsets.entries()) {
    graph.list(broader.map((key) => zigzag(idOf(key) - id)));
    graph.list(related.map((key) => zigzag(idOf(key) - id)));
  }
  const numbers = [words.length, synsets.length, lexicon.values.length, ...starts].flatMap((value) => [
    ...uint32(value),
  ]);
  return Uint8Array.from([...CONCEPTS_MAGIC, ...numbers].concat(lexicon.values, graph.values));
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

const zigzag = (value: number) => ((value << 1) ^ (value >> 31)) >>> 0;

class Bytes {
  readonly values: number[] = [];

  unsigned(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.values.push((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.values.push(rest);
  }

  list(values: readonly number[]): void {
    this.unsigned(values.length);
    for (const value of values) this.unsigned(value);
  }

  word(word: string, previous: string): void {
    let shared = 0;
    while (shared < previous.length && previous[shared] === word[shared]) shared++;
    this.unsigned(shared);
    this.unsigned(word.length - shared);
    for (let i = shared; i < word.length; i++) this.values.push(word.charCodeAt(i));
  }
}
