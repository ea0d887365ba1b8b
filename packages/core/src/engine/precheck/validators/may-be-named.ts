// SPDX-License-Identifier: Apache-2.0
/** A cheap look at what stands before a value: most long runs of ordinary text are the value of no name. */
import { NAME_STEM, NAME_STEMS, VENDOR_STARTS } from './secret-names.ts';

const ASCII = 0x80;
/** A letter has the same five bits in either case. */
const LETTER = 0x1f;
const LETTER_BITS = 5;
const KEY_BITS = 15;
const FOUR = (1 << (4 * LETTER_BITS)) - 1;
const THREE = (1 << (3 * LETTER_BITS)) - 1;

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

const added = (letters: number, unit: number) => ((letters << LETTER_BITS) | (unit & LETTER)) & FOUR;
const hashOf = (letters: number) => Math.imul(letters, 0x9e3779b1) >>> (32 - KEY_BITS);

/** A hash of four units. */
export function quadOf(text: string, at: number): number {
  let letters = 0;
  for (let i = at; i < at + 4; i++) letters = added(letters, text.charCodeAt(i));
  return hashOf(letters);
}

/** By its first four letters whatever begins so. Nearly all words end here. */
export const VENDOR_QUADS = new KeySet();
const STEM_QUADS = new KeySet();
/** By all three letters the stems that have no more. */
const STEM_TRIPLES = new KeySet();

for (const name of VENDOR_STARTS) {
  const fourths = name.length > 3 ? [name.charCodeAt(3)] : Array.from({ length: LETTER + 1 }, (_, bits) => bits);
  for (const fourth of fourths) VENDOR_QUADS.add(quadOf(name.slice(0, 3) + String.fromCharCode(fourth), 0));
}
for (const stem of NAME_STEMS) {
  if (/^[a-z]{3}[a-z_ -]/.test(stem)) STEM_QUADS.add(quadOf(stem, 0));
  else STEM_TRIPLES.add([0, 1, 2].reduce((letters, at) => added(letters, stem.charCodeAt(at)), 0));
}

/** Whether one of the names of secrets, or a vendor's, could stand before a value. */
export const mayBeNamed = (before: string): boolean => holdsStem(before) || mayNameVendor(before);

function holdsStem(before: string): boolean {
  let letters = 0;
  for (let i = 0; i < before.length; i++) {
    const unit = before.charCodeAt(i);
    letters = added(letters, unit);
    if (unit >= ASCII || STEM_QUADS.has(hashOf(letters)) || STEM_TRIPLES.has(letters & THREE))
      return NAME_STEM.test(before);
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
