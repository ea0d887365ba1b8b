// SPDX-License-Identifier: Apache-2.0
import { englishWords, RULE_WORD_BITS, type Vocabulary } from './vocabulary.ts';
import { pairBits } from './word-pairs.ts';

/** Of a longer row the first so many are read: no message of one row is so long, and the cost stays bounded. */
const MAX_LETTERS = 1_200;
/** Bits that a character which no word takes costs: dearer than any word, so that names cost what they are long. */
const STRAY = 14;
/** A word after the first. */
const GAP = 1;
/** The word before says so much of how likely one is. */
const BELIEF = 0.8;
/** Of the letters, so many must stand in words that are known, and the words must be this long on average. */
const KNOWN_SHARE = 0.8;
const MIN_MEAN_LENGTH = 2.4;
/** Of words that are common without it. */
const ENDINGS = ['s', 'ed', 'er', 'ers', 'ly', 'ing'];
const ENDINGS_BY_LETTER: readonly (readonly string[])[] = Array.from({ length: 32 }, (_, place) =>
  ENDINGS.filter((ending) => (ending.charCodeAt(0) & 31) === place),
);
const ENDING = 9;
const MIN_STEM = 3;

const LETTERS = 26;
const FIRST_LETTER = 0x61;

/** Words by their letters, from node 0 on. */
interface Words {
  /** The node behind a node and a letter; 0 where no word goes on so. */
  readonly next: Uint16Array;
  /** Bits of the word that ends at a node, by its place in a list that begins with the commonest; 0 where none ends. */
  readonly bits: Float64Array;
  /** Its place in the vocabulary. */
  readonly places: Uint16Array;
}

let words: Words | null = null;

/** Made by the first that asks. */
function commonWords(): Words {
  words ??= wordTree(englishWords());
  return words;
}

function wordTree({ words: list, bits: costs }: Vocabulary): Words {
  const most = 1 + list.reduce((sum, word) => sum + word.length, 0);
  const next = new Uint16Array(most * LETTERS);
  const bits = new Float64Array(most);
  const places = new Uint16Array(most);
  let nodes = 1;
  for (const [place, word] of list.entries()) {
    let node = 0;
    for (let i = 0; i < word.length; i++) {
      const edge = node * LETTERS + word.charCodeAt(i) - FIRST_LETTER;
      if (next[edge] === 0) next[edge] = nodes++;
      node = next[edge] as number;
    }
    if (bits[node] !== 0) continue;
    bits[node] = costs[place] as number;
    places[node] = place;
  }
  return { next: next.slice(0, nodes * LETTERS), bits: bits.slice(0, nodes), places: places.slice(0, nodes) };
}

const isCommon = (bits: number) => bits > 0 && bits < RULE_WORD_BITS;

/** How common a word in small letters is among the commonest of English: more than 0, at most 1; 0 where it isn't one. */
export function commonness(word: string): number {
  const { next, bits } = commonWords();
  let node = 0;
  for (let i = 0; i < word.length; i++) {
    const letter = word.charCodeAt(i) - FIRST_LETTER;
    node = letter >= 0 && letter < LETTERS ? (next[node * LETTERS + letter] as number) : 0;
    if (node === 0) return 0;
  }
  return isCommon(bits[node] as number) ? 1 / (bits[node] as number) : 0;
}

/**
 * Whether the letters of a range are a common word of English, whatever signs stand among them.
 * @param places what becomes of each letter of the alphabet before it is looked up
 */
export function isCommonWord(text: string, start: number, end: number, places?: readonly number[]): boolean {
  const { next, bits } = commonWords();
  let node = 0;
  for (let i = start; i < end; i++) {
    const letter = (text.charCodeAt(i) | 0x20) - FIRST_LETTER;
    if (letter < 0 || letter >= LETTERS) continue;
    node = next[node * LETTERS + (places === undefined ? letter : (places[letter] as number))] as number;
    if (node === 0) return false;
  }
  return isCommon(bits[node] as number);
}

/** Letters without gaps as English words with a blank between; null where they are none. Digits stand for themselves. */
export function segmented(joined: string): string | null {
  const letters = joined.toLowerCase().slice(0, MAX_LETTERS);
  const { next, bits, places } = commonWords();
  // The cheapest way to each place, and where its last word starts; behind a stray character that is the place before.
  const best = new Float64Array(letters.length + 1).fill(Number.POSITIVE_INFINITY);
  const from = new Int32Array(letters.length + 1);
  const kind = new Uint8Array(letters.length + 1);
  /** The last word of the cheapest way to a place; -1 where that is none. */
  const last = new Int16Array(letters.length + 1).fill(-1);
  const take = (start: number, end: number, cost: number, as: number, word = -1) => {
    if (cost >= (best[end] as number)) return;
    best[end] = cost;
    from[end] = start;
    kind[end] = as;
    last[end] = word;
  };
  best[0] = 0;
  for (let start = 0; start < letters.length; start++) {
    const here = best[start] as number;
    take(start, start + 1, here + STRAY, IS_STRAY);
    if (kind[start] === IS_WORD && start - (from[start] as number) >= MIN_STEM) {
      for (const ending of ENDINGS_BY_LETTER[letters.charCodeAt(start) & 31] ?? []) {
        if (letters.startsWith(ending, start)) take(start, start + ending.length, here + ENDING, IS_ENDING);
      }
    }
    for (let end = start, node = 0; end < letters.length; ) {
      const letter = letters.charCodeAt(end++) - FIRST_LETTER;
      node = letter >= 0 && letter < LETTERS ? (next[node * LETTERS + letter] as number) : 0;
      if (node === 0) break;
      const word = bits[node] as number;
      if (word === 0) continue;
      const place = places[node] as number;
      const before = last[start] as number;
      const near = before < 0 ? 0 : BELIEF * pairBits(before, place, 1);
      take(start, end, here + GAP + word - near, IS_WORD, place);
    }
  }
  return inWords(letters, from, kind);
}

const IS_STRAY = 0;
const IS_WORD = 1;
const IS_ENDING = 2;

function inWords(letters: string, from: Int32Array, kind: Uint8Array): string | null {
  const parts: string[] = [];
  /** What the word before it goes on with. */
  let behind = '';
  let knownLetters = 0;
  let knownWords = 0;
  for (let end = letters.length; end > 0; end = from[end] as number) {
    const start = from[end] as number;
    const part = letters.slice(start, end) + behind;
    if (kind[end] !== IS_STRAY || part < 'a') knownLetters += end - start;
    if (kind[end] === IS_WORD) knownWords++;
    const goesOn = start > 0 && kind[end] !== IS_WORD && (kind[end] === IS_ENDING || kind[start] === IS_STRAY);
    behind = goesOn ? part : '';
    if (!goesOn) parts.push(part);
  }
  const reads = knownLetters >= KNOWN_SHARE * letters.length && knownLetters >= MIN_MEAN_LENGTH * knownWords;
  return reads && knownWords > 1 ? parts.reverse().join(' ') : null;
}
