// SPDX-License-Identifier: Apache-2.0
/** Where a finding begins and ends for a reader: whole words, whole addresses, and one finding for one thing. */
import { severityRank } from '../judgement/judge.ts';
import type { Finding } from '../types.ts';

/** Longer words are none; scripts without blanks between words are left as they are. */
const LONGEST_WORD = 40;
const LONGEST_ADDRESS = 300;
const FIRST_WITHOUT_CASE = 0x0590;
const WORD = /[\p{L}\p{N}_'’-]/u;
const ENDS_ADDRESS = /[\s"'<>`)\]}]/;

/** A match that ends inside a word or an address, or begins inside a word, is widened to all of it. */
export function wholeWords(text: string, start: number, end: number): readonly [number, number] {
  let from = start;
  let to = end;
  while (from > 0 && start - from < LONGEST_WORD && joins(text, from - 1, from)) from--;
  while (to < text.length && to - end < LONGEST_WORD && joins(text, to - 1, to)) to++;
  // Nothing is won by half a word more.
  if (start - from === LONGEST_WORD) from = start;
  if (to - end === LONGEST_WORD) to = end;
  return [from, addressEnd(text, from, to)];
}

const joins = (text: string, left: number, right: number) => isWord(text, left) && isWord(text, right);

function isWord(text: string, at: number): boolean {
  return text.charCodeAt(at) < FIRST_WITHOUT_CASE && WORD.test(text[at] as string);
}

/** Behind an address whose beginning is the end of the match. */
function addressEnd(text: string, start: number, end: number): number {
  const begun = /https?:?\/{0,2}[^\s"'<>]{0,80}$/i.exec(text.slice(Math.max(start, end - 100), end));
  if (begun === null || !/^https?:\/\//i.test(text.slice(end - begun[0].length, end + 3))) return end;
  let to = end;
  while (to < text.length && to - end < LONGEST_ADDRESS && !ENDS_ADDRESS.test(text[to] as string)) to++;
  return to;
}

/**
 * One key is found once: by the pattern that knows its vendor, not again as something that is called a key, nor as a run
 * of base64 that hides its meaning. The findings of one pattern are apart from each other, in the order of the text.
 */
export function withoutEchoes(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length < 2 || !findings.some(({ masked }) => masked)) return findings;
  const masked = Map.groupBy(
    findings.filter((finding) => finding.masked),
    ({ pattern_id }) => pattern_id,
  );
  const lists = [...masked.values()];
  return findings.filter((finding) => !isEcho(finding, lists));
}

/** Whether a masked finding says the same of the place, and better. Each list is searched by halving. */
function isEcho(finding: Finding, masked: readonly (readonly Finding[])[]): boolean {
  for (const list of masked) {
    for (let i = lastBefore(list, finding.end_utf16 ?? 0); i >= 0; i--) {
      const other = list[i] as Finding;
      if ((other.end_utf16 ?? 0) <= (finding.start_utf16 ?? 0)) break;
      if (other !== finding && isEchoOf(finding, other)) return true;
    }
  }
  return false;
}

/** The last of an ordered list that begins before a place; -1 where none does. */
function lastBefore(list: readonly Finding[], place: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (((list[middle] as Finding).start_utf16 ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function isEchoOf(finding: Finding, other: Finding): boolean {
  if (!other.masked || !overlap(other, finding) || other.decoded_from.length !== finding.decoded_from.length)
    return false;
  if (finding.category === 'obfuscation') return finding.severity === 'low';
  if (!covers(other, finding)) return false;
  if (finding.category !== other.category || finding.article !== other.article) return false;
  if (finding.pattern_id === other.pattern_id) return false;
  const graver = severityRank(other.severity) - severityRank(finding.severity);
  if (graver !== 0) return graver > 0;
  if (other.confidence !== finding.confidence) return other.confidence > finding.confidence;
  return (other.pattern_id ?? '') < (finding.pattern_id ?? '');
}

function overlap(a: Finding, b: Finding): boolean {
  if (a.start_utf16 === null || b.start_utf16 === null) return false;
  return a.start_utf16 < (b.end_utf16 as number) && b.start_utf16 < (a.end_utf16 as number);
}

function covers(other: Finding, finding: Finding): boolean {
  if (other.start_utf16 === null || finding.start_utf16 === null) return false;
  return other.start_utf16 <= finding.start_utf16 && (finding.end_utf16 as number) <= (other.end_utf16 as number);
}
