// SPDX-License-Identifier: Apache-2.0
/**
 * What each decoder looks for first, so that most never read the text: the same as decode/decode-runs.ts,
 * decode-rotations.ts and decode-reversals.ts, which say why. What both find is compared by tests.
 */

import { each, within } from './text';

const MIN_RUN: i32 = 16;
const NOT_IN_ALPHABET: i32 = 255;
const LINE_END: u32 = 29;
const CLASS_BITS: u32 = 6;
const STEPS_PER_BIT: f64 = 8;
const MAX_SCORED: i32 = 4096;

/** A byte per unit below 128 and one for the others: values of base64, roles in spaced hex pairs, drift of rot13. */
let sixBits: usize = 0;
let pairRoles: usize = 0;
let drift: usize = 0;
/** A byte per unit; a byte per pair of classes. */
let caseless: usize = 0;
let turned: usize = 0;
let costs: usize = 0;
/** For each half of a byte, kinds of signs as bits: a byte tells where both halves have a kind in common. */
let tellingLow: usize = 0;
let tellingHigh: usize = 0;

export function configureHints(
  sixBitsAt: usize,
  pairRolesAt: usize,
  driftAt: usize,
  caselessAt: usize,
  turnedAt: usize,
  costsAt: usize,
  tellingAt: usize,
): void {
  sixBits = sixBitsAt;
  pairRoles = pairRolesAt;
  drift = driftAt;
  caseless = caselessAt;
  turned = turnedAt;
  costs = costsAt;
  tellingLow = tellingAt;
  tellingHigh = tellingAt + 16;
}

/** The text as units, and as bytes: 255 stands for every unit that is none. */
let text: usize = 0;
let narrow: usize = 0;
let length: i32 = 0;

