// SPDX-License-Identifier: Apache-2.0
/** The AI scan reads what a text hides as well: harm in base64 is no other harm. */
import { intake as readText } from '../intake/intake.ts';
import type { Classifier, DecodedText, Intake } from '../stages.ts';
import type { Category } from '../types.ts';

/** So many are read by themselves, what follows them together: a scan costs much for each text and little for each word. */
const ALONE = 3;

type Scanned = ReturnType<Classifier['scan']>;

/** A text and what decodes out of it. What was found in there has the place of the run that it was encoded in. */
export function scanAll(classifier: Classifier, intake: Intake, decoded: readonly DecodedText[]): Scanned {
  const own = classifier.scan(intake);
  if (decoded.length === 0) return own;
  const inside = inFew(decoded).map((hidden) => scanHidden(classifier, hidden));
  const findings = inside.flatMap((scanned) => scanned.findings);
  return {
    findings: findings.length === 0 ? own.findings : [...own.findings, ...findings],
    categories: highest([own, ...inside]),
  };
}

function inFew(decoded: readonly DecodedText[]): readonly DecodedText[] {
  if (decoded.length <= ALONE + 1) return decoded;
  const rest = decoded.slice(ALONE);
  const [first] = rest as [DecodedText];
  return [
    ...decoded.slice(0, ALONE),
    {
      layers: first.layers,
      text: rest.map(({ text }) => text).join('\n\n'),
      start_utf16: rest.reduce((least, { start_utf16 }) => Math.min(least, start_utf16), first.start_utf16),
      end_utf16: rest.reduce((most, { end_utf16 }) => Math.max(most, end_utf16), 0),
    },
  ];
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
