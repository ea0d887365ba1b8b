// SPDX-License-Identifier: Apache-2.0
import type { Span } from '../types.ts';
import { utf8Of } from './units.ts';

const isHigh = (unit: number) => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number) => (unit & 0xfc00) === 0xdc00;

/** Code points; half of a surrogate pair counts as one (contract D18). No allocation. */
export function countCodePoints(text: string): number {
  let pairs = 0;
  for (let i = 0; i + 1 < text.length; i++) {
    if (isHigh(text.charCodeAt(i)) && isLow(text.charCodeAt(i + 1))) {
      pairs++;
      i++;
    }
  }
  return text.length - pairs;
}

/** Bytes of the text in UTF-8, without encoding it. A lone surrogate counts as U+FFFD, which is what encoders write. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes++;
    else if (isHigh(unit) && i + 1 < text.length && isLow(text.charCodeAt(i + 1))) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}

/** UTF-16 units per block of the index: small enough to count through, large enough to keep the index light. */
const BLOCK_BITS = 6;
const BLOCK = 1 << BLOCK_BITS;

/**
 * Turns UTF-16 offsets of one text into spans that also count code points. The index is built at the first span, in one
 * pass; a text without surrogate pairs needs none.
 */
export class CodePointIndex {
  readonly #text: string;
  /** Surrogate pairs that end before each block; null when there is none; undefined until the first span. */
  #pairsBefore: Uint32Array | null | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** For a caller that has counted the code points already. */
  expectNoPairs(): void {
    this.#pairsBefore = null;
  }

  /**
   * Half open, in UTF-16 units. Offsets outside the text are brought to its edge, and one that would cut a surrogate
   * pair moves outwards, so that a span always holds whole characters.
   */
  span(startUtf16: number, endUtf16: number): Span {
    const start = this.#whole(Math.max(0, Math.min(startUtf16, this.#text.length)), -1);
    const end = Math.max(start, this.#whole(Math.max(0, Math.min(endUtf16, this.#text.length)), 1));
    return { start: this.#codePoint(start), end: this.#codePoint(end), start_utf16: start, end_utf16: end };
  }

  #whole(offset: number, outwards: 1 | -1): number {
    const cuts =
      offset > 0 &&
      offset < this.#text.length &&
      isLow(this.#text.charCodeAt(offset)) &&
      isHigh(this.#text.charCodeAt(offset - 1));
    return cuts ? offset + outwards : offset;
  }

  /** Code points before an offset that cuts no pair. */
  #codePoint(offset: number): number {
    if (this.#pairsBefore === undefined) this.#pairsBefore = pairsBeforeBlocks(this.#text);
    const before = this.#pairsBefore;
    if (before === null) return offset;
    const block = offset >> BLOCK_BITS;
    let pairs = before[block] as number;
    for (let i = block << BLOCK_BITS; i < offset; i++) if (endsPair(this.#text, i)) pairs++;
    return offset - pairs;
  }
}

const endsPair = (text: string, i: number) => i > 0 && isLow(text.charCodeAt(i)) && isHigh(text.charCodeAt(i - 1));

function pairsBeforeBlocks(text: string): Uint32Array | null {
  if (utf8Of(text).length === text.length) return null;
  const before = new Uint32Array((text.length >> BLOCK_BITS) + 1);
  let pairs = 0;
  for (let i = 0; i < text.length; i++) {
    if ((i & (BLOCK - 1)) === 0) before[i >> BLOCK_BITS] = pairs;
    if (endsPair(text, i)) pairs++;
  }
  if ((text.length & (BLOCK - 1)) === 0) before[text.length >> BLOCK_BITS] = pairs;
  return pairs === 0 ? null : before;
}

/** A single span; for several of one text build the index once. */
export function spanOf(text: string, startUtf16: number, endUtf16: number): Span {
  return new CodePointIndex(text).span(startUtf16, endUtf16);
}
