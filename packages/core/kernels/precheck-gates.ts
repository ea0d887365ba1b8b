// SPDX-License-Identifier: Apache-2.0
/** Runs of characters that let expressions read which have no literal of their own: the same as precheck/gates.ts. */
import { BEYOND, byteAt, length, lower, unitAt } from './precheck-text';
import { addWindow, leastOf } from './precheck-windows';

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

/** Behind the text stands a blank that ends every run. */
export function scanGates(): void {
  let tokenStart = 0;
  let numerals = 0;
  let numeralsAtTokenStart = 0;
  let digitStart = 0;
  let lastDigit = -1;
  let digits = 0;
  let lastBreak = -1;
  let spacedStart = 0;
  let spaced = 0;
  store<u8>(lower + <usize>length, BLANK);
  for (let i = 0; i <= length; i++) {
    let byte = byteAt(i);
    let kind = kindOf(byte);
    while (kind === LETTER) {
      byte = byteAt(++i);
      kind = kindOf(byte);
    }
    if (kind === NUMERAL) {
      numerals++;
      if (digits > 0 && isGap(lastDigit + 1, i)) digits++;
      else {
        if (digits >= MIN_DIGITS) onRun(DIGITS, digitStart, lastDigit + 1, digits);
        digits = 1;
        digitStart = i;
      }
      lastDigit = i;
    }
    if ((kind === NUMERAL || kind === LEET_SIGN) && isLetterAt(i - 1) && isLetterAt(i + 1)) onRun(LEET, i - 1, i + 2, 3);
    if (kind === NUMERAL) continue;
    if (byte === BEYOND) {
      const unit = unitAt(i);
      reportSpecial(i, unit);
      if (unit !== 0xa0 && !(unit >= 0x2000 && unit <= 0x206f) && unit !== 0x3000 && unit !== 0xfeff) continue;
    }
    if (i - lastBreak === 2) {
      if (spaced === 0) spacedStart = i - 1;
      spaced++;
    } else {
      if (spaced >= MIN_SPACED) onRun(SPACED, spacedStart, lastBreak, spaced);
      spaced = 0;
    }
    lastBreak = i;
    if (kind === TOKEN_SIGN) continue;
    const tokenLength = i - tokenStart;
    if (tokenLength >= MIN_TOKEN) {
      const more = numerals - numeralsAtTokenStart;
      if (more > 0 && more < tokenLength) onRun(TOKEN, tokenStart, i, tokenLength);
      if (tokenLength >= MIN_LONG_TOKEN) onRun(LONG_TOKEN, tokenStart, i, tokenLength);
    }
    tokenStart = i + 1;
    numeralsAtTokenStart = numerals;
  }
  if (digits >= MIN_DIGITS) onRun(DIGITS, digitStart, lastDigit + 1, digits);
  if (spaced >= MIN_SPACED) onRun(SPACED, spacedStart, length, spaced);
}

function isGap(from: i32, to: i32): bool {
  if (to - from >= MAX_DIGIT_GAP) return false;
  for (let i = from; i < to; i++) if (load<u8>(gaps + <usize>byteAt(i)) === 0) return false;
  return true;
}

function isLetterAt(at: i32): bool {
  return at >= 0 && at < length && kindOf(byteAt(at)) === LETTER;
}

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
