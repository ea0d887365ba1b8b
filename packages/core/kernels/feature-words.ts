// SPDX-License-Identifier: Apache-2.0
/**
 * The words of texts whose units are bytes: where they begin and end is told by masks, and four are hashed side by side.
 * All pointers are byte addresses.
 */
import { blanksAt, FOLDED_DIGIT, signs } from './feature-grams';
import { each, within } from './text';

const FEATURE_SHIFT: u32 = 14;
const MIX: u32 = 0x9e3779b1;
const BASE: u32 = 0x01000193;
const WORD_SEED: u32 = 0x811c9dc5;
const NUMBER_SEED: u32 = WORD_SEED ^ 0x30000;
const PAIR_BASE: u32 = 0x85ebca6b;
const EDGE: u32 = 0x27d4eb2f;
const APOSTROPHE: i8 = 39;
const LONGEST_NUMBER: i32 = 4;
const STRIDE: i32 = 64;
const SIDE_BY_SIDE: usize = 4;

/** Where the words that end in a stretch begin, and where they end; room for those of a segment. */
let starts: usize = 0;
let ends: usize = 0;
/** Where a word begins that has not ended yet; -1 for none. */
let openStart: i32 = -1;
let previous: u32 = EDGE;
let length: i32 = 0;
/** Of the block before, whether its last unit is in a run of letters, is a digit, is no blank, is a letter. */
let afterWord: u64 = 0;
let afterDigit: u64 = 0;
let afterSolid: u64 = 0;
let afterLetter: u64 = 0;

// Constants that the compiler doesn't know: it would put vectors of them together at each use.
let base: i32 = 0;
let byte: i32 = 0;
let one: i32 = 0;

export function placeWordRoom(startsAt: usize, endsAt: usize): void {
  base = BASE;
  byte = 255;
  one = 1;
  starts = startsAt;
  ends = endsAt;
}

/** Starts over with a text whose signs were read. */
export function openWords(textLength: i32): void {
  length = textLength;
  openStart = -1;
  previous = EDGE;
  afterWord = 0;
  afterDigit = 0;
  afterSolid = 0;
  afterLetter = 0;
}

/** Writes the features of the words that end in a stretch, each with its pair; returns where they end. */
export function wordsBetween(from: i32, to: i32, words: usize): usize {
  const count = findWords(from, to);
  const last = <usize>count << 2;
  // Words of no length fill up the last four.
  v128.store(starts + last, i32x4.splat(0));
  v128.store(ends + last, i32x4.splat(0));
  const bases = i32x4.splat(base);
  const bytes = i32x4.splat(byte);
  const ones = i32x4.splat(one);
  let out = words;
  for (let at: usize = 0; at < last; at += SIDE_BY_SIDE << 2) {
    const hashes = hashFour(starts + at, ends + at, bases, bytes, ones);
    const before = i32x4.replace_lane(i32x4.shuffle(hashes, hashes, 0, 0, 1, 2), 0, previous);
    const pairs = i32x4.mul(v128.xor(i32x4.mul(before, i32x4.splat(PAIR_BASE)), hashes), i32x4.splat(MIX));
    const pairFeatures = i32x4.shr_u(pairs, FEATURE_SHIFT);
    const features = i32x4.shr_u(i32x4.mul(hashes, i32x4.splat(MIX)), FEATURE_SHIFT);
    v128.store(out, i32x4.shuffle(features, pairFeatures, 0, 4, 1, 5));
    v128.store(out, i32x4.shuffle(features, pairFeatures, 2, 6, 3, 7), 16);
    out += SIDE_BY_SIDE << 3;
    // Kept where the ends were, which nobody needs any more.
    v128.store(ends + at, hashes);
    previous = i32x4.extract_lane(hashes, 3);
  }
  if (count > 0) previous = load<u32>(ends + last - 4);
  return words + (last << 1);
}

/** The pair of the last word and the end of the text. */
export function lastPair(words: usize): usize {
  store<u32>(words, (((previous * PAIR_BASE) ^ EDGE) * MIX) >>> FEATURE_SHIFT);
  return words + 4;
}

/** Lists the words that end in a stretch; returns their number. A word ends before the unit that is none of it. */
function findWords(from: i32, to: i32): i32 {
  let start = starts;
  let end = ends;
  if (openStart >= 0) {
    store<i32>(start, openStart);
    start += 4;
  }
  for (let base = from; base < to; base += STRIDE) {
    const at = signs + <usize>base;
    const solid = ~blanksAt(base);
    const letters = lettersFrom(at) & solid;
    const digits = sameFrom(at, FOLDED_DIGIT) & solid;
    // An apostrophe between letters is part of the word.
    const behind = (letters >>> 1) | (isLetter(base + STRIDE) ? <u64>1 << 63 : 0);
    const joined = sameFrom(at, APOSTROPHE) & ((letters << 1) | afterLetter) & behind;
    const inWord = letters | joined;
    const goesOn = (inWord & ((inWord << 1) | afterWord)) | (digits & ((digits << 1) | afterDigit));
    const begins = solid & ~goesOn;
    start = list(begins, base, start);
    end = list((begins | ~solid) & ((solid << 1) | afterSolid), base, end);
    afterWord = inWord >>> 63;
    afterDigit = digits >>> 63;
    afterSolid = solid >>> 63;
    afterLetter = letters >>> 63;
  }
  const count = i32((end - ends) >> 2);
  openStart = i32((start - starts) >> 2) > count ? load<i32>(start - 4) : -1;
  return count;
}

