// SPDX-License-Identifier: Apache-2.0
import { isPlausible, type Run, textOf } from './decode-plausible.ts';
import { isNeverText } from './decode-runs.ts';
import type { Stretch } from './decode-stretches.ts';

const SPACE = 0x20;
/** Bytes of a line at most; its first sign says how many. */
const MOST_BYTES = 45;
const MIN_BYTES = 12;
/** A body may begin behind words of the same line. */
const BEFORE_BODY = /(?:^|[:\s])(?=[!-M])/g;
const MAX_TRIES = 16;
/** Of words in front of a body. */
const MAX_BEFORE = 320;

/** Text encoded by uuencode, with or without its first and last line; in stretches that have the look of it. */
export function uuencodeTexts(text: string, stretches: readonly Stretch[]): Run[] {
  const found: Run[] = [];
  let done = 0;
  for (const { start: from, end: to, uuencode } of stretches) {
    if (!uuencode) continue;
    let start = Math.max(done, text.lastIndexOf('\n', from) + 1, from - MAX_BEFORE);
    while (start < to) {
      const body = bodyFrom(text, start);
      if (body?.text !== '' && body !== null) found.push(body);
      // What was read in vain is not read again.
      done = body?.end ?? start;
      const next = text.indexOf('\n', done);
      if (next < 0) return found;
      start = done = next + 1;
    }
  }
  return found;
}

/** Lines from one on; the first may have words in front. Without text where they are lines of a body, but no text. */
function bodyFrom(text: string, lineStart: number): Run | null {
  const lineEnd = endOfLine(text, lineStart);
  const line = text.slice(lineStart, Math.min(lineEnd, lineStart + MAX_BEFORE));
  let tries = 0;
  for (const match of line.matchAll(BEFORE_BODY)) {
    const start = lineStart + match.index + match[0].length;
    const bytes: number[] = [];
    let end = start;
    for (
      let at = start, stop = lineEnd;
      at < text.length && addLine(text, at, stop, bytes);
      stop = endOfLine(text, at)
    ) {
      end = stop;
      at = stop + 1;
    }
    if (bytes.length >= MIN_BYTES) {
      const plain = textOf(Uint8Array.from(bytes));
      return { text: plain !== null && isPlausible(plain) ? plain : '', start, end };
    }
    if (++tries >= MAX_TRIES) break;
  }
  return null;
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
};

/** Adds the bytes of one line; false where it is none, or the empty one that ends a body. */
function addLine(text: string, start: number, end: number, bytes: number[]): boolean {
  const count = sixBits(text.charCodeAt(start));
  const signs = Math.ceil(count / 3) * 4;
  const stop = end > start && text[end - 1] === '\r' ? end - 1 : end;
  // Blanks at the end of a line get lost; a sign or two more are check sums.
  const written = stop - start - 1;
  if (count < 1 || count > MOST_BYTES || written > signs + 1 || written < signs - 2) return false;
  for (let i = 0; i < signs; i += 4) {
    let group = 0;
    for (let k = 0; k < 4; k++) {
      const at = start + 1 + i + k;
      const value = at < stop ? sixBits(text.charCodeAt(at)) : 0;
      if (value < 0) return false;
      group = (group << 6) | value;
    }
    for (let k = 0; k < 3 && (i / 4) * 3 + k < count; k++) {
      const byte = (group >>> (16 - 8 * k)) & 0xff;
      if (isNeverText(byte) || byte === 0) return false;
      bytes.push(byte);
    }
  }
  return true;
}

const sixBits = (unit: number): number => (unit >= SPACE && unit <= 0x60 ? (unit - SPACE) & 0x3f : -1);
