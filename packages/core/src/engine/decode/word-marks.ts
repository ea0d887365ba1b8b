// SPDX-License-Identifier: Apache-2.0
import { FUNCTION_WORDS } from '../intake/language-profiles.ts';
import { COMMON_WORDS } from './generated/common-words.ts';
import { RULE_WORDS } from './generated/rule-words.ts';

/** What a run of letters is. Runs of one letter, of two with a vowel, and those beside digits or letters beyond ASCII, are no evidence. */
export const NO_WORD = 0;
export const KNOWN = 1;
export const UNKNOWN = 2;
/** A small word of another language in Latin script that English has not. */
export const FOREIGN = 3;

const ENGLISH_BITS = 19;
const FOREIGN_BITS = 18;
const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;
const MIX = 0x9e3779b1;

/** Words by their hash: a bit each, so that one in fifty that is none is taken for one. */
interface Marks {
  /** The English ones themselves. */
  readonly known: ReadonlySet<string>;
  readonly english: Int32Array;
  readonly foreign: Int32Array;
}

let marks: Marks | null = null;

function build(): Marks {
  const english = new Int32Array(1 << (ENGLISH_BITS - 5));
  const foreign = new Int32Array(1 << (FOREIGN_BITS - 5));
  const known = new Set(`${COMMON_WORDS} ${RULE_WORDS} ${FUNCTION_WORDS.en}`.split(' '));
  for (const word of known) mark(english, hashOf(word) >>> (32 - ENGLISH_BITS));
  for (const words of Object.values(FUNCTION_WORDS)) {
    for (const word of words.split(' ')) if (!known.has(word)) mark(foreign, hashOf(word) >>> (32 - FOREIGN_BITS));
  }
  return { known, english, foreign };
}

function mark(set: Int32Array, slot: number): void {
  set[slot >> 5]! |= 1 << (slot & 31);
}

function has(set: Int32Array, slot: number): boolean {
  return (((set[slot >> 5] as number) >> (slot & 31)) & 1) !== 0;
}

function hashOf(word: string): number {
  let hash = SEED;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), PRIME);
  return Math.imul(hash, MIX);
}

/** Whether a word in small letters is a small word of another language that English has not. */
export function isForeign(word: string): boolean {
  marks ??= build();
  const hash = hashOf(word);
  return has(marks.foreign, hash >>> (32 - FOREIGN_BITS)) && !has(marks.english, hash >>> (32 - ENGLISH_BITS));
}

/** Whether a word in small letters is an English one, or one in fifty others. */
export function isEnglish(word: string): boolean {
  marks ??= build();
  return has(marks.english, hashOf(word) >>> (32 - ENGLISH_BITS));
}

/** Whether a word in small letters is an English one, with or without a common ending, and no other. */
export function isEnglishForm(word: string): boolean {
  marks ??= build();
  const { known } = marks;
  if (known.has(word)) return true;
  return ENDINGS.some((ending) => {
    const stem = word.length - ending.length;
    return stem >= SHORTEST_STEM && word.endsWith(ending) && known.has(word.slice(0, stem));
  });
}

/** ASCII alone. */
export const isLetter = (unit: number): boolean => ((unit | 0x20) - 0x61) >>> 0 < 26;
/** Digits, low lines and what lies beyond ASCII. */
const joins = (unit: number): boolean =>
  unit > 127 || (unit - 0x30) >>> 0 < 10 || unit === 0x5f || unit === 0x40 || unit === 0x5c;

const SHORTEST = 3;
export const LONGEST = 20;
/** Of words that take an ending. */
const SHORTEST_STEM = 3;

/**
 * Whether an English word of the vocabulary, or no word at all, stands at a place: what nearly every look sees, in one go.
 */
export function isPlain(units: Uint16Array, place: number, length: number): boolean {
  let start = place;
  if (
    (((units[start] as number) | 0x20) - 0x61) >>> 0 >= 26 &&
    (((units[++start] as number) | 0x20) - 0x61) >>> 0 >= 26
  )
    return true;
  while (start > 0 && (((units[start - 1] as number) | 0x20) - 0x61) >>> 0 < 26) {
    if (place - --start > LONGEST) return true;
  }
  let hash = SEED;
  let end = start;
  for (; end < length; end++) {
    const unit = (units[end] as number) | 0x20;
    if ((unit - 0x61) >>> 0 >= 26) break;
    hash = Math.imul(hash ^ unit, PRIME);
  }
  if (end - start < 2) return true;
  marks ??= build();
  const slot = Math.imul(hash, MIX) >>> (32 - ENGLISH_BITS);
  return (((marks.english[slot >> 5] as number) >> (slot & 31)) & 1) !== 0;
}

/** Where the word that was read last ends. */
export let wordEnd = 0;

/** Reads the word that begins at a place, up to `length`, and says what it is. */
export function readWord(units: Uint16Array, start: number, length: number): number {
  let hash = SEED;
  let end = start;
  for (
    let unit = (units[end] as number) | 0x20;
    end < length && (unit - 0x61) >>> 0 < 26;
    unit = (units[++end] as number) | 0x20
  ) {
    hash = Math.imul(hash ^ unit, PRIME);
  }
  wordEnd = end;
  const letters = end - start;
  if (letters < 2 || letters > LONGEST) return NO_WORD;
  marks ??= build();
  const slot = Math.imul(hash, MIX);
  if (has(marks.english, slot >>> (32 - ENGLISH_BITS))) return KNOWN;
  if ((end < length && joins(units[end] as number)) || (start > 0 && joins(units[start - 1] as number))) return NO_WORD;
  if (letters < SHORTEST)
    return isVowel(units[start] as number) || isVowel(units[end - 1] as number) ? NO_WORD : UNKNOWN;
  if (hasKnownStem(marks.english, units, start, end)) return KNOWN;
  return has(marks.foreign, slot >>> (32 - FOREIGN_BITS)) ? FOREIGN : UNKNOWN;
}

/** The y as well. */
const VOWELS = 0x2208222;
const isVowel = (unit: number) => ((VOWELS >> (unit & 31)) & 1) !== 0;

/** Endings that words take. */
export const ENDINGS: readonly string[] = ['s', 'd', 'r', 'ed', 'er', 'es', 'ly', 'ing'];
const ENDINGS_BY_LETTER: readonly (readonly string[])[] = Array.from({ length: 32 }, (_, letter) =>
  ENDINGS.filter((ending) => (ending.charCodeAt(ending.length - 1) & 31) === letter),
);

/** Whether what stands before one of the common endings is a word. */
function hasKnownStem(english: Int32Array, units: Uint16Array, start: number, end: number): boolean {
  for (const ending of ENDINGS_BY_LETTER[(units[end - 1] as number) & 31] as readonly string[]) {
    const stem = end - ending.length;
    if (stem - start < SHORTEST_STEM) continue;
    let i = ending.length - 1;
    while (i > 0 && ((units[stem + i - 1] as number) | 0x20) === ending.charCodeAt(i - 1)) i--;
    if (i === 0 && has(english, hashOfUnits(units, start, stem) >>> (32 - ENGLISH_BITS))) return true;
  }
  return false;
}

function hashOfUnits(units: Uint16Array, start: number, end: number): number {
  let hash = SEED;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ ((units[i] as number) | 0x20), PRIME);
  return Math.imul(hash, MIX);
}
