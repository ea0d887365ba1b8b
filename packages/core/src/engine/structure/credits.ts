// SPDX-License-Identifier: Apache-2.0
/**
 * Addresses under which the people who make a published work are named in it: in its history, its licence and the heads of
 * its files. They are printed there to be read by anybody.
 */

import { OF_A_PERSON } from './contact-words.ts';
import { MADE, MAKERS } from './credit-words.ts';

/** Marks of comments and lists before the words of a line. */
const MARKS = '^[\\s#*/%;!|+>.~-]*(?:dnl |REM |<!--\\s)?\\s*(?:\\d{1,2}[.)]\\s)?';
const NAME = "[\\p{Lu}\\p{N}][\\p{L}\\p{M}\\p{N}.,'’\\x22()&/_-]*(?:\\s+[\\p{L}\\p{M}\\p{N}.,'’\\x22()&/_-]+){0,7}";
const YEARS = '(?:19|20)\\d\\d(?:\\s?[-–,]\\s?(?:(?:19|20)?\\d\\d|present|now))*';
const MAIL = '[<(\\[\'"]?\\s?(?:mailto:)?$';

/** Up to the address: the line of a history under which a change stands, or that ends it. */
const HISTORY = new RegExp(
  `^ ?-- ?${NAME}\\s+<$|^\\s*\\[ ${NAME}\\s+<$|^\\s*\\*?\\s*(?:(?:19|20)\\d\\d-\\d\\d-\\d\\d(?: [A-Z][a-z]{2,8})?|\\d{1,3}(?:\\.\\d{1,4}){1,3}|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .{6,32}?)(?: \\d\\d:\\d\\d(?::\\d\\d)?(?: [+-]\\d{4})?)?\\s+${NAME}\\s+${MAIL}`,
  'u',
);
/** A line that says who made the work, or a part of it. */
const CREDIT = new RegExp(
  `${MARKS}(?:(?:[:@]?(?:__)?(?:author|maintainer|contributor|uploader|developer|translator|packager|committer)s?(?:__)?(?:[ _-]?e?-?mail)?(?:__)?|copyright|©|\\(c\\)|upstream(?: author| contact)?s?|signed-off-by|(?:co-authored|acked|reviewed|tested|reported|suggested|submitted|helped)-by|original(?:ly)? (?:author|by|written)|(?:contact|e-?mail|write to) the (?:author|maintainer|developer)s?|last change|credits?|written|created|contributed|maintained|developed|ported|packaged|debianized|translated|designed|implemented|adapted|modified|rewritten|based on|code|patch(?:es)?|derived)\\b)[^@\\n]{0,120}$`,
  'iu',
);
const BY_WHOM = new RegExp(
  `(?:\\b(?:by|thanks(?: go)?(?: to)?|thank|from|author|maintainers?|patch(?:es)?|copyright|©|\\(c\\)|credits? to)\\b|${YEARS},?)[\\s:,]+(?:${YEARS}[\\s,]+)?(?:by\\s+)?${NAME}\\s*${MAIL}`,
  'iu',
);
/** The same beyond English: what was done, and the name of who did it on the same line. */
const MADE_BY = new RegExp(`(?:${MADE})[^@\\n]{0,80}?${NAME}\\s*${MAIL}`, 'iu');
/** A signature that says when. */
const DATED_BEHIND =
  /^[^\s>)]+[>)],? {1,3}(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{1,2} |(?:19|20)\d\d-\d\d-\d\d|\((?:19|20)\d\d(?:[-–](?:19|20)?\d\d)?\))/u;
/** Behind the address: what somebody did for the work. */
const DID_BEHIND =
  /^[^\s>)]+[>)],? (?:wrote (?:the|this|most|parts|much|all) |(?:maintains|maintained|ported|packaged|translated) |(?:is|was) (?:the|its) (?:\p{L}+ )?(?:author|maintainer|translator)\b)/u;
