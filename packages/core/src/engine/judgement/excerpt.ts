// SPDX-License-Identifier: Apache-2.0

import type { Finding } from '../types.ts';
import { inert } from './inert.ts';
import { type MaskPlan, maskValue, maskValues, rangesWithin, showGiven } from './mask.ts';

/** Contract section 2. Counted in UTF-16 units, so it holds in code points as well. */
const MAX_EXCERPT = 120;
/** Of a long match the beginning and the end are shown. */
const LONG_MATCH = 90;
const LONG_HEAD = 58;
const LONG_TAIL = 28;
/** Read to either side; more than can be shown, since masking changes lengths. */
const CONTEXT = 60;

/** What was seen, with a little of what stands around it; nothing sensitive, nothing that acts on a terminal or a page. */
export function excerptOf(given: string, finding: Finding, plan: MaskPlan): string {
  const { start_utf16: start, end_utf16: end } = finding;
  if (finding.decoded_from.length > 0) return crop(decodedExcerpt(given, finding, plan));
  if (start === null || end === null) return crop(ownText(given, finding, plan));
  if (finding.masked) return around(given, start, end, maskOwn(given, start, end, plan), plan);
  return around(given, start, end, showMatch(given, start, end, plan), plan);
}

/** The decoded text itself, which the reader can't see in the given one. */
function decodedExcerpt(given: string, finding: Finding, plan: MaskPlan): string {
  const { start_utf16: start, end_utf16: end } = finding;
  if (finding.masked) return maskValue(finding.matched);
  // The same run hides something sensitive: what else was decoded from it may stand right beside it.
  const [shared] = rangesWithin(plan.ranges, start ?? 0, end ?? 0);
  if (shared !== undefined) return shared.label;
  return inert(maskValues(finding.matched, plan)) || inert(given.slice(start ?? 0, end ?? 0));
}

/** A finding about the whole text shows its beginning. */
function ownText(given: string, finding: Finding, plan: MaskPlan): string {
  return finding.masked ? '' : showGiven(given, 0, boundary(given, MAX_EXCERPT), plan);
}

/** The mask of the range that the finding lies in; a range found by the AI scan may hold several. */
function maskOwn(given: string, start: number, end: number, plan: MaskPlan): string {
  const labels = rangesWithin(plan.hidden, start, end).map((range) => range.label);
  return labels.length > 0 ? labels.slice(0, 3).join(' ') : maskValue(given.slice(start, end));
}

function showMatch(given: string, start: number, end: number, plan: MaskPlan): string {
  if (end - start <= LONG_MATCH) return showGiven(given, start, end, plan);
  const head = showGiven(given, start, boundary(given, start + LONG_HEAD), plan);
  const tail = showGiven(given, boundary(given, end - LONG_TAIL), end, plan);
  return `${clip(head, LONG_HEAD)} … ${clipStart(tail, LONG_TAIL)}`;
}

function around(given: string, start: number, end: number, core: string, plan: MaskPlan): string {
  const middle = clip(core, MAX_EXCERPT - 2);
  const from = outside(plan, start, 'start');
  const to = outside(plan, end, 'end');
  const left = boundary(given, Math.max(0, from - CONTEXT));
  const right = boundary(given, Math.min(given.length, to + CONTEXT));
  const before = showGiven(given, left, from, plan).trimStart();
  const after = showGiven(given, to, right, plan).trimEnd();
  const room = Math.max(0, MAX_EXCERPT - middle.length);
  const half = Math.floor(room / 2);
  const leftRoom = Math.max(half, room - after.length);
  const lead = lastPart(before, left > 0, Math.min(leftRoom, room));
  const tail = firstPart(after, right < given.length, room - lead.length);
  return crop(lead + middle + tail);
}

/** A match may begin or end inside a masked range; the context begins where that range ends. */
function outside(plan: MaskPlan, at: number, side: 'start' | 'end'): number {
  const range = rangesWithin(plan.hidden, at, at + 1).find((candidate) => candidate.start < at);
  return range === undefined ? at : range[side];
}

function lastPart(text: string, more: boolean, room: number): string {
  if (text.length <= room - (more ? 1 : 0)) return more && text !== '' ? `…${text}` : text;
  if (room < 2) return '';
  const part = clipStart(text, room - 1);
  const space = part.indexOf(' ');
  return `…${space >= 0 && space < part.length / 2 ? part.slice(space + 1) : part}`;
}

function firstPart(text: string, more: boolean, room: number): string {
  if (text.length <= room - (more ? 1 : 0)) return more && text !== '' ? `${text}…` : text;
  if (room < 2) return '';
  const part = clip(text, room - 1);
  const space = part.lastIndexOf(' ');
  return `${space > part.length / 2 ? part.slice(0, space) : part}…`;
}

const crop = (text: string) => clip(text, MAX_EXCERPT);

/** The first units of a text, never half of a pair. */
function clip(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, boundary(text, maxLength));
}

function clipStart(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const from = text.length - maxLength;
  return text.slice(isLow(text, from) ? from + 1 : from);
}

/** The nearest place at or before `at` that doesn't cut a surrogate pair. */
function boundary(text: string, at: number): number {
  return at > 0 && at < text.length && isLow(text, at) ? at - 1 : at;
}

function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
