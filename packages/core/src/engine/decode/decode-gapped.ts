// SPDX-License-Identifier: Apache-2.0
import type { Range, TextSurvey } from '../survey/survey.ts';
import { type Gaps, gapsOf, NO_GAPS } from './decode-gaps.ts';
import { MAX_FOUND, type Run } from './decode-plausible.ts';
import { dearStretches } from './decode-stretches.ts';
import { readsAsSentence } from './formats.ts';
import { solidWords } from './solid-rows.ts';
import { spelledRows } from './spelled-letters.ts';

/** Longer rows and paragraphs are no messages; the cost of one stays bounded. UTF-16 units. */
const MAX_LENGTH = 4_000;
/** The gaps of a longer text are looked at where something else in it is odd: most long texts have nothing of it. */
const SHORT = 512;
const MIN_WORDS = 5;
const LONGEST_SIGN = 4;

/**
 * Writing whose gaps are not those of words: letters that signs, tabs or line ends part, blanks and all; words that signs,
 * emoji or line ends part; no gaps at all.
 * @param runs of at least 16 characters of the base64 alphabet
 */
export function gappedTexts(survey: TextSurvey, runs: readonly Range[] = survey.longRuns()): Run[] {
  const { text, units } = survey;
  const gaps = text.length <= SHORT || isOdd(survey, runs) ? gapsOf(units, text.length) : NO_GAPS;
  const spelled = gaps.spelled || dearStretches(survey).some((stretch) => stretch.spelled);
  if (!spelled && gaps.solid.length + gaps.lone.length === 0) return [];
  return inGaps(text, gaps, spelled);
}

/** Something in the text is no ordinary writing, or is a long run of letters. */
function isOdd(survey: TextSurvey, runs: readonly Range[]): boolean {
  if (runs.length > 0) return true;
  const { oddWindows, denseWindows } = survey.measures();
  return oddWindows + denseWindows > 0;
}

function inGaps(text: string, { solid, lone }: Gaps, spelled: boolean): Run[] {
  const rows = spelled ? spelledRows(text) : [];
  const isNew = (at: number) => !rows.some(({ start, end }) => start <= at && at < end);
  for (const [start, end] of solid) {
    if (rows.length >= MAX_FOUND) break;
    const plain = end - start > MAX_LENGTH || !isNew(start) ? null : solidWords(text.slice(start, end));
    if (plain !== null) rows.push({ text: plain, start, end });
  }
  let read = 0;
  for (const at of lone) {
    if (rows.length >= MAX_FOUND) break;
    if (at < read || !isNew(at)) continue;
    const from = Math.max(read, at - MAX_LENGTH / 2);
    read = at + MAX_LENGTH / 2;
    rows.push(...loneWords(text, from, read));
  }
  return rows;
}

/** Words that something parts besides blanks. */
function loneWords(text: string, from: number, to: number): Run[] {
  const found: Run[] = [];
  let row: { words: string[]; start: number; end: number } | null = null;
  let parted = false;
  let before = from;
  const flush = () => {
    if (row !== null && row.words.length >= MIN_WORDS && readsAsSentence(row.words))
      found.push({ text: row.words.join(' '), start: row.start, end: row.end });
  };
  for (const match of text.slice(from, to).matchAll(/\S+/g)) {
    const [token] = match;
    const start = from + match.index;
    const end = start + token.length;
    parted ||= text.slice(before, start) !== ' ';
    before = end;
    if (token.length <= LONGEST_SIGN && !/\p{L}/u.test(token)) {
      parted = true;
      continue;
    }
    if (row === null || !parted) {
      flush();
      row = { words: [token], start, end };
    } else {
      row.words.push(token);
      row.end = end;
    }
    parted = false;
  }
  flush();
  return found;
}
