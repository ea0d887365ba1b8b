// SPDX-License-Identifier: Apache-2.0
import { languageScore } from '../entropy/bigrams.ts';
import { MAX_FOUND, type Run, textOf } from './decode-plausible.ts';

const NUMBERS = /(?<![\w.\\])\d{2,3}(?:[ ,;|/_.\-\t]{1,3}\d{2,3}){7,}(?![\w])/g;
const MAX_PLAIN_SCORE = 4.8;
/** Measurements repeat a few values. */
const MIN_KINDS = 5;

/** Characters written as their decimal or octal codes with blanks or signs between; for texts that hold one of an e,
 * which a message of some letters can't do without. */
export function codeTexts(text: string): Run[] {
  const found: Run[] = [];
  for (const match of text.matchAll(NUMBERS)) {
    if (found.length >= MAX_FOUND) break;
    const codes = match[0].split(/\D+/);
    if (new Set(codes).size < MIN_KINDS) continue;
    const plain = ofCodes(codes, 10) ?? ofCodes(codes, 8);
    if (plain !== null) found.push({ text: plain, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

function ofCodes(codes: readonly string[], radix: 8 | 10): string | null {
  const bytes = new Uint8Array(codes.length);
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] as string;
    const byte = radix === 8 && /[89]/.test(code) ? 256 : Number.parseInt(code, radix);
    if (byte > 255 || byte === 127 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) return null;
    bytes[i] = byte;
  }
  const plain = textOf(bytes);
  // Lists of numbers are no language, however many of them are codes of letters.
  return plain !== null && languageScore(plain) <= MAX_PLAIN_SCORE ? plain : null;
}
