// SPDX-License-Identifier: Apache-2.0
import type { TextSurvey } from '../survey/survey.ts';
import type { Run } from './decode-plausible.ts';
import { isEnglish, isLetter, isPlain } from './word-marks.ts';

/** What words are broken by. */
const BREAKS = '-_/*~|.';
/** Words that must be broken where nobody divides a word; "e-mail", "re-sent" and the like are rarer. */
const MIN_BROKEN = 3;
/** With a sign behind each letter; no word is so long. UTF-16 units. */
const LONGEST_BROKEN = 64;
const LINE_FEED = '\n';
const BREAK = new RegExp(`[${BREAKS}]`, 'g');
const TOKEN = new RegExp(`(?<![a-z])[a-z]+(?:[${BREAKS}][a-z]+)+`, 'gi');
/** Of a longer line so much around its broken words is read. */
const MAX_LINE = 2_000;

/**
 * Text with English words that a sign breaks in the midst ("h-ow do I st-eal"), with those words whole. A hyphen that
 * somebody means has a word on both sides.
 */
export function brokenTexts({ text, units }: TextSurvey): Run[] {
  if (!mayBeBroken(text, units)) return [];
  const tokens = [...text.matchAll(TOKEN)].filter(([token]) => isBroken(token));
  if (tokens.length < MIN_BROKEN) return [];
  const first = tokens[0]!.index;
  const last = tokens.at(-1)!;
  const start = Math.max(text.lastIndexOf(LINE_FEED, first) + 1, first - MAX_LINE);
  const lineEnd = text.indexOf(LINE_FEED, last.index);
  const end = Math.min(lineEnd < 0 ? text.length : lineEnd, last.index + MAX_LINE);
  let whole = '';
  let from = start;
  for (const { index, 0: token } of tokens) {
    whole += text.slice(from, index) + token.replace(BREAK, '');
    from = index + token.length;
  }
  return [{ text: whole + text.slice(from, end), start, end }];
}

/** Whether enough signs stand between two letters, with something that is no word on one side. */
function mayBeBroken(text: string, units: Uint16Array): boolean {
  let within = 0;
  for (const sign of BREAKS) {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      if (!isLetter(units[at - 1] as number) || !isLetter(units[at + 1] as number)) continue;
      if (isPlain(units, at - 1, at) && isPlain(units, at + 1, text.length)) continue;
      if (++within >= MIN_BROKEN) return true;
    }
  }
  return false;
}

/** Pieces that make a word together, and of which one is none. */
function isBroken(token: string): boolean {
  if (token.length > LONGEST_BROKEN) return false;
  const pieces = token.toLowerCase().split(BREAK);
  return isEnglish(pieces.join('')) && pieces.some((piece) => piece.length === 1 || !isEnglish(piece));
}
