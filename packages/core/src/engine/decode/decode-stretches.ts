// SPDX-License-Identifier: Apache-2.0
import { STEP, WINDOW } from '../entropy/entropy-windows.ts';
import type { Range, TextSurvey } from '../survey/survey.ts';

/**
 * Bits per character of a window from which on it is no ordinary writing. Prose lies between 3.2 and 4.2; moved letters
 * begin near 5, whatever the shift, and encodings near 6.
 */
const DEAR = 4.6;

/** Characters of base85 without a blank, with signs and capitals among them; units of uuencode in a row, which has no small letters. */
const MIN_TOKEN = 20;
const MIN_TOKEN_SIGNS = 3;
const MIN_TOKEN_CAPITALS = 2;
const MIN_WITHOUT_SMALL = 24;
/** Of a stretch: in base64 capitals follow small letters all the time, and there is hardly another sign. */
const TURNS_SHARE = 0.07;
const SIGNS_SHARE = 0.08;

/** A stretch of a text that is no ordinary writing, and which encodings it has the look of. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Letters, mostly. */
  readonly letters: boolean;
  readonly base85: boolean;
  readonly uuencode: boolean;
  readonly base64: boolean;
}

/**
 * Where a text is no ordinary writing, in ranges of whole windows that don't overlap: what is written in a cipher, but
 * code, names and numbers as well. Most texts have none.
 */
export function dearStretches(survey: TextSurvey): readonly Stretch[] {
  const measures = survey.measures();
  if (measures.oddWindows + measures.denseWindows === 0) return NONE;
  const { windowCosts, windows } = measures;
  const { length } = survey.text;
  const stretches: [number, number][] = [];
  for (let window = 0; window < windows; window++) {
    if ((windowCosts[window] as number) < DEAR) continue;
    const start = window * STEP;
    const end = Math.min(length, start + WINDOW);
    const last = stretches.at(-1);
    if (last !== undefined && last[1] >= start) last[1] = end;
    else stretches.push([start, end]);
  }
  return stretches.map((range) => lookOf(survey.units, range));
}

const NONE: readonly Stretch[] = [];

/** What a unit is made of: small letter, capital, digit, blank, sign of base64, another sign. */
const SMALL = 0;
const CAPITAL = 1;
const DIGIT = 2;
const BLANK = 3;
const PIECE_SIGN = 4;
const SIGN = 5;
const KINDS = Uint8Array.from({ length: 129 }, (_, unit) => {
  if (unit >= 0x61 && unit <= 0x7a) return SMALL;
  if (unit >= 0x41 && unit <= 0x5a) return CAPITAL;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  if (unit <= 0x20) return BLANK;
  return unit < 128 && '+/-_=,'.includes(String.fromCharCode(unit)) ? PIECE_SIGN : SIGN;
});

function lookOf(units: Uint16Array, [start, end]: Range): Stretch {
  let letters = 0;
  let signs = 0;
  let turns = 0;
  let tokenStart = start;
  let tokenSigns = 0;
  let tokenCapitals = 0;
  let base85 = false;
  let smallBefore = start - 1;
  let longestWithoutSmall = 0;
  let before = BLANK;
  for (let i = start; i < end; i++) {
    const unit = units[i] as number;
    const kind = KINDS[Math.min(unit, 128)] as number;
    if (kind === SMALL || unit > 0x60) smallBefore = i;
    else if (i - smallBefore > longestWithoutSmall) longestWithoutSmall = i - smallBefore;
    if (kind <= CAPITAL) {
      letters++;
      if (kind === CAPITAL) {
        tokenCapitals++;
        if (before === SMALL) turns++;
      }
    } else if (kind === BLANK) {
      base85 ||= isToken(i - tokenStart, tokenSigns, tokenCapitals);
      tokenStart = i + 1;
      tokenSigns = tokenCapitals = 0;
    } else if (kind !== DIGIT) {
      tokenSigns++;
      if (kind === SIGN) signs++;
    }
    before = kind;
  }
  const length = end - start;
  return {
    start,
    end,
    letters: letters * 2 >= length,
    base85: base85 || isToken(end - tokenStart, tokenSigns, tokenCapitals),
    uuencode: longestWithoutSmall >= MIN_WITHOUT_SMALL,
    base64: turns >= length * TURNS_SHARE && signs <= length * SIGNS_SHARE,
  };
}

const isToken = (length: number, signs: number, capitals: number): boolean =>
  length >= MIN_TOKEN && signs >= MIN_TOKEN_SIGNS && capitals >= MIN_TOKEN_CAPITALS;
