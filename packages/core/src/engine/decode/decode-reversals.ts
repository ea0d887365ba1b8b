// SPDX-License-Identifier: Apache-2.0
import { scoreMirrored, scoreOfRange } from '../entropy/bigrams.ts';
import { textOfUnits } from '../intake/units.ts';
import { MAX_FOUND, type Run } from './decode-plausible.ts';

/** Bits per character that the plain text must be better by. */
const MIN_GAIN = 0.45;
const MAX_PLAIN_SCORE = 4.6;
const MIN_CHARACTERS = 12;

/** Characters looked at in each of three places before the whole text is turned round. */
const PROBE = 96;
const ODD_SCORE = 4.3;

/** Lines written backwards, letter by letter or each word in its place; for texts that may read backwards. */
export function reversedTexts(text: string, units: Uint16Array): Run[] {
  const length = text.length;
  const found: Run[] = [];
  for (let start = 0, end = 0; start < length && found.length < MAX_FOUND; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = length;
    if (end - start < MIN_CHARACTERS) continue;
    const score = scoreMirrored(units, start, end);
    if (score > MAX_PLAIN_SCORE || scoreOfRange(units, start, end) - score < MIN_GAIN) continue;
    found.push({ text: mirrored(units, start, end), start, end });
    found.push({ text: wordsMirrored(text, units, start, end), start, end });
  }
  return found;
}

/** Whether one of three places of a text is odd as written and better backwards. */
export function mayReadBackwards(units: Uint16Array, length: number): boolean {
  const middle = Math.max(0, (length - PROBE) >> 1);
  return [0, middle, Math.max(0, length - PROBE)].some((at) => mayBeReversed(units, at, Math.min(at + PROBE, length)));
}

/** Whether a piece is odd as written and better backwards. */
function mayBeReversed(units: Uint16Array, start: number, end: number): boolean {
  const forwards = scoreOfRange(units, start, end);
  return forwards >= ODD_SCORE && forwards - scoreMirrored(units, start, end) >= MIN_GAIN / 2;
}

function mirrored(units: Uint16Array, start: number, end: number): string {
  const line = units.slice(start, end).reverse();
  wholePairs(line);
  return textOfUnits(line, 0, line.length);
}

/** Surrogate pairs that a reversal turned round are turned back. */
function wholePairs(units: Uint16Array): void {
  for (let i = 1; i < units.length; i++) {
    const [low, high] = [units[i - 1] as number, units[i] as number];
    if ((low & 0xfc00) !== 0xdc00 || (high & 0xfc00) !== 0xd800) continue;
    units[i - 1] = high;
    units[i] = low;
    i++;
  }
}

/** Each word backwards in its place. Lines in ASCII, which most are, take the short way. */
function wordsMirrored(text: string, units: Uint16Array, start: number, end: number): string {
  const line = units.slice(start, end);
  let wordStart = 0;
  for (let i = 0; i <= line.length; i++) {
    const unit = i < line.length ? (line[i] as number) : 0;
    if (unit > 0x7f) return lettersMirrored(text.slice(start, end));
    const small = unit | 0x20;
    if (small >= 0x61 && small <= 0x7a) continue;
    line.subarray(wordStart, i).reverse();
    wordStart = i + 1;
  }
  return textOfUnits(line, 0, line.length);
}

const lettersMirrored = (line: string) => line.replace(/\p{L}+/gu, (word) => Array.from(word).reverse().join(''));
