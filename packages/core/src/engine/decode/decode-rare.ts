// SPDX-License-Identifier: Apache-2.0
import { mayBeMisspelt, SAMPLE } from '../intake/language.ts';
import { SIGNS } from '../survey/signs.ts';
import type { Range, TextSurvey } from '../survey/survey.ts';
import type { DecodeLayer } from '../types.ts';
import { base32Texts } from './decode-base32.ts';
import { base58Texts } from './decode-base58.ts';
import { base85Texts } from './decode-base85.ts';
import { brokenTexts } from './decode-broken.ts';
import { ATBASH_KEY, cipherTexts } from './decode-ciphers.ts';
import { codeTexts } from './decode-codes.ts';
import { misspeltTexts } from './decode-misspelt.ts';
import { mayHoldDrawnMorse, morseTexts } from './decode-morse.ts';
import { turnedOrderTexts } from './decode-order.ts';
import type { Run } from './decode-plausible.ts';
import { scatteredTexts } from './decode-scattered.ts';
import { brailleTexts, drawnTexts } from './decode-signs.ts';
import { PIG_LATIN_SIGN, pigLatinTexts, SPELLING_SIGN, spelledOutTexts, spokenSigns } from './decode-spoken.ts';
import { dearStretches } from './decode-stretches.ts';
import { softBrokenTexts } from './decode-substitutions.ts';
import { uuencodeTexts } from './decode-uuencode.ts';

/** What is known of a text besides what it is made of. */
export interface RareSigns {
  /** Ranges of at least 16 characters of the base64 alphabet. */
  readonly runs: readonly Range[];
  /** Bits of SIGNS. */
  readonly signs: number;
  /** What the text was taken for; null where that is not known. */
  readonly language: string | null;
}

/** Takes what a decoder found. */
export type AddLayer = (layer: DecodeLayer, runs: readonly Run[]) => void;

/**
 * Encodings that hardly anybody writes. Each is looked for by a sign that it can't do without and that ordinary text
 * hardly has, so that most texts are asked a dozen short questions and read by none.
 */
export function addRareLayers(survey: TextSurvey, { runs, signs, language }: RareSigns, add: AddLayer): void {
  const { text } = survey;
  if (runs.length > 0) {
    add('base32', base32Texts(text, runs));
    add('base58', base58Texts(text, runs));
  }
  const stretches = dearStretches(survey);
  if (stretches.length > 0) {
    for (const run of cipherTexts(survey, stretches)) add(run.key === ATBASH_KEY ? 'atbash' : 'caesar', [run]);
    add('base85', base85Texts(text, stretches));
    add('uuencode', uuencodeTexts(text, stretches));
    add('base64', scatteredTexts(text, stretches));
  }
  if ((signs & SIGNS.morse) !== 0 || mayHoldDrawnMorse(survey)) add('morse', morseTexts(text));
  if ((signs & SIGNS.codes) !== 0) add('codes', codeTexts(text));
  const spoken = spokenSigns(text, survey.units);
  if ((spoken & SPELLING_SIGN) !== 0) add('spelling', spelledOutTexts(text));
  if ((spoken & PIG_LATIN_SIGN) !== 0) add('pig_latin', pigLatinTexts(text));
  if ((signs & SIGNS.softBreak) !== 0) add('quoted', softBrokenTexts(text));
  add('reversed', turnedOrderTexts(survey));
  if (mayBeMisspelt(language, () => survey.language(Math.min(text.length, SAMPLE))))
    add('misspelling', misspeltTexts(survey));
  if ((signs & SIGNS.broken) !== 0) add('escape', brokenTexts(survey));
  if (!survey.plain) {
    add('braille', brailleTexts(text));
    add('emoji', drawnTexts(text));
  }
}
