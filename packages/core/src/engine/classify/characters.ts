// SPDX-License-Identifier: Apache-2.0
/**
 * What the classifier takes a UTF-16 unit for. The ranges are written out, not asked of the runtime's Unicode tables,
 * because the same text must give the same features on every machine and every engine version.
 */

export const SPACE = 0;
export const LETTER = 1;
export const DIGIT = 2;
/** A character that is a token of its own: Han, kana, hangul. */
export const IDEOGRAPH = 3;
/** Punctuation, symbols, surrogates: each is a token of its own. */
export const SYMBOL = 4;

const SPACES = [0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000] as const;

/** Half-open ranges outside ASCII; whatever lies in none of them is a letter. */
const RANGES: readonly (readonly [number, number, number])[] = [
  [0x80, 0xaa, SYMBOL],
  [0xab, 0xb5, SYMBOL],
  [0xb6, 0xba, SYMBOL],
  [0xbb, 0xc0, SYMBOL],
  [0xd7, 0xd8, SYMBOL],
  [0xf7, 0xf8, SYMBOL],
  [0x660, 0x66a, DIGIT],
  [0x6f0, 0x6fa, DIGIT],
  [0x966, 0x970, DIGIT],
  [0x2000, 0x200b, SPACE],
  [0x200b, 0x2c00, SYMBOL],
  [0x3001, 0x3040, SYMBOL],
  [0x3040, 0x3100, IDEOGRAPH],
  [0x3400, 0xa000, IDEOGRAPH],
  [0xac00, 0xd7b0, IDEOGRAPH],
  [0xd800, 0xe000, SYMBOL],
  [0xf900, 0xfb00, IDEOGRAPH],
  [0xff01, 0xff10, SYMBOL],
  [0xff1a, 0xff21, SYMBOL],
];

function classOfAscii(unit: number): number {
  if ((unit >= 9 && unit <= 13) || (unit >= 28 && unit <= 32)) return SPACE;
  if (unit >= 48 && unit <= 57) return DIGIT;
  if ((unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)) return LETTER;
  return SYMBOL;
}

function buildTable(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(LETTER);
  for (let unit = 0; unit < 0x80; unit++) table[unit] = classOfAscii(unit);
  for (const [from, to, kind] of RANGES) table.fill(kind, from, to);
  for (const unit of SPACES) table[unit] = SPACE;
  return table;
}

/** Class of each UTF-16 unit. */
export const CHARACTER_CLASS: Uint8Array = buildTable();