/** Further names below such a line. */
const NAME_ONLY = new RegExp(`${MARKS}(?:(?:and|${YEARS}),?\\s+)*${NAME}\\s*[<(]$`, 'u');
/** The last of several names in a row. */
const NEXT_NAME = new RegExp(`^[>)]?[,;]?\\s*(?:(?:\\p{Ll}{1,3}|and|oraz)\\s+)?${NAME}\\s*[<(]$`, 'u');
const SIGNED = new RegExp(
  `copyright|author|maintainer|contributor|©|\\(c\\)|written|credits|thanks|upstream|acknowledge?ments|(?:${MAKERS})[^.!?\\n]*$`,
  'iu',
);
/** A line that is nothing but the heading above who made a work, as manuals have it. */
const HEADING = new RegExp(
  `^[\\s#=*.]*(?:head\\d |SH )?["']?(?:authors?|credits|maintainers?|contributors|acknowledge?ments|history|translat(?:ors?|ion)|${MAKERS})[\\p{L}\\s"':=*-]{0,24}$`,
  'iu',
);
/** Below it, the sentence that leads up to an address. */
const LEADS_UP = /^[^@\n]{0,140}[<(]\s?(?:mailto:)?$/u;
/** What a heading does not make a credit: an order to write to somebody. */
const ORDERS =
  /(?<!\p{L})(?:send|e-?mail|contact|tell|ask|call|forward|schick\p{L}*|envoy\p{L}*|envi\p{L}*|invia\p{L}*)(?!\p{L})/iu;
/** Nor is it one where somebody's own mailbox is told. */
const PRIVATE =
  /(?<!\p{L})(?:private|personal|own|secret) (?:\p{L}{1,10} )?(?:(?:e-?)?mails?|mailbox|address(?:es)?|accounts?|numbers?)(?!\p{L})/iu;
/** A list of names below a copyright, or below a heading of authors, is no longer. */
const MOST_ROWS = 120;
const SHORT_ROW = 64;

export interface Row {
  /** UTF-16 offset of its first unit. */
  readonly start: number;
  readonly raw: string;
}

/** How a row goes on with who made a work: below a heading of authors, with names alone, or not at all. */
export type Among = 'heading' | 'names' | null;

/** Which rows go on with the names that a copyright or a heading of authors begins. One pass over the text. */
export function rowsOfNames(rows: readonly Row[]): readonly Among[] {
  let left = 0;
  let headed = false;
  return rows.map(({ raw }) => {
    if (HEADING.test(raw)) headed = true;
    if (SIGNED.test(raw) || HEADING.test(raw)) left = MOST_ROWS;
    else left = goesOn(raw) ? left - 1 : 0;
    headed &&= left > 0;
    if (left <= 0) return null;
    return headed ? 'heading' : 'names';
  });
}

/** Names go on over rows that hold an address or a year, and over short ones that end no sentence. */
const goesOn = (raw: string) =>
  /@|\b(?:19|20)\d\d\b/u.test(raw) || (raw.length <= SHORT_ROW && !/[a-z)][.!?:]\s*$/u.test(raw));

/** Whether the address that begins at an offset of a row is that of somebody who is credited with the work. */
export function isCredited({ start, raw }: Row, at: number, among: Among): boolean {
  const before = raw.slice(0, at - start).slice(-200);
  if (HISTORY.test(before)) return true;
  if (PRIVATE.test(before)) return false;
  if (BY_WHOM.test(before) || MADE_BY.test(before)) return true;
  if (CREDIT.test(before) && !OF_A_PERSON.test(before)) return true;
  const last = before.slice(Math.max(before.lastIndexOf('>'), before.lastIndexOf('),')) + 1);
  const isNamed = NAME_ONLY.test(before) || (last !== before && NEXT_NAME.test(last));
  if (among !== null && isNamed && !OF_A_PERSON.test(before)) return true;
  if (among === 'heading' && LEADS_UP.test(last) && !ORDERS.test(last) && !OF_A_PERSON.test(last)) return true;
  const behind = raw.slice(at - start);
  return NAME_ONLY.test(before) && (DATED_BEHIND.test(behind) || DID_BEHIND.test(behind));
}
