// SPDX-License-Identifier: Apache-2.0
/**
 * The features of a text and the sums of their weights, segment by segment: the same as classify/features.ts and
 * classify/windows.ts, which say why. What both give is compared by tests. All pointers are byte addresses.
 */
import { gramsBetween, readSigns } from './feature-grams';
import { lastPair, openWords, placeWordRoom, wordsBetween } from './feature-words';
import { narrowBytes } from './text';

const FEATURE_BITS: u32 = 18;
const SHIFT: u32 = 32 - FEATURE_BITS;
const SEGMENT: i32 = 256;
const MIX: u32 = 0x9e3779b1;
const GRAM_BASE: u32 = 0x01000193;
const WORD_SEED: u32 = 0x811c9dc5;
const PAIR_BASE: u32 = 0x85ebca6b;
const EDGE: u32 = 0x27d4eb2f;
const BLANK: u32 = 32;
const APOSTROPHE: i32 = 39;
const FOLDED_DIGIT: u32 = 48;
const SLOT_MASK: u32 = 2047;
const LAST_STRETCH: u32 = (1 << (31 - FEATURE_BITS)) - 1;
const LONGEST_RUN: i32 = 41;

const SPACE: i32 = 0;
const LETTER: i32 = 1;
const DIGIT: i32 = 2;
const IDEOGRAPH: i32 = 3;

const SCORE_LANES: usize = 4;
const BLOCK_BYTES: usize = (SCORE_LANES + 1) << 2;
const MAX_ADDED: usize = 256 << 2;
const LANE_BIAS: i32 = 128;
const HEAD_MASK: u32 = 0xffff;

/** A byte per UTF-16 unit. */
let classes: usize = 0;
/** Per bucket four weights, a byte each with 128 added. */
let wordWeights: usize = 0;
let gramWeights: usize = 0;
/** Per bucket a signed byte for each head. */
let headWeights: usize = 0;
let headCount: usize = 0;
let words: usize = 0;
let grams: usize = 0;
let seen: usize = 0;
/** Sums of the heads, in 32 bits; room for 64. */
let headSums: usize = 0;

export function configureScan(
  classesAt: usize,
  wordWeightsAt: usize,
  gramWeightsAt: usize,
  headWeightsAt: usize,
  heads: usize,
  wordsAt: usize,
  gramsAt: usize,
  seenAt: usize,
  startsAt: usize,
  endsAt: usize,
  headSumsAt: usize,
): void {
  classes = classesAt;
  wordWeights = wordWeightsAt;
  gramWeights = gramWeightsAt;
  headWeights = headWeightsAt;
  headCount = heads;
  words = wordsAt;
  grams = gramsAt;
  seen = seenAt;
  placeWordRoom(startsAt, endsAt);
  headSums = headSumsAt;
}

let text: usize = 0;
let at: i32 = 0;
let textEnd: i32 = 0;
let kind: i32 = 0;
let hash: u32 = 0;
let tokenLength: i32 = 0;
let previous: u32 = EDGE;
/** Units of the open run, with the blank before it. */
let run: i32 = 1;
/** Hashes of the last unit, of the last two, three and four of the run. */
let tails: v128 = i32x4.splat(0);
let stretch: u32 = 0;
let wordEnd: usize = 0;
let gramEnd: usize = 0;

function open(units: usize, start: i32, end: i32): void {
  text = units;
  at = start;
  textEnd = end;
  kind = SPACE;
  previous = EDGE;
  run = 1;
  tails = i32x4.splat(BLANK);
}

/**
 * Sums of all segments of a text, 40 bytes each: four sums and the number of features, for words and for grams.
 * A text whose units are bytes is read by masks, eight places at a time; one that has other units, or a run that grams end
 * in, unit by unit.
 * @param bytes the text as bytes where it is ASCII; else room for it. They are overwritten
 * @param sums room behind them for a bit for each unit
 */