/**
 * Lists the places of bits, and returns where they end. Eight at a time: how many there are can't be predicted, so more are
 * written than there are.
 */
// @ts-ignore: a decorator of AssemblyScript
@inline
function list(found: u64, base: i32, to: usize): usize {
  const end = to + (<usize>popcnt(found) << 2);
  let bits = listEight(found, base, to);
  bits = listEight(bits, base, to + 32);
  for (let at = to + 64; bits !== 0; at += 32) bits = listEight(bits, base, at);
  return end;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function listEight(found: u64, base: i32, to: usize): u64 {
  let bits = found;
  for (let i: usize = 0; i < 8; i += 2) {
    store<i32>(to + (i << 2), base + <i32>ctz(bits));
    bits &= bits - 1;
    store<i32>(to + (i << 2), base + <i32>ctz(bits), 4);
    bits &= bits - 1;
  }
  return bits;
}

function isLetter(at: i32): bool {
  return at < length && ((lettersOf(v128.load(signs + <usize>at)) & 1) !== 0);
}

/** Hashes of four words; of numbers only how long they are counts. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function hashFour(startsAt: usize, endsAt: usize, bases: v128, bytes: v128, ones: v128): v128 {
  const first = signs + load<usize>(startsAt);
  const second = signs + load<usize>(startsAt, 4);
  const third = signs + load<usize>(startsAt, 8);
  const fourth = signs + load<usize>(startsAt, 12);
  const sizes = i32x4.sub(v128.load(endsAt), v128.load(startsAt));
  let hashes = i32x4.splat(WORD_SEED);
  let left = sizes;
  for (let step: usize = 0; v128.any_true(i32x4.gt_s(left, i32x4.splat(0))); step += 4) {
    let units = v128.load32_zero(first + step);
    units = v128.load32_lane(second + step, units, 1);
    units = v128.load32_lane(third + step, units, 2);
    units = v128.load32_lane(fourth + step, units, 3);
    for (let i = 0; i < 4; i++) {
      const next = i32x4.mul(v128.xor(hashes, v128.and(units, bytes)), bases);
      hashes = v128.bitselect(next, hashes, i32x4.gt_s(left, i32x4.splat(0)));
      units = i32x4.shr_u(units, 8);
      left = i32x4.sub(left, ones);
    }
  }
  let digits = v128.load32_zero(first);
  digits = v128.load32_lane(second, digits, 1);
  digits = v128.load32_lane(third, digits, 2);
  digits = v128.load32_lane(fourth, digits, 3);
  const isNumber = i32x4.eq(v128.and(digits, i32x4.splat(255)), i32x4.splat(FOLDED_DIGIT));
  const length = i32x4.min_s(sizes, i32x4.splat(LONGEST_NUMBER));
  // The bits that lengths have are none of those that tell numbers.
  const numbers = i32x4.mul(v128.xor(i32x4.splat(NUMBER_SEED), length), i32x4.splat(BASE));
  return v128.bitselect(numbers, hashes, isNumber);
}

/** A bit for each of 64 bytes: whether it is a letter. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function lettersFrom(at: usize): u64 {
  const first = <u64>(<u32>lettersOf(v128.load(at)) | (<u32>lettersOf(v128.load(at, 16)) << 16));
  return first | (<u64>(<u32>lettersOf(v128.load(at, 32)) | (<u32>lettersOf(v128.load(at, 48)) << 16)) << 32);
}

/** Of ASCII, and those of Latin script in the half behind it. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function lettersOf(bytes: v128): i32 {
  const ascii = i8x16.bitmask(within(v128.or(bytes, each(0x20)), 0x61, 26));
  return i8x16.bitmask(bytes) === 0 ? ascii : ascii | latinOf(bytes);
}

function latinOf(bytes: v128): i32 {
  const signs = v128.or(i8x16.eq(bytes, each(-41)), i8x16.eq(bytes, each(-9)));
  const high = v128.andnot(within(bytes, -64, 64), signs);
  const ordinals = v128.or(i8x16.eq(bytes, each(-86)), i8x16.eq(bytes, each(-70)));
  return i8x16.bitmask(v128.or(high, v128.or(ordinals, i8x16.eq(bytes, each(-75)))));
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function sameFrom(at: usize, byte: i8): u64 {
  const first = <u64>(<u32>sameOf(at, byte) | (<u32>sameOf(at + 16, byte) << 16));
  return first | (<u64>(<u32>sameOf(at + 32, byte) | (<u32>sameOf(at + 48, byte) << 16)) << 32);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function sameOf(at: usize, byte: i8): i32 {
  return i8x16.bitmask(i8x16.eq(v128.load(at), each(byte)));
}
