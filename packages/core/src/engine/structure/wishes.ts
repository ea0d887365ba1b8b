// SPDX-License-Identifier: Apache-2.0
/** What a text asks for, taken out of what it is wrapped in: a story, a game, a role, somebody's need. */
import { type Part, partsOf } from './parts.ts';
import { FOR_ME, HANDED, HANDING, JOINED, mayOpen, TOLD, WISH, WORK_ORDERED } from './wish-words.ts';
import { asksAbroad, cut, leastAbroad } from './wishes-abroad.ts';

/** A question or an order that stands by itself, half open in UTF-16 units of the text, and the words to read it in. */
export interface Wish extends Part {
  readonly words: string;
  /** Something is to be written, or somebody says that he wants to do it. */
  readonly meant: boolean;
}

/** A wish of fewer units says too little to be judged without what is around it; a longer one is read as far as this. */
const LEAST = 15;
const LONGEST = 300;
/** Longer texts have room for wishes of every kind. UTF-16 units. */
const MAX_TEXT = 100_000;
/** Units of wishes that are read, and share of a text's own in addition: who asks for much hides nothing behind it. */
const MOST = 10_000;
const SHARE = 0.5;
/** Units for each beginning of a wish that marks may have cut to pieces, of which most are none. */
const UNITS_FOR_A_TRY = 50;
/** A sentence of fewer units hides no wish behind a joint, and what is wished for has no end before one. */
const JOINED_FROM = 110;
const CUT_FROM = 24;

/**
 * Wishes of a normalised text that has more in it than one of them, in order.
 *
 * @param closely what people in an ordered work are to do is a wish as well, and what ways and steps lead to
 * @param language ISO 639-1 code of what most of its start is written in; null where nobody can tell
 */
export function wishesOf(text: string, closely: boolean, language: string | null = null): readonly Wish[] {
  if (text.length < 2 * leastAbroad(text, { start: 0, end: text.length }) || text.length > MAX_TEXT) return [];
  const parts = partsOf(text);
  const most = MOST + SHARE * text.length;
  const looking: Looking = {
    text,
    parts,
    wishes: [],
    left: most,
    handed: closely ? placesOf(text, HANDING) : placesOfHow(text),
    foreign: language !== null && language !== 'en',
  };
  const told = closely && WORK_ORDERED.test(text);
  let tries = most / UNITS_FOR_A_TRY;
  for (const [i, place] of parts.entries()) {
    if (tries > 0 && addOpen(looking, i)) tries--;
    const length = place.end - place.start;
    if (length >= LEAST || length >= leastAbroad(text, place)) addPart(looking, place, told);
    if (looking.left <= 0) break;
  }
  return looking.wishes;
}

interface Looking {
  readonly text: string;
  readonly parts: readonly Part[];
  readonly wishes: Wish[];
  /** Units of wishes that may still be read. */
  left: number;
  /** Where something may hand over to what is wanted, in falling order; those of earlier parts are taken out. */
  readonly handed: number[];
  readonly foreign: boolean;
}

function add(looking: Looking, { start, end }: Part, words: string, meant: boolean): void {
  if (looking.left <= 0) return;
  looking.left -= words.length;
  looking.wishes.push({ start, end, words, meant });
}

function addPart(looking: Looking, place: Part, told: boolean): void {
  const { text, foreign } = looking;
  if (place.end - place.start < text.length - LEAST && mayOpen(text, place.start))
    addWhole(looking, place, wordsOf(text, place));
  for (const { words, meant } of asksAbroad(text, place, LONGEST, foreign)) add(looking, place, words, meant);
  addJoined(looking, place);
  addHanded(looking, place);
  if (!told) return;
  for (const { index, 0: telling } of text.slice(place.start, place.end).matchAll(TOLD))
    addAsked(looking, place, place.start + index, place.start + index + telling.length);
}

function placesOf(text: string, words: readonly string[]): number[] {
  const places: number[] = [];
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) places.push(at);
  }
  return places.sort((a, b) => b - a);
}

/** A single letter is found ten times as soon as a word is, and the last of this one is the rarest. */
function placesOfHow(text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(W); at >= 0; at = text.indexOf(W, at + 1))
    if (text.charCodeAt(at + 1) === SPACE && text.startsWith(HOW, at - 2)) places.push(at - 2);
  return places.reverse();
}

const HOW = 'how ';
const W = 'w';
const SPACE = 0x20;
const wordsOf = (text: string, { start, end }: Part) => text.slice(start, Math.min(end, start + LONGEST));

function addWhole(looking: Looking, place: Part, words: string): void {
  const wish = WISH.exec(words);
  if (wish !== null) add(looking, place, words, wish[1] !== undefined);
}

/** A wish that marks of quotation, a colon or the end of a line cut to pieces is read to the end of its sentence as well. */
function addOpen(looking: Looking, first: number): boolean {
  const { text, parts } = looking;
  const { start, end } = parts[first] as Part;
  if (isEnded(text, end) || !mayOpen(text, start)) return false;
  let to = end;
  for (let i = first + 1; i < parts.length && to - start < LONGEST; i++) {
    to = (parts[i] as Part).end;
    if (isEnded(text, to)) break;
  }
  const place = { start, end: to };
  if (to > end && to - start < text.length - LEAST)
    addWhole(looking, place, wordsOf(text, place).replace(MARKS, '').replace(CUTTING, ' '));
  return true;
}

/** What cuts a wish to pieces is left out when it is read. */
const MARKS = /["“”„«»]/gu;
const CUTTING = /(?:\.{2,}|\s)+/gu;

/** Behind a sign that ends a sentence, or an empty line. */
function isEnded(text: string, end: number): boolean {
  const sign = text.charAt(end - 1);
  if (sign === '.') return text.charAt(end - 2) !== '.';
  return sign === '?' || sign === '!' || (sign === '\n' && text.charAt(end) === '\n');
}

/** Wishes that a comma, a dash or "and" joins to what stands before them in a long sentence. */
function addJoined(looking: Looking, place: Part): void {
  const { text } = looking;
  if (place.end - place.start < JOINED_FROM) return;
  const part = text.slice(place.start, place.end);
  JOINED.lastIndex = 0;
  while (JOINED.test(part)) {
    const at = JOINED.lastIndex;
    if (!mayOpen(part, at)) continue;
    const words = part.slice(at, at + LONGEST);
    if (FOR_ME.test(words)) addWithClause(looking, place, words, (wish) => wish);
  }
}

function addHanded(looking: Looking, place: Part): void {
  const { text, handed } = looking;
  for (let at = handed.at(-1); at !== undefined && at < place.end; at = handed.at(-1)) {
    handed.pop();
    if (at < place.start) continue;
    HANDED.lastIndex = at;
    if (HANDED.test(text)) addAsked(looking, place, at, HANDED.lastIndex);
  }
}

function addAsked(looking: Looking, place: Part, at: number, from: number): void {
  const { text } = looking;
  if (at - place.start < LEAST && text.slice(place.start, at).trim() === '') return;
  const what = wordsOf(text, { start: from, end: place.end }).replace(/[\s.!?]{1,8}$/u, '');
  addWithClause(looking, place, what, (wish) => `how do i ${wish}?`);
}

/** What is wished for, and the same as far as the next joint, where something else may follow. */
function addWithClause(looking: Looking, place: Part, what: string, wished: (what: string) => string): void {
  add(looking, place, wished(what), false);
  const clause = cut(what, CUT_FROM);
  if (clause !== null) add(looking, place, wished(clause), false);
}
