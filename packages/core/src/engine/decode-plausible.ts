// SPDX-License-Identifier: Apache-2.0
import { languageScore } from './bigrams.ts';

/** Something that decoded, in UTF-16 offsets of the text that it was found in. */
export interface Run {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Random letters score about 6.5 bits, code and terse logs up to about 6. */
const MAX_LANGUAGE_SCORE = 6;
const MIN_CHARACTERS = 4;
/** By chance one random byte string in some million is printable over this length, so no score is asked for. */
const SURELY_MEANT = 20;

const UNPRINTABLE = /[[\p{Cc}\p{Co}\p{Cn}\ufffd]--[\t\n\r\f]]/v;

/** Whether what came out of a decoder was meant to be read: printable throughout, and language or long enough. */
export function isPlausible(text: string): boolean {
  if (text.trim().length < MIN_CHARACTERS || UNPRINTABLE.test(text)) return false;
  if (wordlikeUnits(text) * 3 < text.length) return false;
  return isAscii(text)
    ? text.length >= SURELY_MEANT || languageScore(text) <= MAX_LANGUAGE_SCORE
    : hasFewScripts(text) && languageScore(text) <= MAX_LANGUAGE_SCORE;
}

/** Letters and digits; whatever lies above Latin counts as a letter, since signs there are rare. */
function wordlikeUnits(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const small = unit | 0x20;
    if (small >= 0x61 && small <= 0x7a) count++;
    else if (unit >= 0x30 && (unit <= 0x39 || unit >= 0x80)) count++;
  }
  return count;
}

/** Bytes that happen to be valid UTF-8 jump between scripts; written language stays in one besides Latin. */
function hasFewScripts(text: string): boolean {
  const blocks = new Set<number>();
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x370 && unit < 0x2000) blocks.add(unit >> 8);
  }
  return blocks.size <= 2;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** Not fatal: most runs are hashes and images, and an exception for each would be dear. */
const utf8 = new TextDecoder('utf-8');

/** The text of some bytes: UTF-8, or UTF-16 where every second byte is zero. Null when they are neither. */
export function textOf(bytes: Uint8Array): string | null {
  if (bytes.length >= 8 && bytes.length % 2 === 0 && isWide(bytes)) {
    let text = '';
    for (let i = 0; i < bytes.length; i += 2) text += String.fromCharCode(bytes[i] as number);
    return text;
  }
  const text = utf8.decode(bytes);
  return text.includes('\ufffd') ? null : text;
}

function isWide(bytes: Uint8Array): boolean {
  for (let i = 1; i < bytes.length; i += 2) if (bytes[i] !== 0 || bytes[i - 1] === 0) return false;
  return true;
}
