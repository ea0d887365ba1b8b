// SPDX-License-Identifier: Apache-2.0

const FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** RFC 3339, UTC, exactly three fraction digits, `Z`: one moment has one spelling. */
export function isTimestamp(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  if (text === lastGood) return true;
  if (!FORM.test(text) || timestampOf(Date.parse(text)) !== text) return false;
  lastGood = text;
  return true;
}

/** The entries of a batch mostly carry one and the same time. */
let lastGood = '';

/** Milliseconds since 1970 as a timestamp; the empty string for a number that is no moment. */
export function timestampOf(timeMs: number): string {
  return Number.isFinite(timeMs) && Math.abs(timeMs) <= 8.64e15 ? new Date(timeMs).toISOString() : '';
}

/** Milliseconds since 1970. @throws TypeError for a text that `isTimestamp` refuses */
export function timestampMs(text: string): number {
  if (!isTimestamp(text)) throw new TypeError('timestampMs: not a timestamp');
  return Date.parse(text);
}
