// SPDX-License-Identifier: Apache-2.0
import { contentWords, MIN_CONTENT_LETTERS, STEM_LETTERS, STOP_WORDS, sharedContent } from './words.ts';

/** Of letters, whatever their case, digits, the underscore and the apostrophe; 0 for what stands in no word. */
const CODES = new Uint8Array(128);
for (const [i, sign] of [..."abcdefghijklmnopqrstuvwxyz0123456789_'"].entries()) {
  CODES[sign.charCodeAt(0)] = i + 1;
  CODES[sign.toUpperCase().charCodeAt(0)] = i + 1;
}
const UNDERSCORE = 37;
const APOSTROPHE = 38;
const CODE_BITS = 6;

/** A word of up to five letters, or the beginning of a longer one, as one number. */
function packed(word: string): number {
  let stem = 0;
  for (let i = 0; i < Math.min(word.length, STEM_LETTERS); i++)
    stem = (stem << CODE_BITS) | (CODES[word.charCodeAt(i)] as number);
  return stem;
}

const ASCII_STOPS = [...STOP_WORDS].filter((word) => /^[a-z]+$/.test(word));
const SHORT_STOPS = new Set(ASCII_STOPS.filter(({ length }) => length <= STEM_LETTERS).map(packed));
const LONG_STOPS = new Set(ASCII_STOPS.filter(({ length }) => length > STEM_LETTERS).map(packed));

/** `sharedContent` of what two texts say. */
export function sharedSubject(a: string, b: string, least: number): number | null {
  const stems = asciiStems(a);
  const others = stems === null ? null : asciiStems(b);
  if (stems === null || others === null) return sharedContent(contentWords(a), contentWords(b), least);
  return sharedContent(stems, others, least);
}

/** `contentWords` of an ASCII text, each stem as a number, without a string for each word; null for other texts. */
export function asciiStems(text: string): Set<number> | null {
  const stems = new Set<number>();
  let stem = 0;
  let letters = 0;
  let isJoined = false;
  for (let i = 0; i <= text.length; i++) {
    const unit = i < text.length ? text.charCodeAt(i) : 0;
    if (unit >= CODES.length) return null;
    const code = CODES[unit] as number;
    const goesOn =
      code === APOSTROPHE
        ? letters > 0 && isLetter(CODES[text.charCodeAt(i + 1)])
        : code !== 0 && !(isJoined && code === UNDERSCORE);
    if (goesOn) {
      if (letters++ < STEM_LETTERS) stem = (stem << CODE_BITS) | code;
      isJoined ||= code === APOSTROPHE;
      continue;
    }
    if (letters >= MIN_CONTENT_LETTERS && !isStop(text, i, stem, letters)) stems.add(stem);
    // Behind an apostrophe an underscore begins a word of its own.
    const isOwn = code === UNDERSCORE;
    stem = isOwn ? code : 0;
    letters = isOwn ? 1 : 0;
    isJoined = false;
  }
  return stems;
}

const isLetter = (code: number | undefined) => code !== undefined && code > 0 && code < UNDERSCORE;

function isStop(text: string, end: number, stem: number, letters: number): boolean {
  if (letters <= STEM_LETTERS) return SHORT_STOPS.has(stem);
  return LONG_STOPS.has(stem) && STOP_WORDS.has(text.slice(end - letters, end).toLowerCase());
}
