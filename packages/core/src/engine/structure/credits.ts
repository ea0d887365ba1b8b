// SPDX-License-Identifier: Apache-2.0
/**
 * Addresses under which the people who make a published work are named in it: in its history, its licence and the heads of
 * its files. They are printed there to be read by anybody.
 */

/** Marks of comments and lists before the words of a line. */
const MARKS = '^[\\s#*/%;!|+>.~-]*(?:dnl |REM |<!--\\s)?\\s*(?:\\d{1,2}[.)]\\s)?';
const NAME = "[\\p{Lu}\\p{N}][\\p{L}\\p{M}\\p{N}.,'’\\x22()&/_-]*(?:\\s+[\\p{L}\\p{M}\\p{N}.,'’\\x22()&/_-]+){0,7}";
const YEARS = '(?:19|20)\\d\\d(?:\\s?[-–,]\\s?(?:(?:19|20)?\\d\\d|present|now))*';
const MAIL = '[<(\\[\'"]?\\s?(?:mailto:)?$';

/** Up to the address: the line of a history under which a change stands, or that ends it. */
const HISTORY = new RegExp(
  `^ ?-- ?${NAME}\\s+<$|^\\s*\\[ ${NAME}\\s+<$|^\\s*\\*?\\s*(?:(?:19|20)\\d\\d-\\d\\d-\\d\\d|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .{6,32}?)(?: \\d\\d:\\d\\d(?::\\d\\d)?(?: [+-]\\d{4})?)?\\s+${NAME}\\s+${MAIL}`,
  'u',
);
/** A line that says who made the work, or a part of it. */
const CREDIT = new RegExp(
  `${MARKS}(?:(?:[:@]?(?:__)?(?:author|maintainer|contributor|uploader|developer|translator|packager|committer)s?(?:__)?(?:[ _-]?e?-?mail)?(?:__)?|copyright|©|\\(c\\)|upstream(?: author| contact)?s?|signed-off-by|(?:co-authored|acked|reviewed|tested|reported|suggested|submitted|helped)-by|original(?:ly)? (?:author|by|written)|last change|credits?|written|created|contributed|maintained|developed|ported|packaged|debianized|translated|designed|implemented|adapted|modified|rewritten|based on|code|patch(?:es)?|derived)\\b)[^@\\n]{0,120}$`,
  'iu',
);
const BY_WHOM = new RegExp(
  `(?:\\b(?:by|thanks(?: go)?(?: to)?|thank|from|author|maintainers?|patch(?:es)?|copyright|©|\\(c\\)|credits? to)\\b|${YEARS},?)[\\s:,]+(?:${YEARS}[\\s,]+)?(?:by\\s+)?${NAME}\\s*${MAIL}`,
  'iu',
);
/** A signature that says when. */
const DATED_BEHIND = /^[^\s>)]+[>)],? {1,3}(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{1,2} |(?:19|20)\d\d-\d\d-\d\d)/u;
/** Further names below such a line. */
const NAME_ONLY = new RegExp(`${MARKS}(?:(?:and|${YEARS}),?\\s+)*${NAME}\\s*[<(]$`, 'u');
const SIGNED = /copyright|author|maintainer|contributor|©|\(c\)|written|credits|thanks|upstream/iu;
/** A list of names below a copyright, or below a heading of authors, is no longer. */
const MOST_ROWS = 120;
const SHORT_ROW = 64;

export interface Row {
  /** UTF-16 offset of its first unit. */
  readonly start: number;
  readonly raw: string;
}

/** Which rows go on with the names that a copyright or a heading of authors begins. One pass over the text. */
export function rowsOfNames(rows: readonly Row[]): readonly boolean[] {
  let left = 0;
  return rows.map(({ raw }) => {
    if (SIGNED.test(raw)) left = MOST_ROWS;
    else left = goesOn(raw) ? left - 1 : 0;
    return left > 0;
  });
}

/** Names go on over rows that hold an address or a year, and over short ones that end no sentence. */
const goesOn = (raw: string) =>
  /@|\b(?:19|20)\d\d\b/u.test(raw) || (raw.length <= SHORT_ROW && !/[a-z)][.!?:]\s*$/u.test(raw));

/** Whether the address that begins at an offset of a row is that of somebody who is credited with the work. */
export function isCredited({ start, raw }: Row, at: number, isAmongNames: boolean): boolean {
  const before = raw.slice(0, at - start).slice(-200);
  return (
    HISTORY.test(before) ||
    CREDIT.test(before) ||
    BY_WHOM.test(before) ||
    (isAmongNames && NAME_ONLY.test(before)) ||
    (NAME_ONLY.test(before) && DATED_BEHIND.test(raw.slice(at - start)))
  );
}
