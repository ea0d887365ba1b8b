// SPDX-License-Identifier: Apache-2.0
/** Finds the words of a long list without trying the list everywhere: one look at four letters tells most words to be none of them. */
import { type Node, parseExpression } from '../precheck/expression-syntax.ts';
import type { Part } from './parts.ts';

/** Units that are looked at, of which five bits each. */
const LOOKED_AT = 4;
const UNITS = 32;
/** The rest may be anything. */
const REST = '*';

/**
 * The first word of a text in small letters, from a place on, that an alternation of words matches as a whole; null where there is none.
 * @param words the source of an expression whose matches begin with a letter of ASCII
 * @param before the source of what is asked of the place where a word begins
 */
export function wordFinder(words: string, before = ''): (text: string, from: number) => Part | null {
  const whole = new RegExp(`${before}(?<!\\p{L})(?:${words})(?!\\p{L})`, 'uy');
  const mayBegin = tableOf(words);
  return (text, from) => {
    let last = from === 0 ? 0 : text.charCodeAt(from - 1);
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      const begins = isLetter(unit) && !isLetter(last);
      last = unit;
      if (!begins || !isIn(mayBegin, text, at)) continue;
      whole.lastIndex = at;
      if (whole.test(text)) return { start: at, end: whole.lastIndex };
    }
    return null;
  };
}

const isLetter = (unit: number) => unit >= 0x61 && unit <= 0x7a;

/** Of the fourth unit a bit each, by the first three. Behind the end stands nothing, which counts as no bits. */
function isIn(table: Int32Array, text: string, at: number): boolean {
  const fourths = table[keyOf(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2))] as number;
  return fourths !== 0 && ((fourths >>> (text.charCodeAt(at + 3) & 31)) & 1) === 1;
}

const keyOf = (a: number, b: number, c: number) => ((a & 31) << 10) | ((b & 31) << 5) | (c & 31);

/** @throws Error where the words cannot be read, or one may begin with something else than a letter */
function tableOf(words: string): Int32Array {
  const tree = parseExpression(words.replaceAll('\\p{L}', '.'), 'u');
  if (tree === null) throw new Error('words to be found have an unknown form');
  const table = new Int32Array(UNITS ** 3);
  for (const beginning of beginningsOf(tree)) {
    if (!isLetter(beginning.charCodeAt(0))) throw new Error(`a word to be found may begin with '${beginning}'`);
    const [first, second, third, fourth] = Array.from({ length: LOOKED_AT }, (_, i) => unitsAt(beginning, i));
    const bits = (fourth as number[]).reduce((mask, unit) => mask | (1 << unit), 0);
    for (const a of first as number[])
      for (const b of second as number[])
        for (const c of third as number[]) table[keyOf(a, b, c)] = (table[keyOf(a, b, c)] as number) | bits;
  }
  return table;
}

const ANY = Array.from({ length: UNITS }, (_, unit) => unit);
const unitsAt = (beginning: string, at: number): readonly number[] =>
  at < beginning.length && beginning[at] !== REST ? [beginning.charCodeAt(at) & 31] : ANY;

/** How the matches of an expression begin: so many units, or fewer and then anything. */
function beginningsOf(node: Node): readonly string[] {
  switch (node.kind) {
    case 'empty':
      return [''];
    case 'characters':
      return node.characters.map((unit) => (unit < '\x80' ? unit : REST));
    case 'any':
    case 'digit':
      return [REST];
    case 'repeat':
      return [
        ...(node.min === 0 ? [''] : []),
        ...beginningsOf(node.part).map((some) => (node.max === 1 ? some : some + REST)),
      ];
    case 'sequence':
      return node.parts.map(beginningsOf).reduce(followed, ['']);
    case 'choice':
      return node.parts.flatMap(beginningsOf);
  }
}

const followed = (heads: readonly string[], tails: readonly string[]): readonly string[] => [
  ...new Set(heads.flatMap((head) => (isFull(head) ? [head] : tails.map((tail) => (head + tail).slice(0, LOOKED_AT))))),
];
const isFull = (beginning: string) => beginning.length >= LOOKED_AT || beginning.endsWith(REST);
