// SPDX-License-Identifier: Apache-2.0
/** Finds what a long expression matches without trying it everywhere: four letters of a word tell most words to begin none of it. */
import { type Node, parseExpression } from '../precheck/expression-syntax.ts';
import type { Part } from './parts.ts';

/** The first place in a text, from an offset on; null where there is none. */
export type Find = (text: string, from: number) => Part | null;

/** Units that are looked at, of which five bits each: those tell letters of ASCII apart, in small letters and capitals alike. */
const LOOKED_AT = 4;
const UNITS = 32;
/** In the place of a unit: the rest may be anything. */
const REST = '*';
const FIRST_FOREIGN = 0x80;

/** Whole words of a text in small letters: an alternation of them, and what is asked of the place before. */
export const wordFinder = (words: string, before = ''): Find =>
  placeFinder(`${before}(?<!\\p{L})(?:${words})(?!\\p{L})`, 'u');

/**
 * What an expression matches, the same as when it is tried everywhere. Read for the first text that is asked: a start need
 * not wait for that.
 * @param source whatever it matches begins with a letter, before which no other stands; the first text is refused with an
 *   Error where it cannot be read, or may match something that begins otherwise
 */
export function placeFinder(source: string, flags: string): Find {
  const expression = new RegExp(source, `${flags}y`);
  let beginnings: Beginnings | undefined;
  const folds = flags.includes('i');
  return (text, from) => {
    beginnings ??= beginningsIn(source);
    const { table, foreign } = beginnings;
    // Two letters that stand for an s and a k where letters count the same as capitals.
    const unsure = folds && (text.includes('\u017f') || text.includes('\u212a'));
    let last = from === 0 ? 0 : text.charCodeAt(from - 1);
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      const begins = unit < FIRST_FOREIGN ? isLetter(unit) && !isLetter(last) : (foreign || unsure) && !isHalf(unit);
      last = unit;
      if (!begins || !(unsure || unit >= FIRST_FOREIGN || isIn(table, text, at))) continue;
      expression.lastIndex = at;
      if (expression.test(text)) return { start: at, end: expression.lastIndex };
    }
    return null;
  };
}

/** All places of a text one behind the other, up to so many. */
export function placesOf(find: Find, text: string, most: number): Part[] {
  const places: Part[] = [];
  for (let next = find(text, 0); next !== null && places.length < most; next = find(text, next.end)) places.push(next);
  return places;
}

const isLetter = (unit: number) => (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a;
/** The second half of a character that takes two units. */
const isHalf = (unit: number) => (unit & 0xfc00) === 0xdc00;

/** Of the fourth unit a bit each, by the first three. Behind the end stands nothing, which counts as no bits. */
function isIn(table: Int32Array, text: string, at: number): boolean {
  const fourths = table[keyOf(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2))] as number;
  return fourths !== 0 && ((fourths >>> (text.charCodeAt(at + 3) & 31)) & 1) === 1;
}

const keyOf = (a: number, b: number, c: number) => ((a & 31) << 10) | ((b & 31) << 5) | (c & 31);

/** How words of ASCII begin that an expression matches, and whether others may. */
interface Beginnings {
  readonly table: Int32Array;
  readonly foreign: boolean;
}

function beginningsIn(source: string): Beginnings {
  const tree = parseExpression(source.replace(/\\p\{\w+\}/g, '\\w'), 'u');
  if (tree === null) throw new Error('an expression to be found has an unknown form');
  const table = new Int32Array(UNITS ** 3);
  let foreign = false;
  for (const beginning of beginningsOf(tree)) {
    const first = beginning.charCodeAt(0);
    if (first >= FIRST_FOREIGN) foreign = true;
    else if (isLetter(first)) note(table, beginning);
    else throw new Error(`what is to be found may begin with '${beginning}'`);
  }
  return { table, foreign };
}

function note(table: Int32Array, beginning: string): void {
  const [first, second, third, fourth] = [0, 1, 2, 3].map((i) => unitsAt(beginning, i)) as [Bits, Bits, Bits, Bits];
  const bits = fourth.reduce((mask, unit) => mask | (1 << unit), 0);
  for (const a of first)
    for (const b of second) for (const c of third) table[keyOf(a, b, c)] = (table[keyOf(a, b, c)] as number) | bits;
}

type Bits = readonly number[];
const ANY: Bits = Array.from({ length: UNITS }, (_, unit) => unit);
const unitsAt = (beginning: string, at: number): Bits => {
  const unit = beginning.charCodeAt(at);
  return at < beginning.length && beginning[at] !== REST && unit < FIRST_FOREIGN ? [unit & 31] : ANY;
};

/** How the matches of an expression begin: so many units, or fewer and then anything. */
function beginningsOf(node: Node): readonly string[] {
  switch (node.kind) {
    case 'empty':
      return [''];
    case 'characters':
      return node.characters;
    case 'any':
    case 'digit':
      return [REST];
    case 'repeat':
      return repeated(beginningsOf(node.part), node.min, node.max);
    case 'sequence':
      return node.parts.map(beginningsOf).reduce(followed, ['']);
    case 'choice':
      return [...new Set(node.parts.flatMap(beginningsOf))];
  }
}

const repeated = (once: readonly string[], min: number, max: number) => [
  ...(min === 0 ? [''] : []),
  ...(max === 1 ? once : once.map((beginning) => beginning + REST)),
];

const followed = (heads: readonly string[], tails: readonly string[]): readonly string[] => [
  ...new Set(heads.flatMap((head) => (isFull(head) ? [head] : tails.map((tail) => (head + tail).slice(0, LOOKED_AT))))),
];
const isFull = (beginning: string) => beginning.length >= LOOKED_AT || beginning.endsWith(REST);
