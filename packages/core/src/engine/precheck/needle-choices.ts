// SPDX-License-Identifier: Apache-2.0
import { FUNCTION_WORDS as PROFILES } from '../intake/language-profiles.ts';
import { type AnchorSet, EDGE_BEFORE, EDGE_BEHIND } from './needles.ts';
import { bitsOf } from './requirement.ts';

const PAIR = 2;
const TRIPLE = 3;
const QUAD = 4;
const FIRST_FILTER_WEIGHT = 2;
/** What the edge of a word tells, in bits. */
const EDGE_BITS = 2.5;
/** Words without which nobody writes occur more often than their letters tell. */
const FUNCTION_WORD_BITS = 6;
const MOST_BITS = 24;
const FUNCTION_WORDS: ReadonlySet<string> = new Set(Object.values(PROFILES).flatMap((words) => words.split(' ')));

/** A needle by two to four bytes of it. */
export interface User {
  readonly needle: number;
  /** Of those bytes, from the needle's start. */
  readonly offset: number;
  readonly size: number;
}

/** Where the bytes lie that a needle chose: in a word, from a byte on that is in none, or up to such a byte. */
export type Side = 'within' | 'from' | 'upTo';

/** A word that several needles hold, with the edges that it has in all of them. */
export interface Hook {
  readonly literal: string;
  readonly edges: number;
  /** The needles that hang on it, and where in them it begins. */
  readonly hung: { readonly needle: number; readonly offset: number }[];
}

/** By what each needle of a set is looked for. Hooks have the numbers behind the last of the set. */
export interface Choices {
  readonly bySide: Readonly<Record<Side, readonly User[]>>;
  readonly hooks: readonly Hook[];
}

export const isWord = (literal: string): boolean => /^[a-z0-9]+$/.test(literal);

function isWordAt(literal: string, at: number): boolean {
  const unit = literal.charCodeAt(at);
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}

/** Needles of one byte choose nothing. */
export function chooseBytes(set: AnchorSet): Choices {
  const { literals } = set;
  const bySide: Record<Side, User[]> = { within: [], from: [], upTo: [] };
  const hooks = new Map<string, Hook>();
  const words = literals.map(wordsOf);
  const frequent = wordCounts(words);
  literals.forEach((literal, needle) => {
    if (literal.length === 1) return;
    if (isWord(literal)) {
      const { offset, size } = rarestWithin(literal);
      bySide.within.push({ needle, offset, size });
      return;
    }
    const word = rarestWord(literal, words[needle] as readonly PlacedWord[], set.edges[needle] as number, frequent);
    const around = rarestAround(literal);
    if (word === null || askedBits(literal, around) > word.bits) {
      bySide[around.side].push({ needle, offset: around.offset, size: around.size });
      return;
    }
    const key = `${word.edges} ${word.literal}`;
    const hook = hooks.get(key) ?? { literal: word.literal, edges: word.edges, hung: [] };
    hooks.set(key, hook);
    hook.hung.push({ needle, offset: word.offset });
  });
  const all = [...hooks.values()];
  all.forEach(({ literal }, i) => {
    const { offset, size } = rarestWithin(literal);
    bySide.within.push({ needle: literals.length + i, offset, size });
  });
  return { bySide, hooks: all };
}

interface PlacedWord {
  readonly word: string;
  readonly offset: number;
}

const WORD = /[a-z0-9]+/g;

function wordsOf(literal: string): readonly PlacedWord[] {
  const words: PlacedWord[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(literal); match !== null; match = WORD.exec(literal))
    words.push({ word: match[0], offset: match.index });
  return words;
}

