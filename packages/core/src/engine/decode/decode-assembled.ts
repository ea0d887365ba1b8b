// SPDX-License-Identifier: Apache-2.0
import { languageScore } from '../entropy/bigrams.ts';
import type { Run } from './decode-plausible.ts';

/** Of the first so many characters: a request that is cut in pieces is short, and a program is not. */
const MAX_TEXT = 6_000;
const MAX_SUMS = 8;
/** What is put together must be a sentence: as long as one, and reading as language in bits per character. */
const MIN_SUM = 14;
const MAX_SCORE = 4.6;
const MIN_PIECES = 2;

const PIECE = String.raw`(?:"[^"\n]{1,200}"|'[^'\n]{1,200}'|“[^”\n]{1,200}”)`;
const NAME = String.raw`[A-Za-z]\w{0,15}`;
const NAMED = new RegExp(
  String.raw`(?<![\w"'“])(${NAME})\s{0,3}(?::=|=|:|\bis\b|\bbe\b|\bstands for\b)\s{0,3}(${PIECE})`,
  'g',
);
const SUM = new RegExp(
  String.raw`(?<![\w"'“])(?:${NAME}|${PIECE})(?:\s{0,3}(?:\+|\|\||\.\.|&)\s{0,3}(?:${NAME}|${PIECE})){1,24}`,
  'g',
);
const JOINED = new RegExp(String.raw`\[\s{0,4}(${PIECE}(?:\s{0,4},\s{0,4}${PIECE}){1,40})\s{0,4},?\s{0,4}\]`, 'g');
const PIECES = new RegExp(PIECE, 'g');
const ASKS_TO_JOIN = /\bjoin|concat|combine|together|\bstring|\bassembl/i;

/**
 * A sentence in pieces that are harmless alone, as a program would put them together: `a + b` of named pieces, a sum of
 * strings, a list that is to be joined. Texts without such a sign are not read.
 */
export function assembledTexts(text: string): Run[] {
  if (!mayBeInPieces(text)) return [];
  const read = text.slice(0, MAX_TEXT);
  const names = namesIn(read);
  const found: Run[] = [];
  for (const match of read.matchAll(SUM)) keep(found, match, sumOf(match[0], names));
  if (ASKS_TO_JOIN.test(read)) {
    for (const match of read.matchAll(JOINED)) keep(found, match, bodies(match[1] as string).join(''));
  }
  return found;
}

const mayBeInPieces = (text: string) =>
  hasQuotes(text) &&
  (text.includes('+') || text.includes('join') || text.includes('oncat') || text.includes('ombine')) &&
  /["'“][^"'”\n]{1,200}["'”][^"'“]{0,60}["'“]/.test(text.slice(0, MAX_TEXT));

/** Three at least of the single ones, which every apostrophe is. */
function hasQuotes(text: string): boolean {
  if (text.includes('"') || text.includes('“')) return true;
  let at = -1;
  for (let quotes = 0; quotes < MIN_QUOTES; quotes++) {
    at = text.indexOf("'", at + 1);
    if (at < 0) return false;
  }
  return true;
}

const MIN_QUOTES = 3;

function namesIn(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [, name, piece] of text.matchAll(NAMED))
    names.set((name as string).toLowerCase(), bodyOf(piece as string));
  return names;
}

/** Null where a part is neither a piece nor the name of one. */
function sumOf(sum: string, names: ReadonlyMap<string, string>): string | null {
  const parts = sum.match(new RegExp(`${PIECE}|${NAME}`, 'g')) ?? [];
  if (parts.length < MIN_PIECES) return null;
  const values = parts.map((part) => (/^["'“]/.test(part) ? bodyOf(part) : names.get(part.toLowerCase())));
  return values.includes(undefined) ? null : values.join('');
}

const bodyOf = (piece: string) => piece.slice(1, -1);
const bodies = (list: string) => (list.match(PIECES) ?? []).map(bodyOf);

function keep(found: Run[], match: RegExpExecArray, sum: string | null): void {
  if (sum === null || found.length >= MAX_SUMS || sum.length < MIN_SUM) return;
  if (!sum.trim().includes(' ') || languageScore(sum) > MAX_SCORE) return;
  found.push({ text: sum, start: match.index, end: match.index + match[0].length });
}
