// SPDX-License-Identifier: Apache-2.0
/** Runs of characters that let expressions read which have no literal of their own: the same as precheck/gates.ts. */
import { markDigits } from './precheck-demands';
import { BEYOND, byteAt, length, lower, unitAt } from './precheck-text';
import { addWindow, leastOf } from './precheck-windows';
import { each, within } from './text';

// Gates, in the order of their names in precheck/gates.ts.
const DIGITS: i32 = 0;
const TOKEN: i32 = 1;
const LONG_TOKEN: i32 = 2;
const LEET: i32 = 3;
const SPACED: i32 = 4;
const INVISIBLE: i32 = 5;
const MIXED: i32 = 6;

const MIN_DIGITS: i32 = 7;
const MAX_DIGIT_GAP: i32 = 3;
const MIN_TOKEN: i32 = 16;
const MIN_LONG_TOKEN: i32 = 60;
const MIN_SPACED: i32 = 5;
const MOST_LEET: i32 = 30;

const LETTER: i32 = 1;
const NUMERAL: i32 = 2;
const TOKEN_SIGN: i32 = 3;
const LEET_SIGN: i32 = 4;
const BLANK: i32 = 32;

/** Per gate the place of its first expression and behind its last. */
let byGate: usize = 0;
/** 256 bytes each: what a byte is to the gates, and whether it may stand between digits. */
let kinds: usize = 0;
let gaps: usize = 0;

export function placeGates(byGateAt: usize, kindsAt: usize, gapsAt: usize): void {
  byGate = byGateAt;
  kinds = kindsAt;
  gaps = gapsAt;
}

