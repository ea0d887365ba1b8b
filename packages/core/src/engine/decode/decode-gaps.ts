// SPDX-License-Identifier: Apache-2.0
import type { Range } from '../survey/survey.ts';
import { isLetter } from './word-marks.ts';

/** Units without a blank from which on a row is no word, and how far apart a text is looked at. */
const STRIDE = 40;
const SHORTEST_ROW = 20;
const BLANK = 0x20;
/** Letters in a row, each a token of its own. */
const MIN_SPELLED = 6;
const LONGEST_SINGLE = 3;
/** Words in a row that something else than a blank parts. */
const MIN_LONE = 5;
const LONGEST_SIGN = 4;
const LONGEST_WORD = 32;
/** Units in which they must stand: rows of signs alone hold no words. */
const FARTHEST_LONE = 2 * MIN_LONE * (LONGEST_WORD + LONGEST_SIGN);

/** What the blanks of a text say of its writing. Most texts have nothing of it. */
export interface Gaps {
  /** Rows without a blank. */
  readonly solid: readonly Range[];
  /** Letters stand alone between blanks, tabs or line ends. */
  readonly spelled: boolean;
  /** Blanks among words that signs, tabs or line ends part. */
  readonly lone: readonly number[];
}

/** Letters, as far as signs must be told from them: not the blocks of punctuation, arrows, drawings and pictures. */
export function isWordUnit(unit: number): boolean {
  if (unit < 0x80) return isLetter(unit);
  if (unit < 0x2000) return unit >= 0xc0 && unit !== 0xd7 && unit !== 0xf7;
  return unit >= 0x2c00 && (unit < 0xd800 || unit > 0xdfff) && (unit < 0x3000 || unit > 0x303f) && unit !== 0xfe0f;
}

/**
 * Looks at one blank in forty units or so and at what stands beside it: a disguise is longer, so that it is met, and
 * ordinary text costs a few looks.
 */
export function gapsOf(units: Uint16Array, length: number): Gaps {
  let solid: Range[] | null = null;
  let lone: number[] | null = null;
  let spelled = false;
  for (let last = -1, probe = STRIDE - 1; last < length - 1; probe = last + STRIDE) {
    let at = probe < length ? probe : length - 1;
    while (at > last && (units[at] as number) > BLANK) at--;
    if (at > last) {
      last = at;
      if (isPlain(units, length, at)) continue;
      if (!spelled && mayBeSpelled(units, length, at)) spelled = standAlone(units, length, at);
      if (hasSignBeside(units, length, at) && loneWordsAt(units, length, at) >= MIN_LONE) {
        lone ??= [];
        lone.push(at);
      }
    } else {
      // A short text that is one row is looked at as well.
      if (probe >= length && (last >= 0 || length < SHORTEST_ROW)) break;
      for (at = Math.min(probe, length); at < length && (units[at] as number) > BLANK; ) at++;
      solid ??= [];
      solid.push([last + 1, at]);
      last = at;
    }
  }
  return solid === null && lone === null && !spelled ? NO_GAPS : { solid: solid ?? [], spelled, lone: lone ?? [] };
}

export const NO_GAPS: Gaps = { solid: [], spelled: false, lone: [] };

/** Where the token behind a blank ends if it is one letter, or one and a sign or two; else -1. */
function endOfSingle(units: Uint16Array, length: number, blank: number): number {
  let letters = 0;
  let at = blank + 1;
  for (; at < length && (units[at] as number) > BLANK; at++) {
    if (isWordUnit(units[at] as number)) letters++;
    if (letters > 1 || at - blank > LONGEST_SINGLE) return -1;
  }
  return at > blank + 1 ? at : -1;
}

function mayBeSpelled(units: Uint16Array, length: number, blank: number): boolean {
  const end = endOfSingle(units, length, blank);
  return end >= 0 && (end >= length || endOfSingle(units, length, end) >= 0);
}

function standAlone(units: Uint16Array, length: number, blank: number): boolean {
  let at = Math.max(0, blank - 3 * MIN_SPELLED);
  let most = 0;
  let letters = 0;
  for (const stop = Math.min(length, blank + 5 * MIN_SPELLED); at < stop; at++) {
    const unit = units[at] as number;
    if (!isWordUnit(unit)) continue;
    if (at + 1 < length && isWordUnit(units[at + 1] as number)) {
      while (at + 1 < stop && isWordUnit(units[at + 1] as number)) at++;
      letters = 0;
    } else most = Math.max(most, ++letters);
  }
  return most >= MIN_SPELLED;
}

/** A blank as in prose: behind a letter, or behind a letter and a stop, before a word of two letters or more. */
function isPlain(units: Uint16Array, length: number, at: number): boolean {
  if (at < 2 || at + 2 >= length || units[at] !== BLANK) return false;
  if (!isLetter(units[at + 1] as number) || !isLetter(units[at + 2] as number)) return false;
  return isLetter(units[at - 1] as number) || isLetter(units[at - 2] as number);
}

/** A sign alone on one side of a blank, or a tab or a line end for the blank. */
function hasSignBeside(units: Uint16Array, length: number, blank: number): boolean {
  if ((units[blank] as number) < BLANK || isSign(units, blank + 1, length, 1)) return true;
  return isSign(units, blank - 1, -1, -1);
}

/**
 * Whether a short token without a letter stands here; a number is one only with the sign behind it that numbers items.
 * @param stop the place that is not looked at any more
 */
function isSign(units: Uint16Array, from: number, stop: number, step: 1 | -1): boolean {
  let at = from;
  for (; at !== stop && (units[at] as number) > BLANK; at += step) {
    if (isWordUnit(units[at] as number) || (at - from) * step >= LONGEST_SIGN) return false;
  }
  return at !== from && !isDigit(units[step > 0 ? at - 1 : from] as number);
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** Words on both sides of a blank that something parts besides blanks; the gap of that blank counts as such. */
function loneWordsAt(units: Uint16Array, length: number, blank: number): number {
  const ahead = loneWords(units, blank, Math.min(length, blank + FARTHEST_LONE), 1);
  return ahead >= MIN_LONE ? ahead : ahead + loneWords(units, blank, Math.max(-1, blank - FARTHEST_LONE), -1);
}

/** @param stop the place that is not looked at any more */
function loneWords(units: Uint16Array, blank: number, stop: number, step: 1 | -1): number {
  let words = 0;
  let parted = true;
  for (let at = blank; at !== stop && words < MIN_LONE; ) {
    const unit = units[at] as number;
    if (unit <= BLANK) {
      parted ||= unit < BLANK;
      at += step;
      continue;
    }
    // Most words are told by their first letter to have nothing but a blank before them.
    if (!parted && isLetter(unit)) return words;
    const sign = isSign(units, at, stop, step);
    if (!sign && !parted) return words;
    const from = at;
    while (at !== stop && (units[at] as number) > BLANK) at += step;
    if ((at - from) * step > LONGEST_WORD) return words;
    if (!sign) words++;
    parted = sign;
  }
  return words;
}
