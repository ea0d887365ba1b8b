// SPDX-License-Identifier: Apache-2.0
import { type Measures, STEP, WINDOW } from '../entropy/entropy-windows.ts';
import type { TextSurvey } from '../survey/survey.ts';
import { isWordUnit } from './decode-gaps.ts';

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
  /** Signs, capitals or doubled letters stand in words and between them as formatting does, and neither prose nor code. */
  readonly formatted: boolean;
  /** Letters stand alone, with signs between them. */
  readonly spelled: boolean;
}

/**
 * Where a text is no ordinary writing, in ranges of whole windows that don't overlap: what is written in a cipher, but
 * code, names and numbers as well. Most texts have none.
 */
export function dearStretches(survey: TextSurvey): readonly Stretch[] {
  const measures = survey.measures();
  if (measures.oddWindows + measures.denseWindows === 0) return NONE;
  // Several decoders ask for those of one text.
  if (last?.measures !== measures) last = { measures, stretches: stretchesOf(survey, measures) };
  return last.stretches;
}

let last: { readonly measures: Measures; readonly stretches: readonly Stretch[] } | null = null;

function stretchesOf({ text, units }: TextSurvey, measures: Measures): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let start = -1;
  let end = 0;
  for (let window = 0; window < measures.windows; window++) {
    if (measures.windowCost(window) < DEAR) continue;
    const from = window * STEP;
    if (start >= 0 && end < from) stretches.push(lookOf(units, start, end));
    if (start < 0 || end < from) start = from;
    end = Math.min(text.length, from + WINDOW);
  }
  if (start >= 0) stretches.push(lookOf(units, start, end));
  return stretches;
}

const NONE: readonly Stretch[] = [];

/** What a unit is made of: small letter, capital, digit, blank, sign of base64, another sign. */
const SMALL = 0;
const CAPITAL = 1;
const DIGIT = 2;
const BLANK = 3;
const PIECE_SIGN = 4;
const SIGN = 5;
const BLANK_UNIT = 0x20;
const KINDS = Uint8Array.from({ length: 128 }, (_, unit) => {
  if (unit >= 0x61 && unit <= 0x7a) return SMALL;
  if (unit >= 0x41 && unit <= 0x5a) return CAPITAL;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  if (unit <= 0x20) return BLANK;
  return '+/-_=,'.includes(String.fromCharCode(unit)) ? PIECE_SIGN : SIGN;
});

const MIN_HUMPS = 5;
const MIN_DOUBLES = 3;
/** Of the letters: an ordinary text doubles one in forty. */
const DOUBLES_SHARE = 0.1;
const MIN_MARKS = 2;
const MIN_JOINTS = 4;
/** Of the ends of words: prose has blanks there, and code signs of many kinds. */
const JOINTS_SHARE = 0.45;
const IS_MARK = Uint8Array.from({ length: 128 }, (_, unit) => ('*<~&'.includes(String.fromCharCode(unit)) ? 1 : 0));
const MIN_SINGLES = 8;
/** Of the letters: those at the rim of a stretch may stand in words. */
const SINGLES_SHARE = 1 / 3;

/** One pass over a stretch: what each of the writings can't do without, counted; those who undo them look closer. */
function lookOf(units: Uint16Array, start: number, end: number): Stretch {
  behind.fill(0);
  ahead.fill(0);
  let letters = 0;
  let signs = 0;
  let turns = 0;
  let tokenStart = start;
  let tokenSigns = 0;
  let tokenCapitals = 0;
  let base85 = false;
  let smallBefore = start - 1;
  let longestWithoutSmall = 0;
  let doubles = 0;
  let marks = 0;
  let wordEnds = 0;
  let singles = 0;
  let wordStart = start;
  let joints = 0;
  let inWord = false;
  let kindBefore = BLANK;
  let before = BLANK_UNIT;
  for (let i = start; i < end; i++) {
    const unit = units[i] as number;
    const kind = unit < 128 ? (KINDS[unit] as number) : SIGN;
    if (unit > 0x60) smallBefore = i;
    else if (i - smallBefore > longestWithoutSmall) longestWithoutSmall = i - smallBefore;
    if (kind <= CAPITAL) {
      letters++;
      if (kind === CAPITAL) {
        tokenCapitals++;
        if (kindBefore === SMALL) turns++;
      }
    } else if (kind === BLANK) {
      base85 ||= isToken(i - tokenStart, tokenSigns, tokenCapitals);
      tokenStart = i + 1;
      tokenSigns = tokenCapitals = 0;
    } else if (kind !== DIGIT) {
      tokenSigns++;
      if (kind === SIGN) signs++;
    }
    if (kind <= CAPITAL || (unit >= 128 && isWordUnit(unit))) {
      if (!inWord) {
        wordStart = i;
        inWord = true;
        if (i > start && before > BLANK_UNIT && before < 128) joints = Math.max(joints, counted(ahead, before));
      } else if (unit === before) doubles++;
    } else if (inWord) {
      inWord = false;
      wordEnds++;
      if (wordStart === i - 1) singles++;
      if (unit > BLANK_UNIT && unit < 128) {
        marks += IS_MARK[unit] as number;
        joints = Math.max(joints, counted(behind, unit));
      }
    }
    kindBefore = kind;
    before = unit;
  }
  const length = end - start;
  return {
    start,
    end,
    letters: letters * 2 >= length,
    base85: base85 || isToken(end - tokenStart, tokenSigns, tokenCapitals),
    uuencode: longestWithoutSmall >= MIN_WITHOUT_SMALL,
    base64: turns >= length * TURNS_SHARE && signs <= length * SIGNS_SHARE,
    formatted: turns >= MIN_HUMPS || marks >= MIN_MARKS || isDoubled(doubles, letters) || isJoined(joints, wordEnds),
    spelled: singles >= MIN_SINGLES && singles >= letters * SINGLES_SHARE,
  };
}

const isToken = (length: number, signs: number, capitals: number): boolean =>
  length >= MIN_TOKEN && signs >= MIN_TOKEN_SIGNS && capitals >= MIN_TOKEN_CAPITALS;

const isDoubled = (doubles: number, letters: number) => doubles >= Math.max(MIN_DOUBLES, letters * DOUBLES_SHARE);
const isJoined = (joints: number, wordEnds: number) => joints >= MIN_JOINTS && joints >= wordEnds * JOINTS_SHARE;

/** How often each sign stands behind a word, and before one. */
const behind = new Uint16Array(128);
const ahead = new Uint16Array(128);

function counted(table: Uint16Array, unit: number): number {
  const count = (table[unit] as number) + 1;
  table[unit] = count;
  return count;
}