/** How many of the literals hold each word. */
function wordCounts(literals: readonly (readonly PlacedWord[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const words of literals) {
    for (const { word } of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** `bits`: it is found and has a context of the literal about once in two to the power of so many characters. */
type Word = Omit<Hook, 'hung'> & { readonly offset: number; readonly bits: number };

/** The word of a literal that ordinary text has least; null where it has all of them often. Rules are full of frequent words. */
function rarestWord(
  literal: string,
  words: readonly PlacedWord[],
  edges: number,
  frequent: ReadonlyMap<string, number>,
): Word | null {
  let best: Word | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const { word, offset } of words) {
    if (word.length < PAIR) continue;
    const behind = offset + word.length;
    const own =
      (offset > 0 || (edges & EDGE_BEFORE) !== 0 ? EDGE_BEFORE : 0) |
      (behind < literal.length || (edges & EDGE_BEHIND) !== 0 ? EDGE_BEHIND : 0);
    const edgeBits = (own & EDGE_BEFORE ? EDGE_BITS : 0) + (own & EDGE_BEHIND ? EDGE_BITS : 0);
    const bits = Math.min(bitsOf(word), FUNCTION_WORDS.has(word) ? FUNCTION_WORD_BITS : MOST_BITS) + edgeBits;
    const told = bits + Math.min(MOST_CONTEXT_BITS, contextAt(literal, offset, behind).bits);
    const weight = told - FREQUENT_BITS * Math.log2(frequent.get(word) ?? 1);
    if (best !== null && weight <= most) continue;
    best = { literal: word, edges: own, offset, bits: told };
    most = weight;
  }
  return best;
}

/** What a word loses with every doubling of the literals that have it. */
const FREQUENT_BITS = 2;

/** What a literal has beside a word of it: the side that ordinary text has less, how many bytes, at most three, and their bits. */
export interface Context {
  readonly side: 'behind' | 'before';
  readonly bytes: number;
  readonly bits: number;
}

/** Of a word from `start` to `end` in a literal. */
export function contextAt(literal: string, start: number, end: number): Context {
  const behind = Math.min(TRIPLE, literal.length - end);
  const before = Math.min(TRIPLE, start);
  const bitsBehind = behind < PAIR ? 0 : bitsOf(literal, end, end + behind);
  const bitsBefore = before < PAIR ? 0 : bitsOf(literal, start - before, start);
  return bitsBehind >= bitsBefore
    ? { side: 'behind', bytes: behind, bits: bitsBehind }
    : { side: 'before', bytes: before, bits: bitsBefore };
}

/** A hash of 64 values tells no more. */
const MOST_CONTEXT_BITS = 6;

interface Choice {
  readonly side: Side;
  readonly offset: number;
  readonly size: number;
}

/** The four bytes that ordinary text has least, or all there are. */
function rarestWithin(literal: string): Choice {
  const size = Math.min(QUAD, literal.length);
  const offsets = Array.from({ length: literal.length - size + 1 }, (_, offset) => offset);
  return rarest(
    literal,
    offsets.map((offset): Choice => ({ side: 'within', offset, size })),
  );
}

/** Bits of the two bytes for which every place between words is asked. */
function askedBits(literal: string, { side, offset, size }: Choice): number {
  const at = side === 'upTo' ? offset + size - PAIR : offset;
  return bitsOf(literal, at, Math.min(at + PAIR, literal.length));
}

/** The same of the bytes from a place on that is in no word, or up to one; fewer than four where there are no such. */
function rarestAround(literal: string): Choice {
  const choices: Choice[] = [];
  for (let size = QUAD; size >= PAIR && choices.length === 0; size--) {
    for (let at = 0; at < literal.length; at++) {
      if (isWordAt(literal, at)) continue;
      if (at + size <= literal.length) choices.push({ side: 'from', offset: at, size });
      if (at - size + 1 >= 0) choices.push({ side: 'upTo', offset: at - size + 1, size });
    }
  }
  return rarest(literal, choices);
}

/** Three of the bytes count more: every place is asked for them. */
function rarest(literal: string, choices: readonly Choice[]): Choice {
  const bits = ({ side, offset, size }: Choice) => {
    const three = side === 'upTo' ? offset + Math.max(0, size - TRIPLE) : offset;
    const end = offset + size;
    return bitsOf(literal, offset, end) + FIRST_FILTER_WEIGHT * bitsOf(literal, three, Math.min(three + TRIPLE, end));
  };
  let best = choices[0] as Choice;
  let most = bits(best);
  for (const choice of choices) {
    const own = bits(choice);
    if (own > most) [best, most] = [choice, own];
  }
  return best;
}
