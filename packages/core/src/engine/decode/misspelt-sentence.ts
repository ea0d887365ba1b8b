// SPDX-License-Identifier: Apache-2.0
import { type Corrections, correctionsOf, LONGEST_WORD, SLIP_COUNT } from './misspelt-words.ts';
import { englishWords } from './vocabulary.ts';

const WORD = /(?<![\p{L}\p{M}\d_@\\])[A-Za-z]{2,}(?![\p{L}\p{M}\d_@\\])/gu;
const SENTENCE = /[^.!?;:\n]+(?:[.!?;:]+(?!\s)[^.!?;:\n]*)*/g;
const SHORTEST = 3;
const MIN_UNKNOWN = 2;
const UNKNOWN_SHARE = 0.25;
/** Of the unknown words. */
const CORRECTED_SHARE = 0.6;
/** Names and abbreviations, unless most words are written so; the first word of a sentence is written so anyway. */
const NAME = /^[A-Z](?:[a-z]+|[A-Z]+)$/;
/** Bits of a word that is none and was meant so: in all, by its letters, and less where it is written as a name. */
const STRANGE_BITS = 14;
const STRANGE_LETTER_BITS = 1.6;
const NAME_BITS = 4;
const ROUNDS = 3;
/** Words that tell whether it is worth while to look at all of a long sentence. */
const SAMPLE = 32;

/** A text with the misspelt words of its sentences put right; null where no sentence has enough of them. */
export function corrected(text: string): string | null {
  let seen = false;
  const plain = text.replace(SENTENCE, (sentence) => {
    const right = correctedSentence(sentence);
    if (right === null) return sentence;
    seen = true;
    return right;
  });
  return seen ? plain : null;
}

interface Unknown {
  /** In small letters. */
  readonly word: string;
  readonly named: boolean;
}

function correctedSentence(sentence: string): string | null {
  const words = (sentence.match(WORD) ?? []).filter((word) => word.length >= SHORTEST);
  const names = words.filter((word) => NAME.test(word)).length * 2 < words.length;
  const unknown: Unknown[] = [];
  for (const [i, word] of words.entries()) {
    const lower = word.toLowerCase();
    if (!isKnown(lower)) unknown.push({ word: lower, named: names && i > 0 && NAME.test(word) });
  }
  const plain = unknown.filter(({ named }) => !named);
  if (plain.length < MIN_UNKNOWN || plain.length < UNKNOWN_SHARE * words.length) return null;
  // Most sentences that are no misspelt English show it soon.
  if (unknown.length > SAMPLE && !isMostlyRight(unknown.slice(0, SAMPLE), chosen(unknown.slice(0, SAMPLE))))
    return null;
  const right = chosen(unknown);
  if (!isMostlyRight(unknown, right)) return null;
  return sentence.replace(WORD, (word) => right.get(word.toLowerCase()) ?? word);
}

function isMostlyRight(unknown: readonly Unknown[], right: ReadonlyMap<string, string>): boolean {
  const plain = unknown.filter(({ named }) => !named);
  const done = plain.filter(({ word }) => right.has(word)).length;
  return done >= MIN_UNKNOWN && done >= CORRECTED_SHARE * plain.length;
}

const ENDINGS = ['s', 'd', 'r', 'ed', 'er', 'es', 'ly', 'ing'];

function isKnown(word: string): boolean {
  const { places } = englishWords();
  if (places.has(word)) return true;
  return (
    word.length > 4 && ENDINGS.some((ending) => word.endsWith(ending) && places.has(word.slice(0, -ending.length)))
  );
}

/** What each word was, given how all of them are misspelt: the ways that explain most of them explain the others. */
function chosen(unknown: readonly Unknown[]): ReadonlyMap<string, string> {
  const choices = new Map<string, Float64Array>();
  const corrections = new Map<string, Corrections>();
  for (const { word, named } of unknown) {
    if (word.length > LONGEST_WORD || corrections.has(word)) continue;
    const correction = correctionsOf(word);
    corrections.set(word, correction);
    const strange = STRANGE_BITS + STRANGE_LETTER_BITS * word.length - (named ? NAME_BITS : 0);
    choices.set(word, Float64Array.of(...correction.bits, strange));
  }
  const shares = sharesOf(unknown.flatMap(({ word }) => choices.get(word) ?? []));
  const { words } = englishWords();
  const right = new Map<string, string>();
  for (const [word, bits] of choices) {
    let best = STRANGE;
    for (let way = 0; way < STRANGE; way++) if (costOf(bits, shares, way) < costOf(bits, shares, best)) best = way;
    if (best !== STRANGE) right.set(word, words[corrections.get(word)?.places[best] as number] as string);
  }
  return right;
}

/** The way behind SLIPS: the word is meant so. */
const STRANGE = SLIP_COUNT;
const costOf = (bits: Float64Array, shares: Float64Array, way: number) =>
  (bits[way] as number) - Math.log2(shares[way] as number);

/** How often words are misspelt in each way, by what it costs each word to be so. */
function sharesOf(words: readonly Float64Array[]): Float64Array {
  const shares = new Float64Array(SLIP_COUNT + 1).fill(1 / (SLIP_COUNT + 1));
  for (let round = 0; round < ROUNDS; round++) {
    const sums = new Float64Array(SLIP_COUNT + 1).fill(LEAST_SHARE);
    for (const bits of words) {
      const weights = shares.map((share, way) => share * 2 ** -(bits[way] as number));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      for (let way = 0; way <= SLIP_COUNT; way++) sums[way]! += (weights[way] as number) / total;
    }
    const all = sums.reduce((sum, part) => sum + part, 0);
    for (let way = 0; way <= SLIP_COUNT; way++) shares[way] = (sums[way] as number) / all;
  }
  return shares;
}

/** Words in a way that none is seen in. */
const LEAST_SHARE = 0.3;
