// SPDX-License-Identifier: Apache-2.0
import { languageScore } from '../entropy/bigrams.ts';
import type { TextSurvey } from '../survey/survey.ts';
import { MAX_FOUND, type Run } from './decode-plausible.ts';
import { segmented } from './segment.ts';

const CODES: ReadonlyMap<string, string> = new Map(
  (
    '.- a -... b -.-. c -.. d . e ..-. f --. g .... h .. i .--- j -.- k .-.. l -- m -. n --- o .--. p --.- q .-. r ' +
    '... s - t ..- u ...- v .-- w -..- x -.-- y --.. z ----- 0 .---- 1 ..--- 2 ...-- 3 ....- 4 ..... 5 -.... 6 ' +
    "--... 7 ---.. 8 ----. 9 .-.-.- . --..-- , ..--.. ? .----. ' -.-.-- ! -..-. / -.--. ( -.--.- ) ---... : " +
    '-.-.-. ; -...- = .-.-. + -....- - ..--.- _ .-..-. " .--.-. @'
  )
    .split(' ')
    .flatMap((code, i, all) => (i % 2 === 0 ? [[code, all[i + 1] as string] as const] : [])),
);

/** Nothing but dots, dashes and what parts letters and words. */
const ROWS = /[.\u00b7\u2022\u2219\u22c5\u25cf\u2026_\u2013\u2014\u2212\-/| \t\r\n]{20,}/g;
const DOTS = /[\u00b7\u2022\u2219\u22c5\u25cf]/g;
const LONG_DASHES = /[\u2013\u2014]/g;
const DASHES = /[_\u2013\u2014\u2212]/g;
const WORD_GAP = /[ \t]*[/|\r\n][/|\s]*|[ \t]{2,}/;
const MIN_LETTERS = 8;
/** Rules and tables are rows of one or two codes. */
const MIN_KINDS = 4;
const MAX_UNKNOWN_SHARE = 0.1;
/** Letters in a word, on average: cells of a table are shorter. */
const MIN_MEAN_WORD = 2.4;
const MAX_PLAIN_SCORE = 4.6;
/** A row without gaps between its words reads as one. */
const LONGEST_WORD = 14;

const TYPOGRAPHIC =
  /[.\u00b7\u2022\u2219\u22c5\u25cf\u2026][\u2013\u2014\u2212]|[\u00b7\u2022\u2219\u22c5\u25cf\u2026][-_]/;
/** A message has as many typographic signs, of two bytes or three each. */
const MIN_MORE_BYTES = 16;

/**
 * Whether a text could hold Morse in typographic signs: two different ones side by side, which ordinary writing hardly has
 * and each message of some letters has. The survey sees it in plain signs.
 */
export function mayHoldDrawnMorse({ text, utf8Length }: Pick<TextSurvey, 'text' | 'utf8Length'>): boolean {
  return utf8Length - text.length >= MIN_MORE_BYTES && TYPOGRAPHIC.test(text);
}

/** Morse, its words parted by strokes, wide gaps or line ends; for texts that may hold some. */
export function morseTexts(text: string): Run[] {
  const found: Run[] = [];
  for (const match of text.matchAll(ROWS)) {
    if (found.length >= MAX_FOUND) break;
    const row = match[0];
    const plain = lettersOf(row);
    if (plain === null) continue;
    const start = match.index + row.search(/[^\s/|]/);
    found.push({ text: plain, start, end: match.index + row.trimEnd().length });
  }
  return found;
}

/** Word processors make three dots one sign, and two hyphens one dash: beside hyphens a long dash stands for two. */
function inHyphens(row: string): string {
  const paired = row.includes('-') ? row.replace(LONG_DASHES, '--') : row;
  return paired.replaceAll('\u2026', '...').replace(DOTS, '.').replace(DASHES, '-').trim();
}

function lettersOf(row: string): string | null {
  let codes = 0;
  let unknown = 0;
  const kinds = new Set<string>();
  const words = inHyphens(row)
    .split(WORD_GAP)
    .map((word) => {
      let letters = '';
      for (const code of word.split(/\s/)) {
        if (code === '') continue;
        const letter = CODES.get(code);
        codes++;
        kinds.add(code);
        if (letter === undefined) unknown++;
        else letters += letter;
      }
      return letters.length > LONGEST_WORD ? (segmented(letters) ?? letters) : letters;
    });
  if (codes < MIN_LETTERS || kinds.size < MIN_KINDS || unknown > codes * MAX_UNKNOWN_SHARE) return null;
  if (codes < words.length * MIN_MEAN_WORD) return null;
  const plain = words.join(' ').trim();
  return languageScore(plain) <= MAX_PLAIN_SCORE ? plain : null;
}
