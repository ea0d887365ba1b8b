// SPDX-License-Identifier: Apache-2.0
import type { TextSurvey } from '../survey/survey.ts';

/**
 * Kinds of white-space delimited pieces of a text. Optimised adversarial suffixes are made of word pieces and signs glued
 * in ways that neither prose nor code glues them; the kinds tell the three apart.
 */
export const NATURAL = 0;
/** Addresses, paths, identifiers, tags, numbers with units: neither prose nor odd. */
export const TECHNICAL = 1;
/** Small letter, then a capital, in a word that starts small: similarlyNow. Names start with a capital. */
export const CAMEL = 2;
/** Letters on both sides of signs that don't join words: giving**ONE. */
export const GLUED = 4;
/** A closing sign before a word, or an opening one after it: .](Me. */
export const MISPLACED = 8;
/** Signs only, of more than one kind: :)]; or a lone backslash. */
export const SIGNS = 16;
/** A backslash that escapes nothing. */
export const BACKSLASH = 32;

const LETTER = 1;
const CAPITAL = 2;
const DIGIT = 3;
const JOINER = 4;
const OPENER = 5;
const CLOSER = 6;
const SIGN = 7;
const STOP = 8;
const BACK = 9;

const ROLES = new Uint8Array(128);
for (let code = 33; code < 127; code++) {
  const sign = String.fromCharCode(code);
  if (sign >= 'a' && sign <= 'z') ROLES[code] = LETTER;
  else if (sign >= 'A' && sign <= 'Z') ROLES[code] = CAPITAL;
  else if (sign >= '0' && sign <= '9') ROLES[code] = DIGIT;
  else if ("'-/_@:".includes(sign)) ROLES[code] = JOINER;
  else if ('([{<'.includes(sign)) ROLES[code] = OPENER;
  else if (')]}>'.includes(sign)) ROLES[code] = CLOSER;
  else if ('.,;!?'.includes(sign)) ROLES[code] = STOP;
  else ROLES[code] = sign === '\\' ? BACK : SIGN;
}

/** What a unit may be in a word that needs no closer look: its first, any, or its last. */
const FIRST = 1;
const ANY = 2;
const LAST = 4;
export const IN_WORD: Uint8Array = new Uint8Array(0x10000).fill(FIRST | ANY | LAST, 128);
for (let code = 0; code < 128; code++) {
  if (ROLES[code] === LETTER) IN_WORD[code] = FIRST | ANY | LAST;
  else if (ROLES[code] === CAPITAL) IN_WORD[code] = FIRST;
  else if (ROLES[code] === STOP || code === 0x3a) IN_WORD[code] = LAST;
}

/** Small letters, the first maybe a capital, with at most one stop at the end: most pieces. They are NATURAL. */
export function isOrdinaryWord(units: Uint16Array, start: number, end: number): boolean {
  if (((IN_WORD[units[start] as number] as number) & FIRST) === 0) return false;
  let all = ANY;
  for (let i = start + 1; i < end - 1; i++) all &= IN_WORD[units[i] as number] as number;
  return all !== 0 && (end - start === 1 || ((IN_WORD[units[end - 1] as number] as number) & LAST) !== 0);
}

/** A text, read as units once: a character of a string costs several times as much. */
export type Source = Pick<TextSurvey, 'text' | 'units'>;

/** What a piece is: NATURAL, TECHNICAL, or a sum of odd kinds. */
export function chunkKind(source: Source, start: number, end: number): number {
  const { text, units } = source;
  let kind = NATURAL;
  let letters = 0;
  let technical = isMarkup(units, start, end);
  let capitalised = false;
  let previous = 0;
  let afterLetter = start;
  for (let i = start; i < end; i++) {
    const unit = units[i] as number;
    const role = unit < 128 ? (ROLES[unit] as number) : LETTER;
    if (role <= DIGIT) {
      if (role === DIGIT) technical ||= previous === LETTER || previous === JOINER;
      else {
        if (i > afterLetter) kind |= signsBefore(source, afterLetter, i, letters > 0);
        if (role === CAPITAL && previous === LETTER) {
          if (capitalised) technical = true;
          else kind |= CAMEL;
        }
        if (letters === 0) capitalised = role === CAPITAL;
        letters++;
      }
      afterLetter = i + 1;
    } else if (role === JOINER) technical ||= previous === LETTER && unit !== 0x27 && unit !== 0x2d && i + 1 < end;
    else if (role === BACK) {
      if (i + 1 < text.length && isEscape(units[i + 1] as number)) technical = true;
      else kind |= BACKSLASH;
    }
    previous = role;
  }
  if (letters === 0) return signsOnly(units, start, end, afterLetter > start);
  if (technical) return TECHNICAL;
  return end > afterLetter && !isOrdinary(TAILS, source, afterLetter, end) ? kind | MISPLACED : kind;
}

