// SPDX-License-Identifier: Apache-2.0
/** A greeting, thanks or quotes say nothing of a text, and the AI scan weighs their words like all others: they are taken off and it is read again. */
import { tellsOfHarm } from './second-reading.ts';
import { type Core, coresOf } from './structure/wrapping.ts';
import type { Category, Finding } from './types.ts';

/** Said of somebody rather than asked for: most short speech in quotes is said in tales, so the scan must be surer of it. */
const SAID: ReadonlySet<Category> = new Set<Category>(['hate', 'harassment']);
const SURE_OF_SPEECH = 0.75;
const tells = (finding: Finding) =>
  tellsOfHarm(finding) &&
  (finding.source !== 'ai_scan' || !SAID.has(finding.category) || finding.confidence >= SURE_OF_SPEECH);

/**
 * The findings, and where none of them tells of harm, what is found in the text without what is only around it.
 * @param read what is found in a text
 */
export function coreAlone(
  given: string,
  findings: readonly Finding[],
  read: (text: string) => readonly Finding[],
): readonly Finding[] {
  if (findings.some(tellsOfHarm)) return findings;
  for (const core of coresOf(given)) {
    const found = read(core.words).filter(tells);
    if (found.length > 0) return [...findings, ...found.map((finding) => inPlace(finding, core, given))];
  }
  return findings;
}

/** Where something is escaped the places differ, so the whole is named. */
function inPlace(finding: Finding, { words, start, end }: Core, given: string): Finding {
  const same = end - start === words.length;
  const start_utf16 = same && finding.start_utf16 !== null ? start + finding.start_utf16 : start;
  const end_utf16 = same && finding.end_utf16 !== null ? start + finding.end_utf16 : end;
  const what = `${finding.what} It was seen without what is only around it.`;
  return { ...finding, start_utf16, end_utf16, matched: given.slice(start_utf16, end_utf16), what };
}
