// SPDX-License-Identifier: Apache-2.0
import { CHARACTER_CLASS, DIGIT, IDEOGRAPH, LETTER, SPACE } from './characters.ts';

/** Features are bucket numbers below 2^FEATURE_BITS. Changing anything in this file changes FEATURE_VERSION. */
export const FEATURE_BITS = 18;
export const FEATURE_VERSION = 2;
/** Texts are scored in runs of whole segments, so that one harmful passage is not diluted by the rest (UTF-16 units). */
export const SEGMENT_LENGTH = 256;

const SHIFT = 32 - FEATURE_BITS;
const MIX = 0x9e3779b1;
const GRAM_BASE = 0x01000193;
const WORD_SEED = 0x811c9dc5 | 0;
const PAIR_BASE = 0x85ebca6b | 0;
const EDGE = 0x27d4eb2f;
const BLANK = 32;
const APOSTROPHE = 39;
const FOLDED_DIGIT = 48;
/** A small cache of the features already left for this segment; one that was pushed out is left again. */
const SEEN_SLOTS = 2048;
const SLOT_MASK = SEEN_SLOTS - 1;
const LAST_STRETCH = (1 << (31 - FEATURE_BITS)) - 1;
/** Character n-grams of a run without blanks stop here: a key or a packed line must not outweigh the prose around it. */
const LONGEST_RUN = 41;

/**
 * Reads a normalised text and leaves, for each stretch it was told to read, the hashed features that end in it:
 * word unigrams and bigrams in `words`, character 3- and 4-grams inside blank-delimited runs in `grams`. A feature that
 * occurs again in the same stretch is left out. Training reads the very same class, so the two can't drift apart.
 */
export class FeatureReader {
  readonly words: Int32Array = new Int32Array(4 * SEGMENT_LENGTH + 16);
  readonly grams: Int32Array = new Int32Array(2 * SEGMENT_LENGTH + 16);
  wordCount = 0;
  gramCount = 0;
  #text = '';
  #at = 0;
  #end = 0;
  // Word state: kind of the open token (SPACE = none), its hash, its length, the token before it.
  #kind: number = SPACE;
  #hash = 0;
  #length = 0;
  #previous = EDGE;
  // Gram state: characters in the open run (1 = only the leading blank), hashes of its last 1 to 3 characters.
  #run = 0;
  #h1 = 0;
  #h2 = 0;
  #h3 = 0;
  // Which feature was last left in each slot, and for which stretch (in the high bits).
  readonly #seen: Int32Array = new Int32Array(SEEN_SLOTS);
  #stretch = 0;

  /** Starts over at `start`; reading stops at `end`, which counts as a blank. */
  open(text: string, start: number, end: number): void {
    this.#text = text;
    this.#at = start;
    this.#end = end;
    this.#kind = SPACE;
    this.#previous = EDGE;
    this.#run = 0;
    this.wordCount = 0;
    this.gramCount = 0;
  }

  /** Reads up to `limit` (at most SEGMENT_LENGTH units further); the features read last time are forgotten. */
  readTo(limit: number): void {
    this.wordCount = 0;
    this.gramCount = 0;
    const stop = Math.min(limit, this.#end);
    const from = this.#at;
    this.#at = stop;
    this.#read(from, stop);
    if (stop === this.#end) this.#finish();
    this.wordCount = this.#unique(this.words, this.wordCount);
    this.gramCount = this.#unique(this.grams, this.gramCount);
  }

  /** Keeps the first of each, in place. Without a branch, because whether a feature is new can't be predicted. */
  #unique(features: Int32Array, count: number): number {
    if (this.#stretch === LAST_STRETCH) {
      this.#seen.fill(0);
      this.#stretch = 0;
    }
    const mark = ++this.#stretch << FEATURE_BITS;
    const seen = this.#seen;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const feature = features[i]!;
      const slot = feature & SLOT_MASK;
      const difference = seen[slot]! ^ (mark | feature);
      seen[slot] = mark | feature;
      features[kept] = feature;
      kept += (difference | -difference) >>> 31;
    }
    return kept;
  }

