// SPDX-License-Identifier: Apache-2.0
import { PAIRS } from './quotations.ts';

/** Whether a text, of which parts were cut, has marks that open or close nothing and that were whole before. */
export function leavesMarksOpen(given: string, kept: string): boolean {
  return (
    PAIRS.some(([open, close]) => lonely(kept, open, close) > lonely(given, open, close)) || tags(kept) > tags(given)
  );
}

function lonely(text: string, open: string, close: string): number {
  if (open === close) return (text.split(open).length - 1) % 2;
  // Of German marks the closing one opens in English: they are only counted.
  let opened = 0;
  let alone = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.startsWith(open, at)) opened++;
    else if (!text.startsWith(close, at)) continue;
    else if (opened > 0) opened--;
    else alone++;
  }
  return opened + alone;
}

const TAG = /<(\/?)([A-Za-z][\w-]{0,30})(?:\s[^<>]{0,300})?>/g;

function tags(text: string): number {
  const open = new Map<string, number>();
  for (const [, slash, name = ''] of text.matchAll(TAG))
    open.set(name, (open.get(name) ?? 0) + (slash === '' ? 1 : -1));
  let alone = 0;
  for (const count of open.values()) alone += Math.abs(count);
  return alone;
}
