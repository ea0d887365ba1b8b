// SPDX-License-Identifier: Apache-2.0
import { severityRank } from '../judgement/judge.ts';
import type { CompiledPack, PatternMatch } from '../stages.ts';
import type { DecodeLayer, Finding } from '../types.ts';
import { wholeWords } from './places.ts';

/** Where a match lies in the text as given. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly layers: readonly DecodeLayer[];
  readonly matched: string;
}

const NOT_DECODED: readonly DecodeLayer[] = [];
const NO_FINDINGS: readonly Finding[] = [];

/** A finding of a pattern, which knows its place. */
type Placed = Finding & { readonly start_utf16: number; readonly end_utf16: number; also?: Set<string> };

/**
 * Keeps one finding of a pattern per place: as given before normalised before decoded, which is the order of the calls.
 * The findings of one pattern are apart from each other and in the order of the text, however many there are.
 */
export class FindingList {
  readonly #pack: CompiledPack;
  /** Made with the first finding: most texts have none. */
  #byPattern: Map<number, Placed[]> | null = null;

  constructor(pack: CompiledPack) {
    this.#pack = pack;
  }

  get patternsHit(): number {
    return this.#byPattern?.size ?? 0;
  }

  /** What is never shown keeps its exact place; the rest ends where a reader would end it. */
  place(match: PatternMatch, given: string, from: number, to: number): Place {
    const masked = this.#pack.patterns[match.pattern]?.masked === true;
    const [start, end] = masked ? [from, to] : wholeWords(given, from, to);
    return { start, end, layers: NOT_DECODED, matched: given.slice(start, end) };
  }

  add(match: PatternMatch, place: Place): void {
    this.#byPattern ??= new Map();
    let list = this.#byPattern.get(match.pattern);
    if (list === undefined) {
      list = [];
      this.#byPattern.set(match.pattern, list);
    }
    const behind = firstFrom(list, place.end);
    const first = firstEndingAfter(list, place.start, behind);
    if (first === behind) list.splice(behind, 0, this.#finding(match, place));
    else if (this.#holdsMore(list, first, behind, place)) {
      const gravest = list.slice(first, behind).reduce(graver);
      const { start: start_utf16, end: end_utf16, matched } = place;
      list.splice(first, behind - first, { ...gravest, start_utf16, end_utf16, matched });
    } else if (place.layers.length > 0) list[first] = withValue(list[first] as Placed, place.matched);
  }

  /** A disguise may have cut a secret short where the text was read as given: all of it is to be masked. */
  #holdsMore(list: readonly Placed[], first: number, behind: number, { start, end, layers }: Place): boolean {
    const from = list[first] as Placed;
    const to = list[behind - 1] as Placed;
    if (!from.masked || layers.length > 0 || from.decoded_from.length > 0) return false;
    return start <= from.start_utf16 && end >= to.end_utf16 && end - start > to.end_utf16 - from.start_utf16;
  }

  /** In the order of the text. */
  all(): readonly Finding[] {
    if (this.#byPattern === null) return NO_FINDINGS;
    return [...this.#byPattern.values()].flat().sort((a, b) => a.start_utf16 - b.start_utf16);
  }

  #finding(match: PatternMatch, place: Place): Placed {
    const pattern = this.#pack.patterns[match.pattern] as CompiledPack['patterns'][number];
    return {
      source: 'precheck',
      pattern_id: pattern.id,
      category: pattern.category,
      article: pattern.article,
      severity: match.severity,
      confidence: match.confidence,
      start_utf16: place.start,
      end_utf16: place.end,
      decoded_from: place.layers,
      matched: place.matched,
      masked: pattern.masked,
      what: match.what,
      ...(match.remediation !== null && { remediation: match.remediation }),
    };
  }
}

/** Several values can be encoded in one run: it is one finding, and all of them are to be masked. */
function withValue(finding: Placed, value: string): Placed {
  if (!finding.masked || finding.matched === value) return finding;
  const also = finding.also ?? new Set<string>();
  also.add(value);
  return finding.also === undefined ? { ...finding, also } : finding;
}

/** The first finding of an ordered list that begins at `end` or later. */
function firstFrom(list: readonly Placed[], end: number): number {
  // Matches mostly come in the order of the text.
  if (list.length === 0 || (list[list.length - 1] as Placed).start_utf16 < end) return list.length;
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as Placed).start_utf16 >= end) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Of the findings before `behind`, the first of those that end after `start`. */
function firstEndingAfter(list: readonly Placed[], start: number, behind: number): number {
  let first = behind;
  while (first > 0 && (list[first - 1] as Placed).end_utf16 > start) first--;
  return first;
}

function graver(a: Placed, b: Placed): Placed {
  const rank = severityRank(b.severity) - severityRank(a.severity);
  return rank > 0 || (rank === 0 && b.confidence > a.confidence) ? b : a;
}
