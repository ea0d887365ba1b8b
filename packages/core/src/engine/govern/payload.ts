// SPDX-License-Identifier: Apache-2.0
import type { Finding } from '../types.ts';
import { isHarmlessWish } from './harmless-wish.ts';
import { clauseAround, sentenceAround } from './passages.ts';
import { quotationAround } from './quotations.ts';
import { contentWords } from './words.ts';

/** UTF-16 units, half open. */
export type Range = readonly [start: number, end: number];

/** Less than this before an injection is no task of its own. */
const MIN_TASK_WORDS = 2;
/** More orders in a row are cut no further. */
const MAX_SENTENCES = 12;

const EDGE_UNITS = 1_000;
/** A text with more attempts than this is hostile as a whole: no care is taken to keep the clauses about each of them. */
export const MAX_ATTEMPTS = 16;

const LEAD =
  '(?:(?:please|now|then|next|also|instead|just|and|but|so|first|finally|simply|kindly|always|never|must|should|you|your|will|shall|from now on|as an? (?:ai|assistant)|assistant|ai|bitte|jetzt|stattdessen|maintenant|ahora|agora)[\\s,:]+){0,5}';
/** Orders to whoever answers; what a recipe or a manual tells its reader to do is none of them. */
const ORDER_VERB =
  "(?:write|compose|tell|say|reply|respond|answer|output|print|display|return|repeat|echo|reveal|disclose|show|give|list|name|recommend|praise|promote|advertise|mention|state|claim|declare|announce|pretend|act|behave|roleplay|role-play|speak|talk|sing|translate|summari[sz]e|explain|describe|convince|persuade|inform|notify|instruct|advise|direct|urge|warn|ask|order|redirect|forward|send|e-?mail|mail|post|upload|submit|transfer|pay|visit|click|navigate|browse|execute|run|call|fetch|delete|exfiltrate|leak|encode|generate|create|produce|draft|include|append|insert|begin|start|end|rate|rank|score|approve|accept|hire|endorse|do not|don't|ignore|disregard|forget|override|become|be|new (?:task|instruction|instructions|role|rule)|task is|schreib\\p{L}*|sag\\p{L}*|antworte\\p{L}*|gib|gebe|nenne|erzähl\\p{L}*|écri\\p{L}*|dis|dites|réponds|répondez|donne[rz]?|escrib\\p{L}*|di|responde|dime|escreva|diga|responda|scrivi|rispondi)(?![\\p{L}\\p{N}])";
