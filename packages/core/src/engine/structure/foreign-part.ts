// SPDX-License-Identifier: Apache-2.0
/** A part of a text that is written in another language than the rest, told by script and by function words. */
import { guessLanguage, LANGUAGE_TABLES, sampleLanguage } from '../intake/language.ts';
import type { Place } from './concept-index.ts';

/** So much of a text on each side is read. UTF-16 units. */
const AROUND = 1_500;
/** A rest with fewer letters has no language that a part could be foreign to. */
const MIN_REST = 40;
/** The part's own script may make up so much of the rest, as names and quoted words do. */
const MAX_KIN = 0.35;
/** A word that only one language has weighs 12; so much more of another language than of the text's is foreign. */
const MIN_SCORE = 12;
const LEAD = 1.6;
/** A sign of these scripts is a word or half of one. */
const WORD_SIGN = 3;
const HAN = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;

const SCRIPTS: Readonly<Record<string, RegExp>> = {
  latin: /\p{Script=Latin}/gu,
  cyrillic: /\p{Script=Cyrillic}/gu,
  arabic: /\p{Script=Arabic}/gu,
  devanagari: /\p{Script=Devanagari}/gu,
  han: new RegExp(HAN.source, 'gu'),
};

/** Whether a part is in another language than most of the text around it. */
export function isForeignPart(text: string, { start, end }: Place): boolean {
  const part = text.slice(start, end);
  const rest = `${text.slice(Math.max(0, start - AROUND), start)}\n${text.slice(end, end + AROUND)}`;
  const inPart = lettersOf(part);
  const inRest = lettersOf(rest);
  const total = Object.values(inRest).reduce((sum, count) => sum + count, 0);
  if (total < MIN_REST) return false;
  const script = most(inPart);
  if ((inRest[script] as number) <= total * MAX_KIN) return true;
  return most(inRest) === script && script === 'latin' && speaksOtherwise(part, rest);
}

function lettersOf(text: string): Record<string, number> {
  const count = (signs: RegExp) => text.match(signs)?.length ?? 0;
  return Object.fromEntries(
    Object.entries(SCRIPTS).map(([name, signs]) => [name, count(signs) * (name === 'han' ? WORD_SIGN : 1)]),
  );
}

const most = (counts: Readonly<Record<string, number>>) =>
  Object.keys(counts).reduce((best, name) => ((counts[name] as number) > (counts[best] as number) ? name : best));

/** Two languages in Latin letters: the rest is clearly of one, and the part has more words of another. */
function speaksOtherwise(part: string, rest: string): boolean {
  const language = guessLanguage(rest.trim());
  const own = language === null ? -1 : LANGUAGE_TABLES.languages.indexOf(language);
  if (own < 0) return false;
  const { scores } = sampleLanguage(
    Uint16Array.from({ length: part.length }, (_, i) => part.charCodeAt(i)),
    part.length,
  );
  const best = Math.max(...scores.filter((_, n) => n !== own));
  return best >= MIN_SCORE && best >= (scores[own] as number) * LEAD;
}