export function scoreSegments(units: usize, bytes: usize, length: i32, ascii: i32, sums: usize): void {
  open(units, 0, length);
  const blanks = sums + <usize>(length / SEGMENT + 1) * (2 * BLOCK_BYTES);
  const byPlace = (ascii !== 0 || narrowBytes(units, length, bytes)) && readSigns(bytes, length, blanks);
  if (byPlace) openWords(length);
  let limit = 0;
  do {
    limit += SEGMENT;
    if (byPlace) readByPlace(limit);
    else readTo(limit);
    addUp(wordWeights, words, wordEnd, sums);
    addUp(gramWeights, grams, gramEnd, sums + BLOCK_BYTES);
    sums += 2 * BLOCK_BYTES;
  } while (limit < length);
}

/** As `readTo`, for texts whose signs were read. */
function readByPlace(limit: i32): void {
  const isEnd = limit >= textEnd;
  // What the end of the text ends counts as ended by a blank behind it.
  const stop = isEnd ? textEnd + 1 : limit;
  wordEnd = wordsBetween(at, stop, words);
  if (isEnd) wordEnd = lastPair(wordEnd);
  gramEnd = gramsBetween(at, stop, grams);
  at = stop;
}

/** Sums of the heads over the words of a stretch, at `headSums`; returns the number of words. */
export function scoreHeads(units: usize, start: i32, end: i32): i32 {
  open(units, start, end);
  memory.fill(headSums, 0, 64 << 2);
  let features = 0;
  for (let limit = start; limit < end; ) {
    limit += SEGMENT;
    readTo(limit);
    wordEnd = unique(words, wordEnd);
    features += i32((wordEnd - words) >> 2);
    for (let from = words; from < wordEnd; from += 4) addHeads(load<u32>(from) & HEAD_MASK);
  }
  return features;
}

/** Sixteen heads at a time; what is added behind the last is never read. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function addHeads(bucket: u32): void {
  const weights = headWeights + <usize>bucket * headCount;
  for (let head: usize = 0; head < headCount; head += 16) {
    const block = v128.load(weights + head);
    const low = i16x8.extend_low_i8x16_s(block);
    const high = i16x8.extend_high_i8x16_s(block);
    const sums = headSums + (head << 2);
    v128.store(sums, i32x4.add(v128.load(sums), i32x4.extend_low_i16x8_s(low)));
    v128.store(sums, i32x4.add(v128.load(sums, 16), i32x4.extend_high_i16x8_s(low)), 16);
    v128.store(sums, i32x4.add(v128.load(sums, 32), i32x4.extend_low_i16x8_s(high)), 32);
    v128.store(sums, i32x4.add(v128.load(sums, 48), i32x4.extend_high_i16x8_s(high)), 48);
  }
}

function readTo(limit: i32): void {
  wordEnd = words;
  gramEnd = grams;
  const stop = min(limit, textEnd);
  const from = at;
  at = stop;
  read(from, stop);
  if (stop === textEnd) finish();
}

/** What marks a feature as seen in the stretch that begins. */
function nextStretch(): u32 {
  if (stretch === LAST_STRETCH) {
    memory.fill(seen, 0, <usize>(SLOT_MASK + 1) << 2);
    stretch = 0;
  }
  return ++stretch << FEATURE_BITS;
}

/** Keeps the first of each, in place. */
function unique(features: usize, end: usize): usize {
  const mark = nextStretch();
  let kept = features;
  for (let from = features; from < end; from += 4) {
    const feature = load<u32>(from);
    const slot = seen + (<usize>(feature & SLOT_MASK) << 2);
    const isNew = load<u32>(slot) !== (mark | feature);
    store<u32>(slot, mark | feature);
    store<u32>(kept, feature);
    kept += <usize>isNew << 2;
  }
  return kept;
}

