// SPDX-License-Identifier: Apache-2.0

import type { Finding } from '../types.ts';
import { inert } from './inert.ts';

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
  /** The values themselves, longest first: wherever else they turn up, they are masked too. */
  readonly values: readonly string[];
}

const NO_PLAN: MaskPlan = { ranges: [], hidden: [], values: [] };
/** Contract section 2, masking: "first 4 characters and length". */
const SHOWN_CHARACTERS = 4;
/** Of a short value at most a quarter is shown. */
const SHOWN_SHARE = 4;
/** Shorter values turn up by chance; replacing them everywhere would hide ordinary words. */
const MIN_VALUE_LENGTH = 6;

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
 * hides what the patterns left of it. A value that was encoded hides the whole encoded run.
 */
export function planMasks(given: string, findings: readonly Finding[]): MaskPlan {
  const sensitive = findings.filter((finding) => finding.masked);
  if (sensitive.length === 0) return NO_PLAN;
  const values = new Set<string>();
  const exact: MaskedRange[] = [];
  const labels = new Map<string, string>();
  for (const finding of sensitive) {
    if (finding.source === 'ai_scan') continue;
    addValue(values, finding.matched);
    if (finding.start_utf16 === null || finding.end_utf16 === null) continue;
    const range = rangeOf(given, finding.start_utf16, finding.end_utf16, labels);
    addValue(values, given.slice(range.start, range.end));
    exact.push(range);
  }
  const places = new Set(exact.map(({ start }) => start));
  const add = (at: number, length: number) => exact.push(rangeOf(given, at, at + length, labels));
  for (const value of values) forEachOccurrence(given, value, places, add);
  const ranges = coverRest(given, disjoint(given, exact), sensitive);
  return { ranges, hidden: withOpaque(given, ranges), values: [...values].sort((a, b) => b.length - a.length) };
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

/** A pattern stops at a number of matches; the same value further on is as secret as the first. */
function forEachOccurrence(
  given: string,
  value: string,
  known: ReadonlySet<number>,
  add: (at: number, length: number) => void,
): void {
  for (let at = given.indexOf(value); at >= 0; at = given.indexOf(value, at + value.length)) {
    if (!known.has(at)) add(at, value.length);
  }
}

function rangeOf(given: string, from: number, to: number, labels: Map<string, string>): MaskedRange {
  const [start, end] = wholeToken(given, from, to);
  const value = given.slice(start, end);
  let label = labels.get(value);
  if (label === undefined) {
    label = maskValue(value);
    labels.set(value, label);
  }
  return { start, end, label };
}

/** A pattern may end before its value does; the characters that go on without a break belong to it. */
function wholeToken(given: string, start: number, end: number): [number, number] {
  let from = start;
  let to = end;
  if (isTokenUnit(given.charCodeAt(start))) while (from > 0 && isTokenUnit(given.charCodeAt(from - 1))) from--;
  if (isTokenUnit(given.charCodeAt(end - 1))) while (to < given.length && isTokenUnit(given.charCodeAt(to))) to++;
  return [from, to];
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

/** Overlapping ranges become one, which shows no more than its first characters. */
function disjoint(given: string, ranges: readonly MaskedRange[]): MaskedRange[] {
  const joined: MaskedRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (last === undefined || range.start >= last.end) joined.push(range);
    else if (range.end > last.end) {
      joined[joined.length - 1] = {
        start: last.start,
        end: range.end,
        label: maskValue(given.slice(last.start, range.end)),
      };
    }
  }
  return joined;
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
  let shown = text;
  for (const value of plan.values) if (shown.includes(value)) shown = shown.replaceAll(value, maskValue(value));
  return shown;
}
