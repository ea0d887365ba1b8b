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
} as const;
