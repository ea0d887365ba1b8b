// SPDX-License-Identifier: Apache-2.0
/** In which languages the scan's word counts: those that it has learned from enough texts of both sorts. */
import type { Classifier, Intake } from '../stages.ts';
import type { Finding } from '../types.ts';
import type { ModelDescription } from './model-file.ts';

/** Of fewer texts a language's words are mostly the sources' own. */
const ENOUGH_TEXTS = 50;
/** Share of its confidence that a finding keeps elsewhere: never enough to fail a text by itself. */
const TRUST = 0.6;

/** Of a language; a model that does not say what it has learned is taken at its word everywhere. */
export function coverageOf({ training }: ModelDescription): (language: string) => boolean {
  const learned = training?.languages;
  if (learned === undefined) return () => true;
  const covered = new Set(
    Object.entries(learned).flatMap(([language, counts]) => (counts.every((n) => n >= ENOUGH_TEXTS) ? [language] : [])),
  );
  return (language) => covered.has(language);
}

/** The text's language where the scan has hardly learned it, else null; null as well where nobody can tell. */
export function foreignTo({ covers }: Classifier, { language }: Pick<Intake, 'language'>): string | null {
  return language === null || covers === undefined || covers(language) ? null : language;
}

/** Findings of a scan that has hardly learned the text's language. */
export function tempered(findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) => ({
    ...finding,
    confidence: finding.confidence * TRUST,
    what: `${finding.what} The scan has learned little of the text's language, so it counts for less.`,
  }));
}