/** Tags, template commands and character references. */
function isMarkup(units: Uint16Array, start: number, end: number): boolean {
  const first = units[start] as number;
  const second = start + 1 < end ? (units[start + 1] as number) : 0;
  if (first === 0x3c) return isLetter(second) || second === 0x2f;
  if (first === 0x7b) return second === 0x7b || second === 0x25;
  return first === 0x26 && (second === 0x23 || isLetter(second));
}

const isLetter = (unit: number) => unit < 128 && (ROLES[unit] as number) <= CAPITAL && ROLES[unit] !== 0;

/** Escaped quotes, line ends, tabs, stars and underscores: text that was put into a program, into JSON or a page. */
const isEscape = (next: number) => ESCAPED.includes(String.fromCharCode(next));
const ESCAPED = `"'*_ntr`;

/** Signs between two letters, or before the first. */
function signsBefore(source: Source, from: number, to: number, inside: boolean): number {
  if (inside) return isOrdinary(GLUES, source, from, to) ? 0 : GLUED;
  return isOrdinary(LEADS, source, from, to) ? 0 : MISPLACED;
}

/** What a word may start with: quotes, brackets, marks of lists, tags, emphasis, code and flags. */
const ORDINARY_LEAD =
  /^(?:["'([{<*_`#@$~+=:/|>!.&%-]|\*\*|__|``|--?|\.{1,2}\/?|\.\.+|\("|["'*_`]?[([{<]["'*_`]{0,2}|\*\*["'([_`]|<\/|\$\{|!?\[+|\/\/|#+|["']{2,3}|~\/|--?["']|\\)$/;
/** What may stand between letters in prose, names, addresses and plain code. */
const ORDINARY_GLUE =
  /^(?:[.,&+'"/=:;!?#|*()[\]<>%$@_~`-]|\.\.+|[!?]+|--+|[.,;:!?]["')*_]|["')*_][.,;:!?]|\(\)|::|->|=>|==|[)\]]\(|\[["']|["']\]|\("|\('|=["'{]|["'],?["']|:\/\/|\/\/|\(["'][./]?|[)\]]\.|&&|\|\||\$\{|\)?\/|\\)$/;
/** What a word may end with: stops, closing quotes and brackets, a call, a statement's end. */
const ORDINARY_TAIL =
  /^(?:[.,;:!?'"`*_)\]}>/+%=&#$|~({[@<-]|\.\.+|[!?]+\.?|\*\*[.,:;]?|[)\]}>"'`*_%]{1,3}[.,;:!?]{0,3}|[.,;:!?]+["')\]*_`]{1,3}[.,;:]?|\(\)?[;,.:{["']?|--+|\+\+;?|[)\]}]{1,4}[;,]?|=["'{[]|:["'{[]|\[\]|\{\}[;,]?|\/[>"')]|->|=>)$/;

/** The signs that a place may hold, and what it said of one or two signs in ASCII: 0 not asked yet, 1 yes, 2 no. */
interface Place {
  readonly ordinary: RegExp;
  readonly known: Uint8Array;
}
const placeOf = (ordinary: RegExp): Place => ({ ordinary, known: new Uint8Array(1 << 14) });
const LEADS = placeOf(ORDINARY_LEAD);
const GLUES = placeOf(ORDINARY_GLUE);
const TAILS = placeOf(ORDINARY_TAIL);

/** One sign or two are by far the commonest, so the answer for them is kept. No first of two signs is a null. */
function isOrdinary({ ordinary, known }: Place, { text, units }: Source, from: number, to: number): boolean {
  const first = to - from === 1 ? 0 : (units[from] as number);
  const last = units[to - 1] as number;
  if (to - from > 2 || first > 127 || last > 127) return ordinary.test(text.slice(from, to));
  const signs = (first << 7) | last;
  if (known[signs] === 0) known[signs] = ordinary.test(text.slice(from, to)) ? 1 : 2;
  return known[signs] === 1;
}

function signsOnly(units: Uint16Array, start: number, end: number, digits: boolean): number {
  if (digits) return TECHNICAL;
  if (end - start === 1) return units[start] === 0x5c ? BACKSLASH : TECHNICAL;
  const first = units[start];
  for (let i = start + 1; i < end; i++) if (units[i] !== first) return SIGNS;
  return TECHNICAL;
}
