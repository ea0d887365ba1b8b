// SPDX-License-Identifier: Apache-2.0
import { CASELESS_CLASSES, CLASS_COUNT, LINE_END } from './bigram-classes.ts';
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
