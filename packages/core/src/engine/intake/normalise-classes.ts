// SPDX-License-Identifier: Apache-2.0
import { LATIN_LOOKALIKES } from './confusables-table.ts';

/**
 * What normalisation does with a code point when it stands alone. Worked out from the platform's Unicode data the first
 * time that a code point is seen and remembered, so that the running cost is one array read.
 */
export const KEEP = 1;
/** Becomes one other unit by lower-casing alone. */
export const LOWER = 2;
/** Becomes one other unit (compatibility form, quote, dash, space). */
export const REPLACE = 4;
/** Becomes one ASCII letter that it only looks like. */
export const DISGUISE = 5;
/** Becomes several units, or changes and has a surrogate on either side. */
export const EXPAND = 6;
/** Combines with what stands before it: marks, Hangul vowels and finals, halfwidth voicing marks. */
export const EXTEND = 7;
export const EXTEND_JAMO = 8;
/** Removed: shows nothing. */
export const INVISIBLE = 9;
export const BIDI = 10;
export const TAG = 11;
export const CONTROL = 12;

/** Per code point; 0 until it is first seen. Pages of it that no text touches take no memory. */
export const CLASSES_SEEN: Uint8Array = new Uint8Array(0x110000);
/** Per code point of class KEEP (one unit), LOWER, REPLACE or DISGUISE: the unit that it becomes. */
export const TARGETS: Uint16Array = new Uint16Array(0x20000);

/** The class of a code point. */
export function classOf(codePoint: number): number {
  const known = CLASSES_SEEN[codePoint] as number;
  return known !== 0 ? known : classify(codePoint);
}

/** Half of a pair is no character: what it becomes can't be told from it alone. */
const isSurrogate = (codePoint: number) => codePoint >= 0xd800 && codePoint <= 0xdfff;

function classify(codePoint: number): number {
  if (isSurrogate(codePoint)) return remember(codePoint, EXPAND);
  const removed = removalClass(codePoint);
  if (removed !== 0) return remember(codePoint, removed);
  const own = String.fromCodePoint(codePoint);
  const extends_ = extensionClass(codePoint, own);
  if (extends_ !== 0) return remember(codePoint, extends_);
  const folded = foldText(own);
  if (codePoint < TARGETS.length) TARGETS[codePoint] = folded.charCodeAt(0);
  if (folded === own) return remember(codePoint, KEEP);
  if (folded.length > 1 || codePoint >= TARGETS.length) return remember(codePoint, EXPAND);
  if (folded === own.toLowerCase()) return remember(codePoint, LOWER);
  return remember(codePoint, isDisguise(codePoint, folded) ? DISGUISE : REPLACE);
}

function remember(codePoint: number, value: number): number {
  CLASSES_SEEN[codePoint] = value;
  return value;
}

/** Styled alphabets and look-alikes that end as an ASCII letter. Fullwidth letters are ordinary in East Asian text. */
function isDisguise(codePoint: number, folded: string): boolean {
  const fullwidth = codePoint >= 0xff00 && codePoint <= 0xffef;
  return !fullwidth && codePoint > 0x250 && folded >= 'a' && folded <= 'z';
}

/** Default-ignorable code points and others that take no room, as inclusive ranges (UAX #44, Default_Ignorable). */
const INVISIBLE_RANGES: readonly (readonly [number, number])[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200d],
  [0x2060, 0x2065],
  [0x206a, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0080, 0xe0fff],
];
const BIDI_RANGES: readonly (readonly [number, number])[] = [
  [0x61c, 0x61c],
  [0x200e, 0x200f],
  [0x202a, 0x202e],
  [0x2066, 0x2069],
];

function removalClass(codePoint: number): number {
  const within = ([first, last]: readonly [number, number]) => codePoint >= first && codePoint <= last;
  if (isHiddenControl(codePoint)) return CONTROL;
  if (codePoint >= 0xe0000 && codePoint < 0xe0080) return TAG;
  if (BIDI_RANGES.some(within)) return BIDI;
  return INVISIBLE_RANGES.some(within) ? INVISIBLE : 0;
}

