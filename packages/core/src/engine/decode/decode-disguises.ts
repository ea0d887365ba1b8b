// SPDX-License-Identifier: Apache-2.0
import { languageScore } from '../entropy/bigrams.ts';
import type { Range } from '../survey/survey.ts';
import { MAX_FOUND, type Run } from './decode-plausible.ts';
import { segmented } from './segment.ts';

const LETTER = 1;
/** Stands for a letter in leet writing. */
const STAND_IN = 2;
/** Parts spelled letters. */
const PARTING = 3;
const ACCENTED = 4;

const KIND = new Uint8Array(0x10000);
for (let c = 65; c <= 90; c++) KIND[c] = KIND[c + 32] = LETTER;
for (const sign of '0134578') KIND[sign.charCodeAt(0)] = STAND_IN;
for (const sign of ' _*/.-') KIND[sign.charCodeAt(0)] = PARTING;
for (let c = 0xc0; c <= 0x36f; c++) KIND[c] = ACCENTED;

/** Ordinary lines have a code or two among many words; disguised ones little else. */
const STAND_IN_SHARE = 16;
const MIN_STAND_INS = 3;
/** Single letters in a row, with the same sign between them. */
const MIN_STREAK = 3;
/** Bits are made of little else than their signs. */
const MIN_SIGNS = 40;
/** No language has an accent on every seventh character. */
const ACCENT_SHARE = 7;
/** Bits per character: the plain text must read as language, and better than the disguise. */
const MAX_PLAIN_SCORE = 5;
const MIN_GAIN = 0.15;
const LINE_FEED = 10;
const MIN_LINE = 12;
/** Longer lines are no messages; the cost of one line stays bounded. */
const MAX_LINE = 4_000;

/**
 * Letters written as digits and signs, parted from each other, under accents of no language, or as bits: line by line, as
 * they stand in for ordinary words.
 * @param lines those that may be disguised
 */
export function disguisedTexts(text: string, lines: readonly Range[]): Run[] {
  if (lines.length === 0) return [];
  const found: Run[] = [];
  for (const [start, end] of lines) {
    const plain = undisguised(text.slice(start, end));
    if (plain !== null) found.push({ text: plain, start, end });
    if (found.length >= MAX_FOUND) break;
  }
  return found;
}

const BARRED = /(?<![A-Za-z0-9])(?:[A-Za-z0-9]\|){6}/;

/** Lines with letters between bars, for texts that have a bar. */
export function barredLines(text: string): Range[] {
  const lines: Range[] = [];
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    if (end - start >= MIN_LINE && end - start <= MAX_LINE && BARRED.test(text.slice(start, end)))
      lines.push([start, end]);
  }
  return lines;
}

/** Lines that may be disguised. */
export function disguisedLines(leftOver: Uint16Array, length: number): Range[] {
  const units = leftOver.subarray(0, length);
  const lines: Range[] = [];
  for (let start = 0, end = 0; start < length; start = end + 1) {
    end = start;
    while (end < length && units[end] !== LINE_FEED) end++;
    if (end - start < MIN_LINE || end - start > MAX_LINE) continue;
    if (mayBeDisguised(units, start, end)) lines.push([start, end]);
  }
  return lines;
}

/** One look at each unit: nearly every line has none of the signs often enough. */
function mayBeDisguised(units: Uint16Array, start: number, end: number): boolean {
  const length = end - start;
  let standIns = 0;
  let streak = 0;
  let lastParted = 0;
  let signs = 0;
  let accents = 0;
  for (let i = start; i < end; i++) {
    const unit = units[i] as number;
    const kind = KIND[unit] as number;
    if (kind < STAND_IN) continue;
    if (kind === STAND_IN) {
      signs++;
      if ((i > start && KIND[units[i - 1] as number] === LETTER) || KIND[units[i + 1] as number] === LETTER) standIns++;
    } else if (kind === PARTING) {
      if (unit !== 0x20) signs++;
      if (KIND[units[i + 1] as number] === LETTER && units[i + 2] === unit) {
        streak = i - lastParted === 2 ? streak + 1 : 1;
        lastParted = i;
        if (streak >= MIN_STREAK) return true;
      }
    } else accents++;
  }
  return (
    (standIns >= MIN_STAND_INS && standIns * STAND_IN_SHARE >= length) ||
    (signs >= MIN_SIGNS && signs * 2 > length) ||
    accents * ACCENT_SHARE > length
  );
}

