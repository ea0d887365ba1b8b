// SPDX-License-Identifier: Apache-2.0
import { readInContext } from './misspelt-context.ts';
import { readingsOf } from './misspelt-readings.ts';
import { isTelling, SHORTEST, type Slips, slipsOf, type Unknown, unknownWord } from './slip-shares.ts';
import { englishWords } from './vocabulary.ts';
import { ENDINGS, isForeign } from './word-marks.ts';

const WORD = /(?<![\p{L}\p{M}\d_@\\])[A-Za-z]{2,}(?![\p{L}\p{M}\d_@\\])/gu;
const SENTENCE = /[^.!?;:\n]+(?:[.!?;:]+(?!\s)[^.!?;:\n]*)*/g;
const MIN_FOREIGN = 2;
const FOREIGN_SHARE = 0.3;
const MIN_UNKNOWN = 2;
const UNKNOWN_SHARE = 0.2;
/** Of the unknown words. */
const CORRECTED_SHARE = 0.6;
/** Names and abbreviations, unless most words are written so; the first word of a sentence is written so anyway. */
const NAME = /^[A-Z](?:[a-z]+|[A-Z]+)$/;
/** Splits a sentence: its words at the odd places, what stands between them at the even ones. */
const WORD_OR_LETTER = /(?<![\p{L}\p{M}\d_@\\'’])([A-Za-z]+)(?![\p{L}\p{M}\d_@\\])/u;
/** Words that tell whether it is worth while to look at all of a long sentence. */
const SAMPLE = 32;

/**
 * A text with the misspelt words of its sentences put right, and again with every second choice that is hardly less likely;
 * nothing where no sentence has enough of them.
 */
export function corrected(text: string): readonly string[] {
  const sentences = [...text.matchAll(SENTENCE)].map(({ index, 0: sentence }) => ({
    index,
    sentence,
    right: correctedSentence(sentence),
  }));
  if (sentences.every(({ right }) => right === null)) return NONE;
  const texts = READINGS.map((reading) => {
    let plain = '';
    let from = 0;
    for (const { index, sentence, right } of sentences) {
      plain += text.slice(from, index) + (right?.[reading] ?? sentence);
      from = index + sentence.length;
    }
    return plain + text.slice(from);
  });
  return [...new Set(texts)];
}

const NONE: readonly string[] = [];
const READINGS = ['first', 'second'] as const;
type RightSentence = Readonly<Record<(typeof READINGS)[number], string>>;

function correctedSentence(sentence: string): RightSentence | null {
  const all = sentence.match(WORD) ?? [];
  const words = all.filter((word) => word.length >= SHORTEST);
  const names = words.filter((word) => NAME.test(word)).length * 2 < words.length;
  const unknown = unknownAmong(all, names);
  const plain = unknown.filter(isTelling);
  if (plain.length < MIN_UNKNOWN || plain.length < UNKNOWN_SHARE * words.length || isOtherLanguage(sentence))
    return null;
  // Most sentences that are no misspelt English show it soon.
  if (unknown.length > SAMPLE && !isMostlyRight(unknown.slice(0, SAMPLE), slipsOf(unknown.slice(0, SAMPLE))))
    return null;
  const slips = slipsOf(unknown);
  return isMostlyRight(unknown, slips) ? read(sentence, unknown, slips, plain.length / (words.length + 1)) : null;
}

/** Each as often as it stands there, and looked at once. */
function unknownAmong(all: readonly string[], names: boolean): readonly Unknown[] {
  const plain = new Map<string, Unknown | null>();
  const unknown: Unknown[] = [];
  for (const [i, given] of all.entries()) {
    let word = plain.get(given);
    if (word === undefined) {
      const small = given.toLowerCase();
      word = isKnown(small) ? null : unknownWord(small, names && NAME.test(given));
      plain.set(given, word);
    }
    // The first word of a sentence has a capital anyway.
    if (word !== null) unknown.push(i === 0 && word.named ? unknownWord(word.word, false) : word);
  }
  return unknown;
}

/** By its small words; a slip may leave one of them as well. */
function isOtherLanguage(sentence: string): boolean {
  const words = sentence.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  const foreign = words.filter(isForeign).length;
  return foreign >= MIN_FOREIGN && foreign >= FOREIGN_SHARE * words.length;
}

/** The sentence with every word as it is likeliest in its place, and with what is next likely. */
function read(sentence: string, unknown: readonly Unknown[], slips: Slips, unknownShare: number): RightSentence {
  const { words } = englishWords();
  const readings = readingsOf(unknown, slips, unknownShare);
  const parts = sentence.split(WORD_OR_LETTER);
  const given = parts.filter((_, at) => at % 2 === 1).map((token) => token.toLowerCase());
  const choices = given.map(readings);
  const written = (chosen: Uint8Array) => {
    const plain = parts.slice();
    for (let i = 0; i < choices.length; i++) {
      const place = choices[i]?.[chosen[i] as number]?.place ?? -1;
      if (place >= 0 && words[place] !== given[i]) plain[2 * i + 1] = words[place] as string;
    }
    return plain.join('');
  };
  const { first, second } = readInContext(choices);
  return { first: written(first), second: written(second) };
}

function isMostlyRight(unknown: readonly Unknown[], { misspelt }: Slips): boolean {
  const plain = unknown.filter(isTelling);
  const done = plain.filter(({ word }) => misspelt.has(word)).length;
  return done >= MIN_UNKNOWN && done >= CORRECTED_SHARE * plain.length;
}

function isKnown(word: string): boolean {
  const { places } = englishWords();
  if (places.has(word)) return true;
  return (
    word.length > 4 && ENDINGS.some((ending) => word.endsWith(ending) && places.has(word.slice(0, -ending.length)))
  );
}
