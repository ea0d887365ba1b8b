// SPDX-License-Identifier: Apache-2.0
import type { TextSurvey } from '../survey/survey.ts';
import type { Run } from './decode-plausible.ts';
import { isLetter } from './word-marks.ts';

/** Wider than one blank between words in a line; one is a slip, and tables have few words between theirs. */
const MIN_WIDE = 3;
const MIN_WORDS = 5;
const WORDLY_SHARE = 0.8;
const LONGEST_WORD = 40;
/** A longer line is no message; the cost of one stays bounded. UTF-16 units. */
const MAX_LINE = 4_000;
const MOST_LINES = 16;
const WIDE = '  ';
const BLANK = 0x20;
const COMMA = 0x2c;
const LINE_FEED = '\n';
const BEYOND_ASCII = 0x80;

/**
 * Lines whose words stand wide apart ("how  do  I  make"), from the first to the last such gap, with one blank for each. The scan reads
 * words with what parts them, and no literal of a rule has two blanks. Ordinary text has no such gap, programs have them before words.
 */
export function doubledTexts({ text, units }: TextSurvey): Run[] {
  const found: Run[] = [];
  let at = text.indexOf(WIDE);
  while (at >= 0 && found.length < MOST_LINES) {
    if (!isInside(units, text.length, at)) {
      at = text.indexOf(WIDE, endOfGap(units, text.length, at));
      continue;
    }
    const lineEnd = text.indexOf(LINE_FEED, at);
    const end = Math.min(lineEnd < 0 ? text.length : lineEnd, at + MAX_LINE);
    const run = narrowed(text, startOfWord(units, at), end);
    if (run !== null) found.push(run);
    at = text.indexOf(WIDE, end);
  }
  return found;
}

/** A gap within a sentence: words on both sides of it, and no more than a comma before it. */
function isInside(units: Uint16Array, length: number, at: number): boolean {
  if (at === 0) return false;
  const before = units[at - 1] as number;
  if (!isWord(before) && before !== COMMA) return false;
  const end = endOfGap(units, length, at);
  return end < length && isWord(units[end] as number);
}

const isWord = (unit: number) => isLetter(unit) || unit >= BEYOND_ASCII;

function endOfGap(units: Uint16Array, length: number, at: number): number {
  let end = at;
  while (end < length && units[end] === BLANK) end++;
  return end;
}

function startOfWord(units: Uint16Array, at: number): number {
  let start = at;
  const least = Math.max(0, at - LONGEST_WORD);
  while (start > least && (units[start - 1] as number) > BLANK) start--;
  return start;
}

/** From a word before a wide gap to the word behind the last one of the line; null where hardly any gap is wide. */
function narrowed(text: string, start: number, end: number): Run | null {
  const line = text.slice(start, end).trimEnd();
  const wide = line.split(WIDE_GAP).length - 1;
  if (wide < MIN_WIDE) return null;
  const words = line.split(GAP);
  if (words.length < MIN_WORDS || words.filter(isWordly).length < WORDLY_SHARE * words.length) return null;
  return { text: words.join(' '), start, end: start + line.length };
}

/** Rows of numbers and signs are tables. */
const isWordly = (word: string) => /^["'“‘(¿¡]?\p{L}/u.test(word);
const WIDE_GAP = / {2,64}(?=[^ .!?;:|])/;
const GAP = / {1,64}/;