function undisguised(line: string): string | null {
  // Rows of signs have no score to compare with.
  const bits = unbitted(line);
  if (bits !== null) return languageScore(bits) <= MAX_PLAIN_SCORE ? bits : null;
  for (const decode of [unaccented, unparted, unleeted]) {
    const plain = decode(line);
    if (plain !== null && (decode === unparted ? readsPlainly(plain) : readsBetter(plain, line))) {
      // Two disguises may lie over each other.
      return (decode === unparted ? unleeted(plain) : null) ?? plain;
    }
  }
  return null;
}

function readsBetter(plain: string, line: string): boolean {
  const score = languageScore(plain);
  return score <= MAX_PLAIN_SCORE && score <= languageScore(line) - MIN_GAIN;
}

/** A row of single letters is none of a language, however much its bigrams look like one. */
const readsPlainly = (plain: string) => languageScore(plain) <= MAX_PLAIN_SCORE;

const ACCENT = /[\u0300-\u036f]/g;

/** Accents on every fourth letter or more are of no language. */
function unaccented(line: string): string | null {
  const parted = line.normalize('NFD');
  const plain = parted.replace(ACCENT, '');
  const accents = parted.length - plain.length;
  const letters = plain.replace(/[^A-Za-z]/g, '').length;
  return accents >= 6 && accents * 4 >= letters && letters * 2 > plain.length ? plain : null;
}

const PARTED =
  /(?<![A-Za-z0-9])[A-Za-z0-9@$!'\u2019\u00c0-\u024f](?:([.\-_*/|])[A-Za-z0-9@$!'\u2019\u00c0-\u024f](?:\1[A-Za-z0-9@$!'\u2019\u00c0-\u024f])*|(?: [A-Za-z0-9@$!'\u2019\u00c0-\u024f]){3,200})(?![A-Za-z0-9])/g;
const WIDE_GAP = / {2,}/;
const LONGEST_WORD = 14;

/** `i g n o r e   a l l` and `i-g-n-o-r-e a-l-l`: wider gaps part the words. */
function unparted(line: string): string | null {
  const words = line.split(WIDE_GAP);
  const isSpelled = (word: string) => /^\S(?: \S)+$/.test(word);
  if (words.length > 2 && words.filter(isSpelled).length * 2 > words.length) {
    return words.map((word) => (isSpelled(word) ? word.replaceAll(' ', '') : word)).join(' ');
  }
  let joined = 0;
  const plain = line.replace(PARTED, (run) => {
    const letters = run.replace(/[ .\-_*/|]/g, '');
    if (!/[A-Za-z]/.test(letters)) return run;
    if (letters.length > 2) joined += letters.length;
    // No gap between its words was wider than the others.
    return letters.length > LONGEST_WORD ? (segmented(letters) ?? letters) : letters;
  });
  return joined >= 8 && joined * 2 >= line.replace(/[^A-Za-z0-9]/g, '').length ? plain : null;
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};
const LEET_SIGN = /[0134578@$!|]/g;
const WORD = /[A-Za-z0-9@$!|]+/g;
const MIN_LEET_WORDS = 2;
const MAX_WORD = 24;
/** An l must read so much better than an i. */
const RARE_L = 0.3;

/** Words with digits for letters, where they are a fourth of the line or more. */
function unleeted(line: string): string | null {
  let words = 0;
  let leeted = 0;
  const plain = line.replace(WORD, (word) => {
    words++;
    if (/^[0134578]{1,3}$/.test(word)) return plainWord(word);
    if (word.length > MAX_WORD || !/[A-Za-z]/.test(word) || !/[0134578@$|]|!(?=[A-Za-z])/.test(word)) return word;
    leeted++;
    return plainWord(word);
  });
  return leeted >= MIN_LEET_WORDS && leeted * 4 >= words ? plain : null;
}

/** A one is an i or an l, whichever reads better. */
function plainWord(word: string): string {
  const lower = word.replace(/!+$/, '');
  const tail = word.slice(lower.length);
  const asI = lower.replace(LEET_SIGN, (sign) => LEET[sign] as string);
  if (!lower.includes('1') || lower.length < 4) return asI + tail;
  const asL = lower.replaceAll('1', 'l').replace(LEET_SIGN, (sign) => LEET[sign] as string);
  return (languageScore(` ${asL} `) < languageScore(` ${asI} `) - RARE_L ? asL : asI) + tail;
}

const BITS = /[01]{8}(?:[ ,]?[01]{8}){4,500}/;

function unbitted(line: string): string | null {
  const run = BITS.exec(line)?.[0];
  if (run === undefined) return null;
  return (run.match(/[01]{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('');
}
