// SPDX-License-Identifier: Apache-2.0
import { CASELESS_CLASSES, CLASS_BITS, SPACE } from '../entropy/bigram-classes.ts';
import { BIGRAM_COSTS, STEPS_PER_BIT } from '../entropy/bigrams.ts';
import { textOfUnits } from '../intake/units.ts';
import type { TextSurvey } from '../survey/survey.ts';
import { MAX_FOUND, type Run } from './decode-plausible.ts';
import type { Stretch } from './decode-stretches.ts';
import { isCommonWord } from './segment.ts';

const LETTERS = 26;
/** How often each letter stands in English, of a thousand; the other languages of Latin script are like it. */
const FREQUENCIES = [
  82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24, 67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 20, 1,
];
/** Eighths of a bit. */
const COSTS = FREQUENCIES.map((frequency) => Math.round(-8 * Math.log2(frequency / 1_000)));
/** What a unit adds to the cost of a block as it stands, and to the number of its letters, side by side. */
const COST_BITS = 16;
const LETTER_COSTS = Int32Array.from({ length: 128 }, (_, unit) => {
  const cost = /[A-Za-z]/.test(String.fromCharCode(unit)) ? (COSTS[(unit | 0x20) - 0x61] as number) : 0;
  return cost === 0 ? 0 : (1 << COST_BITS) | cost;
});
/** Of a letter, on average: in names and code, whose pairs of letters are odd, the letters themselves are not. */
const ORDINARY_COST = 37;

/** What becomes of the letter at a place of the alphabet. */
type Key = readonly number[];
const KEYS: readonly Key[] = [
  ...Array.from({ length: LETTERS - 1 }, (_, shift) =>
    Array.from({ length: LETTERS }, (__, letter) => (letter + shift + 1) % LETTERS),
  ),
  Array.from({ length: LETTERS }, (_, letter) => LETTERS - 1 - letter),
];
/** Of KEYS: the shift by 13, which rot13 reads, and the alphabet backwards. */
const TURNED_KEY = 12;
export const ATBASH_KEY: number = KEYS.length - 1;

/** Units that are read at once: letters enough to tell one key from the others. */
const BLOCK = 128;
const MIN_LETTERS = 16;
const MAX_PLAIN_SCORE = 4.5;
/** Of a block, which may hold other words as well. */
const MAX_BLOCK_SCORE = 5.3;
/** Units that one run reaches to either side; what goes on is the next run. */
const MAX_REACH = 4_096;
/** Bits per character that the plain text must be better by. */
const MIN_GAIN = 0.9;
/** Of the words, so many must be common ones: what only happens to read better has none. */
const MIN_COMMON_SHARE = 0.35;
const MIN_WORDS = 3;

type Source = Pick<TextSurvey, 'text' | 'units'>;

/** Something in a cipher, with its key. */
export interface CipherRun extends Run {
  readonly key: number;
}

/** Letters moved along the alphabet by any number but 13, or the alphabet turned round; in stretches of letters. */
export function cipherTexts(source: Source, stretches: readonly Stretch[]): CipherRun[] {
  const found: CipherRun[] = [];
  const read: Read = { done: 0, inVain: [] };
  for (const { start, end, letters } of stretches) {
    if (!letters) continue;
    for (let block = Math.max(read.done, start); block < end; block += BLOCK) {
      if (block < read.done) continue;
      const run = runIn(source, block, Math.min(end, block + BLOCK), read);
      if (run === null) continue;
      found.push(run);
      read.done = run.end;
      if (found.length >= MAX_FOUND) return found;
    }
  }
  return found;
}

/** What was read already, so that it is not read again. */
interface Read {
  /** The end of the last run. */
  done: number;
  /** For each key, as far as words were read under it that were no language. */
  readonly inVain: (number | undefined)[];
}

/** What stands in a block, or behind its last colon or line end, which ends what leads up to a message. */
function runIn(source: Source, start: number, end: number, read: Read): CipherRun | null {
  const whole = keyedRun(source, start, end, read);
  if (whole !== null) return whole;
  const { units } = source;
  let lead = end - 1;
  while (lead > start && units[lead] !== COLON && units[lead] !== LINE_FEED) lead--;
  return lead === start ? null : keyedRun(source, lead + 1, end, read);
}

const COLON = 0x3a;
const LINE_FEED = 10;

function keyedRun({ text, units }: Source, start: number, end: number, read: Read): CipherRun | null {
  const key = likeliestKey(units, start, end);
  if (key < 0 || key === TURNED_KEY || start < (read.inVain[key] ?? 0)) return null;
  if (scoreUnder(text, start, end, key) > MAX_BLOCK_SCORE) return null;
  return wholeRun(text, start, end, key, read);
}

const counts = new Int32Array(LETTERS);
const placeOf = (unit: number): number => {
  const letter = (unit | 0x20) - 0x61;
  return unit < 128 && letter >= 0 && letter < LETTERS ? letter : -1;
};

/** The key whose letters are likeliest; -1 where they are best as they stand, or too few. */
function likeliestKey(units: Uint16Array, start: number, end: number): number {
  let sum = 0;
  for (let i = start; i < end; i++) {
    const unit = units[i] as number;
    if (unit < 128) sum += LETTER_COSTS[unit] as number;
  }
  const letters = sum >>> COST_BITS;
  let least = sum & ((1 << COST_BITS) - 1);
  if (letters < MIN_LETTERS || letters * 2 < end - start || least < letters * ORDINARY_COST) return -1;
  countLetters(units, start, end);
  let best = -1;
  for (let key = 0; key < KEYS.length; key++) {
    const places = KEYS[key] as Key;
    let cost = 0;
    for (let letter = 0; letter < LETTERS; letter++) {
      cost += (counts[letter] as number) * (COSTS[places[letter] as number] as number);
    }
    if (cost < least) {
      least = cost;
      best = key;
    }
  }
  return best;
}

