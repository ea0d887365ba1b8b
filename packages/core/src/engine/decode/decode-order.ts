// SPDX-License-Identifier: Apache-2.0
import type { TextSurvey } from '../survey/survey.ts';
import type { Run } from './decode-plausible.ts';

/** Words that open a request or a sentence, and hardly end one. */
const SURE_OPENERS: ReadonlySet<string> = new Set(
  (
    "how what's whats explain write tell give teach describe i'm i've i'd we're let's compose draft design generate " +
    'provide pretend imagine disregard forget ignore'
  ).split(' '),
);
const OPENERS: ReadonlySet<string> = new Set(
  (
    'what why where when which who can could would should do does did is are was have has will i you we he she they it ' +
    'please help make create build act as in to for and but respond reply answer print reveal output list find need ' +
    'want turn set put get take use send run stop start be your with at on if my the a an since every show'
  ).split(' '),
);
/** Kinds of small words: those that articles follow, articles, and two that follow each other. */
const BEFORE = 1;
const ARTICLE = 2;
const TO = 3;
const HOW = 4;
/** By their letters, five bits each. */
const SMALL_WORDS: ReadonlyMap<number, number> = new Map([
  ...keyed(
    'of in on at for with from by into about under over like and or but if that than when while is are was were',
    BEFORE,
  ),
  ...keyed('can could will would should do does did have had me him them us', BEFORE),
  ...keyed('the a an my your our their its', ARTICLE),
  ...keyed('to', TO),
  ...keyed('how', HOW),
]);
const MOST_LETTERS = 6;
function keyed(words: string, kind: number): (readonly [number, number])[] {
  return words.split(' ').map((word) => [[...word].reduce((key, c) => key * 32 + (c.charCodeAt(0) & 31), 0), kind]);
}
/** The end of a sentence behind the first word of a line, or behind the first that a colon leads up to. */
const ENDS_FIRST = /(?:^|: )["'“]?[a-z'’-]+[.?!]["'”]? /;
const MIN_WORDS = 5;
/** Longer lines are no messages. */
const MAX_LINE = 4_000;
const MAX_WORD = 14;
/** Units in which small words are counted: first few, as most texts are found out there. */
const LOOKED_AT = 96;

/** By the five lowest bits of their first letters: how long the openers are that begin so, a bit each. */
const OPENER_LENGTHS = lengthsByFirst([...SURE_OPENERS, ...OPENERS]);
function lengthsByFirst(words: readonly string[]): Int32Array {
  const lengths = new Int32Array(32);
  for (const word of words) lengths[word.charCodeAt(0) & 31]! |= 1 << word.length;
  return lengths;
}

/**
 * The last line of a text with its words in the opposite order, where it ends like sentences begin and its small words
 * stand the wrong way round.
 */
export function turnedOrderTexts({ text, units }: Source): Run[] {
  const word = lastWord(text, units);
  if (word === '') return [];
  const lower = word.toLowerCase();
  const sure = SURE_OPENERS.has(lower);
  const capital = word !== lower;
  if (!capital && !sure && !OPENERS.has(lower)) return [];
  const end = text.trimEnd().length;
  // Most lines are found out by their last words, before it is known where they begin.
  const votes = turnedVotes(units, Math.max(0, end - LOOKED_AT), end);
  if (votes < 0 || (votes === 0 && !sure && !capital)) return [];
  const start = text.lastIndexOf('\n', end - 1) + 1;
  if (end - start > MAX_LINE) return [];
  if (votes === 0 && !sure && !ENDS_FIRST.test(text.slice(start, start + LOOKED_AT))) return [];
  const words = text.slice(start, end).trim().split(/\s+/);
  if (words.length < MIN_WORDS || turnedVotes(units, start, end) < 0) return [];
  return [{ text: words.reverse().join(' '), start, end }];
}

type Source = Pick<TextSurvey, 'text' | 'units'>;

/** Pairs of small words of the last line that stand the wrong way round, less those that stand the right way. */
function turnedVotes(units: Uint16Array, from: number, to: number): number {
  let votes = 0;
  let before = 0;
  let key = 0;
  let letters = 0;
  for (let i = from; i <= to; i++) {
    const unit = i < to ? (units[i] as number) | 0x20 : 0;
    if (unit >= 0x61 && unit <= 0x7a) {
      if (letters++ < MOST_LETTERS) key = key * 32 + (unit & 31);
      continue;
    }
    if (letters > 0) {
      const kind = letters <= MOST_LETTERS ? (SMALL_WORDS.get(key) ?? 0) : 0;
      if (kind > 0 && before > 0) votes += voteOf(before, kind);
      before = kind;
      key = letters = 0;
    }
    if (i < to && units[i] === LINE_FEED) votes = before = 0;
  }
  return votes;
}

const LINE_FEED = 10;

/** An article is never followed by what it follows, nor "to" by "how". */
function voteOf(first: number, second: number): number {
  if (first === ARTICLE) return second === BEFORE || second === TO ? 1 : 0;
  if (second === ARTICLE) return first === BEFORE || first === TO ? -1 : 0;
  if (first === TO) return second === HOW ? 1 : 0;
  return first === HOW && second === TO ? -1 : 0;
}

/**
 * Empty where the text doesn't end in a short word, or in a small one that is surely no opener: behind a sign that ends a
 * sentence its words are in order.
 */
function lastWord(text: string, units: Uint16Array): string {
  let end = text.length;
  while (end > 0 && text.length - end < 4 && !isWordUnit(units[end - 1] as number)) {
    if (ENDS_SENTENCE.has(units[end - 1] as number)) return '';
    end--;
  }
  let start = end;
  let small = true;
  for (; start > 0 && end - start <= MAX_WORD; start--) {
    const unit = units[start - 1] as number;
    if (!isWordUnit(unit)) break;
    small &&= (unit & CAPITAL_BITS) !== CAPITAL;
  }
  const length = end - start;
  if (length > MAX_WORD) return '';
  if (small && (((OPENER_LENGTHS[(units[start] as number) & 31] as number) >> length) & 1) === 0) return '';
  return text.slice(start, end);
}

const ENDS_SENTENCE: ReadonlySet<number> = new Set([...'.?!;:,…'].map((sign) => sign.charCodeAt(0)));
const isWordUnit = (unit: number) => ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a) || unit === 0x27;
/** What capitals have, and neither small letters nor the apostrophe. */
const CAPITAL_BITS = 0x60;
const CAPITAL = 0x40;
