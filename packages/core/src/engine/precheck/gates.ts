// SPDX-License-Identifier: Apache-2.0
import { BEYOND, type TextBytes } from './text-bytes.ts';

/**
 * Cheap reasons to run an expression that has no literal of its own. One pass over the text finds them all, and letters,
 * the most frequent characters, cost one table look-up.
 *
 * - digits: seven digits or more, with at most two separators (space - . / ( ) +) between neighbours
 * - token: sixteen characters or more of A-Z a-z 0-9 + / = _ - with a letter and a digit among them
 * - long_token: the same alphabet, sixty characters or more
 * - leet: a digit or one of @ $ ! with an ASCII letter on both sides, where letters, digits, @ and $ around it are at most
 *   thirty: digests are no words
 * - spaced: five single letters or more with a single other character between neighbours
 * - invisible: zero-width, bidirectional control, tag and other characters that print nothing
 * - mixed: an ASCII letter next to a Cyrillic or Greek one
 */
export const GATES = ['digits', 'token', 'long_token', 'leet', 'spaced', 'invisible', 'mixed'] as const;
export type Gate = (typeof GATES)[number];

/** `gate` is an index into GATES; `count` is the number of digits for `digits`, else the length. */
export type OnRun = (gate: number, start: number, end: number, count: number) => void;

const DIGITS = GATES.indexOf('digits');
const TOKEN = GATES.indexOf('token');
const LONG_TOKEN = GATES.indexOf('long_token');
const LEET = GATES.indexOf('leet');
const SPACED = GATES.indexOf('spaced');
const INVISIBLE = GATES.indexOf('invisible');
const MIXED = GATES.indexOf('mixed');

const MIN_DIGITS = 7;
const MAX_DIGIT_GAP = 3;
const MIN_TOKEN = 16;
const MIN_LONG_TOKEN = 60;
const MIN_SPACED = 5;
const MOST_LEET = 30;

const LETTER = 1;
export const NUMERAL = 2;
/** Part of a token, but neither letter nor digit. */
const TOKEN_SIGN = 3;
/** Read as a letter in leet writing. */
const LEET_SIGN = 4;

export const KIND: Uint8Array = new Uint8Array(256);
for (let c = 65; c <= 90; c++) KIND[c] = KIND[c + 32] = LETTER;
for (let c = 48; c <= 57; c++) KIND[c] = NUMERAL;
for (const sign of '+/=_-') KIND[sign.charCodeAt(0)] = TOKEN_SIGN;
for (const sign of '@$!') KIND[sign.charCodeAt(0)] = LEET_SIGN;
/** Signs that may stand between digits. */
export const GAP: Uint8Array = new Uint8Array(256);
for (const sign of ' -./()+') GAP[sign.charCodeAt(0)] = 1;

