// SPDX-License-Identifier: Apache-2.0

import { plainFormOf, withoutDisguise } from '../intake/plain.ts';
import type { Finding } from '../types.ts';
import { inert } from './inert.ts';
import { MIN_VALUE_LENGTH, ValueIndex } from './value-index.ts';

/** A stretch of the text as given that is never shown. UTF-16 units, half open. */
export interface MaskedRange {
  readonly start: number;
  readonly end: number;
  /** What stands in its place. */
  readonly label: string;
}

/** What must not be shown of one text. */
export interface MaskPlan {
  /** What was found sensitive. Sorted, apart from each other. */
  readonly ranges: readonly MaskedRange[];
  /** Those and, in a text that holds something sensitive, every opaque run: it may be the same thing, encoded. */
  readonly hidden: readonly MaskedRange[];
  /** The values themselves: wherever else they turn up, they are masked too. */
  readonly values: ValueIndex;
  /** The values in lower case, one a line: no word of theirs is shown. */
  readonly words: string;
}

const NO_PLAN: MaskPlan = { ranges: [], hidden: [], values: new ValueIndex([]), words: '' };
/** Contract section 2, masking: "first 4 characters and length". */
const SHOWN_CHARACTERS = 4;
/** Of a short value at most a quarter is shown. */
const SHOWN_SHARE = 4;

/** `AKIA… (20 characters)`. Lengths are code points; white space and control characters are never among those shown. */
export function maskValue(value: string): string {
  const characters = [...value];
  const shown = Math.min(SHOWN_CHARACTERS, Math.floor(characters.length / SHOWN_SHARE));
  const head = /^[\p{L}\p{N}\p{P}\p{S}]*/u.exec(characters.slice(0, shown).join(''))?.[0] ?? '';
  return `${head}… (${characters.length} characters)`;
}

/** Without anything of the value: for stretches that only contain something sensitive somewhere. */
function maskUnseen(value: string): string {
  return `… (${[...value].length} characters)`;
}

/**
 * Collects what is sensitive in a text. A pattern knows exactly what it found; the AI scan only knows a stretch, so it
 * hides what the patterns left of it. A value that was encoded hides the whole encoded run; one that stands in disguise
 * elsewhere is hidden there too.
 */
export function planMasks(given: string, findings: readonly Finding[]): MaskPlan {
  const sensitive = findings.filter((finding) => finding.masked);
  if (sensitive.length === 0) return NO_PLAN;
  const values = new Set<string>();
  const places: Place[] = [];
  for (const { source, matched, also, start_utf16: start, end_utf16: end } of sensitive) {
    if (source === 'ai_scan') continue;
    addValue(values, matched);
    for (const value of also ?? []) addValue(values, value);
    if (start !== null && end !== null) places.push([start, end]);
  }
  const found = wholeTokens(given, places);
  for (const [start, end] of found) addValue(values, given.slice(start, end));
  const index = new ValueIndex(values);
  const exact = wholeTokens(given, [...found, ...index.find(given), ...disguisedPlaces(given, values)]);
  const ranges = coverRest(given, labelled(given, exact), sensitive);
  return { ranges, hidden: withOpaque(given, ranges), values: index, words: [...values].join('\n').toLowerCase() };
}

type Place = readonly [start: number, end: number];

/** The same value further on is as secret as where a pattern saw it, however it is written there. */
function disguisedPlaces(given: string, values: ReadonlySet<string>): Place[] {
  const plain = plainFormOf(given);
  if (plain === null) return [];
  const index = new ValueIndex([...values].map(withoutDisguise));
  return index.find(plain.text).map(([start, end]) => plain.rangeToGiven(start, end));
}

/** As long as the shortest encoding of a value worth hiding; ordinary words of that length have no digit. */
const OPAQUE = /[A-Za-z0-9+/_-]{24,}={0,2}|(?:%[0-9A-Fa-f]{2}|\\x[0-9A-Fa-f]{2}|=[0-9A-F]{2}){8,}/g;

function withOpaque(given: string, ranges: readonly MaskedRange[]): MaskedRange[] {
  const opaque: MaskedRange[] = [];
  let next = 0;
  for (const { index: start, 0: run } of given.matchAll(OPAQUE)) {
    const end = start + run.length;
    while (next < ranges.length && (ranges[next] as MaskedRange).end <= start) next++;
    const overlaps = next < ranges.length && (ranges[next] as MaskedRange).start < end;
    if (!overlaps && /\d/.test(run)) opaque.push({ start, end, label: maskValue(run) });
  }
  return opaque.length === 0 ? [...ranges] : [...ranges, ...opaque].sort((a, b) => a.start - b.start);
}