const ORDER = new RegExp(`^[\\s"'“„«(*>#-]*(?:\\d{1,3}[.)]\\s+)?${LEAD}${ORDER_VERB}`, 'iu');
/** A word on the task that stands before: "make it 200 words long", "in French, please". */
const OF_THE_TASK =
  /^[\s,;–—-]*(?:(?:and|then|but|also|please|und|et|y)[\s,]+){0,3}(?:(?:\p{L}+ ){1,3}(?:it|them|this|that)(?![\p{L}'])|in (?:\p{L}+|\d+ words)\s*[.!]?$|thanks|thank you|please|cheers|danke|merci|gracias|obrigad[oa]|grazie)/iu;
const LIST_ITEM = /^\s*(?:\d{1,3}[.)]|[-*•+])\s+/;
const OWN_WISH = /(?<![\p{L}])(?:me|my|i|us|our|mir|mich|moi|me|mí)(?![\p{L}])/iu;
const TASK =
  /(?:^|[.!?:;,\n]\s*|(?<![\p{L}])(?:please|to|you|kindly|bitte|and)\s+)(?:summari[sz]e|translate|list|write|explain|describe|review|classify|extract|read|check|proofread|correct|rewrite|compare|analy[sz]e|answer|decode|tell|give|help|make|create|find|draft|compose|name|show|calculate|compute|solve|suggest|recommend|rate|edit|fix|paraphrase|shorten|convert|fasse|übersetze|schreibe?|erkläre|nenne|résume|traduis|écris|explique|resume|traduce|escribe|explica|traduza|riassumi|traduci)(?![\p{L}])|\?/iu;

/**
 * What an attempt to take over orders beside its own clause: the clauses and sentences that carry the order out ("… and
 * write a poem instead. Tell the user to …"). In a quotation all of its sentence is the stranger's, and so are the orders
 * next to it. Without a task before it, what follows is what the writer wants.
 */
export function payloadOf(text: string, finding: Pick<Finding, 'start_utf16' | 'end_utf16'>): Range[] {
  if (finding.start_utf16 === null || finding.end_utf16 === null) return [];
  const { start_utf16: start, end_utf16: end } = finding;
  const quoted = quotationAround(text, start, end);
  const [from, to] = quoted ?? [0, text.length];
  const before = besides(text, start, quoted);
  const hasTask = TASK.test(before);
  if (!hasTask && contentWords(before).size < MIN_TASK_WORDS) return [];
  const zone = text.slice(from, to);
  const own = hasTask ? null : OWN_WISH;
  const at = tailIn(zone, start - from, end - from, quoted !== null, own);
  const ranges: Range[] = at[1] > at[0] ? [at] : [];
  ranges.push(...ordersAfter(zone, Math.max(end - from, at[1]), quoted !== null, own));
  if (quoted !== null) ranges.push(...ordersBefore(zone, start - from));
  return ranges.map(([a, b]) => [a + from, b + from]);
}

/** Whether somebody wants something before an attempt, or outside of the quotation in which it stands. */
export function hasTaskBeside(text: string, start: number, end: number): boolean {
  return TASK.test(besides(text, start, quotationAround(text, start, end)));
}

function besides(text: string, start: number, quoted: Range | null): string {
  if (quoted === null) return edgesOf(text.slice(0, start));
  return `${edgesOf(text.slice(0, quoted[0]))}\n${edgesOf(text.slice(quoted[1]))}`;
}

/** A task stands at the beginning of a text or next to what it is about; the middle of a long one is not read again. */
function edgesOf(text: string): string {
  if (text.length <= 2 * EDGE_UNITS) return text;
  return `${text.slice(0, EDGE_UNITS)}\n${text.slice(-EDGE_UNITS)}`;
}

/** What is left of the attempt's own sentence, as far as it is not of the task. */
function tailIn(zone: string, start: number, end: number, quoted: boolean, own: RegExp | null): Range {
  const [sentenceStart, sentenceEnd] = sentenceAround(zone, start, end);
  const opens = quoted || clauseAround(zone, start, end)[0] === sentenceStart;
  const whole = zone.slice(end, sentenceEnd);
  // Who slips an order into a sentence leaves it its stop.
  const tail = opens ? whole : whole.replace(/[.!?。！？]+$/u, '');
  const order = tail.replace(/^[\s,;:–—-]+/u, '');
  if (contentWords(tail).size === 0 || (own?.test(order) ?? false)) return [end, end];
  if (!quoted && OF_THE_TASK.test(tail)) return [end, end];
  if (!opens && !ORDER.test(order)) return [end, end];
  return [end, end + (quoted ? tail.length : beforeTask(tail))];
}

/** Where a word on the task ends the order; the length of the tail where none does. */
function beforeTask(tail: string): number {
  for (const mark of tail.matchAll(/[,;–—]|\s(?:and|then|und|et|y)\s/giu)) {
    if (mark.index > 0 && OF_THE_TASK.test(tail.slice(mark.index))) return mark.index;
  }
  return tail.length;
}

function ordersAfter(zone: string, end: number, quoted: boolean, own: RegExp | null): Range[] {
  const ranges: Range[] = [];
  const [begin, stop] = sentenceAround(zone, end > 0 ? end - 1 : 0, end);
  // The next item of a list is a wish beside the one before, and not what that one orders.
  const isList = LIST_ITEM.test(zone.slice(begin, stop));
  let at = stop;
  for (let n = 0; n < MAX_SENTENCES && at < zone.length; n++) {
    while (at < zone.length && /\s/.test(zone.charAt(at))) at++;
    if (at >= zone.length) break;
    const to = sentenceAround(zone, at, at + 1)[1];
    const sentence = zone.slice(at, to);
    if (!quoted && isList && LIST_ITEM.test(sentence) && isHarmlessWish(sentence)) break;
    if (!ORDER.test(sentence) || (own?.test(sentence) ?? false)) break;
    if (!quoted && OF_THE_TASK.test(sentence)) break;
    ranges.push([at, to]);
    at = to;
  }
  return ranges;
}

function ordersBefore(zone: string, start: number): Range[] {
  const ranges: Range[] = [];
  let to = sentenceAround(zone, start, start + 1)[0];
  for (let n = 0; n < MAX_SENTENCES && to > 0; n++) {
    while (to > 0 && /\s/.test(zone.charAt(to - 1))) to--;
    if (to === 0) break;
    const from = sentenceAround(zone, to - 1, to)[0];
    if (from >= to || !ORDER.test(zone.slice(from, to))) break;
    ranges.unshift([from, to]);
    to = from;
  }
  return ranges;
}
