// SPDX-License-Identifier: Apache-2.0
import { languageScore } from '../entropy/bigrams.ts';

/** Something that decoded, in UTF-16 offsets of the text that it was found in. */
export interface Run {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Runs of one kind in one text: more than one of 50 KB holds, so that none is passed over for its number. */
export const MAX_FOUND = 4_096;
/** Random letters score about 6.5 bits, code and terse logs up to about 6. */
const MAX_LANGUAGE_SCORE = 6;
const MIN_CHARACTERS = 4;
/** By chance one random byte string in some million is printable over this length, so no score is asked for. */
const SURELY_MEANT = 20;

/** Writing that has no letters: Morse is read from what it decodes to in turn. */
const ROWS_OF_SIGNS = /^(?:[-.]{1,6}[ /|\r\n]{1,5}){6,}[-.]{0,6}\s*$/;

const UNPRINTABLE = /[[\p{Cc}\p{Co}\p{Cn}\ufffd]--[\t\n\r\f]]/v;

/** Whether what came out of a decoder was meant to be read: printable throughout, and language or long enough. */
export function isPlausible(text: string): boolean {
  if (text.trim().length < MIN_CHARACTERS) return false;
  const seen = surveyOf(text);
  if (seen.controls || (!seen.ascii && UNPRINTABLE.test(text))) return false;
  if (seen.wordlike * 3 < text.length && !ROWS_OF_SIGNS.test(text)) return false;
  return seen.ascii
    ? text.length >= SURELY_MEANT || languageScore(text) <= MAX_LANGUAGE_SCORE
    : hasFewScripts(text) && languageScore(text) <= MAX_LANGUAGE_SCORE;
}

const SIGN = 0;
/** Letters and digits. */
const WORDLIKE = 1;
const CONTROL = 2;
const ROLES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (UNPRINTABLE.test(character)) return CONTROL;
  return /[0-9A-Za-z]/.test(character) ? WORDLIKE : SIGN;
});

/** Whatever lies above Latin counts as a letter, since signs there are rare. */
function surveyOf(text: string): { ascii: boolean; controls: boolean; wordlike: number } {
  let wordlike = 0;
  let beyond = 0;
  let controls = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) beyond++;
    else {
      const role = ROLES[unit] as number;
      wordlike += role & WORDLIKE;
      controls |= role & CONTROL;
    }
  }
  return { ascii: beyond === 0, controls: controls !== 0, wordlike: wordlike + beyond };
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
