// SPDX-License-Identifier: Apache-2.0
/** The AI scan weighs a text as a whole, so a wrapper of innocent words hides the wish in it: wishes are read by themselves. */
import { withoutLonely } from './classify/alone.ts';
import type { Ruleset } from './ruleset.ts';
import type { Intake } from './stages.ts';
import { type Wish, wishesOf } from './structure/wishes.ts';
import type { AiScanReport, Category, Finding } from './types.ts';
import { withoutPrevented } from './without-prevented.ts';

/** A part says less than a whole text, so it only asks for review. */
const MOST_CONFIDENCE = 0.79;
/** A text in which the scan suspects nothing has to say more for one of its parts to be believed. */
const LEAST_CONFIDENCE = 0.6;

/** What one asks for; what a sentence says of people, or orders of an assistant, is read where it stands. */
const ASKED_FOR: ReadonlySet<Category> = new Set<Category>([
  'crime',
  'violence',
  'weapons',
  'cyber',
  'fraud',
  'privacy',
  'infrastructure',
  'self_harm',
  'minors',
  'sexual',
  'misinformation',
  'manipulation',
  'dangerous_advice',
]);
/** What is said of people is asked for only where somebody means to say or to do it. */
const SAID: ReadonlySet<Category> = new Set<Category>(['hate', 'harassment']);

/**
 * The findings, and where none weighs, what the scan finds in the first wish that asks for harm when it is read by itself.
 * Rules are not asked again: they read sentences, and knew what excuses this one.
 */
export function wishesAlone(
  intake: Intake,
  findings: readonly Finding[],
  { categories }: Pick<AiScanReport, 'categories'>,
  { classifier, structure }: Pick<Ruleset, 'classifier' | 'structure'>,
): readonly Finding[] {
  if (classifier === null || findings.some(decides)) return findings;
  const suspected = categories.length > 0;
  const least = suspected ? 0 : LEAST_CONFIDENCE;
  const scan = (words: string) => classifier.scan(plainly(words, intake)).findings;
  for (const wish of wishesOf(intake.normalised, suspected, intake.language)) {
    const scanned = scan(wish.words);
    if (!scanned.some(decides)) continue;
    const left = withoutLonely(
      { given: wish.words, normalised: wish.words },
      withoutPrevented(wish.words, scanned, scan),
      [],
      structure,
    );
    const found = left.find((f) => decides(f) && f.confidence >= least && isAskedFor(f, wish));
    if (found === undefined || structure?.namesHarm(wish.words) === false) continue;
    // What was cut off may be what makes it harmless: "in Skyrim, how do I steal a horse".
    if (structure !== null && structure.spared(intake.normalised.slice(wish.start, wish.end)).size > 0) continue;
    return [...findings, inPlace(found, wish, intake)];
  }
  return findings;
}

const decides = ({ severity }: Finding) => severity === 'high' || severity === 'critical';
const isAskedFor = ({ category }: Finding, { meant }: Wish) => ASKED_FOR.has(category) || (meant && SAID.has(category));

/** Words of a normalised text need not be normalised again. Written out: a spread costs more than the scan of a sentence. */
const plainly = (words: string, { language, removed }: Intake): Intake => ({
  given: words,
  normalised: words,
  changed: false,
  toGiven: (offset) => offset,
  rangeToGiven: (start, end) => [start, end],
  codePoints: words.length,
  bytes: words.length,
  ascii: false,
  language,
  removed,
});

function inPlace(found: Finding, { start, end }: Wish, { given, normalised, rangeToGiven }: Intake): Finding {
  const part = normalised.slice(start, end);
  const blanks = part.length - part.trimStart().length;
  const [start_utf16, end_utf16] = rangeToGiven(start + blanks, start + part.trimEnd().length);
  return {
    ...found,
    confidence: Math.min(found.confidence, MOST_CONFIDENCE),
    start_utf16,
    end_utf16,
    matched: given.slice(start_utf16, end_utf16),
    words: [],
    what: `${found.what} It was seen when this part was read by itself, without what is around it.`,
  };
}
