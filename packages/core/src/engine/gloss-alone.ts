// SPDX-License-Identifier: Apache-2.0
/** Rules and scan know English best: where they find nothing in a text of another language, it is read once more word by word in English. */
import { glossOf } from './gloss/gloss.ts';
import type { Intake } from './stages.ts';
import type { Category, Finding } from './types.ts';

/** Words in the order of another language say less, so they only ask for review, and only where what reads them is rather sure. */
const MOST_CONFIDENCE = 0.79;
const LEAST_CONFIDENCE = 0.62;
/** UTF-16 units. */
const MOST = 4_000;
/** What is seen by the form of a text is seen as it is. */
const BY_FORM: ReadonlySet<Category> = new Set<Category>(['pii', 'secrets', 'obfuscation']);

const decides = ({ severity }: Finding) => severity === 'high' || severity === 'critical';
/** Rules read sentences, and a gloss has words in the order of another language. */
const counts = (f: Finding) =>
  decides(f) && f.source === 'ai_scan' && !BY_FORM.has(f.category) && f.confidence >= LEAST_CONFIDENCE;

/**
 * The findings, and where none of them tells of harm, what is found in the text word by word in English.
 * @param read what is found in an English text
 */
export function glossAlone(
  { normalised, given, language, rangeToGiven }: Intake,
  findings: readonly Finding[],
  read: (text: string) => readonly Finding[],
): readonly Finding[] {
  if (language === null || normalised.length > MOST || findings.some((f) => decides(f) && !BY_FORM.has(f.category)))
    return findings;
  const gloss = glossOf(normalised, language);
  const found = gloss === null ? undefined : read(gloss.text).filter(counts).toSorted(byConfidence)[0];
  if (gloss === null || found === undefined) return findings;
  const from = gloss.toText(found.start_utf16 ?? 0);
  const start = from + Math.max(0, normalised.slice(from).search(/[\p{L}\d]/u));
  const end = Math.max(start + 1, endIn(normalised, gloss.toText((found.end_utf16 ?? gloss.text.length) - 1)));
  const [start_utf16, end_utf16] = rangeToGiven(start, end);
  return [
    ...findings,
    {
      ...found,
      confidence: Math.min(found.confidence, MOST_CONFIDENCE),
      start_utf16,
      end_utf16,
      matched: given.slice(start_utf16, end_utf16),
      words: [],
      what: `${found.what} It was seen when the text was read word by word in English.`,
    },
  ];
}

const byConfidence = (a: Finding, b: Finding) => b.confidence - a.confidence;

/** Behind the word that begins there. */
function endIn(text: string, at: number): number {
  WORD_END.lastIndex = at;
  return at + (WORD_END.exec(text)?.[0].length ?? 0);
}
const WORD_END = /[^\p{L}\p{M}]*[\p{L}\p{M}]*[.!?。？！؟।]*/uy;
