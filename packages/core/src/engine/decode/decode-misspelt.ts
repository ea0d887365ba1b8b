// SPDX-License-Identifier: Apache-2.0
import type { TextSurvey } from '../survey/survey.ts';
import { MAX_FOUND, type Run } from './decode-plausible.ts';
import { corrected } from './misspelt-sentence.ts';
import { FOREIGN, isLetter, isPlain, KNOWN, LONGEST, NO_WORD, readWord, UNKNOWN, wordEnd } from './word-marks.ts';

/** Units between two looks in a long text; in a short one there are about so many looks, with so many units between. */
const LONG_STEP = 128;
const SHORT = 480;
const LOOKS = 16;
const LEAST_STEP = 6;
/** Units between looks at the beginnings of lines, and how far behind a beginning one looks. */
const LEAST_LINE = 40;
const LINE_LEAD = 6;
/** Words that are looked at from such a place on, and how many of them must be unknown: more in a long text, which has jargon somewhere. */
const NEAR = 8;
const MIN_UNKNOWN = 2;
const MIN_IN_LONG = 3;
const LINE_FEED = 10;
/** Of a longer line so much around the place is read. */
const MAX_LINE = 4_000;

/**
 * Lines with unusually many words that are none, with those words put right. A look at a word here and there tells most
 * texts from them.
 */
export function misspeltTexts({ text, units }: TextSurvey): Run[] {
  const { length } = text;
  const found: Run[] = [];
  // Long rows of the same words come to few different lines.
  let known: Map<string, readonly string[]> | null = null;
  const step = length > SHORT ? LONG_STEP : Math.max(LEAST_STEP, Math.floor(length / LOOKS));
  const least = length > SHORT ? MIN_IN_LONG : MIN_UNKNOWN;
  let next = 0;
  let end = 0;
  for (let at = 0; at < length; at = Math.max(end, Math.min(at + step, next))) {
    if (next < at + LEAST_LINE) next = lineBehind(text, at + LEAST_LINE);
    if (isPlain(units, at, length) || !isOdd(units, length, at, least)) continue;
    const start = lineStart(units, at, end);
    end = lineEnd(units, at, length);
    const line = text.slice(start, end);
    known ??= new Map();
    const plain = known.get(line) ?? corrected(line);
    known.set(line, plain);
    for (const one of plain) found.push({ text: one, start, end });
    if (found.length >= MAX_FOUND) break;
  }
  return found;
}

/** A place in the first line that begins behind another place. */
function lineBehind(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + LINE_LEAD;
}

/** Whether a word at a place is unknown, and others behind it as well, before one of another language. */
function isOdd(units: Uint16Array, length: number, place: number, least: number): boolean {
  let at = wordStart(units, isLetter(units[place] as number) ? place : place + 1);
  if (readWord(units, at, length) !== UNKNOWN) return false;
  let unknown = 0;
  let names = 0;
  let small = 0;
  for (let words = 0; at < length && words < NEAR; at = nextWord(units, wordEnd, length)) {
    const kind = readWord(units, at, length);
    if (kind === FOREIGN) return false;
    if (kind === NO_WORD) continue;
    words++;
    if (kind === KNOWN && isSmall(units[at] as number)) small++;
    else if (kind === UNKNOWN && isName(units, at, wordEnd)) names++;
    else if (kind === UNKNOWN) unknown++;
    if (unknown >= least || (names >= least && small === 0)) return true;
  }
  // So few words are left where a text ends.
  return at >= length && (unknown >= MIN_UNKNOWN || (names >= MIN_UNKNOWN && small === 0));
}

/** The first letter of the word at a place; the place itself where there is none. */
function wordStart(units: Uint16Array, place: number): number {
  let start = place;
  if (!isLetter(units[start] as number)) return start;
  while (start > 0 && place - start <= LONGEST && isLetter(units[start - 1] as number)) start--;
  return start;
}

function nextWord(units: Uint16Array, from: number, length: number): number {
  let at = from;
  while (at < length && !isLetter(units[at] as number)) at++;
  return at;
}

const isSmall = (unit: number) => unit >= 0x61;

/** Names and abbreviations have a capital in front and no small letter before another one. */
function isName(units: Uint16Array, start: number, end: number): boolean {
  if (isSmall(units[start] as number)) return false;
  const small = isSmall(units[start + 1] as number);
  for (let i = start + 2; i < end; i++) if (isSmall(units[i] as number) !== small) return false;
  return true;
}

/** Not before `from`. */
function lineStart(units: Uint16Array, at: number, from: number): number {
  let start = at;
  while (start > from && at - start < MAX_LINE / 2 && units[start - 1] !== LINE_FEED) start--;
  return start;
}

function lineEnd(units: Uint16Array, at: number, length: number): number {
  let end = at;
  while (end < length && end - at < MAX_LINE / 2 && units[end] !== LINE_FEED) end++;
  return end;
}
