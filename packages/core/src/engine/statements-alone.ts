// SPDX-License-Identifier: Apache-2.0
/** Contempt and threats hide among sentences of small talk as wishes do: where the scan suspects a text, its sentences are read by themselves. */
import { withoutLonely } from './classify/alone.ts';
import type { Ruleset } from './ruleset.ts';
import type { Intake } from './stages.ts';
import { type Part, partsOf } from './structure/parts.ts';
import type { Category, Finding } from './types.ts';
import { inPlace, plainly } from './wishes-alone.ts';
import { withoutPrevented } from './without-prevented.ts';

/** What is said rather than asked for. */
const SAID: ReadonlySet<Category> = new Set<Category>(['hate', 'harassment', 'violence', 'self_harm']);
/** A sentence has lost what stood around it, so the scan must be surer of it than of a text. */
const LEAST_CONFIDENCE = 0.7;
/** UTF-16 units of a sentence, and sentences of a text. */
const LEAST = 15;
const LONGEST = 400;
const MOST = 40;

/** The findings, and where none of them decides, what the scan finds in the first sentence that is contempt or a threat by itself. */
export function statementsAlone(
  intake: Intake,
  findings: readonly Finding[],
  suspected: boolean,
  { classifier, structure }: Pick<Ruleset, 'classifier' | 'structure'>,
): readonly Finding[] {
  if (classifier === null || !suspected || findings.some(decides)) return findings;
  const { normalised, language } = intake;
  const scan = (words: string) => classifier.scan(plainly(words, intake)).findings;
  for (const part of sentencesOf(normalised)) {
    const words = normalised.slice(part.start, part.end);
    const scanned = scan(words);
    if (!scanned.some(counts)) continue;
    const alone = { given: words, normalised: words, language };
    const found = withoutLonely(alone, withoutPrevented(words, scanned, scan), [], structure).find(counts);
    if (found !== undefined) return [...findings, inPlace(found, part, intake)];
  }
  return findings;
}

const decides = ({ severity }: Finding) => severity === 'high' || severity === 'critical';
const counts = (f: Finding) => decides(f) && SAID.has(f.category) && f.confidence >= LEAST_CONFIDENCE;

function sentencesOf(text: string): readonly Part[] {
  const parts = partsOf(text);
  if (parts.length < 2 || parts.length > MOST) return [];
  return parts.filter(({ start, end }) => end - start >= LEAST && end - start <= LONGEST);
}
