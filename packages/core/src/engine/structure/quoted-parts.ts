// SPDX-License-Identifier: Apache-2.0
/** What stands between marks of quotation, in whatever script. */
import type { Part } from './parts.ts';

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  '\u201c': '\u201d\u201c',
  '\u201e': '\u201c\u201d',
  '\u00ab': '\u00bb',
  '\u00bb': '\u00ab\u00bb',
  '\u300c': '\u300d',
  '\u300e': '\u300f',
  "'": "'",
  '\u2018': '\u2019',
};
/** UTF-16 units of a quotation, and quotations or marks that nothing closes: what comes after them is none. */
const LONGEST = 600;
const MOST = 64;

/** Half open, with their marks, in order. They stand on one line. */
export function quotedParts(text: string): readonly Part[] {
  const parts: Part[] = [];
  let unclosed = 0;
  for (let i = 0; i < text.length && parts.length < MOST && unclosed < MOST; i++) {
    const marks = CLOSING[text[i] as string];
    if (marks === undefined || !opens(text, i)) continue;
    const close = closing(text, i + 1, marks);
    if (close < 0) unclosed++;
    else {
      parts.push({ start: i, end: close + 1 });
      i = close;
    }
  }
  return parts;
}

/** A mark opens behind nothing, a space or a stop, and in scripts without spaces behind anything. */
const opens = (text: string, at: number) =>
  at === 0 || /[^\p{L}\p{N}\p{M}]|[\u2e80-\uffef]/u.test(text[at - 1] as string);

function closing(text: string, from: number, marks: string): number {
  const to = Math.min(text.length, from + LONGEST);
  for (let i = from; i < to; i++) {
    const unit = text[i] as string;
    if (unit === '\n') return -1;
    if (marks.includes(unit) && !isApostrophe(text, i)) return i;
  }
  return -1;
}

/** A mark between two letters is part of a word. */
const isApostrophe = (text: string, at: number) => /^\p{L}['\u2019]\p{L}$/u.test(text.slice(at - 1, at + 2));
