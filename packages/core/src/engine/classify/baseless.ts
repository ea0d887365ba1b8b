// SPDX-License-Identifier: Apache-2.0
/** How sure the scan may be and still be wrong, where no word of harm stands in the text. */

import type { Intake } from '../stages.ts';
import { isAboutNobody, namesThing } from '../structure/everyday.ts';
import { hidesItsEnd } from '../structure/hidden-ends.ts';
import { asksSoftly } from '../structure/soft-harm.ts';
import type { Category, Finding } from '../types.ts';
import { asksForPersona, speaksOfLimits } from './limits.ts';

/** What is done with things, as everyday things are; what is said to people, or what is taken from them, is not known so. */
const DONE_WITH_THINGS: ReadonlySet<Category> = new Set<Category>([
  'crime',
  'violence',
  'weapons',
  'cyber',
  'fraud',
  'manipulation',
  'misinformation',
  'dangerous_advice',
  'infrastructure',
]);
/** What is said of somebody, in a text that asks for something. */
const SAID: ReadonlySet<Category> = new Set<Category>(['hate', 'harassment', 'minors']);
const SURE_OF_WHAT_IS_SAID = 0.65;
/** Where little is left of the suspicion without the words that every text has, it must be surer. */
const HALF_GROUNDS = 0.5;
const SURE_OF_WHAT_IS_SAID_ON_LITTLE = 0.95;
const SURE_ON_LITTLE = 0.75;
/** Of things a text says much that no word of harm gives away. */
const SURE_OF_THINGS = 0.85;
/** Of a question that is about nobody; what is ordered may be harm to anybody. */
const SURE_OF_NOBODY = 0.75;
const ASKS =
  /\?|^(?:(?:please|pls|can you|could you|hey|hi|ok|so) ){0,2}(?:write|tell|give|make|create|explain|help|list|translate|draft|suggest|describe|show|find|send|play|add|compose|generate|rewrite|summari[sz]e|convince|rank|rate|name|compare|recommend|teach|pretend|imagine|act|answer|correct|proofread|turn|classify|design|guess|discuss|continue|finish|complete|shorten|outline|there (?:is|are)|what|how|why|who|when|where|which|is|are|do|does|did|can|could|should|would|i need|i want|i['’]d like)(?!\p{L})/u;
const OF_CHILDREN =
  /(?<!\p{L})(?:kids?|child|children|bab(?:y|ies)|toddlers?|girls?|boys?|minors?|teens?|teenagers?|schools?|pupils?|young|underage|little|innocent|year[- ]olds?|daughters?|sons?|lol[io]\p{L}*|1?\d ?yo)(?!\p{L})/u;

/** Languages of which the scan has learned some, and the rules more: less than this is no ground. */
const SURE_ELSEWHERE: Readonly<Record<string, number>> = { de: 0.7, es: 0.7, it: 0.7, pt: 0.7, nl: 0.7, fr: 0.6 };
const KNOWN_ELSEWHERE: ReadonlySet<Category> = new Set<Category>([...DONE_WITH_THINGS, ...SAID, 'sexual', 'privacy']);

/** A part to be played that says nothing of limits; the scan takes any role for the beginning of a jailbreak. */
const SURE_OF_A_PERSONA = 0.96;
const SURE_OF_AN_ORDER = 0.6;
const LIMITS_KNOWN_IN: ReadonlySet<string | null> = new Set(['de', 'fr', 'es', 'it', 'pt', 'nl', 'ru']);

function isOrderOfNothing({ category, confidence }: Finding, text: string, language: string | null): boolean {
  const english = language === 'en' || language === null;
  if (english && category === 'jailbreak' && asksForPersona(text))
    return confidence < SURE_OF_A_PERSONA && !speaksOfLimits(text, true);
  if (confidence >= SURE_OF_AN_ORDER) return false;
  if (language === 'en') return namesThing(text) && isAboutNobody(text, language) && !speaksOfLimits(text, true);
  return LIMITS_KNOWN_IN.has(language) && !speaksOfLimits(text, false);
}

/** Taken or moved rather than done to somebody. */
const TAKEN: ReadonlySet<Category> = new Set<Category>(['crime', 'fraud', 'weapons', 'cyber']);
/** A question that names nothing with which harm could be done, and asks for none softly. */
const isPlainQuestion = (category: Category, text: string, language: string | null) =>
  language === 'en' && TAKEN.has(category) && text.includes('?') && !namesThing(text) && !asksSoftly(text);

const sureOf = (text: string) => (namesThing(text) ? SURE_OF_THINGS : text.includes('?') ? SURE_OF_NOBODY : 0);

/** Whether a finding of the scan is less sure than it must be where a text has no word of harm. */
export function isBaseless(
  finding: Finding,
  { normalised, language }: Pick<Intake, 'normalised' | 'language'>,
): boolean {
  const { category, confidence, grounds = 1 } = finding;
  if (hidesItsEnd(normalised)) return false;
  if (category === 'jailbreak' || category === 'injection') return isOrderOfNothing(finding, normalised, language);
  const elsewhere = language === null ? undefined : SURE_ELSEWHERE[language];
  if (elsewhere !== undefined) return KNOWN_ELSEWHERE.has(category) && confidence < elsewhere;
  const little = grounds < HALF_GROUNDS;
  if (DONE_WITH_THINGS.has(category)) {
    if (little && confidence < SURE_ON_LITTLE && isPlainQuestion(category, normalised, language)) return true;
    return confidence < sureOf(normalised) && isAboutNobody(normalised, language);
  }
  const sure =
    little && category === 'hate' && !asksSoftly(normalised) ? SURE_OF_WHAT_IS_SAID_ON_LITTLE : SURE_OF_WHAT_IS_SAID;
  if (language !== 'en' || !SAID.has(category) || confidence >= sure) return false;
  return ASKS.test(normalised) && !(category === 'minors' && OF_CHILDREN.test(normalised));
}
