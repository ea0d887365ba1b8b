// SPDX-License-Identifier: Apache-2.0
import { englishWords, type Vocabulary, withoutRuns, withoutVowels } from './vocabulary.ts';

/** Ways to misspell a word. */
export const SLIPS = {
  /** Letters repeated. */
  runs: 0,
  /** Two neighbours changed, or all letters between the first and the last in any order. */
  order: 1,
  /** One letter wrong. */
  wrong: 2,
  /** One letter too many. */
  added: 3,
  /** One letter missing. */
  missing: 4,
  /** No vowels. */
  vowels: 5,
  /** Letters in any order and one of them wrong, too many or missing. */
  both: 6,
} as const;
export const SLIP_COUNT = 7;

/** What a word may have been, for each of SLIPS the likeliest: its place in the vocabulary and what it costs in bits, or -1 and infinity. */
export interface Corrections {
  readonly places: readonly number[];
  readonly bits: readonly number[];
  /** All that it may have been. */
  readonly options: readonly Option[];
}

export interface Option {
  readonly place: number;
  readonly slip: number;
  /** Of the slip and of the word. */
  readonly bits: number;
}

export const LONGEST_WORD = 18;
const RUNS_BITS = 2;
/** `procces`: another letter is doubled. */
const MOVED_RUN_BITS = 5;
const VOWELS_BITS = 1;
/** Bits of letters in another order, by their number; a longer word says no more. */
const ORDER_BITS = [0, 0, 0, 1, 1, 2.6, 4.6, 6, 7, 8];
const ALPHABET = 26;
/** A neighbour on the keyboard is so much likelier than another letter. */
const NEAR_BITS = 2.5;
const MIN_BOTH = 5;
const BOTH_BITS = 2;

/** What a word of small letters may have been, itself left out. */
export function correctionsOf(word: string): Corrections {
  const vocabulary = englishWords();
  const places = new Array<number>(SLIP_COUNT).fill(-1);
  const bits = new Array<number>(SLIP_COUNT).fill(Number.POSITIVE_INFINITY);
  const options: Option[] = [];
  const take = (slip: number, place: number, cost: number) => {
    const whole = cost + (vocabulary.bits[place] as number);
    options.push({ place, slip, bits: whole });
    if (whole >= (bits[slip] as number)) return;
    places[slip] = place;
    bits[slip] = whole;
  };
  fromRuns(vocabulary, word, take);
  fromConsonants(vocabulary, word, take);
  fromLetters(vocabulary, word, take);
  return { places, bits, options };
}

type Take = (slip: number, place: number, bits: number) => void;

function fromRuns({ words, byRuns }: Vocabulary, word: string, take: Take): void {
  const bare = withoutRuns(word);
  if (bare.length === word.length) return;
  for (const place of byRuns.get(bare) ?? []) {
    const other = words[place] as string;
    if (other !== word) take(SLIPS.runs, place, other.length < word.length ? RUNS_BITS : MOVED_RUN_BITS);
  }
}

function fromConsonants({ words, byConsonants }: Vocabulary, word: string, take: Take): void {
  const open = withoutVowels(word, word.length) === word;
  if (!open && withoutVowels(word, word.length - 1) !== word) return;
  for (const place of byConsonants.get(word) ?? []) {
    if ((words[place] as string).length > word.length) take(SLIPS.vowels, place, VOWELS_BITS);
  }
}

function fromLetters({ words, bySlip }: Vocabulary, word: string, take: Take): void {
  bySlip.candidates(word, (place) => compare(word, words[place] as string, place, take));
}

function compare(word: string, other: string, place: number, take: Take): void {
  if (Math.abs(word.length - other.length) > 1) return;
  let from = 0;
  const shorter = Math.min(word.length, other.length);
  while (from < shorter && word[from] === other[from]) from++;
  let behind = 0;
  while (behind < shorter - from && word[word.length - 1 - behind] === other[other.length - 1 - behind]) behind++;
  const left = word.length - from - behind;
  const right = other.length - from - behind;
  if (left <= 1 && right <= 1) {
    if (left + right > 0) take(letterSlip(left, right), place, letterBits(word, other, from));
    return;
  }
  if (left === 2 && right === 2 && word[from] === other[from + 1] && word[from + 1] === other[from]) {
    take(SLIPS.order, place, Math.log2(word.length));
    return;
  }
  const wrong = wrongLetters(word, other);
  // Of the first and the last letter one stays at least, and both where none is wrong.
  if (from === 0 && (behind === 0 || wrong === 0)) return;
  if (behind === 0 && wrong === 0) return;
  const order = ORDER_BITS[Math.min(other.length, ORDER_BITS.length - 1)] as number;
  if (wrong === 0) take(SLIPS.order, place, order);
  else if (wrong === 1 && shorter >= MIN_BOTH) {
    take(SLIPS.both, place, order + letterBits(word, other, -1) + BOTH_BITS);
  }
}

/** Of the letters that one word has and another lacks, and the other way round. */
const letterSlip = (left: number, right: number) =>
  left === right ? SLIPS.wrong : left > right ? SLIPS.added : SLIPS.missing;

/** Bits of the slip at a place, -1 where none is known. */
function letterBits(word: string, other: string, at: number): number {
  if (word.length < other.length) return Math.log2(other.length);
  const any = Math.log2(ALPHABET * word.length);
  return word.length === other.length && at >= 0 && isNear(word[at] as string, other[at] as string)
    ? any - NEAR_BITS
    : any;
}

/** Of each letter, how many more a word has than another. */
const surplus = new Int8Array(ALPHABET);

/** Letters of one word that the other lacks, the longer one's. */
function wrongLetters(word: string, other: string): number {
  surplus.fill(0);
  for (let i = 0; i < word.length; i++) surplus[word.charCodeAt(i) - 0x61]!++;
  for (let i = 0; i < other.length; i++) surplus[other.charCodeAt(i) - 0x61]!--;
  let more = 0;
  let less = 0;
  for (const count of surplus) {
    if (count > 0) more += count;
    else less -= count;
  }
  return Math.max(more, less);
}

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** Side by side on a keyboard or in the alphabet, or above each other. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) === 1) return true;
  for (const [y, row] of ROWS.entries()) {
    const x = row.indexOf(a);
    if (x >= 0)
      return [
        row[x - 1],
        row[x + 1],
        ROWS[y - 1]?.[x],
        ROWS[y - 1]?.[x + 1],
        ROWS[y + 1]?.[x],
        ROWS[y + 1]?.[x - 1],
      ].includes(b);
  }
  return false;
}