function read(from: i32, stop: i32): void {
  const units = text;
  const kinds = classes;
  let gramAt = gramEnd;
  let r = run;
  let hashes = tails;
  let k = kind;
  let word = hash;
  let size = tokenLength;
  for (let i = from; i < stop; i++) {
    const unit = <i32>load<u16>(units + (<usize>i << 1));
    const next = <i32>load<u8>(kinds + <usize>unit);
    if (next === SPACE && k === SPACE) continue;
    if (next === IDEOGRAPH && r > 5) r = 5;
    r++;
    const sign: u32 = next === SPACE ? BLANK : next === DIGIT ? FOLDED_DIGIT : <u32>unit;
    // Each hash goes on from the one that was a unit shorter; the two longest are features, side by side.
    const longer = i32x4.mul(i32x4.shuffle(i32x4.splat(0), hashes, 3, 4, 5, 6), i32x4.splat(GRAM_BASE));
    hashes = i32x4.add(longer, i32x4.splat(sign));
    v128.store64_lane(gramAt, i32x4.shr_u(i32x4.mul(hashes, i32x4.splat(MIX)), SHIFT), 1);
    // None from two units, one from three, both from four on, until the run is too long.
    gramAt += <usize>(min(r - 2, 2) & ((r - LONGEST_RUN - 1) >> 31)) << 2;
    if (next === k && next <= DIGIT) {
      word = (word ^ <u32>unit) * GRAM_BASE;
      size++;
    } else if (unit === APOSTROPHE && k === LETTER && letterAt(i + 1)) {
      word = (word ^ <u32>unit) * GRAM_BASE;
    } else {
      if (k !== SPACE) endWord(k, word, size);
      if (next === SPACE) r = 1;
      k = next;
      word = (WORD_SEED ^ <u32>unit) * GRAM_BASE;
      size = 1;
    }
  }
  gramEnd = gramAt;
  run = r;
  tails = hashes;
  kind = k;
  hash = word;
  tokenLength = size;
}

function letterAt(i: i32): bool {
  return i < textEnd && load<u8>(classes + <usize>load<u16>(text + (<usize>i << 1))) === LETTER;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function endWord(k: i32, word: u32, size: i32): void {
  if (k === DIGIT) word = (WORD_SEED ^ <u32>(0x30000 + min(size, 4))) * GRAM_BASE;
  const end = wordEnd;
  store<u32>(end, (word * MIX) >>> SHIFT);
  store<u32>(end, (((previous * PAIR_BASE) ^ word) * MIX) >>> SHIFT, 4);
  wordEnd = end + 8;
  previous = word;
}

/** The end of the text closes the open token, the last pair and the last run. */
function finish(): void {
  if (kind !== SPACE) endWord(kind, hash, tokenLength);
  kind = SPACE;
  store<u32>(wordEnd, (((previous * PAIR_BASE) ^ EDGE) * MIX) >>> SHIFT);
  wordEnd += 4;
  if (run > 1 && run < LONGEST_RUN) {
    store<u32>(gramEnd, ((i32x4.extract_lane(tails, 1) * GRAM_BASE + BLANK) * MIX) >>> SHIFT);
    gramEnd += 4;
    if (run >= 3) {
      store<u32>(gramEnd, ((i32x4.extract_lane(tails, 2) * GRAM_BASE + BLANK) * MIX) >>> SHIFT);
      gramEnd += 4;
    }
  }
  run = 1;
}

/**
 * Adds up the weights of features, each once: four of a byte each, side by side. 256 of them can't overflow a lane. Without
 * a branch, because whether a feature is new can't be predicted: one that is not adds the zeros at address 0.
 */
function addUp(table: usize, features: usize, end: usize, out: usize): void {
  const mark = nextStretch();
  let sums = i32x4.splat(0);
  let count: u32 = 0;
  for (let from = features; from < end; ) {
    const to = min(end, from + MAX_ADDED);
    let lanes = i16x8.splat(0);
    for (; from < to; from += 4) {
      const feature = load<u32>(from);
      const slot = seen + (<usize>(feature & SLOT_MASK) << 2);
      const isNew = <u32>(load<u32>(slot) !== (mark | feature));
      store<u32>(slot, mark | feature);
      const entry = (table + (<usize>feature << 2)) & (0 - <usize>isNew);
      lanes = i16x8.add(lanes, i16x8.extend_low_i8x16_u(v128.load32_zero(entry)));
      count += isNew;
    }
    sums = i32x4.add(sums, i32x4.extend_low_i16x8_u(lanes));
  }
  v128.store(out, i32x4.sub(sums, i32x4.splat(LANE_BIAS * <i32>count)));
  store<i32>(out, <i32>count, 16);
}