  /** A token is left when the unit after it is read: only there is it known to have ended. */
  #read(from: number, stop: number): void {
    const text = this.#text;
    const grams = this.grams;
    let count = this.gramCount;
    let run = this.#run;
    let h1 = this.#h1;
    let h2 = this.#h2;
    let h3 = this.#h3;
    let kind = this.#kind;
    let hash = this.#hash;
    let length = this.#length;
    for (let i = from; i < stop; i++) {
      const unit = text.charCodeAt(i);
      const next = CHARACTER_CLASS[unit]!;
      if (next === SPACE && kind === SPACE) continue;
      if (run === 0) {
        run = 1;
        h1 = BLANK;
      } else if (next === IDEOGRAPH && run > 5) run = 5;
      run++;
      const sign = next === SPACE ? BLANK : next === DIGIT ? FOLDED_DIGIT : unit;
      const h4 = (Math.imul(h3, GRAM_BASE) + sign) | 0;
      h3 = (Math.imul(h2, GRAM_BASE) + sign) | 0;
      h2 = (Math.imul(h1, GRAM_BASE) + sign) | 0;
      h1 = sign;
      // Always written, counted only when the run is long enough: cheaper than branches that can't be predicted.
      const room = (run - LONGEST_RUN - 1) >>> 31;
      grams[count] = Math.imul(h3, MIX) >>> SHIFT;
      count += ((2 - run) >>> 31) & room;
      grams[count] = Math.imul(h4, MIX) >>> SHIFT;
      count += ((3 - run) >>> 31) & room;
      if (next === kind && next <= DIGIT) {
        hash = Math.imul(hash ^ unit, GRAM_BASE);
        length++;
      } else if (unit === APOSTROPHE && kind === LETTER && this.#letterAt(i + 1)) {
        hash = Math.imul(hash ^ unit, GRAM_BASE);
      } else {
        if (kind !== SPACE) this.#endWord(kind, hash, length);
        if (next === SPACE) run = 0;
        kind = next;
        hash = Math.imul(WORD_SEED ^ unit, GRAM_BASE);
        length = 1;
      }
    }
    this.gramCount = count;
    this.#run = run;
    this.#h1 = h1;
    this.#h2 = h2;
    this.#h3 = h3;
    this.#kind = kind;
    this.#hash = hash;
    this.#length = length;
  }

  #letterAt(i: number): boolean {
    return i < this.#end && CHARACTER_CLASS[this.#text.charCodeAt(i)] === LETTER;
  }

  #endWord(kind: number, hash: number, length: number): void {
    if (kind === DIGIT) hash = Math.imul(WORD_SEED ^ (0x30000 + Math.min(length, 4)), GRAM_BASE);
    const count = this.wordCount;
    this.words[count] = Math.imul(hash, MIX) >>> SHIFT;
    this.words[count + 1] = Math.imul(Math.imul(this.#previous, PAIR_BASE) ^ hash, MIX) >>> SHIFT;
    this.wordCount = count + 2;
    this.#previous = hash;
  }

  /** The end of the text closes the open token, is the right edge of the last pair, and the blank after the last run. */
  #finish(): void {
    if (this.#kind !== SPACE) this.#endWord(this.#kind, this.#hash, this.#length);
    this.#kind = SPACE;
    this.words[this.wordCount++] = Math.imul(Math.imul(this.#previous, PAIR_BASE) ^ EDGE, MIX) >>> SHIFT;
    if (this.#run > 1 && this.#run < LONGEST_RUN) this.#endRun();
    this.#run = 0;
  }

  #endRun(): void {
    const grams = this.grams;
    grams[this.gramCount++] = Math.imul((Math.imul(this.#h2, GRAM_BASE) + BLANK) | 0, MIX) >>> SHIFT;
    if (this.#run >= 3) {
      grams[this.gramCount++] = Math.imul((Math.imul(this.#h3, GRAM_BASE) + BLANK) | 0, MIX) >>> SHIFT;
    }
  }
}
