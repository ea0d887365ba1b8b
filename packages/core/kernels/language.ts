// SPDX-License-Identifier: Apache-2.0
/** The sample of a text by which its language is guessed: the same as `Sample` in intake/language.ts. */

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
let counts: usize = 0;
let scores: usize = 0;
let countBytes: usize = 0;
let scoreBytes: usize = 0;

export function configureLanguage(
  scriptsAt: usize,
  lowerAt: usize,
  wordsAt: usize,
  countsAt: usize,
  countCount: usize,
  scoresAt: usize,
  scoreCount: usize,
): void {
  scripts = scriptsAt;
  lower = lowerAt;
  words = wordsAt;
  counts = countsAt;
  countBytes = countCount << 2;
  scores = scoresAt;
  scoreBytes = scoreCount << 2;
}

/** Fills `counts` and `scores`; returns the number of Latin letters. */
export function sampleLanguage(units: usize, length: i32): i32 {
  memory.fill(counts, 0, countBytes);
  memory.fill(scores, 0, scoreBytes);
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
  const weight = load<i32>(entry, 8);
  for (let bits = load<u32>(entry, 4); bits !== 0; bits &= bits - 1) {
    const score = scores + ((<usize>ctz(bits)) << 2);
    store<i32>(score, load<i32>(score) + weight);
  }
}
