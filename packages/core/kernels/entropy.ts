// SPDX-License-Identifier: Apache-2.0
/**
 * Measures of a text's windows, and its pieces: the same as entropy/entropy-windows.ts and entropy-adversarial.ts, which
 * say why. What both give is compared by tests. All pointers are byte addresses.
 */

import { each, within } from './text';

const WINDOW: i32 = 64;
const STEP: i32 = 16;
const STEPS_PER_WINDOW: i32 = WINDOW / STEP;
const LOW_BINS: i32 = 256;
const HIGH_MASK: i32 = 2047;
const RARE: u32 = 12;
const GLUE: u32 = 19;
const BEYOND: u32 = 26;
const COST_MASK: u32 = (1 << RARE) - 1;
const RARE_MASK: u32 = (1 << (GLUE - RARE)) - 1;
const GLUE_MASK: u32 = (1 << (BEYOND - GLUE)) - 1;
const LINE_END: u32 = 29;
const CLASS_BITS: u32 = 6;
const STEPS_PER_BIT: f64 = 8;
const PER_WINDOW: f64 = 1.0 / 8.0 / 64.0;
const FINE_STEPS: f64 = 1099511627776.0;

/** A byte per unit; numbers of 32 bits per pair of classes. */
let classes: usize = 0;
let pairs: usize = 0;
/** How often each unit occurs: 256 low bins and 2,048 high ones, and the list of high bins in use. */
let low: usize = 0;
let high: usize = 0;
let highList: usize = 0;
/** Doubles for 0 to 64: n log2 n in fine steps, and log2 n. */
let nLogN: usize = 0;
let log2s: usize = 0;
/** A byte per bin, clean between texts. */
let counts: usize = 0;
/** A byte per byte of text: 1 where it may begin a word that needs no closer look, 2 be anywhere in it, 4 end it. */
let inWord: usize = 0;
let plainCost: f64 = 0;
let maxForeign: f64 = 0;
let oddPairs: u32 = 0;
let denseBits: f64 = 0;
let denseCost: f64 = 0;

export function configureEntropy(
  classesAt: usize,
  pairsAt: usize,
  lowAt: usize,
  highAt: usize,
  highListAt: usize,
  nLogNAt: usize,
  log2sAt: usize,
  countsAt: usize,
  inWordAt: usize,
): void {
  classes = classesAt;
  pairs = pairsAt;
  low = lowAt;
  high = highAt;
  highList = highListAt;
  nLogN = nLogNAt;
  log2s = log2sAt;
  counts = countsAt;
  inWord = inWordAt;
}

export function configureThresholds(plain: f64, foreign: f64, odd: u32, bits: f64, cost: f64): void {
  plainCost = plain;
  maxForeign = foreign;
  oddPairs = odd;
  denseBits = bits;
  denseCost = cost;
}

/** Doubles: n log2 n for counts up to MOST_COUNTED. */
let countLogs: usize = 0;
const MOST_COUNTED: u32 = 1023;

export function configureCounts(countLogsAt: usize): void {
  countLogs = countLogsAt;
}

let distinct: i32 = 0;

/** Different units in the text that was measured last. */
export function distinctUnits(): i32 {
  return distinct;
}

/**
 * The sum of n log2 n over how often each unit of the text that was measured last occurs, and cleans the counts; -1,
 * and nothing cleaned, where a unit occurs so often that the caller must work it out.
 */
export function sumOfCounts(): f64 {
  if (measured > MOST_COUNTED && someCountedOften()) return -1;
  let sum: f64 = 0;
  let seen = distinctHigh;
  const end = low + (<usize>LOW_BINS << 2);
  for (let bin = low; bin < end; bin += 16) {
    const four = v128.load(bin);
    if (!v128.any_true(four)) continue;
    // One after the other, so that the sum is that of the twin; what doesn't occur adds nothing.
    sum += load<f64>(countLogs + (<usize>i32x4.extract_lane(four, 0) << 3));
    sum += load<f64>(countLogs + (<usize>i32x4.extract_lane(four, 1) << 3));
    sum += load<f64>(countLogs + (<usize>i32x4.extract_lane(four, 2) << 3));
    sum += load<f64>(countLogs + (<usize>i32x4.extract_lane(four, 3) << 3));
    seen += popcnt(i32x4.bitmask(i32x4.gt_s(four, i32x4.splat(0))));
    v128.store(bin, i32x4.splat(0));
  }
  for (let i = 0; i < distinctHigh; i++) {
    const bin = high + (<usize>load<u16>(highList + (<usize>i << 1)) << 2);
    sum += load<f64>(countLogs + (<usize>load<u32>(bin) << 3));
    store<u32>(bin, 0);
  }
  distinct = seen;
  return sum;
}

