// SPDX-License-Identifier: Apache-2.0
/** Threats between marks that somebody tells of: what was said to them or to others, in a tale, before a court. */
import type { Stretch } from './prevention.ts';
import { quotedParts } from './quoted-parts.ts';
import { COMMUNICATION, SOMEBODY } from './tellers.ts';
import {
  callsOnReader,
  MEANT,
  ON_WHAT_IS_MINE,
  PASSED_ON,
  SAID_BY_WRITER,
  SEEKS_HELP,
  SETTING,
  TOLD_TO_SOMEBODY,
} from './told-words.ts';

/** UTF-16 units around a quotation: where somebody says who speaks, and where somebody may stand by it. */
const TELLING_REACH = 120;
const BEHIND_REACH = 70;
const MEANING_REACH = 240;
const MOST = 32;

/** Quotations of which the words around say that somebody else said them, and not to the reader; half open, in order. */
export function toldThreats(given: string): readonly Stretch[] {
  return quotedParts(given)
    .slice(0, MOST)
    .filter(({ start, end }) => isToldThreat(given, start, end))
    .map((part) => ({ ...part, instead: '“…”' }));
}

/** @param start of the opening mark, `end` behind the closing one */
export const isToldThreat = (given: string, start: number, end: number): boolean =>
  howTold(given, start, end) === 'told' && !isMeant(given, start, end);

/** Whether somebody else seems to speak, and nothing says more: what only a person can tell. */
export const mayBeTold = (given: string, start: number, end: number): boolean =>
  howTold(given, start, end) !== null && !isMeant(given, start, end);

function howTold(given: string, start: number, end: number): 'told' | 'perhaps' | null {
  const before = unquoted(given.slice(Math.max(0, start - TELLING_REACH), start));
  const behind = unquoted(given.slice(end, end + BEHIND_REACH));
  const around = `${before}\n${behind}`;
  if (TOLD_TO_SOMEBODY.test(around) || ON_WHAT_IS_MINE.test(around)) return 'told';
  if (!COMMUNICATION.test(around)) return null;
  if (!ADDRESSED.test(before) && (SETTING.test(around) || SEEKS_HELP.test(around))) return 'told';
  return SOMEBODY.test(around) && isStory(around, end - start) ? 'perhaps' : null;
}

/** "To my neighbour, who shouts every night: …" */
const ADDRESSED =
  /(?:^|[.!?\n]\s*)(?:to|for|dear|an|für|liebe[rs]?|à|aux?|pour|cher|chère|para|al|alla|ai|alle|per|voor|aan|beste|моему|моей|всем|тому|дорог\p{L}+|致|给|إلى)(?!\p{L})[^.!?\n]{0,110}[:：,，]\s*$/iu;

/** A tag behind or before a threat tells nothing: who tells of one says more than was said. */
const isStory = (around: string, quoted: number): boolean =>
  around.trim().length >= (DENSE.test(around) ? 10 : 36) && around.length >= quoted;
/** Of these scripts a word takes two units. */
const DENSE = /[\u2e80-\u9fff]/u;

/** Whether whoever quotes stands by what is said, speaks to the one it is meant for, or has it passed on. */
export function isMeant(given: string, start: number, end: number): boolean {
  const before = unquoted(given.slice(Math.max(0, start - MEANING_REACH), start));
  const behind = unquoted(given.slice(end, end + MEANING_REACH));
  const around = `${before}\n${behind}`;
  return MEANT.test(around) || PASSED_ON.test(around) || callsOnReader(around) || isOwn(before, behind);
}

/** Whether whoever quotes is the one who says it: the last who is said to speak before it, or the first behind it. */
function isOwn(before: string, behind: string): boolean {
  const next = SAID_BY_WRITER.exec(behind);
  if (next !== null && /^[\s,]*$/.test(behind.slice(0, next.index))) return true;
  const own = lastMatch(SAID_BY_WRITER, before);
  const told = own === null ? null : lastMatch(TOLD_TO_SOMEBODY, before);
  return own !== null && (told === null || told.start < own.end);
}

/** Other quotations say nothing of this one. */
const unquoted = (text: string) => {
  let rest = text;
  for (const { start, end } of quotedParts(text).toReversed()) rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  return rest;
};

/** The last match, though an earlier one may hold it. */
function lastMatch(expression: RegExp, text: string): Stretch | null {
  const again = new RegExp(expression.source, `${expression.flags}g`);
  let last: Stretch | null = null;
  for (let found = again.exec(text); found !== null; found = again.exec(text)) {
    last = { start: found.index, end: found.index + found[0].length };
    again.lastIndex = found.index + 1;
  }
  return last;
}
