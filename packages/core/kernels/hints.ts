// SPDX-License-Identifier: Apache-2.0
/**
 * What each decoder looks for first, so that most never read the text: the same as decode/decode-runs.ts,
 * decode-rotations.ts and decode-reversals.ts, which say why. What both find is compared by tests.
 */

import { each, narrowed, within } from './text';

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

export function configureHints(
  sixBitsAt: usize,
  pairRolesAt: usize,
  driftAt: usize,
  caselessAt: usize,
  turnedAt: usize,
  costsAt: usize,
): void {
  sixBits = sixBitsAt;
  pairRoles = pairRolesAt;
  drift = driftAt;
  caseless = caselessAt;
  turned = turnedAt;
  costs = costsAt;
}

let text: usize = 0;
let length: i32 = 0;

// @ts-ignore: a decorator of AssemblyScript
@inline
function unitAt(at: i32): i32 {
  return load<u16>(text + (<usize>at << 1));
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function below128(table: usize, at: i32): i32 {
  return load<u8>(table + <usize>min(unitAt(at), 128));
}

/** Writes the ranges of long runs, 8 bytes each; returns their number. */
export function findLongRuns(units: usize, textLength: i32, ranges: usize): i32 {
  text = units;
  length = textLength;
  let out = ranges;
  let settled = 0;
  let carry: u64 = 0;
  for (let base = 0; base < length; base += STRIDE) {
    let inside = alphabetFrom(units + (<usize>base << 1));
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
  const first = <u64>(<u32>inAlphabet(at) | (<u32>inAlphabet(at + 32) << 16));
  return first | (<u64>(<u32>inAlphabet(at + 64) | (<u32>inAlphabet(at + 96) << 16)) << 32);
}

/** A bit for each of sixteen units: whether it is of the base64 alphabet. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function inAlphabet(at: usize): i32 {
  const bytes = narrowed(at);
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
export function findSigns(units: usize, textLength: i32): i32 {
  text = units;
  length = textLength;
  let found = 0;
  percents = 0;
  quotes = 0;
  let pairs = false;
  let breaks = 0;
  let wide = 0;
  let hex = 0;
  let parting = 0;
  // Sixteen units at a time: what is looked for is rare. Pairs may begin in the block before.
  for (let from = 0; from < textLength; from += BLOCK) {
    const at = units + (<usize>from << 1);
    const bytes = narrowed(at);
    const before = narrowed(at - 2);
    const behind = narrowed(at + 2);
    const broken = i8x16.bitmask(breaksWord(bytes, before, behind));
    if (broken !== 0) breaks += popcnt(broken & placesWithin(from));
    const gaps = i8x16.bitmask(opensWideGap(bytes, before, behind));
    if (gaps !== 0) wide += popcnt(gaps & placesWithin(from));
    for (let signs = i8x16.bitmask(rareSigns(bytes, before)); signs !== 0; signs &= signs - 1) {
      const i = from + ctz(signs);
      if (i >= textLength) break;
      found |= signAt(i);
    }
    hex = (hex >>> BLOCK) | (i8x16.bitmask(isHexDigit(bytes)) << BLOCK);
    parting = (parting >>> BLOCK) | (i8x16.bitmask(partsPairs(bytes)) << BLOCK);
    pairs = pairs || (parting & (hex >>> 1) & (hex >>> 2) & (parting >>> 3) & (hex >>> 4) & (hex >>> 5)) !== 0;
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

function signAt(i: i32): i32 {
  const unit = unitAt(i);
  if (unit === 0x25) percents += i32(isHex(i + 1, true) && isHex(i + 2, true));
  else if (unit === 0x3d) {
    quotes += i32(isHex(i + 1, false) && isHex(i + 2, false));
    return i + 1 < length && (unitAt(i + 1) === 0x0a || unitAt(i + 1) === 0x0d) ? SOFT_BREAK : 0;
  } else if (unit === 0x26) return HTML;
  else if (unit === 0x5c) return BACKSLASH;
  else if (unit === 0x7c) return BAR;
  else if (i === 0) return 0;
  else if (unit === 0x2b) return unitAt(i - 1) === 0x55 ? CODE_POINT : 0;
  else if (unit === 0x2e) return unitAt(i - 1) === 0x2d || unitAt(i - 1) === 0x5f ? MORSE : 0;
  else if (unit === 0x39) return unitAt(i - 1) === 0x36 ? CODES : 0;
  else if (unit === 0x31) return i > 1 && unitAt(i - 1) === 0x30 && unitAt(i - 2) === 0x31 ? CODES : 0;
  else if (unit === 0x35) return i > 1 && unitAt(i - 1) === 0x34 && unitAt(i - 2) === 0x31 ? CODES : 0;
  else return unitAt(i - 1) === 0x30 ? HEX_PREFIX : 0;
  return 0;
}

/** % = & | backslash, + behind U, x and 1 behind 0, full stop behind - or _, 9 behind 6, 5 behind 4 */
// @ts-ignore: a decorator of AssemblyScript
@inline
function rareSigns(bytes: v128, before: v128): v128 {
  const first = v128.or(i8x16.eq(bytes, each(0x25)), i8x16.eq(bytes, each(0x3d)));
  const second = v128.or(i8x16.eq(bytes, each(0x26)), i8x16.eq(bytes, each(0x5c)));
  const third = v128.and(i8x16.eq(bytes, each(0x2b)), i8x16.eq(before, each(0x55)));
  const behindZero = v128.or(i8x16.eq(bytes, each(0x78)), i8x16.eq(bytes, each(0x31)));
  const fourth = v128.and(behindZero, i8x16.eq(before, each(0x30)));
  const strokes = v128.or(i8x16.eq(before, each(0x2d)), i8x16.eq(before, each(0x5f)));
  const fifth = v128.or(v128.and(i8x16.eq(bytes, each(0x2e)), strokes), i8x16.eq(bytes, each(0x7c)));
  const nine = v128.and(i8x16.eq(bytes, each(0x39)), i8x16.eq(before, each(0x36)));
  const five = v128.and(i8x16.eq(bytes, each(0x35)), i8x16.eq(before, each(0x34)));
  const more = v128.or(fifth, v128.or(nine, five));
  return v128.or(v128.or(v128.or(first, second), v128.or(third, fourth)), more);
}

/** - _ / * ~ | and the full stop, between two letters */
// @ts-ignore: a decorator of AssemblyScript
@inline
function breaksWord(bytes: v128, before: v128, behind: v128): v128 {
  const first = v128.or(within(bytes, 0x2d, 3), i8x16.eq(bytes, each(0x5f)));
  const second = v128.or(i8x16.eq(bytes, each(0x2a)), i8x16.eq(bytes, each(0x7e)));
  const sign = v128.or(v128.or(first, second), i8x16.eq(bytes, each(0x7c)));
  return v128.and(sign, v128.and(isLetter(before), isLetter(behind)));
}

/** Two blanks behind a letter, a digit or one of , - . / and what lies between or beyond them in ASCII */
// @ts-ignore: a decorator of AssemblyScript
@inline
function opensWideGap(bytes: v128, before: v128, behind: v128): v128 {
  const blanks = v128.and(i8x16.eq(bytes, each(0x20)), i8x16.eq(behind, each(0x20)));
  return v128.and(blanks, i8x16.gt_u(before, each(0x2b)));
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function isLetter(bytes: v128): v128 {
  return within(v128.or(bytes, each(0x20)), 0x61, 26);
}

/** Of sixteen places those with a unit of the text on both sides. */
function placesWithin(from: i32): i32 {
  const last = length - 1 - from;
  const places = last >= BLOCK ? 0xffff : (1 << last) - 1;
  return from === 0 ? places & ~1 : places;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function isHexDigit(bytes: v128): v128 {
  return v128.or(within(bytes, 0x30, 10), within(v128.or(bytes, each(0x20)), 0x61, 6));
}

/** blank : , - */
// @ts-ignore: a decorator of AssemblyScript
@inline
function partsPairs(bytes: v128): v128 {
  const first = v128.or(i8x16.eq(bytes, each(0x20)), i8x16.eq(bytes, each(0x3a)));
  return v128.or(first, within(bytes, 0x2c, 2));
}

function isHex(at: i32, small: bool): bool {
  if (at >= length) return false;
  const unit = unitAt(at);
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
export function findClimbs(units: usize, textLength: i32, ranges: usize): i32 {
  text = units;
  length = textLength;
  let out = ranges;
  let done = 0;
  for (let block = 0; block < length; block += BLOCK) {
    if (blockDrift(block) < BLOCK_DRIFT || block < done) continue;
    if (!climb(max(done, block - 2 * BLOCK))) continue;
    done = climbEnd;
    if (score(climbStart, climbEnd, caseless) - score(climbStart, climbEnd, turned) < MIN_GAIN_ROT13 / 2) continue;
    store<i32>(out, climbStart);
    store<i32>(out, climbEnd, 4);
    out += 8;
  }
  return i32((out - ranges) >> 3);
}

function blockDrift(start: i32): i32 {
  const at = text + (<usize>start << 1);
  const seven = i16x8.splat(0x7f);
  const bytes = i8x16.narrow_i16x8_u(v128.and(v128.load(at), seven), v128.and(v128.load(at, 16), seven));
  const inText = length - start >= BLOCK ? 0xffff : (1 << (length - start)) - 1;
  // Places of letters in the alphabet; the table is the same for capitals.
  const letters = i8x16.sub(v128.or(bytes, each(0x20)), each(0x61));
  const low = i8x16.swizzle(v128.load(drift, 0x61), letters);
  const high = i8x16.swizzle(v128.load(drift, 0x71), i8x16.sub(letters, each(16)));
  const steps = v128.or(low, high);
  const up = i8x16.bitmask(i8x16.gt_s(steps, each(0))) & inText;
  return popcnt(up) - popcnt(i8x16.bitmask(steps) & inText);
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