function someCountedOften(): bool {
  for (let i = 0; i < distinctHigh; i++) {
    if (load<u32>(high + (<usize>load<u16>(highList + (<usize>i << 1)) << 2)) > MOST_COUNTED) return true;
  }
  for (let bin = low; bin < low + (<usize>LOW_BINS << 2); bin += 16) {
    if (v128.any_true(i32x4.gt_s(v128.load(bin), i32x4.splat(MOST_COUNTED)))) return true;
  }
  return false;
}

/** Units of the text that was measured last. */
let measured: u32 = 0;
let distinctHigh: i32 = 0;
let oddWindows: i32 = 0;
let gluedPairs: u32 = 0;
let denseWindows: i32 = 0;

export function highBinsUsed(): i32 {
  return distinctHigh;
}

export function oddWindowsSeen(): i32 {
  return oddWindows;
}

export function gluedPairsSeen(): u32 {
  return gluedPairs;
}

export function denseWindowsSeen(): i32 {
  return denseWindows;
}

/**
 * Fills `low`, `high` and `highList`, which the caller reads and cleans, and writes per window its bits, its cost and
 * whether it is foreign. `sums` is working memory: 4 bytes a step.
 */
export function measureWindows(units: usize, length: i32, sums: usize, bits: usize, costs: usize, foreign: usize): void {
  const steps = (length + STEP - 1) / STEP;
  measured = length;
  sumUp(units, length, steps, sums);
  oddWindows = 0;
  gluedPairs = 0;
  denseWindows = 0;
  let cost: u32 = 0;
  let marks: u32 = 0;
  for (let step = 0; step < steps; step++) {
    const sum = load<u32>(sums + (<usize>step << 2));
    cost += sum & COST_MASK;
    gluedPairs += (sum >>> GLUE) & GLUE_MASK;
    marks += sum >>> RARE;
    const window = max(0, step - STEPS_PER_WINDOW + 1);
    if (step - window < STEPS_PER_WINDOW - 1 && step + 1 < steps) continue;
    const start = window * STEP;
    const size = min(WINDOW, length - start);
    const perUnit = size === WINDOW ? <f64>cost * PER_WINDOW : <f64>cost / STEPS_PER_BIT / <f64>size;
    store<f64>(costs + (<usize>window << 3), perUnit);
    if ((marks & RARE_MASK) >= oddPairs) oddWindows++;
    const isForeign = <f64>(marks >>> (BEYOND - RARE)) >= maxForeign * <f64>size;
    store<u8>(foreign + <usize>window, isForeign ? 1 : 0);
    const shannon = !isForeign && perUnit >= plainCost ? windowBits(units, start, start + size) : 0.0;
    store<f64>(bits + (<usize>window << 3), shannon);
    if (!isForeign && (shannon >= denseBits || perUnit >= denseCost)) denseWindows++;
    const first = load<u32>(sums + (<usize>window << 2));
    cost -= first & COST_MASK;
    marks -= first >>> RARE;
  }
  clearWindow(units);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function count(bins: usize, unit: usize): void {
  const bin = bins + (unit << 2);
  store<u32>(bin, load<u32>(bin) + 1);
}

/** Whether sixteen units are below 256. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function areBytes(at: usize): bool {
  const both = v128.or(v128.load(at), v128.load(at, 16));
  return !v128.any_true(i16x8.shr_u(both, 8));
}

function sumUp(units: usize, length: i32, steps: i32, sums: usize): void {
  let row: u32 = LINE_END << CLASS_BITS;
  const kinds = classes;
  const costs = pairs;
  const bins = low;
  let used = 0;
  let i = 0;
  for (let step = 0; step < steps; step++) {
    const end = min(i + STEP, length);
    let sum: u32 = 0;
    // Sixteen units of a byte each, as nearly all are, without asking each of them.
    if (end - i === STEP && areBytes(units + (<usize>i << 1))) {
      for (; i < end; i += 4) {
        const four = load<u64>(units + (<usize>i << 1));
        const a = <usize>(four & 255);
        const b = <usize>((four >>> 16) & 255);
        const c = <usize>((four >>> 32) & 255);
        const d = <usize>(four >>> 48);
        count(bins, a);
        count(bins, b);
        count(bins, c);
        count(bins, d);
        const first = <u32>load<u8>(kinds + a);
        const second = <u32>load<u8>(kinds + b);
        const third = <u32>load<u8>(kinds + c);
        const fourth = <u32>load<u8>(kinds + d);
        sum += load<u32>(costs + (<usize>(row + first) << 2)) + load<u32>(costs + (<usize>((first << CLASS_BITS) + second) << 2));
        sum +=
          load<u32>(costs + (<usize>((second << CLASS_BITS) + third) << 2)) +
          load<u32>(costs + (<usize>((third << CLASS_BITS) + fourth) << 2));
        row = fourth << CLASS_BITS;
      }
    }
    for (; i < end; i++) {
      const unit = <i32>load<u16>(units + (<usize>i << 1));
      if (unit < LOW_BINS) {
        const bin = bins + (<usize>unit << 2);
        store<u32>(bin, load<u32>(bin) + 1);
      } else {
        const index = unit & HIGH_MASK;
        const bin = high + (<usize>index << 2);
        const before = load<u32>(bin);
        if (before === 0) {
          store<u16>(highList + (<usize>used << 1), <u16>index);
          used++;
        }
        store<u32>(bin, before + 1);
      }
      const current = <u32>load<u8>(kinds + <usize>unit);
      sum += load<u32>(costs + (<usize>(row + current) << 2));
      row = current << CLASS_BITS;
    }
    store<u32>(sums + (<usize>step << 2), sum);
  }
  distinctHigh = used;
}

let countedFrom: i32 = 0;
let countedTo: i32 = 0;
let countedSum: f64 = 0;

function windowBits(units: usize, start: i32, end: i32): f64 {
  if (start >= countedTo) clearWindow(units);
  if (countedFrom === countedTo) countedFrom = countedTo = start;
  for (; countedFrom < start; countedFrom++) change(units, countedFrom, -1);
  for (; countedTo < end; countedTo++) change(units, countedTo, 1);
  const size = end - start;
  return max(0.0, load<f64>(log2s + (<usize>size << 3)) - countedSum / FINE_STEPS / <f64>size);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function binOf(units: usize, at: i32): usize {
  const unit = <i32>load<u16>(units + (<usize>at << 1));
  return counts + <usize>(unit < LOW_BINS ? unit : LOW_BINS + (unit & HIGH_MASK));
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function change(units: usize, at: i32, by: i32): void {
  const bin = binOf(units, at);
  const count = <i32>load<u8>(bin);
  countedSum += load<f64>(nLogN + (<usize>(count + by) << 3)) - load<f64>(nLogN + (<usize>count << 3));
  store<u8>(bin, count + by);
}

function clearWindow(units: usize): void {
  for (; countedFrom < countedTo; countedFrom++) store<u8>(binOf(units, countedFrom), 0);
  countedFrom = countedTo = 0;
  countedSum = 0;
}

/** Of 64 bytes a bit each: what is no white space, line feeds, what words are made of, capitals, stops that a word may end in. */
let inside: u64 = 0;
let lines: u64 = 0;
let inner: u64 = 0;
let capitals: u64 = 0;
let stops: u64 = 0;

/**
 * Cuts a text, given as bytes with 255 for every unit that is none, into pieces between white space. Per piece 12 bytes:
 * start, end, and the line feeds before it with a sign bit where it is an ordinary word. Returns the number of pieces.
 */
export function cutPieces(bytes: usize, length: i32, pieces: usize): i32 {
  let at = pieces;
  /** Of the piece that goes on from the bytes before. */
  let start = -1;
  let breaks = 0;
  for (let base = 0; base < length; base += STRIDE) {
    readKinds(bytes + <usize>base);
    if (length - base < STRIDE) {
      const inText = (<u64>1 << <u64>(length - base)) - 1;
      inside &= inText;
      lines &= inText;
    }
    const before = (inside << 1) | (start >= 0 ? 1 : 0);
    let starts = inside & ~before;
    let ends = before & ~inside;
    if (start >= 0 && ends !== 0) {
      at = endPiece(start, base + <i32>ctz(ends), breaks, isLongOrdinary(bytes, start, base + <i32>ctz(ends)), at);
      ends &= ends - 1;
      breaks = 0;
      start = -1;
    }
    for (; ends !== 0; ends &= ends - 1, starts &= starts - 1) {
      const first = starts & -starts;
      const behind = ends & -ends;
      const above = lines & (first - 1);
      lines ^= above;
      const ordinary = isOrdinary(first, behind);
      at = endPiece(base + <i32>ctz(first), base + <i32>ctz(behind), breaks + <i32>popcnt(above), ordinary, at);
      breaks = 0;
    }
    breaks += <i32>popcnt(lines);
    if (starts !== 0) start = base + <i32>ctz(starts);
  }
  if (start >= 0) at = endPiece(start, length, breaks, isLongOrdinary(bytes, start, length), at);
  return i32((at - pieces) / 12);
}

const STRIDE: i32 = 64;

// @ts-ignore: a decorator of AssemblyScript
@inline
function readKinds(at: usize): void {
  inside = lines = inner = capitals = stops = 0;
  for (let i: usize = 0; i < 64; i += 16) {
    const block = v128.load(at + i);
    const blanks = v128.or(within(block, 0, 0x21), i8x16.eq(block, each(-96)));
    const letters = v128.or(within(block, 0x61, 26), i8x16.lt_s(block, each(0)));
    const signs = v128.or(v128.or(i8x16.eq(block, each(0x2c)), i8x16.eq(block, each(0x2e))), within(block, 0x3a, 2));
    const ends = v128.or(signs, v128.or(i8x16.eq(block, each(0x21)), i8x16.eq(block, each(0x3f))));
    inside |= <u64>(i8x16.bitmask(blanks) ^ 0xffff) << i;
    lines |= <u64>i8x16.bitmask(i8x16.eq(block, each(0x0a))) << i;
    inner |= <u64>i8x16.bitmask(letters) << i;
    capitals |= <u64>i8x16.bitmask(within(block, 0x41, 26)) << i;
    stops |= <u64>i8x16.bitmask(ends) << i;
  }
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function endPiece(start: i32, end: i32, breaks: i32, plain: bool, at: usize): usize {
  store<i32>(at, start);
  store<i32>(at, end, 4);
  store<i32>(at, plain ? breaks | (1 << 31) : breaks, 8);
  return at + 12;
}

/**
 * A word that needs no closer look: small letters, the first maybe a capital, and a stop behind them. By a bit for its
 * first place and one for the place behind it, among the 64 bytes whose kinds were read last.
 */
// @ts-ignore: a decorator of AssemblyScript
@inline
function isOrdinary(first: u64, behind: u64): bool {
  // A first of several is no stop, though a last one may be.
  const last = stops & (behind >>> 1) & ~first;
  return (~(inner | (capitals & first) | last) & (behind - first)) === 0;
}

/** The same of a piece that goes beyond those bytes. */
function isLongOrdinary(bytes: usize, start: i32, end: i32): bool {
  const first = <i32>load<u8>(inWord + <usize>load<u8>(bytes + <usize>start)) & 1;
  const last = end - start > 1 ? <i32>load<u8>(inWord + <usize>load<u8>(bytes + <usize>(end - 1))) & 4 : 1;
  let all = 2;
  for (let i = start + 1; i < end - 1; i++) all &= <i32>load<u8>(inWord + <usize>load<u8>(bytes + <usize>i));
  return first !== 0 && all !== 0 && last !== 0;
}
