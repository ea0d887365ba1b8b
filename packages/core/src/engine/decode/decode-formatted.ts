// SPDX-License-Identifier: Apache-2.0
import { languageScore } from '../entropy/bigrams.ts';
import type { Range, TextSurvey } from '../survey/survey.ts';
import { MAX_FOUND, type Run } from './decode-plausible.ts';
import { dearStretches } from './decode-stretches.ts';
import { ALL_FORMATS, type Decoder, unglued, unjoined, unmarked, unstarred } from './formats.ts';

/** Longer lines are no messages; the cost of one line stays bounded. UTF-16 units. */
const MAX_LINE = 4_000;
const MIN_LINE = 12;
/** Bits per character: the plain text must read as language, and better than with its formatting. */
const MAX_PLAIN_SCORE = 5;
const MIN_GAIN = 0.1;

/**
 * Words under formatting that a reader sees through and a rule does not: marks inside words, letters in brackets or between
 * colons, doubled letters, words joined by a sign, by quotes, by capitals or by nothing. Looked for line by line where a
 * text is no ordinary writing or has marks inside words, and in `runs` of characters without a gap.
 */
export function formattedTexts(survey: TextSurvey, runs: readonly Range[]): Run[] {
  const { text } = survey;
  const stretches = dearStretches(survey).filter(({ formatted }) => formatted);
  const starred = text.includes('*') && STAR_INSIDE.test(text);
  const found = starred ? inLines(text, [{ start: 0, end: text.length }], [unmarked, unstarred]) : [];
  if (stretches.length > 0 && found.length === 0) found.push(...inLines(text, stretches, ALL_FORMATS));
  if (runs.length > 0 && found.length === 0) found.push(...inRuns(text, runs));
  return found;
}

const STAR_INSIDE = /\p{L}\*{1,2}\p{L}/u;

function inLines(text: string, stretches: readonly Place[], decoders: readonly Decoder[]): Run[] {
  const found: Run[] = [];
  let done = 0;
  for (const { start: from, end: to } of stretches) {
    for (let start = Math.max(done, text.lastIndexOf('\n', from) + 1); start < to; start = done) {
      const end = lineEnd(text, start);
      done = end + 1;
      if (end - start < MIN_LINE || end - start > MAX_LINE) continue;
      const plain = plainOf(text.slice(start, end), decoders);
      if (plain !== null) found.push({ text: plain, start, end });
      if (found.length >= MAX_FOUND) return found;
    }
  }
  return found;
}

type Place = Pick<Run, 'start' | 'end'>;

const MIN_RUN = 20;
const MAX_RUN = 1_200;
const NO_WORDS = /[0-9=]|\/\//;

/** `how-to-make-it` and `howtomakeit`. */
function inRuns(text: string, runs: readonly Range[]): Run[] {
  const found: Run[] = [];
  for (const [start, end] of runs) {
    if (end - start < MIN_RUN || end - start > MAX_RUN) continue;
    const run = text.slice(start, end);
    if (NO_WORDS.test(run)) continue;
    const plain = unjoined(run) ?? unglued(run);
    if (plain !== null) found.push({ text: plain, start, end });
    if (found.length >= MAX_FOUND) break;
  }
  return found;
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

function plainOf(line: string, decoders: readonly Decoder[]): string | null {
  for (const decode of decoders) {
    const plain = decode(line);
    if (plain !== null && readsBetter(plain, line)) return plain;
  }
  return null;
}

function readsBetter(plain: string, line: string): boolean {
  const score = languageScore(plain);
  return score <= MAX_PLAIN_SCORE && score <= languageScore(line) - MIN_GAIN;
}
