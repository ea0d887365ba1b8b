// SPDX-License-Identifier: Apache-2.0

/** Encodings that a text may hold, a bit each. A sign that is missing rules its decoder out. */
export const SIGNS = {
  /** Pairs of hex digits with something between. */
  pairs: 1,
  /** Three percent signs, or equals signs, before two hex digits. */
  percent: 2,
  quoted: 4,
  /** & */
  html: 8,
  backslash: 16,
  /** U+ */
  codePoint: 32,
  /** Pieces that are odd as written and better backwards. */
  reversed: 64,
  /** 0x */
  hexPrefix: 128,
  /** A full stop behind a hyphen or an underscore. */
  morse: 256,
  /** An equals sign at the end of a line. */
  softBreak: 512,
  /** | */
  bar: 1024,
  /** The code of an e, small or capital: 101, 145 or 69. */
  codes: 2048,
  /** Three of the signs that may break a word, between letters. */
  broken: 4096,
  /** Three gaps of two blanks or more behind words. */
  wide: 8192,
} as const;

/** What ends each of SIGNS, or breaks a word: a kernel looks at nothing else. Those that share four bits are a kind, of at most seven. */
export const TELLING_SIGNS = '%&*+-./159=\\_x|~';
