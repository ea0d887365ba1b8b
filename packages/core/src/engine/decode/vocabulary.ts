// SPDX-License-Identifier: Apache-2.0
import { COMMON_WORDS } from './generated/common-words.ts';
import { RULE_WORDS } from './generated/rule-words.ts';
import { type SlipIndex, slipIndex } from './slip-index.ts';

/** Bits that a word of the rules costs: it is none of the commonest. */
export const RULE_WORD_BITS = 17;

/** English words by what a slip leaves of them. */
export interface Vocabulary {
  /** Commonest first. */
  readonly words: readonly string[];
  /** How rare each word is, in bits. */
  readonly bits: Float64Array;
  readonly places: ReadonlyMap<string, number>;
  /** How many of the words are common; the others are only words that rules look for. */
  readonly common: number;
  /** Places of the words that are the same once every run of a letter is one letter. */
  readonly byRuns: ReadonlyMap<string, readonly number[]>;
  /** Places of the words that are the same without vowels behind the first letter, or between the first and the last. */
  readonly byConsonants: ReadonlyMap<string, readonly number[]>;
  readonly bySlip: SlipIndex;
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
  for (const [place, word] of words.entries()) {
    addTo(byRuns, withoutRuns(word), place);
    const bare = withoutVowels(word, word.length);
    const closed = withoutVowels(word, word.length - 1);
    if (bare !== word) addTo(byConsonants, bare, place);
    if (closed !== word && closed !== bare) addTo(byConsonants, closed, place);
  }
  return {
    words,
    common: common.length,
    bits: Float64Array.from(words, (_, place) => (place < common.length ? Math.log2((place + 8) * 9) : RULE_WORD_BITS)),
    places: new Map(words.map((word, place) => [word, place])),
    byRuns,
    byConsonants,
    bySlip: slipIndex(words),
  };
}

function addTo(map: Map<string, number[]>, key: string, place: number): void {
  const places = map.get(key);
  if (places === undefined) map.set(key, [place]);
  else places.push(place);
}

/** `booomb` and `bbommbb` as `bomb`, but `book` as `bok`. */
export function withoutRuns(word: string): string {
  let kept = word.slice(0, 1);
  for (let i = 1; i < word.length; i++) if (word[i] !== word[i - 1]) kept += word[i];
  return kept;
}

/** The vowels behind the first letter and before a place left out. */
export function withoutVowels(word: string, before: number): string {
  let kept = word.slice(0, 1);
  for (let i = 1; i < word.length; i++) if (i >= before || !'aeiou'.includes(word[i] as string)) kept += word[i];
  return kept;
}
