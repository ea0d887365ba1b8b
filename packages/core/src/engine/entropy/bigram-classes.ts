// SPDX-License-Identifier: Apache-2.0
/**
 * The 64 classes that the bigram model sees: 26 small letters, capitals, digits, each ASCII sign on its own, space, line
 * end, accented Latin, and everything else.
 */
export const CLASS_COUNT = 64;
/** Rows of a table of pairs are so many bits apart: a shift keeps to integers where a product needn't. */
export const CLASS_BITS = 6;
export const CAPITAL = 26;
export const DIGIT = 27;
export const SPACE = 28;
export const LINE_END = 29;
export const ACCENTED = 30;
export const FOREIGN = 31;
/** ASCII signs are 32 to 63, in the order of their codes. */
export const FIRST_SIGN = 32;

/** Class of each UTF-16 unit below U+0250; above it FOREIGN, apart from typographic quotes and dashes. */
export const CLASSES: Uint8Array = buildClasses();
/** The same with capitals read as small letters. */
export const CASELESS_CLASSES: Uint8Array = withoutCase(CLASSES);

function buildClasses(): Uint8Array {
  const classes = new Uint8Array(0x10000).fill(FOREIGN);
  let sign = FIRST_SIGN;
  for (let code = 0; code < 0x80; code++) {
    if (code >= 0x61 && code <= 0x7a) classes[code] = code - 0x61;
    else if (code >= 0x41 && code <= 0x5a) classes[code] = CAPITAL;
    else if (code >= 0x30 && code <= 0x39) classes[code] = DIGIT;
    else if (code === 0x0a || code === 0x0d) classes[code] = LINE_END;
    else if (code <= 0x20 || code === 0x7f) classes[code] = SPACE;
    else classes[code] = sign++;
  }
  classes.fill(ACCENTED, 0xc0, 0x250).fill(ACCENTED, 0x1e00, 0x1f00);
  classes[0xa0] = SPACE;
  for (const [characters, ascii] of [
    ['\u2018\u2019', "'"],
    ['\u201c\u201d\u201e', '"'],
    ['\u2013\u2014', '-'],
  ] as const) {
    for (const character of characters) classes[character.charCodeAt(0)] = classes[ascii.charCodeAt(0)] as number;
  }
  return classes;
}

function withoutCase(classes: Uint8Array): Uint8Array {
  const caseless = classes.slice();
  for (let code = 0x41; code <= 0x5a; code++) caseless[code] = code - 0x41;
  return caseless;
}
