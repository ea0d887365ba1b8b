// SPDX-License-Identifier: Apache-2.0
import type { Node } from './expression-syntax.ts';

/** More digits in a row are not told apart. */
export const MOST_DIGITS = 12;

/** What every text that a part of an expression matches has, at least. */
interface Digits {
  /** It is nothing but digits. */
  readonly only: boolean;
  /** Its length, where it is. */
  readonly length: number;
  /** Digits in a row: at its beginning, at its end, anywhere. */
  readonly first: number;
  readonly last: number;
  readonly most: number;
}

const NOTHING: Digits = { only: true, length: 0, first: 0, last: 0, most: 0 };
const DIGIT: Digits = { only: true, length: 1, first: 1, last: 1, most: 1 };
const OTHER: Digits = { only: false, length: 0, first: 0, last: 0, most: 0 };

/**
 * How many digits stand in a row at least in whatever an expression matches; 0 where it may hold none. A stretch that has
 * fewer need not be read.
 * @param tree null for an expression that could not be parsed
 */
export function digitsRequired(tree: Node | null): number {
  return tree === null ? 0 : Math.min(MOST_DIGITS, digitsOf(tree).most);
}

function digitsOf(node: Node): Digits {
  switch (node.kind) {
    case 'empty':
      return NOTHING;
    case 'digit':
      return DIGIT;
    case 'any':
      return OTHER;
    case 'characters':
      return node.characters.every((character) => /^[0-9]$/.test(character)) ? DIGIT : OTHER;
    case 'repeat':
      return repeated(digitsOf(node.part), node.min);
    case 'sequence':
      return node.parts.map(digitsOf).reduce(followed, NOTHING);
    case 'choice':
      return node.parts.map(digitsOf).reduce(either);
  }
}

function repeated(part: Digits, min: number): Digits {
  if (min === 0) return part.only ? NOTHING : OTHER;
  if (part.only) {
    const length = min * part.length;
    return { only: true, length, first: length, last: length, most: length };
  }
  return min === 1 ? part : { ...part, most: Math.max(part.most, part.last + part.first) };
}

function followed(a: Digits, b: Digits): Digits {
  return {
    only: a.only && b.only,
    length: a.length + b.length,
    first: a.only ? a.length + b.first : a.first,
    last: b.only ? b.length + a.last : b.last,
    most: Math.max(a.most, b.most, a.last + b.first),
  };
}

function either(a: Digits, b: Digits): Digits {
  return {
    only: a.only && b.only,
    length: Math.min(a.length, b.length),
    first: Math.min(a.first, b.first),
    last: Math.min(a.last, b.last),
    most: Math.min(a.most, b.most),
  };
}