/** Reports the runs of every gate, each gate's runs in order and apart from each other. */
export function scanGates(text: string, { bytes, length }: TextBytes, onRun: OnRun): void {
  let tokenStart = 0;
  let numerals = 0;
  let numeralsAtTokenStart = 0;
  let digitStart = 0;
  let lastDigit = -1;
  let digits = 0;
  let lastBreak = -1;
  let spacedStart = 0;
  let spaced = 0;
  let longRunEnd = 0;
  // The space behind the last byte ends every run, and the inner loop with them.
  for (let i = 0; i <= length; i++) {
    let byte = bytes[i] as number;
    while (KIND[byte] === LETTER) byte = bytes[++i] as number;
    const kind = KIND[byte] as number;
    if (kind === NUMERAL) {
      numerals++;
      if (digits > 0 && isGap(bytes, lastDigit + 1, i)) digits++;
      else {
        if (digits >= MIN_DIGITS) onRun(DIGITS, digitStart, lastDigit + 1, digits);
        digits = 1;
        digitStart = i;
      }
      lastDigit = i;
    }
    if (
      i >= longRunEnd &&
      (kind === NUMERAL || kind === LEET_SIGN) &&
      isLetterAt(bytes, i - 1, length) &&
      isLetterAt(bytes, i + 1, length)
    ) {
      const [start, end] = leetRunAround(bytes, i, length);
      if (end - start <= MOST_LEET) onRun(LEET, i - 1, i + 2, 3);
      else longRunEnd = end;
    }
    if (kind === NUMERAL) continue;
    if (byte === BEYOND) {
      const unit = text.charCodeAt(i);
      reportSpecial(text, i, unit, onRun);
      if (isWordUnit(unit)) continue;
    }
    // From here on the character parts words: it may part spaced letters, and may end a token.
    if (i - lastBreak === 2) {
      if (spaced === 0) spacedStart = i - 1;
      spaced++;
    } else {
      if (spaced >= MIN_SPACED) onRun(SPACED, spacedStart, lastBreak, spaced);
      spaced = 0;
    }
    lastBreak = i;
    if (kind === TOKEN_SIGN) continue;
    const tokenLength = i - tokenStart;
    if (tokenLength >= MIN_TOKEN) {
      const withNumerals = numerals > numeralsAtTokenStart;
      if (withNumerals && numerals - numeralsAtTokenStart < tokenLength) onRun(TOKEN, tokenStart, i, tokenLength);
      if (tokenLength >= MIN_LONG_TOKEN) onRun(LONG_TOKEN, tokenStart, i, tokenLength);
    }
    tokenStart = i + 1;
    numeralsAtTokenStart = numerals;
  }
  if (digits >= MIN_DIGITS) onRun(DIGITS, digitStart, lastDigit + 1, digits);
  if (spaced >= MIN_SPACED) onRun(SPACED, spacedStart, length, spaced);
}

function isGap(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from >= MAX_DIGIT_GAP) return false;
  for (let i = from; i < to; i++) if (GAP[bytes[i] as number] === 0) return false;
  return true;
}

/** Letters, digits, @ and $ around a place: where they begin and end, or as far as it takes to be too many. */
function leetRunAround(bytes: Uint8Array, at: number, length: number): readonly [number, number] {
  let start = at;
  while (start > 0 && at - start <= MOST_LEET && isInLeet(bytes[start - 1] as number)) start--;
  let end = at + 1;
  while (end < length && end - start <= MOST_LEET && isInLeet(bytes[end] as number)) end++;
  return [start, end];
}

function isInLeet(byte: number): boolean {
  const kind = KIND[byte];
  return kind === LETTER || kind === NUMERAL || (kind === LEET_SIGN && byte !== EXCLAMATION);
}

const EXCLAMATION = 0x21;

function isLetterAt(bytes: Uint8Array, at: number, length: number): boolean {
  return at >= 0 && at < length && KIND[bytes[at] as number] === LETTER;
}

/** Letters of other scripts belong to words; only general punctuation and spaces part them. */
function isWordUnit(c: number): boolean {
  return c !== 0xa0 && !(c >= 0x2000 && c <= 0x206f) && c !== 0x3000 && c !== 0xfeff;
}

function reportSpecial(text: string, at: number, c: number, onRun: OnRun): void {
  if (isInvisible(c)) onRun(INVISIBLE, at, at + 1, 1);
  else if (c === 0xdb40) onRun(INVISIBLE, at, at + 2, 2);
  else if (c >= 0x370 && c <= 0x52f && (isLetter(text.charCodeAt(at - 1)) || isLetter(text.charCodeAt(at + 1)))) {
    onRun(MIXED, Math.max(0, at - 1), Math.min(at + 2, text.length), 2);
  }
}

function isLetter(c: number): boolean {
  return c < BEYOND && KIND[c] === LETTER;
}

function isInvisible(c: number): boolean {
  if (c >= 0x2000) {
    return (
      (c >= 0x200b && c <= 0x200f) ||
      (c >= 0x202a && c <= 0x202e) ||
      (c >= 0x2060 && c <= 0x206f) ||
      c === 0xfeff ||
      c === 0x3164 ||
      (c >= 0xfe00 && c <= 0xfe0e)
    );
  }
  return c === 0xad || c === 0x61c || c === 0x34f || c === 0x115f || c === 0x1160 || c === 0x180e;
}
