// SPDX-License-Identifier: Apache-2.0
/**
 * The grams of texts whose units are bytes, eight places at a time: a gram depends on nothing but the three or four units
 * that end at its place. All pointers are byte addresses.
 */
import { each, within } from './text';

const FEATURE_SHIFT: u32 = 14;
const MIX: u32 = 0x9e3779b1;
const BASE: u32 = 0x01000193;
const BLANK: u8 = 32;
export const FOLDED_DIGIT: i8 = 48;
/** Grams end where a run is longer; texts that have such are read unit by unit. */
const LONGEST: i32 = 39;
const STRIDE: i32 = 64;

// What a unit adds to the hash of a gram that ends with it, or that it is the first, second or third before the end of.
const LAST: i32 = i32(MIX);
const FIRST_BEFORE: i32 = i32(BASE * MIX);
const SECOND_BEFORE: i32 = i32(BASE * BASE * MIX);
const THIRD_BEFORE: i32 = i32(BASE * BASE * BASE * MIX);

let last: i32 = 0;
let firstBefore: i32 = 0;
let secondBefore: i32 = 0;
let thirdBefore: i32 = 0;

/** The text with one sign for all blanks, one for all digits, and a blank before and behind it. */
export let signs: usize = 0;
/** A bit for each unit, in blocks of 64: whether it is none of a run. */
let blanks: usize = 0;

/**
 * Makes signs of bytes, in place.
 * @param blanksAt room for a bit for each unit and one more, in whole blocks
 * @returns whether no run is too long
 */
export function readSigns(bytes: usize, length: i32, blanksAt: usize): bool {
  signs = bytes;
  last = LAST;
  firstBefore = FIRST_BEFORE;
  secondBefore = SECOND_BEFORE;
  thirdBefore = THIRD_BEFORE;
  blanks = blanksAt;
  store<u8>(bytes - 1, BLANK);
  let isShort = true;
  let run = 0;
  for (let base = 0; base <= length; base += STRIDE) {
    let found = signsFrom(bytes + <usize>base);
    if (length - base < STRIDE) found |= <u64>-1 << <u64>(length - base);
    store<u64>(blanks + <usize>(base >> 3), found);
    isShort = isShort && run + <i32>ctz(found) <= LONGEST && !holdsLong(~found);
    run = found === 0 ? run + STRIDE : <i32>clz(found);
  }
  store<u8>(bytes + <usize>length, BLANK);
  return isShort;
}

/** Whether forty bits stand in a row. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function holdsLong(bits: u64): bool {
  let rows = bits & (bits >>> 1);
  rows &= rows >>> 2;
  rows &= rows >>> 4;
  return (rows & (rows >>> 8) & (rows >>> 16) & (rows >>> 24) & (rows >>> 32)) !== 0;
}

/** Makes signs of 64 bytes; a bit for each that is a blank. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function signsFrom(at: usize): u64 {
  const first = <u64>(<u32>signsOf(at) | (<u32>signsOf(at + 16) << 16));
  return first | (<u64>(<u32>signsOf(at + 32) | (<u32>signsOf(at + 48) << 16)) << 32);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function signsOf(at: usize): i32 {
  const bytes = v128.load(at);
  const high = v128.or(i8x16.eq(bytes, each(-123)), i8x16.eq(bytes, each(-96)));
  const spaces = v128.or(high, v128.or(within(bytes, 9, 5), within(bytes, 28, 5)));
  const digits = v128.bitselect(each(FOLDED_DIGIT), bytes, within(bytes, 48, 10));
  v128.store(at, v128.bitselect(each(BLANK), digits, spaces));
  return i8x16.bitmask(spaces);
}

/** Writes the grams that end from one place, a multiple of 64, up to another; returns where they end. */
export function gramsBetween(from: i32, to: i32, grams: usize): usize {
  const k0 = i32x4.splat(last);
  const k1 = i32x4.splat(firstBefore);
  const k2 = i32x4.splat(secondBefore);
  const k3 = i32x4.splat(thirdBefore);
  let out = grams;
  for (let base = from; base < to; base += STRIDE) {
    const solid = ~blanksAt(base);
    const before = base === 0 ? 0 : ~blanksAt(base - STRIDE);
    // Three units hold a gram where the middle one is no blank, four where the two in the middle are none.
    let three = (solid << 1) | (before >>> 63);
    let four = three & ((solid << 2) | (before >>> 62));
    if (to - base < STRIDE) three &= (<u64>1 << <u64>(to - base)) - 1;
    four &= three;
    for (let at = signs + <usize>base; three !== 0; at += 8) {
      const a = v128.load8x8_u(at);
      const b = v128.load8x8_u(at - 1);
      const c = v128.load8x8_u(at - 2);
      const d = v128.load8x8_u(at - 3);
      out = writeFour(
        i32x4.extend_low_i16x8_u(a),
        i32x4.extend_low_i16x8_u(b),
        i32x4.extend_low_i16x8_u(c),
        i32x4.extend_low_i16x8_u(d),
        <u32>three,
        <u32>four,
        out,
        k0,
        k1,
        k2,
        k3,
      );
      out = writeFour(
        i32x4.extend_high_i16x8_u(a),
        i32x4.extend_high_i16x8_u(b),
        i32x4.extend_high_i16x8_u(c),
        i32x4.extend_high_i16x8_u(d),
        <u32>three >>> 4,
        <u32>four >>> 4,
        out,
        k0,
        k1,
        k2,
        k3,
      );
      three >>>= 8;
      four >>>= 8;
    }
  }
  return out;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
export function blanksAt(base: i32): u64 {
  return load<u64>(blanks + <usize>(base >> 3));
}

/**
 * Writes the grams that end at four places: both at each, side by side, of which those that are none are written over.
 * @param three a bit for each place: whether a gram of three ends there; `four` the same of four
 */
// @ts-ignore: a decorator of AssemblyScript
@inline
function writeFour(a: v128, b: v128, c: v128, d: v128, three: u32, four: u32, out: usize, k0: v128, k1: v128, k2: v128, k3: v128): usize {
  const two = i32x4.add(i32x4.mul(a, k0), i32x4.mul(b, k1));
  const short = i32x4.add(two, i32x4.mul(c, k2));
  const long = i32x4.shr_u(i32x4.add(short, i32x4.mul(d, k3)), FEATURE_SHIFT);
  const threes = i32x4.shr_u(short, FEATURE_SHIFT);
  const first = i32x4.shuffle(threes, long, 0, 4, 1, 5);
  const second = i32x4.shuffle(threes, long, 2, 6, 3, 7);
  v128.store64_lane(out, first, 0);
  out += countAt(three, four, 0);
  v128.store64_lane(out, first, 1);
  out += countAt(three, four, 1);
  v128.store64_lane(out, second, 0);
  out += countAt(three, four, 2);
  v128.store64_lane(out, second, 1);
  return out + countAt(three, four, 3);
}

/** Bytes of the grams that end at a place. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function countAt(three: u32, four: u32, place: u32): usize {
  return <usize>(((three >>> place) & 1) + ((four >>> place) & 1)) << 2;
}
