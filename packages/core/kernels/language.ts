// SPDX-License-Identifier: Apache-2.0
/** The sample of a text by which its language is guessed: the same as `Sample` in intake/language.ts. */

import { each, narrowed, within } from './text';

const LATIN: i32 = 0xff;
const FIRST_HASH: u32 = 0x811c9dc5;
const PRIME: u32 = 0x01000193;
const SLOT_MASK: u32 = 4095;
const MAX_WORD: i32 = 8;
const LOWER_ENTRIES: i32 = 0x180;

/** A byte per unit. */
let scripts: usize = 0;
/** Small letters of units below U+0180, two bytes each. */
let lower: usize = 0;
/** Function words by hash: 12 bytes each, their hash, the languages that have them, what they weigh. */
let words: usize = 0;
/** Those of ASCII alone by their bytes: 16 bytes each, small letters and zeros, the languages, what they weigh. */
let shortWords: usize = 0;
let counts: usize = 0;
let scores: usize = 0;
let countBytes: usize = 0;
let scoreBytes: usize = 0;

export function configureLanguage(
  scriptsAt: usize,
  lowerAt: usize,
  wordsAt: usize,
  shortWordsAt: usize,
  countsAt: usize,
  countCount: usize,
  scoresAt: usize,
  scoreCount: usize,
): void {
  scripts = scriptsAt;
  lower = lowerAt;
  words = wordsAt;
  shortWords = shortWordsAt;
  counts = countsAt;
  countBytes = countCount << 2;
  scores = scoresAt;
  scoreBytes = scoreCount << 2;
}

/** Fills `counts` and `scores`, which have room behind them; returns the number of Latin letters. */
export function sampleLanguage(units: usize, length: i32, ascii: i32): i32 {
  clear(counts, countBytes);
  clear(scores, scoreBytes);
  return ascii !== 0 || isAscii(units, length) ? sampleAscii(units, length) : sampleAny(units, length);
}

/** So few bytes that a call would cost more. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function clear(at: usize, size: usize): void {
  for (let i: usize = 0; i < size; i += 16) v128.store(at + i, i32x4.splat(0));
}

function isAscii(units: usize, length: i32): bool {
  let seen = i16x8.splat(0);
  let i = 0;
  for (; i + 8 <= length; i += 8) seen = v128.or(seen, v128.load(units + (<usize>i << 1)));
  let rest: i32 = 0;
  for (; i < length; i++) rest |= <i32>load<u16>(units + (<usize>i << 1));
  return rest < 128 && !v128.any_true(i16x8.gt_u(seen, i16x8.splat(127)));
}

/** Of ASCII only letters count: words are looked up as eight bytes. */
function sampleAscii(units: usize, length: i32): i32 {
  let latin = 0;
  let start = 0;
  let inWord = false;
  let carry: u64 = 0;
  for (let base = 0; base < length; base += STRIDE) {
    let letters = lettersFrom(units + (<usize>base << 1));
    if (length - base < STRIDE) letters &= (<u64>1 << <u64>(length - base)) - 1;
    latin += <i32>popcnt(letters);
    for (let turns = letters ^ ((letters << 1) | carry); turns !== 0; turns &= turns - 1) {
      const turn = base + <i32>ctz(turns);
      if (inWord) scoreShort(units, start, turn);
      start = turn;
      inWord = !inWord;
    }
    carry = letters >>> 63;
  }
  if (inWord) scoreShort(units, start, length);
  return latin;
}

const STRIDE: i32 = 64;

/** A bit for each of 64 units: whether it is a letter of ASCII. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function lettersFrom(at: usize): u64 {
  const first = <u64>(<u32>lettersOf(at) | (<u32>lettersOf(at + 32) << 16));
  return first | (<u64>(<u32>lettersOf(at + 64) | (<u32>lettersOf(at + 96) << 16)) << 32);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function lettersOf(at: usize): i32 {
  return i8x16.bitmask(within(v128.or(narrowed(at), each(0x20)), 0x61, 26));
}

const SMALL: u64 = 0x2020202020202020;
const MIX: u64 = 0x9e3779b97f4a7c15;

// @ts-ignore: a decorator of AssemblyScript
@inline
function scoreShort(units: usize, start: i32, end: i32): void {
  const size = end - start;
  if (size > MAX_WORD) return;
  const eight = i64x2.extract_lane(narrowed(units + (<usize>start << 1)), 0) | SMALL;
  const word = eight & (<u64>-1 >>> <u64>((MAX_WORD - size) << 3));
  let slot = <u32>((word * MIX) >>> 32) & SLOT_MASK;
  let entry = shortWords + (<usize>slot << 4);
  while (load<u64>(entry) !== word) {
    if (load<u32>(entry, 8) === 0) return;
    slot = (slot + 1) & SLOT_MASK;
    entry = shortWords + (<usize>slot << 4);
  }
  add(load<u32>(entry, 8), load<i32>(entry, 12));
}

function sampleAny(units: usize, length: i32): i32 {
  let latin = 0;
  let hash = FIRST_HASH;
  let letters = 0;
  for (let i = 0; i <= length; i++) {
    const unit = i < length ? <i32>load<u16>(units + ((<usize>i) << 1)) : 0x20;
    const script = <i32>load<u8>(scripts + <usize>unit);
    if (script === LATIN) {
      const small = unit < LOWER_ENTRIES ? <u32>load<u16>(lower + ((<usize>unit) << 1)) : <u32>unit;
      hash = (hash ^ small) * PRIME;
      letters++;
      continue;
    }
    if (script !== 0) {
      const count = counts + ((<usize>script) << 2);
      store<u32>(count, load<u32>(count) + 1);
    }
    if (letters === 0) continue;
    if (letters <= MAX_WORD) scoreWord(hash);
    latin += letters;
    hash = FIRST_HASH;
    letters = 0;
  }
  return latin;
}

function scoreWord(hash: u32): void {
  let slot = hash & SLOT_MASK;
  let entry = words + <usize>(slot * 12);
  while (load<u32>(entry, 4) !== 0 && load<u32>(entry) !== hash) {
    slot = (slot + 1) & SLOT_MASK;
    entry = words + <usize>(slot * 12);
  }
  add(load<u32>(entry, 4), load<i32>(entry, 8));
}

/** Gives languages, a bit each, the weight of a word. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function add(languages: u32, weight: i32): void {
  for (let bits = languages; bits !== 0; bits &= bits - 1) {
    const score = scores + ((<usize>ctz(bits)) << 2);
    store<i32>(score, load<i32>(score) + weight);
  }
}