/** C0, DEL and C1 controls that are not white space. NEL counts as a line end. */
function isHiddenControl(codePoint: number): boolean {
  if (codePoint < 0x20) return codePoint < 9 || codePoint > 13;
  return codePoint >= 0x7f && codePoint < 0xa0 && codePoint !== 0x85;
}

const MARK = /^\p{M}$/u;

/**
 * Code points that NFKC can join to the one before. Outside the marks these are the Hangul vowels and finals with their
 * compatibility and halfwidth forms, and the halfwidth voicing marks of kana.
 */
function extensionClass(codePoint: number, own: string): number {
  if (codePoint < 0x300) return 0;
  if (MARK.test(own) || codePoint === 0xff9e || codePoint === 0xff9f) return EXTEND;
  const hangul =
    (codePoint >= 0x1160 && codePoint <= 0x11ff) ||
    (codePoint >= 0x3131 && codePoint <= 0x318e) ||
    (codePoint >= 0xffa1 && codePoint <= 0xffdc) ||
    (codePoint >= 0xd7b0 && codePoint <= 0xd7fb);
  if (!hangul) return 0;
  const first = own.normalize('NFKC').charCodeAt(0);
  return first >= 0x1160 && first <= 0x11ff ? EXTEND_JAMO : 0;
}

/** One-to-one replacements that NFKC doesn't make: quotes, dashes, slashes, separators. */
const PUNCTUATION = new Map<number, string>();
const APOSTROPHES =
  '\u2018\u2019\u201a\u201b\u2032\u2035\u02b9\u02bb\u02bc\u02bd\u02c8\u2039\u203a\u0060\u00b4\u0374\u055a\u05f3\ua78c';
const QUOTES = '\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb\u02ba\u05f4\u301d\u301e\u301f';
const DASHES = '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u02d7\u058a\u05be\u1806\u2e3a\u2e3b\ufe58\u207b\u208b';
const SPACES = '\u1680\u2800';
const LINE_ENDS = '\u0085\u2028\u2029';
const SLASHES = '\u2044\u2215\u29f8';
for (const [characters, ascii] of [
  [APOSTROPHES.replace('\u0060', ''), "'"],
  [QUOTES, '"'],
  [DASHES, '-'],
  [SPACES, ' '],
  [LINE_ENDS, '\n'],
  [SLASHES, '/'],
] as const) {
  for (const character of characters) PUNCTUATION.set(character.codePointAt(0) as number, ascii);
}

/**
 * Expansions that are left alone: U+FDFA and U+FDFB are whole Arabic phrases of 18 and 8 letters, and a text of nothing
 * else would grow as much.
 */
const PHRASES = /[\ufdfa\ufdfb]/;

/**
 * The fold of a short sequence: NFKC, lower case, quotes and dashes to ASCII, look-alikes of the Latin and symbol blocks
 * to ASCII. Repeated until nothing changes, because each step can make work for another (a compatibility form that is a
 * capital, a capital whose lower case composes).
 */
export function foldText(sequence: string): string {
  if (PHRASES.test(sequence)) return sequence;
  let text = sequence;
  for (let round = 0; round < 4; round++) {
    const next = foldOnce(text);
    if (next === text) break;
    text = next;
  }
  return text;
}

function foldOnce(text: string): string {
  let mapped = '';
  for (const character of text) mapped += foldCharacter(character);
  return mapped.normalize('NFKC');
}

function foldCharacter(character: string): string {
  const codePoint = character.codePointAt(0) as number;
  const replaced = PUNCTUATION.get(codePoint) ?? LATIN_LOOKALIKES.get(codePoint);
  if (replaced !== undefined) return replaced;
  const lower = character.normalize('NFKC').toLowerCase();
  // The dot that lower-casing the Turkish capital I leaves behind.
  return lower === 'i\u0307' ? 'i' : lower;
}
