// SPDX-License-Identifier: Apache-2.0
import { CHARACTER_CLASS, DIGIT, LETTER, SPACE } from '../classify/characters.ts';

const APOSTROPHE = 39;
const LONGEST_NUMBER = 4;

/** A word, a number, a single Han, kana or hangul character, or a sign. Offsets in the normalised text. */
export interface Token {
  readonly start: number;
  readonly end: number;
  /** What is looked up: numbers are zeros, as many as they have digits, four at most. */
  readonly form: string;
}

/** At most `most` tokens of a stretch of a normalised text. */
export function tokensOf(text: string, start: number, end: number, most: number): Token[] {
  const out: Token[] = [];
  for (let i = start; i < end && out.length < most; ) {
    const kind = CHARACTER_CLASS[text.charCodeAt(i)]!;
    if (kind === SPACE) {
      i++;
      continue;
    }
    const stop = kind === LETTER ? wordEnd(text, i, end) : kind === DIGIT ? runEnd(text, i, end) : i + 1;
    const form = kind === DIGIT ? '0'.repeat(Math.min(LONGEST_NUMBER, stop - i)) : text.slice(i, stop);
    out.push({ start: i, end: stop, form });
    i = stop;
  }
  return out;
}

/** "don't" is one word. */
function wordEnd(text: string, start: number, end: number): number {
  let i = start + 1;
  for (; i < end; i++) {
    const unit = text.charCodeAt(i);
    const inside = unit === APOSTROPHE && i + 1 < end && CHARACTER_CLASS[text.charCodeAt(i + 1)] === LETTER;
    if (!inside && CHARACTER_CLASS[unit] !== LETTER) break;
  }
  return i;
}

function runEnd(text: string, start: number, end: number): number {
  let i = start + 1;
  while (i < end && CHARACTER_CLASS[text.charCodeAt(i)] === DIGIT) i++;
  return i;
}
