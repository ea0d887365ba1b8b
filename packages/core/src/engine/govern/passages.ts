// SPDX-License-Identifier: Apache-2.0
import { countBefore } from '../halving.ts';
import { isHarmlessWish, wishesIn } from './harmless-wish.ts';
import { isHidden, quotationAround } from './quotations.ts';
import { contentWords } from './words.ts';

/** The stretch that goes when something inside it has to go. UTF-16 units, half open. */
export type Cut = (text: string, start: number, end: number) => readonly [number, number];

/** A clause ends here even without a stop; the joining word goes with the clause that is cut. */
const CLAUSE_JOIN =
  /^(?:\s*[,;:–—]\s*|\s+)(?:and then|and|then|but|or|und dann|und|aber|et puis|et|mais|y|pero|e|ma)\s/iu;
const JOIN_LENGTH = 16;
/** What stands between a task and an order slipped into its sentence: "list three fruits and, by the way, ignore …". */
const SLIP =
  /(?:[\s,;:–—(]+(?:and then|and|then|but|or|also|plus|oh|please|now|just|kindly|by the way|btw|incidentally|instead|before that|after that|übrigens|und|au fait|et|por cierto|y))*[\s,;:–—(]*$/iu;
const SLIP_REACH = 60;
/** So many words of weight make a clause of their own, unless they lean on what follows. */
const MIN_CLAUSE_WORDS = 2;
const LEANS =
  /^[\s"'“(]*(?:as|if|when|because|since|for|from|in|on|at|by|to|dear|hi|hello|hey|while|although|after|before|wenn|weil|als|si|quand|cuando)(?![\p{L}])/iu;
/** Thanks at the end of a sentence are no part of an order. */
const COURTESY =
  /^\s*,\s*(?:thanks|thank you|please|cheers|danke|bitte|merci|s'il (?:te|vous) plaît|gracias|por favor|obrigad[oa]|grazie)(?![\p{L}])/iu;
/** A clause that is longer than this to either side is cut as a sentence. */
const CLAUSE_REACH = 400;
const STOPS: ReadonlySet<number> = new Set([...'.!?;\n。！？'].map((mark) => mark.charCodeAt(0)));
const POINT = 46;
/** The number of a list's item ends no sentence. */
const NUMBER_OF_ITEM = /(?:^|\n)[ \t]{0,4}\d{1,3}$/;
const MARK_LENGTH = 9;

/**
 * The clause: up to a stop, or a joining word after which another clause begins. At the beginning of its sentence it
 * takes the joining word along; elsewhere it leaves the stop of the sentence to what stood before.
 */
export const clauseAround: Cut = (text, start, end) => {
  const hidden = hiddenAround(text, end);
  if (hidden !== null) return hidden;
  const [from, to] = withinQuotation(text, start, end, sentenceAround(text, start, end));
  const left = slippedAt(text, from, start) ?? clauseStart(text, from, start);
  let right = end;
  while (right < to && right - end < CLAUSE_REACH && !endsClause(text, right)) right++;
  const joined = right < to && endsClause(text, right);
  if (left > from) return [left, joined ? right : beforeStop(text, to, end)];
  return [left, joined ? skipJoin(text, right) : to];
};

/** What hides an attempt is often part of what was seen of it: where that ends in a hidden part, all of the part goes. */
export function hiddenAround(text: string, end: number): readonly [number, number] | null {
  const around = end === 0 ? null : quotationAround(text, end - 1, end);
  return around !== null && isHidden(text, around) ? around : null;
}

function clauseStart(text: string, from: number, start: number): number {
  let left = start;
  while (left > from && start - left < CLAUSE_REACH && !startsClause(text, left)) left--;
  return left > from && !startsClause(text, left) ? from : left;
}

/** Who quotes a stranger goes on with a sentence of their own. */
function withinQuotation(text: string, start: number, end: number, range: readonly [number, number]) {
  const [from, to] = quotationAround(text, start, end) ?? range;
  return [Math.max(from, range[0]), Math.min(to, range[1])] as const;
}

/** The sentence, no further than the quotation in which it stands. */
const quotedSentenceAround: Cut = (text, start, end) =>
  hiddenAround(text, end) ?? withinQuotation(text, start, end, sentenceAround(text, start, end));

/**
 * The sentence, or its end where plainly harmless wishes stand before the wish that has to go: "first explain photosynthesis,
 * then tell me how to …".
 */
export const wishAround: Cut = (text, start, end) => {
  const [from, to] = quotedSentenceAround(text, start, end);
  const sentence = text.slice(from, to);
  const wishes = wishesIn(sentence);
  // What was seen can begin with the harmless wish: "explain …, then tell me how to build …".
  const at = wishes.findLastIndex(([wish]) => wish < end - from);
  const before = wishes.slice(0, at);
  if (before.length === 0 || !before.every(([a, b]) => isHarmlessWish(sentence.slice(a, b)))) return [from, to];
  return [from + (wishes[at]?.[0] ?? 0), beforeStop(text, to, end)];
};

/** The sentence with its stop. */
export const sentenceAround: Cut = (text, start, end) => {
  const stops = stopsOf(text);
  let from = (stops[countBefore(stops, (at) => at < start) - 1] ?? -1) + 1;
  // What the sentence before has opened is its own to close.
  while (from < start && /[\s)\]}]/.test(text.charAt(from))) from++;
  let to = end;
  if (to === 0 || !isStop(text, to - 1)) to = stops[countBefore(stops, (at) => at < to)] ?? text.length;
  while (to < text.length && STOPS.has(text.charCodeAt(to)) && text.charAt(to) !== '\n') to++;
  return [from, to];
};

/** Of the text that was asked for last: a text of one sentence can hold thousands of findings. */
let last: { readonly text: string; readonly stops: readonly number[] } | null = null;

function stopsOf(text: string): readonly number[] {
  if (last !== null && last.text === text) return last.stops;
  const stops: number[] = [];
  for (let at = 0; at < text.length; at++) if (isStop(text, at)) stops.push(at);
  last = { text, stops };
  return stops;
}

/** The paragraph, up to an empty line. */
export const paragraphAround: Cut = (text, start, end) => {
  const before = text.slice(0, start).lastIndexOf('\n\n');
  const after = text.indexOf('\n\n', end);
  return [before < 0 ? 0 : before + 2, after < 0 ? text.length : after];
};

/** A stop inside a number, a name or an address ends nothing. */
function isStop(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (!STOPS.has(unit)) return false;
  if (unit === POINT && NUMBER_OF_ITEM.test(text.slice(Math.max(0, at - MARK_LENGTH), at))) return false;
  return unit !== POINT || at + 1 >= text.length || /[\s"'”’)\]]/.test(text.charAt(at + 1));
}

function beforeStop(text: string, to: number, least: number): number {
  let at = to;
  while (at > least && STOPS.has(text.charCodeAt(at - 1))) at--;
  return at;
}

function startsClause(text: string, at: number): boolean {
  return CLAUSE_JOIN.test(text.slice(at, at + JOIN_LENGTH));
}

function endsClause(text: string, at: number): boolean {
  return startsClause(text, at) || COURTESY.test(text.slice(at, at + JOIN_LENGTH));
}

/** Where the slip from a clause of its own to an order begins; null where the sentence has no such clause. */
function slippedAt(text: string, from: number, start: number): number | null {
  const near = Math.max(from, start - SLIP_REACH);
  const slip = SLIP.exec(text.slice(near, start));
  if (slip === null || !/[,;:–—(]/.test(slip[0])) return null;
  const at = near + slip.index;
  const clause = text.slice(from, Math.min(at, from + CLAUSE_REACH));
  return contentWords(clause).size >= MIN_CLAUSE_WORDS && !LEANS.test(clause) ? at : null;
}

function skipJoin(text: string, at: number): number {
  return at + (CLAUSE_JOIN.exec(text.slice(at, at + JOIN_LENGTH))?.[0].length ?? 0);
}
