// SPDX-License-Identifier: Apache-2.0
/** The AI scan reads what a text hides as well: harm in base64 is no other harm. */
import { intake as readText } from '../intake/intake.ts';
import type { Classifier, DecodedText, Intake } from '../stages.ts';
import type { Category } from '../types.ts';

/** A text that decodes to more is noise; the first are the longest-lived layers. */
const MOST_DECODED = 4;

type Scanned = ReturnType<Classifier['scan']>;

/** A text and what decodes out of it. What was found in there has the place of the run that it was encoded in. */
export function scanAll(classifier: Classifier, intake: Intake, decoded: readonly DecodedText[]): Scanned {
  const own = classifier.scan(intake);
  if (decoded.length === 0) return own;
  const inside = decoded.slice(0, MOST_DECODED).map((hidden) => scanHidden(classifier, hidden));
  const findings = inside.flatMap((scanned) => scanned.findings);
  return {
    findings: findings.length === 0 ? own.findings : [...own.findings, ...findings],
    categories: highest([own, ...inside]),
  };
}

function scanHidden(classifier: Classifier, { text, layers, start_utf16, end_utf16 }: DecodedText): Scanned {
  const { findings, categories } = classifier.scan(readText(text));
  return { categories, findings: findings.map((f) => ({ ...f, start_utf16, end_utf16, decoded_from: layers })) };
}

function highest(scans: readonly Scanned[]): Scanned['categories'] {
  const scores = new Map<Category, number>();
  for (const { categories } of scans) {
    for (const { category, score } of categories) scores.set(category, Math.max(score, scores.get(category) ?? 0));
  }
  return [...scores].map(([category, score]) => ({ category, score })).sort((a, b) => b.score - a.score);
}
