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
const FIRST_ACCENTED: i16 = 0xc0;
const ACCENTED: i16 = 0x2b0;
const MIN_LINE: i32 = 12;
const MAX_LINE: i32 = 4000;
const ALL: i32 = 0xffff;

let units: usize = 0;
let bytes: usize = 0;
let length: i32 = 0;

/**
 * @param bytesAt the text as bytes; units beyond a byte are neither letter nor sign
 * @param ranges where the lines' starts and ends are written, 8 bytes each
 * @returns the number of lines
 */
export function findDisguises(unitsAt: usize, bytesAt: usize, textLength: i32, ascii: i32, ranges: usize): i32 {
  units = unitsAt;
  bytes = bytesAt;
  length = textLength;
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

function lineEnd(start: i32): i32 {
  for (let i = start; i < length; i += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(bytes + <usize>i), each(LINE_FEED)));
    if (found !== 0) return min(length, i + ctz(found));
  }
  return length;
}

let standIns: i32 = 0;
let signs: i32 = 0;
let partings: i32 = 0;

function mayBeDisguised(start: i32, end: i32): bool {
  standIns = signs = partings = 0;
  let i = start;
  for (; i + 16 <= end; i += 16) {
    const block = v128.load(bytes + <usize>i);
    const digits = standsIn(block);
    const parts = isParting(block);
    // Words have neither a digit nor the same sign twice with one letter between.
    const again = v128.and(parts, i8x16.eq(block, v128.load(bytes + <usize>i, 2)));
    if (v128.any_true(v128.or(digits, again))) {
      if (holdsStreak(i, ALL)) return true;
    } else {
      signs += popcnt(i8x16.bitmask(v128.andnot(parts, i8x16.eq(block, each(0x20)))));
      partings = 0;
    }
  }
  if (i < end && holdsStreak(i, (1 << (end - i)) - 1)) return true;
  const size = end - start;
  return (
    (standIns >= MIN_STAND_INS && standIns * STAND_IN_SHARE >= size) || (signs >= MIN_SIGNS && signs * 2 > size)
  );
}

/** Counts stand-ins and signs of sixteen bytes, as far as they are in the line; whether a streak ends there. */
function holdsStreak(i: i32, inLine: i32): bool {
  const at = bytes + <usize>i;
  const block = v128.load(at);
  const digits = i8x16.bitmask(standsIn(block)) & inLine;
  const parts = i8x16.bitmask(isParting(block)) & inLine;
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
  return (partings & (partings >>> 2) & (partings >>> 4)) !== 0;
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
  let each8 = i16x8.splat(0);
  let i = start;
  for (; i + 8 <= end; i += 8) {
    const block = v128.load(units + (<usize>i << 1));
    each8 = i16x8.sub(each8, i16x8.lt_u(i16x8.sub(block, i16x8.splat(FIRST_ACCENTED)), i16x8.splat(ACCENTED)));
  }
  let accents = 0;
  for (; i < end; i++) accents += i32(<u32>load<u16>(units + (<usize>i << 1)) - FIRST_ACCENTED < <u32>ACCENTED);
  const four = i32x4.extadd_pairwise_i16x8_u(each8);
  accents += i32x4.extract_lane(four, 0) + i32x4.extract_lane(four, 1);
  accents += i32x4.extract_lane(four, 2) + i32x4.extract_lane(four, 3);
  return accents * ACCENT_SHARE > end - start;
}
