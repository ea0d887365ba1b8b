// SPDX-License-Identifier: Apache-2.0

const FORM = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * A moment as a person writes it: a day, which begins in UTC, or RFC 3339 with its offset, since a time without one means
 * something else on each machine. `Date.parse` alone makes the 30th of February the 2nd of March.
 * @returns milliseconds since 1970; null for what has another form, and for a day that no calendar has
 */
export function momentMs(text: string): number | null {
  if (!FORM.test(text)) return null;
  const day = text.slice(0, 10);
  const dayMs = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(dayMs) || !new Date(dayMs).toISOString().startsWith(day)) return null;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : atMs;
}
