// SPDX-License-Identifier: Apache-2.0
/** A cheap look at what stands before a value: most long runs of ordinary text are the value of no name. */
import { added, KeySet, lettersAt, quadKey, quadsOf, tripleKey } from './quads.ts';
import { NAME_STEM, NAME_STEMS, VENDOR_STARTS } from './secret-names.ts';

const ASCII = 0x80;
const LOWER = 0x20;
const A = 0x61;
const Z = 0x7a;

const isLong = (stem: string) => /^[a-z]{3}[a-z_ -]/.test(stem);
const STEM_QUADS = quadsOf(NAME_STEMS.filter(isLong));
const STEM_TRIPLES = new KeySet();
for (const stem of NAME_STEMS) if (!isLong(stem)) STEM_TRIPLES.add(tripleKey(lettersAt(stem, 0) >>> 5));
const VENDOR_QUADS = quadsOf(VENDOR_STARTS);

/** Whether one of the names of secrets, or a vendor's, could stand before a value. */
export function mayBeNamed(before: string): boolean {
  let letters = 0;
  let wordStart = -1;
  let stemless = false;
  let vendor = false;
  for (let i = 0; i < before.length; i++) {
    const unit = before.charCodeAt(i);
    if (unit >= ASCII) return NAME_STEM.test(before) || mayNameVendor(before);
    letters = added(letters, unit);
    if (!stemless && (STEM_QUADS.has(quadKey(letters)) || STEM_TRIPLES.has(tripleKey(letters)))) {
      if (NAME_STEM.test(before)) return true;
      stemless = true;
    }
    if (wordStart >= 0 && i - wordStart === 3 && VENDOR_QUADS.has(quadKey(letters)))
      vendor ||= isVendor(before, wordStart);
    if (!isLetter(unit)) wordStart = -1;
    else if (wordStart < 0) wordStart = i;
  }
  return vendor && ENDS_NAME.test(before);
}

/** A vendor's name, or one in capitals, has a blank or a sign behind it. */
const ENDS_NAME = /[\s"'=:_-]$/;

/** Whether a vendor's name could stand before a value. */
export function mayNameVendor(before: string): boolean {
  if (!ENDS_NAME.test(before)) return false;
  for (let i = 0, inWord = false; i < before.length; i++) {
    const letter = isLetter(before.charCodeAt(i));
    if (letter && !inWord && mayBeginVendor(before, i) && isVendor(before, i)) return true;
    inWord = letter;
  }
  return false;
}

/** By the first four letters. Nearly all words end here. */
export const mayBeginVendor = (text: string, at: number): boolean => VENDOR_QUADS.has(quadKey(lettersAt(text, at)));

function isVendor(text: string, at: number): boolean {
  const word = text.slice(at, at + 5).toLowerCase();
  return VENDOR_STARTS.has(word) || VENDOR_STARTS.has(word.slice(0, 4)) || VENDOR_STARTS.has(word.slice(0, 3));
}

function isLetter(unit: number): boolean {
  const lower = unit | LOWER;
  return lower >= A && lower <= Z;
}
