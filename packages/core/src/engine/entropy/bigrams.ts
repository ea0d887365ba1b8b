// SPDX-License-Identifier: Apache-2.0
import { CASELESS_CLASSES, CLASS_BITS, CLASS_COUNT, LINE_END } from './bigram-classes.ts';
import { BIGRAM_ROWS } from './generated/bigrams.ts';

/** The tables hold eighths of a bit, as characters from this code on. */
const FIRST_CODE = 0x28;
export const STEPS_PER_BIT = 8;
/** Long enough to tell; the cost of a guess stays bounded. */
const MAX_SCORED = 4_096;

/** Cost of class `b` after class `a`, in eighths of a bit, at `a * CLASS_COUNT + b`. */
export const BIGRAM_COSTS: Uint8Array = Uint8Array.from(
  BIGRAM_ROWS.flatMap((row) => Array.from(row, (character) => character.charCodeAt(0) - FIRST_CODE)),
);

/**
 * Bits per character of a text under a model of ordinary language, capitals read as small letters. Prose lies near 3.5,
 * random letters near 6.5. Looks at the first 4,096 characters; 0 for an empty text.
 */
export function languageScore(text: string): number {
  const length = Math.min(text.length, MAX_SCORED);
  if (length === 0) return 0;
  let previous = LINE_END;
  let steps = 0;
  for (let i = 0; i < length; i++) {
    const current = CASELESS_CLASSES[text.charCodeAt(i)] as number;
    steps += BIGRAM_COSTS[previous * CLASS_COUNT + current] as number;
    previous = current;
  }
  return steps / STEPS_PER_BIT / length;
}

function turnedClass(letter: number): number {
  return letter < 26 ? (letter + 13) % 26 : letter;
}

/** Class of each unit once it is turned by 13 letters. */
export const TURNED_CLASSES: Uint8Array = CASELESS_CLASSES.map(turnedClass);

/** The language score of a range of units, and of the same range in rot13. */
export const scoreOfRange = (units: Uint16Array, start: number, end: number): number =>
  scoreForwards(units, start, end, CASELESS_CLASSES);
export const scoreTurned = (units: Uint16Array, start: number, end: number): number =>
  scoreForwards(units, start, end, TURNED_CLASSES);

function scoreForwards(units: Uint16Array, start: number, end: number, classes: Uint8Array): number {
  const length = Math.min(end - start, MAX_SCORED);
  if (length <= 0) return 0;
  let row = LINE_END * CLASS_COUNT;
  let steps = 0;
  for (let i = start; i < start + length; i++) {
    const current = classes[units[i] as number] as number;
    steps += BIGRAM_COSTS[row + current] as number;
    row = current << CLASS_BITS;
  }
  return steps / STEPS_PER_BIT / length;
}

/** What each pair of classes costs more in rot13 than as it stands. */
const TURNED_EXTRA: Int16Array = new Int16Array(CLASS_COUNT * CLASS_COUNT);
for (let a = 0; a < CLASS_COUNT; a++) {
  const turnedRow = turnedClass(a) * CLASS_COUNT;
  for (let b = 0; b < CLASS_COUNT; b++) {
    const pair = a * CLASS_COUNT + b;
    TURNED_EXTRA[pair] = (BIGRAM_COSTS[turnedRow + turnedClass(b)] as number) - (BIGRAM_COSTS[pair] as number);
  }
}

/** Whether a short range reads better in rot13. */
export function readsBetterTurned(units: Uint16Array, start: number, end: number): boolean {
  let row = LINE_END * CLASS_COUNT;
  let extra = 0;
  for (let i = start; i < end; i++) {
    const current = CASELESS_CLASSES[units[i] as number] as number;
    extra += TURNED_EXTRA[row + current] as number;
    row = current << CLASS_BITS;
  }
  return extra < 0;
}

/** The language score of a range read from its end. */
export function scoreMirrored(units: Uint16Array, start: number, end: number): number {
  const length = Math.min(end - start, MAX_SCORED);
  if (length <= 0) return 0;
  let row = LINE_END * CLASS_COUNT;
  let steps = 0;
  for (let i = end - 1; i >= end - length; i--) {
    const current = CASELESS_CLASSES[units[i] as number] as number;
    steps += BIGRAM_COSTS[row + current] as number;
    row = current << CLASS_BITS;
  }
  return steps / STEPS_PER_BIT / length;
}
