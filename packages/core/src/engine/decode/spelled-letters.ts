// SPDX-License-Identifier: Apache-2.0
import { languageScore } from '../entropy/bigrams.ts';
import { MAX_FOUND, type Run } from './decode-plausible.ts';
import { segmented } from './segment.ts';

/** Letters and digits that stand alone, whatever parts them. Bounded, so that a long text costs what it is long. */
const ROW = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[^\p{L}\p{N}]{1,8}[\p{L}\p{N}]){9,3999}(?![\p{L}\p{N}])/gu;
const CELL = /([\p{L}\p{N}])/u;
const LETTER = /\p{L}/gu;
/** Tables and formulas have digits. */
const LETTERS_SHARE = 0.75;
/** Of the gaps: the commonest parts letters where it is so common, else the shortest do. */
const COMMONEST_SHARE = 0.5;
const LONGEST_WORD = 14;
/** Where some words are parted the others are, and few are so long. */
const LONGEST_PARTED = 20;
/** Bits per character: the plain text must read as language. */
const MAX_PLAIN_SCORE = 5;
const MIN_MEAN_LENGTH = 1.8;

/** Rows of spelled letters as words: `'.'.join(text)` in any sign or signs, blanks parted like letters or not. */
export function spelledRows(text: string): Run[] {
  const found: Run[] = [];
  for (const match of text.matchAll(ROW)) {
    const row = wordsOf(match[0], text.slice(match.index + match[0].length, match.index + match[0].length + BEHIND));
    if (row === null) continue;
    found.push({ text: row.text, start: match.index, end: match.index + match[0].length + row.behind });
    if (found.length >= MAX_FOUND) break;
  }
  return found;
}

/** Units behind a row in which the signs that end its sentence are looked for. */
const BEHIND = 32;

function wordsOf(row: string, behind: string): { text: string; behind: number } | null {
  // A letter or digit at each odd place, what stands behind it at the next: nothing behind the last.
  const parts = row.split(CELL);
  const cells = parts.length >> 1;
  const letters = row.match(LETTER)?.length ?? 0;
  if (letters < LETTERS_SHARE * cells) return null;
  const parting = partingOf(parts.filter((_, at) => at % 2 === 0).slice(1, -1));
  const between = new Map<string, string>([['', '']]);
  let plain = '';
  let words = 1;
  for (let at = 1; at < parts.length; at += 2) {
    const gap = parts[at + 1] as string;
    let said = between.get(gap);
    if (said === undefined) {
      said = parting.has(gap) ? '' : betweenWords(gap, parting);
      between.set(gap, said);
    }
    plain += parts[at] + said;
    if (said !== '' && /\s/.test(said)) words++;
  }
  const ending = parting.size === 1 ? endingOf(behind, [...parting][0] as string) : { text: '', length: 0 };
  const longest = words === 1 ? LONGEST_WORD : LONGEST_PARTED;
  const text = plain.replace(/[\p{L}\p{N}]+/gu, (word) => (word.length > longest ? (segmented(word) ?? word) : word));
  if (words > 1 && cells < MIN_MEAN_LENGTH * words) return null;
  if (/[a-z]/i.test(text) && languageScore(text) > MAX_PLAIN_SCORE) return null;
  return { text: text + ending.text, behind: ending.length };
}

/** The gaps that stand between letters of one word. */
function partingOf(gaps: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const gap of gaps) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  const [commonest, count] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
  if (count >= COMMONEST_SHARE * gaps.length) return new Set([commonest]);
  const shortest = Math.min(...gaps.map((gap) => gap.length));
  return new Set(gaps.filter((gap) => gap.length === shortest));
}

/** What a gap between words says once the signs that part letters are taken out. */
function betweenWords(gap: string, parting: ReadonlySet<string>): string {
  if (parting.size === 1) {
    const parted = partedSigns(gap, [...parting][0] as string);
    if (parted !== null) return parted.text;
  }
  const said = gap.replace(/[^\s.,;:!?'’-]/gu, '').trim();
  const signs = [...said].filter((sign) => ![...parting].some((part) => part.includes(sign))).join('');
  if (/^['’]$/.test(signs) && !/\s/.test(gap)) return signs;
  return `${/^[.,;:!?]/.test(signs) ? signs[0] : ''} `;
}

/** `. .` and `.'.` are a blank and an apostrophe that dots part from the letters beside them. */
function partedSigns(gap: string, part: string): { text: string } | null {
  let text = '';
  let at = 0;
  while (gap.startsWith(part, at)) {
    at += part.length;
    if (at === gap.length) return text === '' ? null : { text };
    const sign = String.fromCodePoint(gap.codePointAt(at) as number);
    text += sign;
    at += sign.length;
  }
  return null;
}

/** Signs behind the last letter, parted like the letters. */
function endingOf(behind: string, part: string): { text: string; length: number } {
  let text = '';
  let at = 0;
  while (behind.startsWith(part, at)) {
    const sign = behind.slice(at + part.length, at + part.length + 1);
    if (!/^[.,;:!?"'’”)]$/.test(sign)) break;
    text += sign;
    at += part.length + 1;
  }
  return { text, length: at };
}
