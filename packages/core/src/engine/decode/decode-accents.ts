// SPDX-License-Identifier: Apache-2.0
import { bareLetter } from './bare-letters.ts';
import { LOAN_WORDS } from './loan-words.ts';
import { PiecedText } from './pieced-text.ts';
import { isEnglishForm, isForeign } from './word-marks.ts';

/** A text without the accents that its English words have for no reason. */
export interface Unaccented {
  readonly text: string;
  /** From a range of it to one of the given text, both in UTF-16 units and half open. */
  readonly toGiven: (start: number, end: number) => readonly [number, number];
}

/** Letters of Latin script beyond ASCII and the marks that join them; what is none is told when it is looked at. */
const ACCENTED = /[\u00c0-\u02af]|[\u0300-\u036f]|[\u1d00-\u1dff\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]/g;
const LONGEST = 40;
/** Units to each side of such a word, in its line, in which words must be English. Few, so that gibberish further off outvotes none. */
const NEAR = 30;
/** What a word says that is none of English, and one that is a small word of another language. */
const UNKNOWN = -0.5;
const FOREIGN = -2;
/** In so many the other words lose their accents as well. */
const FAR = 400;
/** A longer text is read where such words stand, with so much around them. */
const WHOLE = 4_000;
const AROUND = 600;

interface Word {
  readonly start: number;
  readonly end: number;
  /** In ASCII where all its letters are, once their accents are gone. */
  readonly bare: string;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * A text in which English words wear accents or strokes, without them; null where none do. Words that English writes so, and
 * stretches in another language, stay as they are.
 * @param sure whether the text is known to be English
 */
export function unaccented(text: string, sure: boolean): Unaccented | null {
  const words: Word[] = [];
  const stretches: Stretch[] = [];
  for (let at = next(text, 0); at >= 0; ) {
    const word = wordAt(text, at);
    if (!isSign(text, word, sure) || !isEnglish(text, around(text, word, NEAR))) {
      at = next(text, word.end);
      continue;
    }
    const { start, end } = around(text, word, FAR);
    const stretch = { start: Math.max(start, stretches.at(-1)?.end ?? 0), end };
    words.push(...accentedIn(text, stretch, sure));
    stretches.push(stretch);
    at = next(text, end);
  }
  return words.length === 0 ? null : written(text, words, stretches);
}

function next(text: string, from: number): number {
  ACCENTED.lastIndex = from;
  return ACCENTED.exec(text)?.index ?? -1;
}

const isAscii = (unit: number) => unit < 0x80;
const isAsciiLetter = (unit: number) => ((unit | 0x20) - 0x61) >>> 0 < 26;
const inWord = (unit: number) => (isAscii(unit) ? isAsciiLetter(unit) : bareLetter(unit) !== null);

/** The word around a place; at least one unit. */
function wordAt(text: string, at: number): Word {
  let start = at;
  while (start > 0 && at - start < LONGEST && inWord(text.charCodeAt(start - 1))) start--;
  const end = Math.max(at + 1, wordEnd(text, at));
  let bare = '';
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    bare += isAscii(unit) ? text[i] : (bareLetter(unit) ?? ' ');
  }
  return { start, end, bare };
}

function wordEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && end - at < LONGEST && inWord(text.charCodeAt(end))) end++;
  return end;
}

const ASCII_WORD = /^(?:[AaIi]|[A-Za-z]{2,})$/;

/** Whether a word is an English one but for its accents, and is not written so for a reason. */
function isSign(text: string, { start, end, bare }: Word, sure: boolean): boolean {
  if (!ASCII_WORD.test(bare) || !isEnglishForm(bare.toLowerCase())) return false;
  const given = small(text.slice(start, end));
  return !LOAN_WORDS.has(given) && (sure || !isForeign(given));
}

const small = (word: string) => word.normalize('NFC').toLowerCase();

/** Its line, so far to each side. */
function around(text: string, word: Word, far: number): Stretch {
  const least = Math.max(0, word.start - far);
  const before = text.slice(least, word.start).lastIndexOf('\n');
  const behind = text.slice(word.end, word.end + far).indexOf('\n');
  const end = behind < 0 ? wordEnd(text, Math.min(text.length, word.end + far)) : word.end + behind;
  return { start: before < 0 ? least : least + before + 1, end };
}

/** Whether English words, once their accents are gone, outweigh the others. */
function isEnglish(text: string, stretch: Stretch): boolean {
  let lead = 0;
  for (const { bare } of wordsIn(text, stretch)) {
    if (bare.length < 2) continue;
    const word = bare.toLowerCase();
    if (isForeign(word)) lead += FOREIGN;
    else lead += isEnglishForm(word) ? 1 : UNKNOWN;
  }
  return lead > 0;
}

/** A small word of another language keeps its accent where the text may be in that language: “não” denies what stands behind it. */
function accentedIn(text: string, stretch: Stretch, sure: boolean): readonly Word[] {
  return wordsIn(text, stretch).filter(({ start, end, bare }) => {
    const given = text.slice(start, end);
    return bare !== given && ASCII_WORD.test(bare) && (sure || !isForeign(small(given)));
  });
}

/** The first one may begin before the stretch, and the last one end behind it. */
function wordsIn(text: string, { start, end }: Stretch): readonly Word[] {
  const words: Word[] = [];
  for (let i = start; i < end; i++) {
    if (!inWord(text.charCodeAt(i))) continue;
    const word = wordAt(text, i);
    words.push(word);
    i = word.end;
  }
  return words;
}

/** The text, or what is around the stretches of a long one, with the bare words. */
function written(text: string, words: readonly Word[], stretches: readonly Stretch[]): Unaccented {
  const out = new PiecedText(text);
  let word = 0;
  for (const { start, end } of text.length <= WHOLE ? [{ start: 0, end: text.length }] : widened(text, stretches)) {
    if (out.from > 0) out.add('\n', out.from, start);
    out.from = start;
    for (let one = words[word]; one !== undefined && one.start < end; one = words[++word]) {
      // Of a run of letters that is too long for a word there may be several parts, which overlap.
      if (one.start < out.from) continue;
      out.copyTo(one.start);
      out.add(one.bare, one.start, one.end);
    }
    out.copyTo(end);
  }
  return { text: out.text, toGiven: (start, end) => [out.startOf(start), out.endOf(end)] };
}

/** With what is around them, those that meet as one. */
function widened(text: string, stretches: readonly Stretch[]): readonly Stretch[] {
  const wide: Stretch[] = [];
  for (const stretch of stretches) {
    const last = wide.at(-1);
    const start = stretch.start <= AROUND ? 0 : wordEnd(text, stretch.start - AROUND);
    const end = wordEnd(text, Math.min(text.length, stretch.end + AROUND));
    if (last !== undefined && start <= last.end) wide[wide.length - 1] = { start: last.start, end };
    else wide.push({ start, end });
  }
  return wide;
}
