// SPDX-License-Identifier: Apache-2.0
/**
 * The second look at the language of a text in Latin script: which groups of three letters its words are made of. Only
 * texts are looked at whose function words tell too little, most of them short (decision 0328).
 */
import { LETTER_GROUPS, LETTER_LANGUAGES } from './generated/letter-groups.ts';

/** Latin letters in the table of scripts. */
export const LATIN = 0xff;

/** UTF-16 units that are looked at. */
const SAMPLE = 240;
/** Longer runs of letters are keys and names of programs. */
const LONGEST_WORD = 24;
/** What a group says for a language is written as one of these letters: fifths of a nat, from minus four to four. */
export const WEIGHT_SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmno';
export const FIFTHS = 5;
const ZERO = 20;
/** In fifths of a nat. Close languages may come close; English is what a text without a clear language mostly is. */
const LEAD = 15;
const LEAD_ON_ENGLISH = 40;
const GROUP = 3;
const BLANK = 0x20;

const FIRST_HASH = 0x811c9dc5 | 0;
const hashOf = (a: number, b: number, c: number) =>
  Math.imul(Math.imul(Math.imul(FIRST_HASH ^ a, 0x01000193) ^ b, 0x01000193) ^ c, 0x01000193);

/** Lower case of Latin letters from U+00C0 up to U+024F; Vietnamese capitals beyond it are too rare to matter. */
function lowerUnit(unit: number): number {
  if (unit <= 0xde) return unit + 0x20;
  return unit >= 0x100 && unit < 0x180 ? String.fromCharCode(unit).toLowerCase().charCodeAt(0) : unit;
}

export const smallUnit = (unit: number) => (unit < 0x80 ? unit | 0x20 : lowerUnit(unit));

/** Digits and signs of addresses, names, calls and keys: a run of letters beside one is no word. */
const GLUE = '0123456789_@#/\\+=$%&{}<>';
const BEFORE = signs(`${GLUE}.[`);
const BEHIND = signs(`${GLUE}([`);

function signs(of: string): Uint8Array {
  const found = new Uint8Array(0x10000);
  for (const sign of of) found[sign.charCodeAt(0)] = 1;
  return found;
}

/**
 * Calls `use` with the units of each group of the words of a text: three letters, with a blank before and behind a word,
 * and by itself (behind two zeros) each letter beyond ASCII.
 */
export function eachGroup(text: string, scripts: Uint8Array, use: (a: number, b: number, c: number) => void): void {
  const length = Math.min(text.length, SAMPLE);
  for (let i = 0; i < length; i++) {
    const start = i;
    while (i < length && scripts[text.charCodeAt(i)] === LATIN) i++;
    if (i === start || i - start > LONGEST_WORD || BEHIND[text.charCodeAt(i)] === 1) continue;
    if (start > 0 && BEFORE[text.charCodeAt(start - 1)] === 1) continue;
    let a = BLANK;
    let b = smallUnit(text.charCodeAt(start));
    for (let at = start; at < i; at++) {
      if (b > 0x7f) use(0, 0, b);
      const c = at + 1 < i ? smallUnit(text.charCodeAt(at + 1)) : BLANK;
      use(a, b, c);
      a = b;
      b = c;
    }
  }
}

const SLOTS = 8192;
const SLOT_SHIFT = 19;
const MIX = 0x9e3779b1 | 0;

/** Slots by the hash of a group: the hash, and behind it where its weights begin, plus one. */
interface Table {
  readonly slots: Int32Array;
  /** Two languages a number, sixteen bits each, counted from zero: half as many sums. */
  readonly weights: Int32Array;
}
let table: Table | null = null;

const WIDTH = LETTER_LANGUAGES.length;
const PAIRS = WIDTH >> 1;
const HALF = 16;
const LOW = 0xffff;

function buildTable(): Table {
  const entry = GROUP + WIDTH;
  const count = LETTER_GROUPS.length / entry;
  const slots = new Int32Array(SLOTS * 2);
  const weights = new Int32Array(count * PAIRS);
  const weightAt = (at: number) => WEIGHT_SIGNS.indexOf(LETTER_GROUPS.charAt(at));
  for (let n = 0; n < count; n++) {
    const at = n * entry;
    const hash = hashOf(unitAt(at), unitAt(at + 1), unitAt(at + 2));
    let slot = Math.imul(hash, MIX) >>> SLOT_SHIFT;
    while (slots[slot * 2 + 1] !== 0) slot = (slot + 1) & (SLOTS - 1);
    slots[slot * 2] = hash;
    slots[slot * 2 + 1] = n * PAIRS + 1;
    const first = at + GROUP;
    for (let k = 0; k < PAIRS; k++)
      weights[n * PAIRS + k] = weightAt(first + 2 * k) | (weightAt(first + 2 * k + 1) << HALF);
  }
  return { slots, weights };
}

/** In the table a point stands for the zeros before a letter that counts by itself. */
const unitAt = (at: number) => (LETTER_GROUPS[at] === '.' ? 0 : LETTER_GROUPS.charCodeAt(at));

/** The language that the letters of a text tell, or null where they tell none clearly. */
export function languageOfLetters(text: string, scripts: Uint8Array): string | null {
  table ??= buildTable();
  const { slots, weights } = table;
  const sums = new Int32Array(PAIRS);
  let known = 0;
  eachGroup(text, scripts, (a, b, c) => {
    const hash = hashOf(a, b, c);
    let slot = Math.imul(hash, MIX) >>> SLOT_SHIFT;
    while (slots[slot * 2 + 1] !== 0 && slots[slot * 2] !== hash) slot = (slot + 1) & (SLOTS - 1);
    const at = (slots[slot * 2 + 1] as number) - 1;
    if (at < 0) return;
    known++;
    for (let k = 0; k < PAIRS; k++) sums[k] = (sums[k] as number) + (weights[at + k] as number);
  });
  const scores = new Int32Array(WIDTH);
  let best = 0;
  for (let k = 0; k < WIDTH; k++) {
    const pair = sums[k >> 1] as number;
    scores[k] = ((k & 1) === 0 ? pair & LOW : pair >> HALF) - known * ZERO;
    if ((scores[k] as number) > (scores[best] as number)) best = k;
  }
  return leads(scores, best) ? (LETTER_LANGUAGES[best] as string) : null;
}

/** Whether the best is clear of all others. English stands first. */
function leads(scores: Int32Array, best: number): boolean {
  const top = scores[best] as number;
  for (let k = 0; k < WIDTH; k++)
    if (k !== best && top - (scores[k] as number) < (k === 0 ? LEAD_ON_ENGLISH : LEAD)) return false;
  return top > 0;
}