function onRun(gate: i32, start: i32, end: i32, count: i32): void {
  const list = byGate + (<usize>gate << 3);
  const to = load<usize>(list, 4);
  for (let at = load<usize>(list); at < to; at += 4) {
    const index = load<i32>(at);
    if (count >= leastOf(index)) addWindow(index, start, end);
  }
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function kindOf(byte: i32): i32 {
  return load<u8>(kinds + <usize>byte);
}

// What is open at a place of the text: a token, numbers, and letters that stand apart.
let tokenStart: i32 = 0;
let numerals: i32 = 0;
let numeralsAtTokenStart: i32 = 0;
let digitStart: i32 = 0;
let lastDigit: i32 = -1;
let digits: i32 = 0;
/** Where the digits in a row begin that end with the last. */
let rowStart: i32 = -1;
let lastBreak: i32 = -1;
let spacedStart: i32 = 0;
let spaced: i32 = 0;
/** Up to here a run is too long to be a word in leet writing. */
let longRunEnd: i32 = 0;

/** Behind the text stands a blank that ends every run. */
export function scanGates(): void {
  tokenStart = 0;
  numerals = 0;
  numeralsAtTokenStart = 0;
  lastDigit = -1;
  rowStart = -1;
  digits = 0;
  lastBreak = -1;
  spaced = 0;
  longRunEnd = 0;
  store<u8>(lower + <usize>length, BLANK);
  for (let base = 0; base <= length; base += STRIDE) {
    // Letters say nothing by themselves, and most characters are letters.
    let others = ~lettersFrom(lower + <usize>base);
    if (length - base < STRIDE - 1) others &= (<u64>1 << <u64>(length - base + 1)) - 1;
    if (passesOver(base, others)) continue;
    for (; others !== 0; others &= others - 1) scanOne(base + <i32>ctz(others));
  }
  if (rowStart >= 0) markDigits(rowStart, lastDigit);
  if (digits >= MIN_DIGITS) onRun(DIGITS, digitStart, lastDigit + 1, digits);
  if (spaced >= MIN_SPACED) onRun(SPACED, spacedStart, length, spaced);
}

/**
 * Whether nothing can be told of 64 bytes: they have neither numerals nor what is read as a letter, no token among them is
 * long, and too few letters stand apart. What is open is then brought behind them.
 * @param breaks those that are no letters
 */
// @ts-ignore: a decorator of AssemblyScript
@inline
function passesOver(base: i32, breaks: u64): bool {
  if (breaks === 0) return true;
  const at = lower + <usize>base;
  if (spaced > 0 || (tellingFrom(at) & breaks) !== 0) return false;
  const ends = breaks & ~tokenSignsFrom(at);
  let long = ~ends;
  long &= long >>> 1;
  long &= long >>> 2;
  long &= long >>> 4;
  long &= long >>> 8;
  if (long !== 0 || base + <i32>ctz(ends) - tokenStart >= MIN_TOKEN) return false;
  const isBefore: u64 = lastBreak === base - 1 ? 1 : 0;
  const isSecondBefore: u64 = lastBreak === base - 2 ? 1 : 0;
  const apart = breaks & ((breaks << 2) | (isBefore << 1) | isSecondBefore) & ~((breaks << 1) | isBefore);
  if (<i32>popcnt(apart) >= MIN_SPACED) return false;
  lastBreak = base + 63 - <i32>clz(breaks);
  for (let i = lastBreak - base; i >= 0 && ((apart >>> <u64>i) & 1) !== 0; i -= 2) {
    spaced++;
    spacedStart = base + i - 1;
  }
  tokenStart = base + 64 - <i32>clz(ends);
  numeralsAtTokenStart = numerals;
  return true;
}

/** What stands at one place that is no letter. */
function scanOne(i: i32): void {
  const byte = byteAt(i);
  const kind = kindOf(byte);
  if (kind === NUMERAL) {
    numerals++;
    if (rowStart < 0 || lastDigit !== i - 1) {
      if (rowStart >= 0) markDigits(rowStart, lastDigit);
      rowStart = i;
    }
    if (digits > 0 && isGap(lastDigit + 1, i)) digits++;
    else {
      if (digits >= MIN_DIGITS) onRun(DIGITS, digitStart, lastDigit + 1, digits);
      digits = 1;
      digitStart = i;
    }
    lastDigit = i;
  }
  if (i >= longRunEnd && (kind === NUMERAL || kind === LEET_SIGN) && isLetterAt(i - 1) && isLetterAt(i + 1)) {
    if (isWordLong(i)) onRun(LEET, i - 1, i + 2, 3);
  }
  if (kind === NUMERAL) return;
  if (byte === BEYOND) {
    const unit = unitAt(i);
    reportSpecial(i, unit);
    if (unit !== 0xa0 && !(unit >= 0x2000 && unit <= 0x206f) && unit !== 0x3000 && unit !== 0xfeff) return;
  }
  if (i - lastBreak === 2) {
    if (spaced === 0) spacedStart = i - 1;
    spaced++;
  } else {
    if (spaced >= MIN_SPACED) onRun(SPACED, spacedStart, lastBreak, spaced);
    spaced = 0;
  }
  lastBreak = i;
  if (kind === TOKEN_SIGN) return;
  const tokenLength = i - tokenStart;
  if (tokenLength >= MIN_TOKEN) {
    const more = numerals - numeralsAtTokenStart;
    if (more > 0 && more < tokenLength) onRun(TOKEN, tokenStart, i, tokenLength);
    if (tokenLength >= MIN_LONG_TOKEN) onRun(LONG_TOKEN, tokenStart, i, tokenLength);
  }
  tokenStart = i + 1;
  numeralsAtTokenStart = numerals;
}

const STRIDE: i32 = 64;

/** A bit for each of 64 bytes: whether it is a letter. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function lettersFrom(at: usize): u64 {
  const first = <u64>(<u32>lettersOf(at) | (<u32>lettersOf(at + 16) << 16));
  return first | (<u64>(<u32>lettersOf(at + 32) | (<u32>lettersOf(at + 48) << 16)) << 32);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function lettersOf(at: usize): i32 {
  return i8x16.bitmask(within(v128.load(at), 0x61, 26));
}

/** A bit for each of 64 bytes: whether it is a numeral, read as a letter, or beyond ASCII. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function tellingFrom(at: usize): u64 {
  const first = <u64>(<u32>tellingOf(at) | (<u32>tellingOf(at + 16) << 16));
  return first | (<u64>(<u32>tellingOf(at + 32) | (<u32>tellingOf(at + 48) << 16)) << 32);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function tellingOf(at: usize): i32 {
  const bytes = v128.load(at);
  const signs = v128.or(i8x16.eq(bytes, each(0x40)), i8x16.eq(bytes, each(0x24)));
  const more = v128.or(i8x16.eq(bytes, each(0x21)), i8x16.lt_s(bytes, each(0)));
  return i8x16.bitmask(v128.or(v128.or(signs, more), within(bytes, 0x30, 10)));
}

/** A bit for each of 64 bytes: whether it is part of a token, but neither letter nor digit. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function tokenSignsFrom(at: usize): u64 {
  const first = <u64>(<u32>tokenSignsOf(at) | (<u32>tokenSignsOf(at + 16) << 16));
  return first | (<u64>(<u32>tokenSignsOf(at + 32) | (<u32>tokenSignsOf(at + 48) << 16)) << 32);
}

/** + - / = _ */
// @ts-ignore: a decorator of AssemblyScript
@inline
function tokenSignsOf(at: usize): i32 {
  const bytes = v128.load(at);
  const first = v128.or(i8x16.eq(bytes, each(0x2b)), i8x16.eq(bytes, each(0x2d)));
  const second = v128.or(i8x16.eq(bytes, each(0x2f)), i8x16.eq(bytes, each(0x3d)));
  return i8x16.bitmask(v128.or(v128.or(first, second), i8x16.eq(bytes, each(0x5f))));
}

function isGap(from: i32, to: i32): bool {
  if (to - from >= MAX_DIGIT_GAP) return false;
  for (let i = from; i < to; i++) if (load<u8>(gaps + <usize>byteAt(i)) === 0) return false;
  return true;
}

function isLetterAt(at: i32): bool {
  return at >= 0 && at < length && kindOf(byteAt(at)) === LETTER;
}

/** Whether letters, digits, @ and $ around a place are no more than a word has. */
function isWordLong(at: i32): bool {
  let start = at;
  while (start > 0 && at - start <= MOST_LEET && isInLeet(start - 1)) start--;
  let end = at + 1;
  while (end < length && end - start <= MOST_LEET && isInLeet(end)) end++;
  if (end - start <= MOST_LEET) return true;
  longRunEnd = end;
  return false;
}

function isInLeet(at: i32): bool {
  const byte = byteAt(at);
  const kind = kindOf(byte);
  return kind === LETTER || kind === NUMERAL || (kind === LEET_SIGN && byte !== EXCLAMATION);
}

const EXCLAMATION: i32 = 0x21;

function reportSpecial(at: i32, c: i32): void {
  if (isInvisible(c)) onRun(INVISIBLE, at, at + 1, 1);
  else if (c === 0xdb40) onRun(INVISIBLE, at, at + 2, 2);
  else if (c >= 0x370 && c <= 0x52f && (isLetterAt(at - 1) || isLetterAt(at + 1))) {
    onRun(MIXED, max(0, at - 1), min(at + 2, length), 2);
  }
}

function isInvisible(c: i32): bool {
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
