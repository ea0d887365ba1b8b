// SPDX-License-Identifier: Apache-2.0
import { MAX_FOUND, type Run } from './decode-plausible.ts';

/** Four letters beyond ASCII, each parted from the next by the same kind of sign. */
const SPELLED = /[^\0-\x7f\s](?:[ \-.*_/]{1,4}[^\0-\x7f\s]){3}/u;
/** A text with fewer characters beyond ASCII spells none. */
export const FEWEST_SPELLED = 4;
const MIN_SINGLES = 6;
/** Most of what the signs part must be single letters. */
const SINGLES_SHARE = 0.7;
const MAX_LINE = 4_000;
/** A letter with the marks that belong to it. */
const ONE_LETTER = /^.\p{M}*$/u;

/**
 * Letters beyond ASCII that are spelled out with gaps, dashes or dots, by line; wider gaps part the words. Kernels look
 * for spelled ASCII, this for all other scripts: written language has no row of single letters, in none of them.
 */
export function spelledTexts(text: string): Run[] {
  if (!SPELLED.test(text)) return [];
  const found: Run[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const plain = line.length <= MAX_LINE && SPELLED.test(line) ? joined(line) : null;
    if (plain !== null && found.length < MAX_FOUND) found.push({ text: plain, start, end: start + line.length });
    start += line.length + 1;
  }
  return found;
}

function joined(line: string): string | null {
  for (const sign of [' ', '-', '.', '*', '_', '/']) {
    const words = sign === ' ' ? line.trim().split(/ {2,}/) : line.trim().split(/ +/);
    const letters = words.flatMap((word) => word.split(sign));
    const singles = letters.filter((letter) => ONE_LETTER.test(letter)).length;
    if (singles >= MIN_SINGLES && singles >= letters.length * SINGLES_SHARE) {
      return words.map((word) => word.replaceAll(sign, '')).join(' ');
    }
  }
  return null;
}
