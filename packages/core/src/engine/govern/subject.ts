// SPDX-License-Identifier: Apache-2.0
import { splitSentences } from '../intent/intent-terms.ts';
import type { Finding } from '../types.ts';
import { clauseAround } from './passages.ts';
import { MAX_ATTEMPTS, payloadOf, type Range } from './payload.ts';
import { contentWords, sharedContent } from './words.ts';

/** A prompt, or what decodes out of it, with the attempts in it. */
interface Read {
  readonly text: string;
  readonly injections: readonly Finding[];
}

const MIN_DEMAND_WORDS = 2;
const MIN_SUBJECT_WORDS = 3;
/** Share of an injection's own subject that an answer has to take up to have followed it. */
const SUBJECT_TAKEN = 0.5;
/** An order of one word of subject was followed only by an answer that has hardly anything of the lawful task. */
const LAWFUL_HARDLY = 0.25;

/** Kinds of text that an order names and the text itself doesn't. */
const KINDS = contentWords(
  `poem poetry haiku limerick sonnet ballad verse rhyme song rap lyrics story tale essay joke pun riddle list sentence
  paragraph text article letter reply answer response message output word words instead short long funny brief only user
  write tell gedicht lied geschichte witz poème chanson histoire blague poema canción historia chiste cuento`,
);
const VERSE =
  /(?<![\p{L}])(?:poem|poetry|haiku|limerick|sonnet|ballad|verses?|rhymes?|song|rap|lyrics|gedicht|lied|poème|chanson|poema|canción|poesia)(?![\p{L}])/iu;

/** The answer speaks of what the injection ordered and of little else in the prompt, or has the form that it ordered. */
export function takesUpOrder({ text, injections: all }: Read, response: string): boolean {
  const injections = all.slice(0, MAX_ATTEMPTS);
  const ordered = orderedBy(text, injections);
  const order = ordered.map(([start, end]) => text.slice(start, end)).join('\n');
  const answer = contentWords(response);
  const rest = contentWords(outside(text, ordered));
  if (VERSE.test(order) && !VERSE.test(outside(text, ordered)) && isVerse(response)) return true;
  const wanted = withoutOverride(contentWords(order), injections);
  for (const kind of KINDS) wanted.delete(kind);
  const few = wanted.size < MIN_DEMAND_WORDS;
  const taken = sharedContent(wanted, answer, 1);
  if (taken === null || taken < SUBJECT_TAKEN) return false;
  if (few) return (sharedContent(rest, answer, 1) ?? 0) < LAWFUL_HARDLY;
  const lawful = sharedContent(rest, answer, MIN_SUBJECT_WORDS);
  return lawful === null || taken > lawful;
}

/** The attempts with their orders; where those have no task beside them, all of their sentences and a last one behind. */
function orderedBy(text: string, injections: readonly Finding[]): Range[] {
  const payloads = injections.flatMap((finding) => payloadOf(text, finding));
  const own = injections.flatMap(({ start_utf16: start, end_utf16: end }) =>
    start === null || end === null ? [] : [[start, end] as const],
  );
  if (payloads.length > 0) return [...own.map(([start, end]) => clauseAround(text, start, end)), ...payloads];
  const sentences = splitSentences(text);
  const ranges: Range[] = [];
  sentences.forEach((sentence, i) => {
    const touching = own.filter(([start, end]) => start < sentence.end && sentence.start < end);
    if (touching.length > 0) {
      const clauses = touching.map(([start, end]) => clauseAround(text, start, end));
      const slipped = clauses.every(([start]) => start > sentence.start);
      ranges.push(...(slipped ? clauses : [[sentence.start, sentence.end] as const]));
      return;
    }
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === sentences[i - 1]?.end && i === sentences.length - 1) {
      ranges.push([sentence.start, sentence.end]);
    }
  });
  return ranges;
}

function outside(text: string, ranges: readonly Range[]): string {
  let rest = '';
  let at = 0;
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (start > at) rest += `${text.slice(at, start)}\n`;
    at = Math.max(at, end);
  }
  return rest + text.slice(at);
}

/** Without the words of the attempt itself: an answer on the subject doesn't repeat "ignore your instructions". */
function withoutOverride(words: Set<string>, injections: readonly Finding[]): Set<string> {
  for (const { matched, source } of injections) {
    if (source === 'precheck') for (const word of contentWords(matched)) words.delete(word);
  }
  return words;
}

const MIN_LINES = 3;
const MAX_LINE_UNITS = 70;
const LIST_ITEM = /^\s*(?:[-*•#>|]|\d+[.)])/;

/** Several short lines, of which hardly any is an item of a list or a heading. */
function isVerse(response: string): boolean {
  const lines = response.split(/\n| \/ /).filter((line) => line.trim() !== '');
  const verses = lines.filter((line) => line.length <= MAX_LINE_UNITS && !LIST_ITEM.test(line) && !/:\s*$/.test(line));
  return lines.length >= MIN_LINES && verses.length >= lines.length - 1;
}
