// SPDX-License-Identifier: Apache-2.0
import { type Corrections, correctionsOf, LONGEST_WORD, SLIP_COUNT, SLIPS } from './misspelt-words.ts';
import { englishWords } from './vocabulary.ts';
import { ENDINGS, isForeign } from './word-marks.ts';

const WORD = /(?<![\p{L}\p{M}\d_@\\])[A-Za-z]{2,}(?![\p{L}\p{M}\d_@\\])/gu;
const SENTENCE = /[^.!?;:\n]+(?:[.!?;:]+(?!\s)[^.!?;:\n]*)*/g;
const SHORTEST = 3;
const MIN_FOREIGN = 2;
const FOREIGN_SHARE = 0.3;
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
const WORD_OR_LETTER = /(?<![\p{L}\p{M}\d_@\\'’])[A-Za-z]+(?![\p{L}\p{M}\d_@\\])/gu;
/** Half of the words. */
const MOSTLY = 0.5;
const LETTER_WORD_BITS = 11;
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
  const all = sentence.match(WORD) ?? [];
  const words = all.filter((word) => word.length >= SHORTEST);
  const names = words.filter((word) => NAME.test(word)).length * 2 < words.length;
  const unknown: Unknown[] = [];
  const known: string[] = [];
  for (const [i, word] of all.entries()) {
    const lower = word.toLowerCase();
    if (isKnown(lower)) known.push(lower);
    else unknown.push({ word: lower, named: names && i > 0 && NAME.test(word) });
  }
  const plain = unknown.filter(isTelling);
  if (plain.length < MIN_UNKNOWN || plain.length < UNKNOWN_SHARE * words.length || isOtherLanguage(sentence))
    return null;
  // Most sentences that are no misspelt English show it soon.
  if (unknown.length > SAMPLE && !isMostlyRight(unknown.slice(0, SAMPLE), chosen(unknown.slice(0, SAMPLE)).right))
    return null;
  const { right, shares } = chosen(unknown);
  if (!isMostlyRight(unknown, right)) return null;
  for (const [word, other] of likelier(known, plain.length / (words.length + 1), shares)) right.set(word, other);
  const letters = (shares[SLIPS.vowels] as number) >= MOSTLY;
  return sentence.replace(
    letters ? WORD_OR_LETTER : WORD,
    (word) => right.get(word.toLowerCase()) ?? (letters && word.length === 1 ? wordOfLetter(word) : word),
  );
}

/** By its small words; a slip may leave one of them as well. */
function isOtherLanguage(sentence: string): boolean {
  const words = sentence.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  const foreign = words.filter(isForeign).length;
  return foreign >= MIN_FOREIGN && foreign >= FOREIGN_SHARE * words.length;
}

/** Names, and short words with a vowel, may be anything. */
const isTelling = ({ word, named }: Unknown) => !named && (word.length >= SHORTEST || !/[aeiouy]/.test(word));

/** Where vowels are left out, a letter may be all that is left of a word. */
function wordOfLetter(letter: string): string {
  const { places, bits } = correctionsOf(letter.toLowerCase());
  const { words } = englishWords();
  return (bits[SLIPS.vowels] as number) < LETTER_WORD_BITS ? (words[places[SLIPS.vowels] as number] as string) : letter;
}

/** Known words that are likelier to be others misspelt, given how many are unknown: one slip in ten leaves a word. */
function likelier(known: readonly string[], unknownShare: number, shares: Float64Array): [string, string][] {
  if (unknownShare < MOSTLY) return [];
  const { words, places, bits } = englishWords();
  const found: [string, string][] = [];
  for (const word of new Set(known)) {
    const place = places.get(word);
    if (place === undefined || word.length < SHORTEST) continue;
    const choice = correctionsOf(word);
    let least = (bits[place] as number) - Math.log2((1 - unknownShare) / unknownShare);
    let best = -1;
    for (let way = 0; way < STRANGE; way++) {
      const cost = (choice.bits[way] as number) - Math.log2(shares[way] as number);
      if (cost < least) {
        least = cost;
        best = choice.places[way] as number;
      }
    }
    if (best >= 0) found.push([word, words[best] as string]);
  }
  return found;
}

function isMostlyRight(unknown: readonly Unknown[], right: ReadonlyMap<string, string>): boolean {
  const plain = unknown.filter(isTelling);
  const done = plain.filter(({ word }) => right.has(word)).length;
  return done >= MIN_UNKNOWN && done >= CORRECTED_SHARE * plain.length;
}

function isKnown(word: string): boolean {
  const { places } = englishWords();
  if (places.has(word)) return true;
  return (
    word.length > 4 && ENDINGS.some((ending) => word.endsWith(ending) && places.has(word.slice(0, -ending.length)))
  );
}

/** What words were, and how often they are misspelt in each way. */
interface Chosen {
  readonly right: Map<string, string>;
  readonly shares: Float64Array;
}

/** What each word was, given how all of them are misspelt: the ways that explain most of them explain the others. */
function chosen(unknown: readonly Unknown[]): Chosen {
  const choices = new Map<string, Float64Array>();
  const corrections = new Map<string, Corrections>();
  for (const { word, named } of unknown) {
    if (word.length > LONGEST_WORD || corrections.has(word)) continue;
    const correction = correctionsOf(word);
    corrections.set(word, correction);
    const strange = STRANGE_BITS + STRANGE_LETTER_BITS * word.length - (named ? NAME_BITS : 0);
    choices.set(word, Float64Array.of(...correction.bits, strange));
  }
  const shares = sharesOf(oddsOf(unknown.filter(isTelling), choices));
  const { words, common } = englishWords();
  const right = new Map<string, string>();
  for (const [word, bits] of choices) {
    let best = STRANGE;
    for (let way = 0; way < STRANGE; way++) if (costOf(bits, shares, way) < costOf(bits, shares, best)) best = way;
    if (best === STRANGE) continue;
    const place = corrections.get(word)?.places[best] as number;
    // "ikke" is no slur in another order.
    if (place < common || !isForeign(word)) right.set(word, words[place] as string);
  }
  return { right, shares };
}

/** The way behind SLIPS: the word is meant so. */
const STRANGE = SLIP_COUNT;
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
