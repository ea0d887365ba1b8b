// SPDX-License-Identifier: Apache-2.0
/** Threats between marks that somebody tells of: what was said to them or to others, in a tale, before a court. */
import type { Stretch } from './prevention.ts';
import { quotedParts } from './quoted-parts.ts';
import {
  callsOnReader,
  MEANT,
  ON_WHAT_IS_MINE,
  PASSED_ON,
  SAID_BY_WRITER,
  SEEKS_HELP,
  SETTING,
  SOMEBODY_SPEAKS,
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
  isTold(given, start, end) && !isMeant(given, start, end);

/** @param start of the opening mark, `end` behind the closing one */
function isTold(given: string, start: number, end: number): boolean {
  const before = unquoted(given.slice(Math.max(0, start - TELLING_REACH), start));
  const behind = unquoted(given.slice(end, end + BEHIND_REACH));
  const around = `${before}\n${behind}`;
  if (TOLD_TO_SOMEBODY.test(around) || ON_WHAT_IS_MINE.test(around)) return true;
  return SOMEBODY_SPEAKS.test(around) && (SETTING.test(around) || SEEKS_HELP.test(around));
}

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
  if (next !== null && /^[\s,.]*$/.test(behind.slice(0, next.index))) return true;
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
