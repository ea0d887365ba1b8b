// SPDX-License-Identifier: Apache-2.0
/**
 * Lines that may be disguised: the same as decode/decode-disguises.ts, which says why. What both find is compared by
 * tests. Bits of a number stand for sixteen bytes in a row.
 */
import { each } from './text';

const LINE_FEED: i8 = 0x0a;
const STAND_IN_SHARE: i32 = 16;
const MIN_STAND_INS: i32 = 3;
const MIN_SIGNS: i32 = 40;
const ACCENT_SHARE: i32 = 7;
const MIN_LINE: i32 = 12;
const MAX_LINE: i32 = 4000;
const ALL: i32 = 0xffff;

let units: usize = 0;
let bytes: usize = 0;
let length: i32 = 0;

/**
 * @param bytesAt the text as bytes where it is ASCII; else room for it
 * @param ranges where the lines' starts and ends are written, 8 bytes each
 * @returns the number of lines
 */
export function findDisguises(unitsAt: usize, bytesAt: usize, textLength: i32, ascii: i32, ranges: usize): i32 {
  units = unitsAt;
  bytes = bytesAt;
  length = textLength;
  if (ascii === 0) narrow();
  let out = ranges;
  for (let start = 0, end = 0; start < length; start = end + 1) {
    end = lineEnd(start);
    if (end - start < MIN_LINE || end - start > MAX_LINE) continue;
    if (!mayBeDisguised(start, end) && (ascii !== 0 || !isAccented(start, end))) continue;
    store<i32>(out, start);
    store<i32>(out, end, 4);
    out += 8;
  }
  return i32((out - ranges) >> 3);
}

/** Units beyond a byte become what is neither letter nor sign. */
function narrow(): void {
  for (let i = 0; i < length; i += 16) {
    const block = units + (<usize>i << 1);
    v128.store(bytes + <usize>i, i8x16.narrow_i16x8_u(v128.load(block), v128.load(block, 16)));
  }
}

function lineEnd(start: i32): i32 {
  for (let i = start; i < length; i += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(bytes + <usize>i), each(LINE_FEED)));
    if (found !== 0) return min(length, i + ctz(found));
  }
  return length;
}

function mayBeDisguised(start: i32, end: i32): bool {
  let standIns = 0;
  let signs = 0;
  let partings = 0;
  for (let i = start; i < end; i += 16) {
    const at = bytes + <usize>i;
    const block = v128.load(at);
    const inLine = end - i >= 16 ? ALL : (1 << (end - i)) - 1;
    const digits = i8x16.bitmask(standsIn(block)) & inLine;
    const parts = i8x16.bitmask(isParting(block)) & inLine;
    if ((digits | parts) === 0) {
      partings = 0;
      continue;
    }
    // Nothing stands before the text, and nothing behind it.
    const before = i === 0 ? ALL - 1 : ALL;
    const behind = length - i > 16 ? ALL : (1 << (length - i - 1)) - 1;
    const secondBehind = length - i > 17 ? ALL : behind >> 1;
    const next = i8x16.bitmask(isLetter(v128.load(at, 1))) & behind;
    const previous = i8x16.bitmask(isLetter(v128.load(at - 1))) & before;
    standIns += popcnt(digits & (next | previous));
    const blanks = i8x16.bitmask(i8x16.eq(block, each(0x20)));
    signs += popcnt(digits | (parts & ~blanks));
    const again = i8x16.bitmask(i8x16.eq(block, v128.load(at, 2))) & secondBehind;
    partings = (partings >>> 16) | ((parts & next & again) << 16);
    if ((partings & (partings >>> 2) & (partings >>> 4)) !== 0) return true;
  }
  const size = end - start;
  return (
    (standIns >= MIN_STAND_INS && standIns * STAND_IN_SHARE >= size) || (signs >= MIN_SIGNS && signs * 2 > size)
  );
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function isLetter(block: v128): v128 {
  const small = v128.or(block, each(0x20));
  return i8x16.lt_u(i8x16.sub(small, each(0x61)), each(26));
}

/** 0 1 3 4 5 7 8 */
// @ts-ignore: a decorator of AssemblyScript
@inline
function standsIn(block: v128): v128 {
  const digits = i8x16(-1, -1, 0, -1, -1, -1, 0, -1, -1, 0, 0, 0, 0, 0, 0, 0);
  return i8x16.swizzle(digits, i8x16.sub(block, each(0x30)));
}

/** blank * - . / _ */
// @ts-ignore: a decorator of AssemblyScript
@inline
function isParting(block: v128): v128 {
  const signs = i8x16(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, -1, -1, -1);
  const found = i8x16.swizzle(signs, i8x16.sub(block, each(0x20)));
  return v128.or(found, i8x16.eq(block, each(0x5f)));
}

/** Whether accents are every seventh unit or more. */
function isAccented(start: i32, end: i32): bool {
  let accents = 0;
  for (let i = start; i < end; i++) accents += i32(<u32>load<u16>(units + (<usize>i << 1)) - 0xc0 < 0x2b0);
  return accents * ACCENT_SHARE > end - start;
}