// @ts-ignore: a decorator of AssemblyScript
@inline
function byteAt(at: i32): i32 {
  return load<u8>(narrow + <usize>at);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function unitAt(at: i32): i32 {
  return load<u16>(text + (<usize>at << 1));
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function below128(table: usize, at: i32): i32 {
  return load<u8>(table + <usize>min(byteAt(at), 128));
}

/** Writes the ranges of long runs, 8 bytes each; returns their number. */
export function findLongRuns(bytes: usize, textLength: i32, ranges: usize): i32 {
  narrow = bytes;
  length = textLength;
  let out = ranges;
  let settled = 0;
  let carry: u64 = 0;
  for (let base = 0; base < length; base += STRIDE) {
    let inside = alphabetFrom(bytes + <usize>base);
    if (length - base < STRIDE) inside &= (<u64>1 << <u64>(length - base)) - 1;
    // A bit for each unit that is the last of sixteen in the alphabet; those of the block before are carried.
    let runs = inside & ((inside << 1) | (carry >>> 63));
    let before = carry & (carry << 1);
    runs &= (runs << 2) | (before >>> 62);
    before &= before << 2;
    runs &= (runs << 4) | (before >>> 60);
    before &= before << 4;
    runs &= (runs << 8) | (before >>> 56);
    carry = inside;
    for (; runs !== 0; runs &= runs - 1) {
      const last = base + <i32>ctz(runs);
      if (last < settled) continue;
      let end = last + 1;
      while (end < length && below128(sixBits, end) !== NOT_IN_ALPHABET) end++;
      store<i32>(out, last + 1 - MIN_RUN);
      store<i32>(out, end, 4);
      out += 8;
      settled = end;
    }
  }
  return i32((out - ranges) >> 3);
}

const STRIDE: i32 = 64;

/** A bit for each of 64 units. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function alphabetFrom(at: usize): u64 {
  const first = <u64>(<u32>inAlphabet(at) | (<u32>inAlphabet(at + 16) << 16));
  return first | (<u64>(<u32>inAlphabet(at + 32) | (<u32>inAlphabet(at + 48) << 16)) << 32);
}

/** A bit for each of sixteen units: whether it is of the base64 alphabet. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function inAlphabet(at: usize): i32 {
  const bytes = v128.load(at);
  const letters = within(v128.or(bytes, each(0x20)), 0x61, 26);
  const signs = v128.or(i8x16.eq(bytes, each(0x2b)), i8x16.eq(bytes, each(0x2d)));
  const more = v128.or(i8x16.eq(bytes, each(0x2f)), i8x16.eq(bytes, each(0x5f)));
  return i8x16.bitmask(v128.or(v128.or(letters, within(bytes, 0x30, 10)), v128.or(signs, more)));
}

/** Bits of the answer. */
const PAIRS: i32 = 1;
const PERCENT: i32 = 2;
const QUOTED: i32 = 4;
const HTML: i32 = 8;
const BACKSLASH: i32 = 16;
const CODE_POINT: i32 = 32;
const REVERSED: i32 = 64;
const HEX_PREFIX: i32 = 128;
const MORSE: i32 = 256;
const SOFT_BREAK: i32 = 512;
const BAR: i32 = 1024;
const CODES: i32 = 2048;
const BROKEN: i32 = 4096;
const WIDE: i32 = 8192;
const MIN_TRIPLES: i32 = 3;
const MIN_BREAKS: i32 = 3;
const MIN_WIDE: i32 = 3;

/** Which signs of an encoding the text holds often enough. */
export function findSigns(units: usize, bytes: usize, textLength: i32): i32 {
  text = units;
  narrow = bytes;
  length = textLength;
  percents = quotes = breaks = 0;
  let found = 0;
  let wide = 0;
  let pairs = false;
  let parting: u64 = 0;
  const low = v128.load(tellingLow);
  const high = v128.load(tellingHigh);
  // Sixteen units at a time: what is looked for is rare.
  for (let from = 0; from < textLength; from += BLOCK) {
    const block = v128.load(bytes + <usize>from);
    const kinds = v128.and(
      i8x16.swizzle(low, v128.and(block, each(15))),
      i8x16.swizzle(high, v128.and(i16x8.shr_u(block, 4), each(15))),
    );
    for (let signs = i8x16.bitmask(i8x16.gt_s(kinds, each(0))); signs !== 0; signs &= signs - 1) {
      const i = from + ctz(signs);
      if (i >= textLength) break;
      found |= signAt(i);
    }
    const blanks = i8x16.eq(block, each(0x20));
    const gaps = v128.and(blanks, i8x16.eq(v128.load(bytes + <usize>from, 1), each(0x20)));
    if (v128.any_true(gaps)) wide += popcnt(opensWideGap(from, gaps) & placesWithin(from));
    if (pairs) continue;
    // Pairs have five of what parts them in a row, three places apart; they may begin in the blocks before.
    parting = (parting >>> BLOCK) | (<u64>i8x16.bitmask(partsPairs(block, blanks)) << (64 - BLOCK));
    const three = parting & (parting << 3) & (parting << 6);
    pairs = (three & (three << 6)) !== 0;
  }
  if (percents >= MIN_TRIPLES) found |= PERCENT;
  if (quotes >= MIN_TRIPLES) found |= QUOTED;
  if (breaks >= MIN_BREAKS) found |= BROKEN;
  if (wide >= MIN_WIDE) found |= WIDE;
  if (pairs && mayHoldPairs()) found |= PAIRS;
  return mayBeReversed() ? found | REVERSED : found;
}

let percents: i32 = 0;
let quotes: i32 = 0;
let breaks: i32 = 0;

/** One of % & * + - . / 1 5 9 = backslash _ x | ~ */
function signAt(i: i32): i32 {
  const unit = byteAt(i);
  const before = i > 0 ? byteAt(i - 1) : 0;
  const behind = i + 1 < length ? byteAt(i + 1) : 0;
  if (unit === 0x31) return before === 0x30 && i > 1 && byteAt(i - 2) === 0x31 ? CODES : 0;
  if (unit === 0x35) return before === 0x34 && i > 1 && byteAt(i - 2) === 0x31 ? CODES : 0;
  if (unit === 0x39) return before === 0x36 ? CODES : 0;
  if (unit === 0x78) return before === 0x30 ? HEX_PREFIX : 0;
  if (unit === 0x25) percents += i32(isHex(i + 1, true) && isHex(i + 2, true));
  else if (unit === 0x3d) {
    quotes += i32(isHex(i + 1, false) && isHex(i + 2, false));
    return behind === 0x0a || behind === 0x0d ? SOFT_BREAK : 0;
  } else if (unit === 0x26) return HTML;
  else if (unit === 0x5c) return BACKSLASH;
  else if (unit === 0x2b) return before === 0x55 ? CODE_POINT : 0;
  else {
    // - . / _ * ~ | may break a word.
    breaks += i32(isLetter(before) && isLetter(behind));
    if (unit === 0x7c) return BAR;
    return unit === 0x2e && (before === 0x2d || before === 0x5f) ? MORSE : 0;
  }
  return 0;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function isLetter(byte: i32): bool {
  return <u32>((byte | 0x20) - 0x61) < 26;
}

/** Of two blanks in sixteen bytes those behind a letter, a digit or one of , - . / and what lies between or beyond them in ASCII */
function opensWideGap(from: i32, gaps: v128): i32 {
  return i8x16.bitmask(v128.and(gaps, i8x16.gt_u(v128.load(narrow + <usize>from - 1), each(0x2b))));
}

/** Of sixteen places those with a unit of the text on both sides. */
function placesWithin(from: i32): i32 {
  const last = length - 1 - from;
  const places = last >= BLOCK ? 0xffff : (1 << last) - 1;
  return from === 0 ? places & ~1 : places;
}

/** blank : , - */
// @ts-ignore: a decorator of AssemblyScript
@inline
function partsPairs(bytes: v128, blanks: v128): v128 {
  return v128.or(v128.or(blanks, i8x16.eq(bytes, each(0x3a))), within(bytes, 0x2c, 2));
}

function isHex(at: i32, small: bool): bool {
  if (at >= length) return false;
  const unit = byteAt(at);
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x46) || (small && unit >= 0x61 && unit <= 0x66);
}

const MIN_PAIRS: i32 = 6;

function mayHoldPairs(): bool {
  for (let i = 2; i + 5 < length; i += 10) {
    const first = below128(pairRoles, i);
    if (first === 0) continue;
    const second = below128(pairRoles, i + 1);
    if (second === 0 || first + second + below128(pairRoles, i + 2) !== 4) continue;
    const at = first === 2 ? i : second === 2 ? i + 1 : i + 2;
    if (pairsBeside(at, -1) + pairsBeside(at, 1) >= MIN_PAIRS) return true;
  }
  return false;
}

function pairsBeside(separator: i32, side: i32): i32 {
  let count = 0;
  for (let at = separator; count < MIN_PAIRS; at += 3 * side) {
    const far = at + 2 * side;
    if (far < 0 || far >= length) break;
    if (below128(pairRoles, at) !== 2 || below128(pairRoles, at + side) * below128(pairRoles, far) !== 1) break;
    count++;
  }
  return count;
}

const PROBE: i32 = 96;
const ODD_SCORE: f64 = 4.3;
const MIN_GAIN: f64 = 0.45;

function mayBeReversed(): bool {
  const last = max(0, length - PROBE);
  return probe(0) || probe((length - PROBE > 0 ? length - PROBE : 0) >> 1) || probe(last);
}

function probe(at: i32): bool {
  const end = min(at + PROBE, length);
  const forwards = score(at, end, caseless);
  return forwards >= ODD_SCORE && forwards - scoreMirrored(at, end) >= MIN_GAIN / 2;
}

function score(start: i32, end: i32, table: usize): f64 {
  const size = min(end - start, MAX_SCORED);
  if (size <= 0) return 0;
  let row: u32 = LINE_END << CLASS_BITS;
  let steps: u32 = 0;
  for (let i = start; i < start + size; i++) {
    const current = <u32>load<u8>(table + <usize>unitAt(i));
    steps += <u32>load<u8>(costs + <usize>(row + current));
    row = current << CLASS_BITS;
  }
  return <f64>steps / STEPS_PER_BIT / <f64>size;
}

function scoreMirrored(start: i32, end: i32): f64 {
  const size = min(end - start, MAX_SCORED);
  if (size <= 0) return 0;
  let row: u32 = LINE_END << CLASS_BITS;
  let steps: u32 = 0;
  for (let i = end - 1; i >= end - size; i--) {
    const current = <u32>load<u8>(caseless + <usize>unitAt(i));
    steps += <u32>load<u8>(costs + <usize>(row + current));
    row = current << CLASS_BITS;
  }
  return <f64>steps / STEPS_PER_BIT / <f64>size;
}

const BLOCK: i32 = 16;
const BLOCK_DRIFT: i32 = 2;
const MIN_DRIFT: i32 = 5;
const MAX_STRETCH: i32 = 4096;
const MIN_GAIN_ROT13: f64 = 1.1;

let climbStart: i32 = 0;
let climbEnd: i32 = 0;

/** Writes the ranges in which the drift climbs and that are clearly turned, 8 bytes each; returns their number. */
export function findClimbs(units: usize, bytes: usize, textLength: i32, ascii: i32, ranges: usize): i32 {
  text = units;
  narrow = bytes;
  length = textLength;
  // Places of letters in the alphabet; the table is the same for capitals.
  const low = v128.load(drift, 0x61);
  const high = v128.load(drift, 0x71);
  let out = ranges;
  let done = 0;
  for (let block = 0; block < length; block += BLOCK) {
    const letters = ascii !== 0 ? v128.load(bytes + <usize>block) : lowerHalves(block);
    const places = i8x16.sub(v128.or(letters, each(0x20)), each(0x61));
    const steps = v128.or(i8x16.swizzle(low, places), i8x16.swizzle(high, i8x16.sub(places, each(16))));
    const inText = length - block >= BLOCK ? 0xffff : (1 << (length - block)) - 1;
    const up = i8x16.bitmask(i8x16.gt_s(steps, each(0))) & inText;
    const down = i8x16.bitmask(steps) & inText;
    if (popcnt(up) - popcnt(down) < BLOCK_DRIFT || block < done) continue;
    if (!climb(max(done, block - 2 * BLOCK))) continue;
    done = climbEnd;
    if (score(climbStart, climbEnd, caseless) - score(climbStart, climbEnd, turned) < MIN_GAIN_ROT13 / 2) continue;
    store<i32>(out, climbStart);
    store<i32>(out, climbEnd, 4);
    out += 8;
  }
  return i32((out - ranges) >> 3);
}

/** The lower seven bits of sixteen units. */
function lowerHalves(start: i32): v128 {
  const at = text + (<usize>start << 1);
  const seven = i16x8.splat(0x7f);
  return i8x16.narrow_i16x8_u(v128.and(v128.load(at), seven), v128.and(v128.load(at, 16), seven));
}

function climb(from: i32): bool {
  const limit = min(length, from + MAX_STRETCH);
  const giveUp = from + 6 * BLOCK;
  let sum = 0;
  let top = 0;
  climbStart = from;
  climbEnd = from;
  for (let i = from; i < limit; i++) {
    if (top < MIN_DRIFT && i > giveUp) return false;
    const unit = unitAt(i);
    const step = unit < 128 ? <i32>load<i8>(drift + <usize>unit) : 0;
    if (step === 0) continue;
    if (sum === 0 && step > 0) climbStart = i;
    sum = max(0, sum + step);
    if (step > 0 && sum >= top) {
      top = sum;
      climbEnd = i + 1;
    } else if (top - sum >= MIN_DRIFT) {
      if (top >= MIN_DRIFT) return true;
      top = sum;
    }
    if (sum === 0 && top < MIN_DRIFT) top = 0;
  }
  return top >= MIN_DRIFT;
}