function addValue(values: Set<string>, value: string): void {
  if (value.length >= MIN_VALUE_LENGTH) values.add(value);
}

/**
 * Places in order and apart from each other. A pattern may end before its value does; the characters that go on without a
 * break belong to it. No character is read twice, however many places lie in one token.
 */
function wholeTokens(given: string, places: readonly Place[]): Place[] {
  const joined: [number, number][] = [];
  for (const [start, end] of [...places].sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = joined.at(-1);
    if (last !== undefined && start < last[1]) {
      if (end > last[1]) last[1] = tokenEnd(given, end);
    } else joined.push([tokenStart(given, start, last?.[1] ?? 0), tokenEnd(given, end)]);
  }
  return joined;
}

function tokenStart(given: string, start: number, floor: number): number {
  let from = start;
  if (isTokenUnit(given.charCodeAt(start))) while (from > floor && isTokenUnit(given.charCodeAt(from - 1))) from--;
  return from;
}

function tokenEnd(given: string, end: number): number {
  let to = end;
  if (isTokenUnit(given.charCodeAt(end - 1))) while (to < given.length && isTokenUnit(given.charCodeAt(to))) to++;
  return to;
}

function labelled(given: string, places: readonly Place[]): MaskedRange[] {
  return places.map(([start, end]) => ({ start, end, label: maskValue(given.slice(start, end)) }));
}

/** ASCII letters, digits, `_` and `-`, and on the way out `+` and `/` of base64. */
function isTokenUnit(unit: number): boolean {
  return (
    (unit >= 48 && unit <= 57) ||
    (unit >= 65 && unit <= 90) ||
    (unit >= 97 && unit <= 122) ||
    unit === 95 ||
    unit === 45 ||
    unit === 43 ||
    unit === 47
  );
}

/** Adds what the AI scan holds for sensitive, cut around the exact ranges. */
function coverRest(given: string, exact: readonly MaskedRange[], sensitive: readonly Finding[]): MaskedRange[] {
  const covered = [...exact];
  for (const finding of sensitive) {
    if (finding.source !== 'ai_scan' || finding.start_utf16 === null || finding.end_utf16 === null) continue;
    let from = finding.start_utf16;
    const gaps: MaskedRange[] = [];
    for (const range of [...covered].sort((a, b) => a.start - b.start)) {
      if (range.end <= from || range.start >= finding.end_utf16) continue;
      addGap(given, gaps, from, range.start);
      from = Math.max(from, range.end);
    }
    addGap(given, gaps, from, finding.end_utf16);
    covered.push(...gaps);
  }
  return covered.sort((a, b) => a.start - b.start);
}

function addGap(given: string, gaps: MaskedRange[], start: number, end: number): void {
  const text = given.slice(start, end);
  if (/[\p{L}\p{N}]/u.test(text)) gaps.push({ start, end, label: maskUnseen(text) });
}

/** A stretch of the text as given, made inert, with everything sensitive masked. Ranges that it cuts are masked whole. */
export function showGiven(given: string, start: number, end: number, plan: MaskPlan): string {
  if (plan.hidden.length === 0) return inert(given.slice(start, end));
  let shown = '';
  let at = start;
  for (const range of rangesWithin(plan.hidden, start, end)) {
    if (range.start > at) shown += given.slice(at, range.start);
    shown += range.label;
    at = range.end;
  }
  if (at < end) shown += given.slice(at, end);
  return inert(maskValues(shown, plan));
}

/** The ranges that overlap a stretch; they are sorted and apart, so the first is found by halving. */
export function rangesWithin(ranges: readonly MaskedRange[], start: number, end: number): readonly MaskedRange[] {
  const first = firstIndex(ranges, (range) => range.end > start);
  let last = first;
  while (last < ranges.length && (ranges[last] as MaskedRange).start < end) last++;
  return ranges.slice(first, last);
}

function firstIndex(ranges: readonly MaskedRange[], holds: (range: MaskedRange) => boolean): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(ranges[middle] as MaskedRange)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Masks every occurrence of a value that was found sensitive, in a text that is not the text as given. */
export function maskValues(text: string, plan: MaskPlan): string {
  let shown = '';
  let at = 0;
  for (const [start, end] of plan.values.find(text)) {
    shown += text.slice(at, start) + maskValue(text.slice(start, end));
    at = end;
  }
  return at === 0 ? text : shown + text.slice(at);
}
