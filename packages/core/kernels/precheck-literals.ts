// SPDX-License-Identifier: Apache-2.0
/**
 * ASCII literals of a text. Those of letters and digits alone lie in runs of such, which are looked up as words; the
 * others hang on a word of theirs, or are looked for between runs, by the bytes from there on or up to there. All pointers
 * are byte addresses.
 */
import { placeMasks } from './precheck-bytes';
import { hit, needleAt, placeNeedles } from './precheck-needles';
import { compare, filterOf, mayBeBetween } from './precheck-sets';
import { byteAt, length, lower } from './precheck-text';
import { entryOf, found, hits, placeWords, readRun } from './precheck-words';
import { each, within } from './text';

/** Literals are looked for block by block, so that the hits of a text of any length have room. */
const BLOCK: i32 = 2048;
/** How far before the end of a block it may end instead, so that no word is cut. */
const MOST_CUT: i32 = 64;
const STRIDE: i32 = 64;
const INDEX: u32 = 0xffffff;

/** The needles that chose bytes from a place between runs on, and those that chose bytes up to one. */
let from: usize = 0;
let upTo: usize = 0;
/** Needles of one byte: the byte and the needle. */
let singles: usize = 0;
let singleCount: i32 = 0;
/** Room for the runs of a block: where each starts and ends, and where what is known of it stands. */
let runs: usize = 0;
const RUN_END: usize = 4;
const RUN_ENTRY: usize = 8;
const RUN_BYTES: usize = 12;

export function configureLiterals(
  needlesAt: usize,
  wordsAt: usize,
  firstHook: u32,
  fromAt: usize,
  upToAt: usize,
  singlesAt: usize,
  singlesCount: i32,
  masksAt: usize,
  hitsAt: usize,
  entriesAt: usize,
  restsAt: usize,
  runsAt: usize,
): void {
  placeNeedles(needlesAt);
  placeWords(wordsAt, firstHook, entriesAt, restsAt, hitsAt);
  from = fromAt;
  upTo = upToAt;
  singles = singlesAt;
  singleCount = singlesCount;
  placeMasks(masksAt);
  runs = runsAt;
}

export function findLiterals(): void {
  let kept = hits;
  for (let start = 0; start < length; ) {
    const end = blockEnd(start);
    kept = findSingles(start, end, kept);
    kept = readBlock(start, end, kept);
    // What the next block finds ends behind its first unit.
    kept = reportHits(kept, end);
    start = end;
  }
}

/** Not in a word, unless that is longer than any. */
function blockEnd(start: i32): i32 {
  if (length - start <= BLOCK) return length;
  const last = start + BLOCK;
  for (let end = last; end > last - MOST_CUT; end--) if (!isWordAt(end) || !isWordAt(end - 1)) return end;
  return last;
}

function isWordAt(at: i32): bool {
  const byte = byteAt(at);
  return (byte >= 97 && byte <= 122) || (byte >= 48 && byte <= 57);
}

/** Goes from run to run, and over what stands between them. */
function readBlock(start: i32, end: i32, kept: usize): usize {
  const runsTo = findRuns(start, end);
  const fromFilter = filterOf(from);
  const upToFilter = filterOf(upTo);
  let behind = start;
  for (let run = runs; run < runsTo; run += RUN_BYTES) {
    const first = load<i32>(run);
    const last = load<i32>(run, RUN_END);
    kept = readBetween(behind, first, fromFilter, upToFilter, kept);
    // Of a run that was cut only a part lies in this block.
    const whole = (first > start || first === 0 || !isWordAt(first - 1)) && (last < end || last === length || !isWordAt(last));
    kept = readRun(first, last, load<usize>(run, RUN_ENTRY), whole, kept);
    behind = last;
  }
  return readBetween(behind, end, fromFilter, upToFilter, kept);
}

/** Writes down the runs of letters and digits in a block; returns where they end. */
function findRuns(start: i32, end: i32): usize {
  let run = runs;
  let inRun = false;
  let carry: u64 = 0;
  for (let base = start; base < end; base += STRIDE) {
    let words = runsFrom(lower + <usize>base);
    if (end - base < STRIDE) words &= (<u64>1 << <u64>(end - base)) - 1;
    for (let turns = words ^ ((words << 1) | carry); turns !== 0; turns &= turns - 1) {
      const at = base + <i32>ctz(turns);
      if (inRun) run = endRun(run, at);
      else store<i32>(run, at);
      inRun = !inRun;
    }
    carry = words >>> 63;
  }
  return inRun ? endRun(run, end) : run;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function endRun(run: usize, end: i32): usize {
  store<i32>(run, end, RUN_END);
  store<usize>(run, entryOf(load<i32>(run), end), RUN_ENTRY);
  return run + RUN_BYTES;
}

/** A bit for each of 64 bytes: whether it is a letter or a digit. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function runsFrom(at: usize): u64 {
  const first = <u64>(<u32>runsOf(v128.load(at)) | (<u32>runsOf(v128.load(at, 16)) << 16));
  return first | (<u64>(<u32>runsOf(v128.load(at, 32)) | (<u32>runsOf(v128.load(at, 48)) << 16)) << 32);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function runsOf(block: v128): i32 {
  return i8x16.bitmask(v128.or(within(block, 0x61, 26), within(block, 0x30, 10)));
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function readBetween(start: i32, end: i32, fromFilter: usize, upToFilter: usize, kept: usize): usize {
  const to = lower + <usize>end;
  for (let at = lower + <usize>start; at < to; at++) {
    if (mayBeBetween(upToFilter, at - 1)) kept = compare(upTo, at - 3, at - 2, at - 1, kept);
    if (mayBeBetween(fromFilter, at)) kept = compare(from, at, at, at, kept);
  }
  return kept;
}

function findSingles(start: i32, end: i32, kept: usize): usize {
  for (let i = 0; i < singleCount; i++) {
    const single = singles + (<usize>i << 3);
    const wanted = i8x16.splat(<i8>load<i32>(single));
    for (let at = start; at < end; at += 16) {
      let places = i8x16.bitmask(i8x16.eq(v128.load(lower + <usize>at), wanted));
      for (; places !== 0; places &= places - 1) {
        const place = at + ctz(places);
        if (place < end) kept = found(load<u32>(single, 4), place + 1, 1, kept);
      }
    }
  }
  return kept;
}

/** Tells of the hits that end no later than `last`; the others stay for the next block. */
function reportHits(kept: usize, last: i32): usize {
  let at = hits;
  for (; at < kept; at += 8) {
    const end = load<i32>(at, 4);
    if (end > last) break;
    hit(needleAt(load<u32>(at) & INDEX), end - 1);
  }
  memory.copy(hits, at, kept - at);
  return hits + (kept - at);
}
