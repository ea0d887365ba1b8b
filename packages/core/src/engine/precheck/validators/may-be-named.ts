// SPDX-License-Identifier: Apache-2.0
/** A cheap look at what stands before a value: most long runs of ordinary text are the value of no name. */
import { NAME_STEM, NAME_STEMS, VENDOR_STARTS } from './secret-names.ts';

const ASCII = 0x80;
/** A letter has the same five bits in either case. */
const LETTER = 0x1f;
const LETTER_BITS = 5;
const KEY_BITS = 3 * LETTER_BITS;
const THREE = (1 << KEY_BITS) - 1;

/** Numbers of fifteen bits, a bit each: few enough to stay at hand. */
export class KeySet {
  readonly #bits = new Uint32Array(1 << (KEY_BITS - 5));

  add(key: number): void {
    this.#bits[key >> 5] = (this.#bits[key >> 5] as number) | (1 << (key & 31));
  }

  has(key: number): boolean {
    return (((this.#bits[key >> 5] as number) >>> (key & 31)) & 1) !== 0;
  }
}

/** The first three letters of every stem. */
const STEMS = new KeySet();
for (const stem of NAME_STEMS) STEMS.add(keyOf(stem, 3));

/** By the first four letters: whether a vendor's name may begin so. Nearly all words end here. */
export const VENDOR_QUADS = new KeySet();
for (const name of VENDOR_STARTS) {
  const fourths =
    name.length > 3 ? [name.charAt(3)] : Array.from({ length: 32 }, (_, bits) => String.fromCharCode(bits));
  for (const fourth of fourths) VENDOR_QUADS.add(quadOf(name.slice(0, 3) + fourth, 0));
}

function keyOf(text: string, count: number, at = 0): number {
  let letters = 0;
  for (let i = at; i < at + count; i++) letters = (letters << LETTER_BITS) | (text.charCodeAt(i) & LETTER);
  return letters;
}

/** A hash of four units. */
export function quadOf(text: string, at: number): number {
  return Math.imul(keyOf(text, 4, at), 0x9e3779b1) >>> (32 - KEY_BITS);
}

/** Whether one of the names of secrets, or a vendor's, could stand before a value. */
export const mayBeNamed = (before: string): boolean => holdsStem(before) || mayNameVendor(before);

function holdsStem(before: string): boolean {
  let letters = 0;
  for (let i = 0; i < before.length; i++) {
    const unit = before.charCodeAt(i);
    letters = ((letters << LETTER_BITS) | (unit & LETTER)) & THREE;
    if (unit >= ASCII || STEMS.has(letters)) return NAME_STEM.test(before);
  }
  return false;
}

/** A vendor's name, or one in capitals, has a blank or a sign behind it. */
const ENDS_NAME = /[\s"'=:_-]$/;

/** Whether a vendor's name could stand before a value. */
export function mayNameVendor(before: string): boolean {
  if (!ENDS_NAME.test(before)) return false;
  for (let i = 0, inWord = false; i < before.length; i++) {
    const letter = isLetter(before.charCodeAt(i));
    if (letter && !inWord && VENDOR_QUADS.has(quadOf(before, i)) && startsAsVendor(before, i)) return true;
    inWord = letter;
  }
  return false;
}

function startsAsVendor(text: string, at: number): boolean {
  const word = text.slice(at, at + 5).toLowerCase();
  return VENDOR_STARTS.has(word) || VENDOR_STARTS.has(word.slice(0, 4)) || VENDOR_STARTS.has(word.slice(0, 3));
}

const isLetter = (c: number) => (c >= 97 && c <= 122) || (c >= 65 && c <= 90);
