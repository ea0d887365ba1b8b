// SPDX-License-Identifier: Apache-2.0
import { COMMON_WORDS } from './generated/common-words.ts';
import { RULE_WORDS } from './generated/rule-words.ts';

/** Bits that a word of the rules costs, whose place among the commonest is not known: less than the rarest of those. */
const RULE_WORD_BITS = 14;

/** English words by what a slip leaves of them. */
export interface Vocabulary {
  /** Commonest first. */
  readonly words: readonly string[];
  /** How rare each word is, in bits. */
  readonly bits: Float64Array;
  readonly places: ReadonlyMap<string, number>;
  /** By their number of letters: places of the words, and which letters each has, a bit for each of the alphabet. */
  readonly byLength: readonly WordsOfLength[];
  /** Places of the words that are the same once every run of a letter is one letter. */
  readonly byRuns: ReadonlyMap<string, readonly number[]>;
  /** Places of the words that are the same without vowels behind the first letter, or between the first and the last. */
  readonly byConsonants: ReadonlyMap<string, readonly number[]>;
}

export interface WordsOfLength {
  readonly places: Uint16Array;
  readonly letters: Int32Array;
}

let vocabulary: Vocabulary | null = null;

/** Made by the first that asks. */
export function englishWords(): Vocabulary {
  vocabulary ??= build();
  return vocabulary;
}

function build(): Vocabulary {
  const common = COMMON_WORDS.split(' ');
  const words = [...common, ...RULE_WORDS.split(' ')];
  const byRuns = new Map<string, number[]>();
  const byConsonants = new Map<string, number[]>();
  const longest = words.reduce((most, word) => Math.max(most, word.length), 0);
  const lengths: number[][] = Array.from({ length: longest + 1 }, () => []);
  words.forEach((word, place) => {
    lengths[word.length]?.push(place);
    addTo(byRuns, withoutRuns(word), place);
    const bare = withoutVowels(word, word.length);
    const closed = withoutVowels(word, word.length - 1);
    if (bare !== word) addTo(byConsonants, bare, place);
    if (closed !== word && closed !== bare) addTo(byConsonants, closed, place);
  });
  return {
    words,
    bits: Float64Array.from(words, (_, place) => (place < common.length ? Math.log2((place + 8) * 9) : RULE_WORD_BITS)),
    places: new Map(words.map((word, place) => [word, place])),
    byLength: lengths.map((places) => ({
      places: Uint16Array.from(places),
      letters: Int32Array.from(places, (place) => lettersOf(words[place] as string)),
    })),
    byRuns,
    byConsonants,
  };
}

function addTo(map: Map<string, number[]>, key: string, place: number): void {
  const places = map.get(key);
  if (places === undefined) map.set(key, [place]);
  else places.push(place);
}

const FIRST_LETTER = 0x61;

/** Which letters of a to z a word has, a bit each. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) - FIRST_LETTER);
  return letters;
}

/** `booomb` and `bbommbb` as `bomb`, but `book` as `bok`. */
export const withoutRuns = (word: string): string => word.replace(/(.)\1+/g, '$1');

/** The vowels behind the first letter and before a place left out. */
export const withoutVowels = (word: string, before: number): string =>
  word.slice(0, 1) + word.slice(1, before).replace(/[aeiou]/g, '') + word.slice(Math.max(1, before));
