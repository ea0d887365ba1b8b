// SPDX-License-Identifier: Apache-2.0
/** Rules and scan know English best: where they find nothing in a text of another language, it is read once more word by word in English. */
import { glossOf } from './gloss/gloss.ts';
import { intake } from './intake/intake.ts';
import { isDeniedOrder } from './negation/without-denied.ts';
import { seenAgain, tellsOfHarm } from './second-reading.ts';
import type { Intake } from './stages.ts';
import { withoutForbidden } from './structure/forbidden.ts';
import { isOrder } from './structure/quotation.ts';
import type { Finding } from './types.ts';

/** Rules read sentences, and a gloss has words in the order of another language; they say less, so the scan must be rather sure. */
const LEAST_CONFIDENCE = 0.62;
/** UTF-16 units. */
const MOST = 4_000;
const counts = (f: Finding) => tellsOfHarm(f) && f.source === 'ai_scan' && f.confidence >= LEAST_CONFIDENCE;

/**
 * The findings, and where none of them tells of harm, what is found in the text word by word in English.
 * @param read what is found in an English text
 */
export function glossAlone(
  { normalised, given, language, rangeToGiven }: Intake,
  findings: readonly Finding[],
  read: (text: string) => readonly Finding[],
): readonly Finding[] {
  if (language === null || normalised.length > MOST || findings.some(tellsOfHarm)) return findings;
  const gloss = glossOf(normalised, language);
  const found = gloss === null ? undefined : read(gloss.text).filter(counts).toSorted(byConfidence)[0];
  if (gloss === null || found === undefined) return findings;
  // Denials stand elsewhere in another language, so a gloss has them where nobody who reads English looks for them.
  if (isDeniedOrder(normalised, found, (rest) => inGloss(rest, language, read))) return findings;
  if (isOrder(found) && isOnlyQuoted(given, findings, (rest) => inGloss(rest, language, read))) return findings;
  if (!isOrder(found) && isOnlyForbidden(normalised, (rest) => inGloss(rest, language, read))) return findings;
  const from = gloss.toText(found.start_utf16 ?? 0);
  const start = from + Math.max(0, normalised.slice(from).search(/[\p{L}\d]/u));
  const end = Math.max(start + 1, endIn(normalised, gloss.toText((found.end_utf16 ?? gloss.text.length) - 1)));
  const how = 'It was seen when the text was read word by word in English.';
  return [...findings, seenAgain(found, rangeToGiven(start, end), given, how)];
}

/** Whether the order is one that the rules saw quoted or talked about: without those places the gloss has none. */
function isOnlyQuoted(
  given: string,
  findings: readonly Finding[],
  read: (text: string) => readonly Finding[],
): boolean {
  const quoted = findings.filter(
    (f) => isOrder(f) && f.source === 'precheck' && f.severity === 'low' && f.decoded_from.length === 0,
  );
  if (quoted.length === 0) return false;
  let rest = given;
  for (const { start_utf16: start, end_utf16: end } of quoted)
    if (start !== null && end !== null) rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  return read(intake(rest).normalised).length === 0;
}

/** Whether it stands in what the text forbids, which a gloss has in words that forbid nothing. */
function isOnlyForbidden(text: string, read: (text: string) => readonly Finding[]): boolean {
  const rest = withoutForbidden(text);
  return rest !== null && read(rest).length === 0;
}

function inGloss(text: string, language: string, read: (text: string) => readonly Finding[]) {
  const gloss = glossOf(text, language);
  // Of too few words nothing is said: what they are part of was read as it is written.
  return gloss === null ? [] : read(gloss.text).filter(counts);
}

const byConfidence = (a: Finding, b: Finding) => b.confidence - a.confidence;

/** Behind the word that begins there. */
function endIn(text: string, at: number): number {
  WORD_END.lastIndex = at;
  return at + (WORD_END.exec(text)?.[0].length ?? 0);
}
const WORD_END = /[^\p{L}\p{M}]*[\p{L}\p{M}]*[.!?。？！؟।]*/uy;
