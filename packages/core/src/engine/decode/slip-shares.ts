// SPDX-License-Identifier: Apache-2.0
import { type Corrections, correctionsOf, LONGEST_WORD, SLIP_COUNT } from './misspelt-words.ts';

/** A word that stands in no vocabulary. */
export interface Unknown {
  /** In small letters. */
  readonly word: string;
  readonly named: boolean;
  /** Names, and short words with a vowel, may be anything. */
  readonly telling: boolean;
}

/** A shorter word may be anything. */
export const SHORTEST = 3;
/** Bits of a word that is none and was meant so: in all, by its letters, and less where it is written as a name. */
const STRANGE_BITS = 14;
const STRANGE_LETTER_BITS = 1.6;
const NAME_BITS = 4;
const ROUNDS = 3;

export const unknownWord = (word: string, named: boolean): Unknown => ({
  word,
  named,
  telling: !named && (word.length >= SHORTEST || !/[aeiouy]/.test(word)),
});

export const isTelling = ({ telling }: Unknown) => telling;

export const strangeBits = ({ word, named }: Unknown) =>
  STRANGE_BITS + STRANGE_LETTER_BITS * word.length - (named ? NAME_BITS : 0);

/** Which words are misspelt, and how often in each of SLIPS; last, how often they are meant so. */
export interface Slips {
  readonly misspelt: ReadonlySet<string>;
  /** What each unknown word may have been; looked up once, since that is what costs. */
  readonly corrections: ReadonlyMap<string, Corrections>;
  readonly shares: Float64Array;
}

/** What each word was, given how all of them are misspelt: the ways that explain most of them explain the others. */
export function slipsOf(unknown: readonly Unknown[]): Slips {
  const choices = new Map<string, Float64Array>();
  const corrections = new Map<string, Corrections>();
  for (const one of unknown) {
    if (one.word.length > LONGEST_WORD || choices.has(one.word)) continue;
    const correction = correctionsOf(one.word);
    corrections.set(one.word, correction);
    choices.set(one.word, Float64Array.of(...correction.bits, strangeBits(one)));
  }
  const shares = sharesOf(oddsOf(unknown.filter(isTelling), choices));
  const misspelt = new Set<string>();
  for (const [word, bits] of choices) {
    const strange = costOf(bits, shares, STRANGE);
    if (SLIP_WAYS.some((way) => costOf(bits, shares, way) < strange)) misspelt.add(word);
  }
  return { misspelt, corrections, shares };
}

const SLIP_WAYS = Array.from({ length: SLIP_COUNT }, (_, way) => way);
/** The way behind SLIPS: the word is meant so. */
export const STRANGE = SLIP_COUNT;
const costOf = (bits: Float64Array, shares: Float64Array, way: number) =>
  (bits[way] as number) - Math.log2(shares[way] as number);

/** Of a word how likely each way makes it, and how often it stands there. */
interface Odds {
  readonly ways: Float64Array;
  count: number;
}

/** Each word once: what is repeated a thousand times costs no more than what stands there once. */
function oddsOf(unknown: readonly Unknown[], choices: ReadonlyMap<string, Float64Array>): readonly Odds[] {
  const byWord = new Map<string, Odds>();
  for (const { word } of unknown) {
    const seen = byWord.get(word);
    const bits = choices.get(word);
    if (seen !== undefined) seen.count++;
    else if (bits !== undefined) byWord.set(word, { ways: bits.map((bit) => 2 ** -bit), count: 1 });
  }
  return [...byWord.values()];
}

/** How often words are misspelt in each way. */
function sharesOf(words: readonly Odds[]): Float64Array {
  const ways = SLIP_COUNT + 1;
  const shares = new Float64Array(ways).fill(1 / ways);
  for (let round = 0; round < ROUNDS; round++) {
    const sums = new Float64Array(ways).fill(LEAST_SHARE);
    for (const word of words) {
      let total = 0;
      for (let way = 0; way < ways; way++) total += (shares[way] as number) * (word.ways[way] as number);
      for (let way = 0; way < ways; way++)
        sums[way]! += (word.count * (shares[way] as number) * (word.ways[way] as number)) / total;
    }
    const all = sums.reduce((sum, part) => sum + part, 0);
    for (let way = 0; way < ways; way++) shares[way] = (sums[way] as number) / all;
  }
  return shares;
}

/** Words in a way that none is seen in. */
const LEAST_SHARE = 0.3;
