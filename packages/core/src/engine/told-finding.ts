// SPDX-License-Identifier: Apache-2.0
/** What a text asks for by its whole form, where neither a rule nor the scan has seen it. */
import type { Ruleset } from './ruleset.ts';
import { tellsOfHarm } from './second-reading.ts';
import type { Intake } from './stages.ts';
import { toldInFull } from './structure/told-in-full.ts';
import type { Finding } from './types.ts';

/** A form says less than words do: it asks for review. */
const CONFIDENCE = 0.6;

/** The findings, and where none of them decides, a wrong that something invented is to tell in full. */
export function withTold(
  { given, normalised, language, rangeToGiven }: Intake,
  findings: readonly Finding[],
  { categories }: Pick<Ruleset, 'categories'>,
): readonly Finding[] {
  if ((language !== null && language !== 'en') || findings.some(tellsOfHarm)) return findings;
  const place = toldInFull(normalised);
  if (place === null) return findings;
  const [start_utf16, end_utf16] = rangeToGiven(place.start, place.end);
  const told: Finding = {
    source: 'precheck',
    pattern_id: null,
    category: 'jailbreak',
    article: categories.jailbreak.article,
    severity: 'high',
    confidence: CONFIDENCE,
    start_utf16,
    end_utf16,
    decoded_from: [],
    matched: given.slice(start_utf16, end_utf16),
    masked: false,
    what: 'A story, role, form or authority is to carry a wrong, and what is asked for is what would work.',
  };
  return [...findings, told];
}
