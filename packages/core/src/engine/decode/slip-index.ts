// SPDX-License-Identifier: Apache-2.0

const FIRST_LETTER = 0x61;
const LETTERS = 26;
const SLOT_BITS = 17;
const MIX = 0x9e3779b1;
/** What tells the kinds of keys apart. */
const LACKS_INNER = 0x51ed270b;
const LACKS_FIRST = 0x2545f491;
const LACKS_LAST = 0x6c62272e;

/** Words by what is left of them, whatever the order of the letters between the first and the last. */
export interface SlipIndex {
  /**
   * Calls back with the places of words that a slip or two may have made this one of: letters in another order, one of
   * them too many, missing or wrong. Some come twice, and some are none: whoever asks compares.
   */
  readonly candidates: (word: string, take: (place: number) => void) => void;
}

/** A number for each letter as the first, the last and one between; sums of them are keys in which order does not count. */
const NUMBERS = Int32Array.from(
  { length: 3 * LETTERS },
  (_, i) => Math.imul(i + 1, 0x85ebca6b) ^ Math.imul(i + 7, 0xc2b2ae35) ^ (i << 13),
);
const first = (word: string) => NUMBERS[word.charCodeAt(0) - FIRST_LETTER] as number;
const last = (word: string) => NUMBERS[LETTERS + word.charCodeAt(word.length - 1) - FIRST_LETTER] as number;
const inner = (word: string, i: number) => NUMBERS[2 * LETTERS + word.charCodeAt(i) - FIRST_LETTER] as number;

/** Of a word with at least two letters. */
function keyOf(word: string): number {
  let key = (first(word) + last(word)) | 0;
  for (let i = 1; i < word.length - 1; i++) key = (key + inner(word, i)) | 0;
  return key;
}

const slotOf = (key: number) => Math.imul(key ^ (key >>> 15), MIX) >>> (32 - SLOT_BITS);

export function slipIndex(words: readonly string[]): SlipIndex {
  const heads = new Int32Array(1 << SLOT_BITS).fill(-1);
  const most = words.reduce((sum, word) => sum + word.length + 1, 0);
  const next = new Int32Array(most);
  const places = new Uint16Array(most);
  let count = 0;
  const add = (key: number, place: number) => {
    const slot = slotOf(key);
    places[count] = place;
    next[count] = heads[slot] as number;
    heads[slot] = count++;
  };
  for (const [place, word] of words.entries()) {
    if (word.length < 2) continue;
    const key = keyOf(word);
    add(key, place);
    for (let i = 1; i < word.length - 1; i++) add(key - inner(word, i) + LACKS_INNER, place);
    add(key - first(word) + LACKS_FIRST, place);
    add(key - last(word) + LACKS_LAST, place);
  }
  const visit = (key: number, take: (place: number) => void) => {
    for (let at = heads[slotOf(key | 0)] as number; at >= 0; at = next[at] as number) take(places[at] as number);
  };
  return { candidates: (word, take) => candidates(word, (key) => visit(key, take)) };
}

function candidates(word: string, visit: (key: number) => void): void {
  const { length } = word;
  const key = keyOf(word);
  visit(key);
  visit(key + LACKS_INNER);
  for (let i = 1; i < length - 1; i++) {
    const without = key - inner(word, i);
    visit(without);
    visit(without + LACKS_INNER);
  }
  // The first or last letter is wrong, missing, too many, or has changed places with its neighbour.
  visit(key - first(word) + LACKS_FIRST);
  visit(key - first(word) + inner(word, 0) + LACKS_FIRST);
  visit(key - last(word) + LACKS_LAST);
  visit(key - last(word) + inner(word, length - 1) + LACKS_LAST);
  visit(keyOf(swapped(word, 0)));
  if (length < 3) return;
  for (const whole of [word.slice(1), word.slice(0, -1), swapped(word, length - 2)]) visit(keyOf(whole));
}

const swapped = (word: string, at: number) => `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
