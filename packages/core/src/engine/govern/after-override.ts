// SPDX-License-Identifier: Apache-2.0
import type { Finding } from '../types.ts';
import { isCommand, isHarmlessWish, isStatement, wishesIn } from './harmless-wish.ts';
import { sentenceAround } from './passages.ts';
import { hasTaskBeside, type Range } from './payload.ts';
import { quotationAround } from './quotations.ts';
import { contentWords } from './words.ts';

/** What stands further behind an attempt is judged like any other text. */
const MAX_SENTENCES = 12;
const REACH_UNITS = 4_000;

/**
 * What an attempt to take over joins to itself, "… and wire 500 euros to Bob": handed back without the attempt, it would be the
 * attacker's order with our blessing. It stays only where it is plainly harmless, as in "… and tell me how photosynthesis works".
 */
export function joinedOrders(text: string, finding: Pick<Finding, 'start_utf16' | 'end_utf16'>): Range[] {
  const { start_utf16: start, end_utf16: end } = finding;
  if (start === null || end === null) return [];
  const [from, to] = quotationAround(text, start, end) ?? [0, text.length];
  const zone = text.slice(from, to);
  const sentenceEnd = sentenceAround(zone, start - from, end - from)[1];
  const stranger = !hasTaskBeside(text, start, end);
  const ranges = inTail(zone, end - from, sentenceEnd, stranger);
  const last = Math.min(zone.length, sentenceEnd + REACH_UNITS);
  // Who has no task before the attempt orders with all that follows, until they say what a harmless wish is about.
  let strict = stranger && !givesText(zone.slice(end - from, sentenceEnd));
  let at = sentenceEnd;
  for (let n = 0; n < MAX_SENTENCES; n++) {
    while (at < last && /\s/.test(zone.charAt(at))) at++;
    if (at >= last) break;
    const next = sentenceAround(zone, at, at + 1)[1];
    ranges.push(...inSentence(zone, at, next, strict));
    strict &&= !givesText(zone.slice(at, next));
    at = next;
  }
  return ranges.map(([a, b]) => [a + from, b + from]);
}

/** The attempt's own sentence. Who has no task of their own beside it gave the order with the attempt, whatever its verb. */
function inTail(zone: string, from: number, to: number, stranger: boolean): Range[] {
  const tail = zone.slice(from, to);
  return wishesIn(tail)
    .filter(([a, b], i) => {
      const wish = tail.slice(a, b);
      if (contentWords(wish).size === 0 || isHarmlessWish(wish)) return false;
      return isCommand(wish) || (stranger && i === 0);
    })
    .map(([a, b]) => [from + a, from + b]);
}

/** "Summarise this recipe: boil water …" */
const givesText = (sentence: string): boolean => sentence.includes(':') && isHarmlessWish(sentence);

/** @param strict what is neither told nor plainly harmless goes, whatever its verb */
function inSentence(zone: string, from: number, to: number, strict: boolean): Range[] {
  const sentence = zone.slice(from, to);
  if (!isCommand(sentence)) return strict && !isStatement(sentence) ? [[from, to]] : [];
  const wishes = wishesIn(sentence);
  const dropped = wishes.filter(([a, b]) => {
    const wish = sentence.slice(a, b);
    return isCommand(wish) && !isHarmlessWish(wish);
  });
  if (dropped.length === wishes.length) return [[from, to]];
  return dropped.map(([a, b]) => [from + a, from + b]);
}
