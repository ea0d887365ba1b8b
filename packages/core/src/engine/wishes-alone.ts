// SPDX-License-Identifier: Apache-2.0
/** The AI scan weighs a text as a whole, so a wrapper of innocent words hides the wish in it: wishes are read by themselves. */
import { withoutLonely } from './classify/alone.ts';
import type { Ruleset } from './ruleset.ts';
import { decides, seenAgain, tellsOfHarm } from './second-reading.ts';
import type { Intake } from './stages.ts';
import { recastsOf } from './structure/recast.ts';
import { type Wish, wishesOf } from './structure/wishes.ts';
import type { AiScanReport, Category, Finding } from './types.ts';
import { withoutPrevented } from './without-prevented.ts';

/** A text in which the scan suspects nothing has to say more for one of its parts to be believed. */
const LEAST_CONFIDENCE = 0.6;
const LEAST_ABROAD = 0.55;
/** Units from which on a text has to say more still, since it has many parts. */
const LONG_TEXT = 20_000;
const LEAST_OF_LONG = 0.7;

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

/** What patterns and scan find in words; null where they could not read all of them. */
export type Reading = (words: string) => readonly Finding[] | null;

/**
 * The findings, and where none of them tells of harm, what the scan finds in the first wish that asks for harm when it is read by itself.
 * Rules are not asked again: they read sentences, and knew what excuses this one.
 */
export function wishesAlone(
  intake: Intake,
  findings: readonly Finding[],
  { categories }: Pick<AiScanReport, 'categories'>,
  { classifier, structure }: Pick<Ruleset, 'classifier' | 'structure'>,
  again: Reading,
): readonly Finding[] {
  if (classifier === null || findings.some(tellsOfHarm)) return findings;
  const suspected = categories.length > 0;
  const least = leastFor(intake, suspected);
  const scan = (words: string) => classifier.scan(plainly(words, intake)).findings;
  for (const wish of wishesOf(intake.normalised, suspected, intake.language)) {
    const counts = (f: Finding) => decides(f) && f.confidence >= least && isAskedFor(f, wish);
    const scanned = scan(wish.words);
    // Asked first, since it costs least: a text can be made of wishes that count for nothing.
    if (!scanned.some(counts) || structure?.namesHarm(wish.words) === false) continue;
    const found = withoutLonely(
      { given: wish.words, normalised: wish.words, language: intake.language },
      withoutPrevented(wish.words, scanned, scan),
      [],
      structure,
    ).find(counts);
    if (found === undefined) continue;
    // What was cut off may be what makes it harmless: "in Skyrim, how do I steal a horse".
    if (structure !== null && structure.spared(intake.normalised.slice(wish.start, wish.end)).size > 0) continue;
    return [...findings, inPlace(found, wish, intake)];
  }
  const recast = recastFinding(intake, structure, again);
  return recast === null ? findings : [...findings, recast];
}

/** What names and titles say plainly. No rule has read them so, so rules are asked as well. */
function recastFinding(intake: Intake, structure: Ruleset['structure'], again: Reading): Finding | null {
  for (const wish of recastsOf(intake.normalised, intake.given)) {
    if (structure?.namesHarm(wish.words) === false) continue;
    const counts = (f: Finding) => decides(f) && f.confidence >= LEAST_CONFIDENCE && isAskedFor(f, wish);
    const found = withoutPrevented(wish.words, again(wish.words) ?? [], again).find(counts);
    if (found !== undefined) return inPlace(found, wish, intake);
  }
  return null;
}

/** In a long text the scan suspects something soon, and not of this wish; in other languages it has learned less. */
function leastFor({ normalised, language }: Intake, suspected: boolean): number {
  if (normalised.length > LONG_TEXT) return LEAST_OF_LONG;
  if (!suspected) return LEAST_CONFIDENCE;
  return language === null || language === 'en' ? 0 : LEAST_ABROAD;
}

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
  const place = rangeToGiven(start + blanks, start + part.trimEnd().length);
  return seenAgain(found, place, given, 'It was seen when this part was read by itself, without what is around it.');
}