function countLetters(units: Uint16Array, start: number, end: number): void {
  counts.fill(0);
  for (let i = start; i < end; i++) {
    const letter = placeOf(units[i] as number);
    if (letter >= 0) counts[letter] = (counts[letter] as number) + 1;
  }
}

const BLANK = 0x20;
/** A word that doesn't end within so many units is cut there. */
const MAX_WORD = 64;
/** Bits that words may lose before they are taken for the end of what is in the cipher. */
const MAX_LOSS = 40;
/** Bits for a common word: two letters say little else. */
const COMMON = 6;

/** The words around a block that read better under its key; null where they are no language then. */
function wholeRun(text: string, from: number, to: number, key: number, read: Read): CipherRun | null {
  const core = bestWord(text, Math.max(read.done, wordStart(text, from)), wordEnd(text, to), key);
  const end = reach(text, core.end, Math.min(text.length, core.end + MAX_REACH), key);
  const start = reach(text, core.start, Math.max(read.done, core.start - MAX_REACH), key);
  const score = scoreUnder(text, start, end, key);
  if (score <= MAX_PLAIN_SCORE && scoreUnder(text, start, end, -1) - score >= MIN_GAIN) {
    const plain = turned(text, start, end, key);
    if (hasWords(plain)) return { text: plain, start, end, key };
  }
  read.inVain[key] = Math.max(end, to);
  return null;
}

/** Bits per character of a range under a key; as it stands under -1. */
function scoreUnder(text: string, start: number, end: number, key: number): number {
  const places = KEYS[key];
  let row = SPACE << CLASS_BITS;
  let steps = 0;
  for (let i = start; i < end; i++) {
    const given = CASELESS_CLASSES[text.charCodeAt(i)] as number;
    const current = places === undefined || given >= LETTERS ? given : (places[given] as number);
    steps += BIGRAM_COSTS[row + current] as number;
    row = current << CLASS_BITS;
  }
  return steps / STEPS_PER_BIT / Math.max(1, end - start);
}

/** The word that gains most by the key. */
function bestWord(text: string, from: number, to: number, key: number): { start: number; end: number } {
  let best = { start: from, end: wordEnd(text, from) };
  let most = Number.NEGATIVE_INFINITY;
  for (let start = from; start < to; ) {
    const end = wordEnd(text, start);
    const bits = gain(text, start, end, key);
    if (bits > most) {
      most = bits;
      best = { start, end };
    }
    start = end + 1;
  }
  return best;
}

/** How far words go on to gain, from one towards an end of the text. */
function reach(text: string, from: number, limit: number, key: number): number {
  const onwards = limit > from;
  let furthest = from;
  let sum = 0;
  let most = 0;
  for (let at = from; (onwards ? at < limit : at > limit) && sum > most - MAX_LOSS; ) {
    const next = onwards ? wordEnd(text, at + 1) : Math.max(limit, wordStart(text, at - 1));
    sum += onwards ? gain(text, at + 1, next, key) : gain(text, next, at - 1, key);
    at = next;
    // A cipher of whole words ends with one, and blanks gain nothing.
    if (sum <= most) continue;
    most = sum;
    furthest = Math.min(at, text.length);
  }
  return furthest;
}

/** Bits that a word costs less under a key. */
function gain(text: string, start: number, end: number, key: number): number {
  if (end <= start) return 0;
  const places = KEYS[key] as Key;
  let row = SPACE << CLASS_BITS;
  let turnedRow = row;
  let steps = 0;
  for (let i = start; i <= end; i++) {
    const current = i < end ? (CASELESS_CLASSES[text.charCodeAt(i)] as number) : SPACE;
    const other = current < LETTERS ? (places[current] as number) : current;
    steps += (BIGRAM_COSTS[row + current] as number) - (BIGRAM_COSTS[turnedRow + other] as number);
    row = current << CLASS_BITS;
    turnedRow = other << CLASS_BITS;
  }
  const common = (isCommonWord(text, start, end, places) ? COMMON : 0) - (isCommonWord(text, start, end) ? COMMON : 0);
  return steps / STEPS_PER_BIT + common;
}

function hasWords(plain: string): boolean {
  const words = plain.slice(0, 2_000).match(/[A-Za-z]{2,}/g) ?? [];
  const common = words.filter((word) => isCommonWord(word, 0, word.length)).length;
  return words.length >= MIN_WORDS && common >= words.length * MIN_COMMON_SHARE;
}

function wordStart(text: string, from: number): number {
  let start = from;
  while (start > 0 && from - start < MAX_WORD && text.charCodeAt(start - 1) > BLANK) start--;
  return start;
}

function wordEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from < MAX_WORD && text.charCodeAt(end) > BLANK) end++;
  return end;
}

function turned(text: string, start: number, end: number, key: number): string {
  const places = KEYS[key] as Key;
  const units = new Uint16Array(end - start);
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    const letter = placeOf(unit);
    units[i - start] = letter < 0 ? unit : unit - letter + (places[letter] as number);
  }
  return textOfUnits(units, 0, units.length);
}
