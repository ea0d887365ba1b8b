// SPDX-License-Identifier: Apache-2.0
/** How sure the scan may be and still be wrong, where no word of harm stands in the text. */

import type { Intake } from '../stages.ts';
import { isAboutNobody, namesThing } from '../structure/everyday.ts';
import { hidesItsEnd } from '../structure/hidden-ends.ts';
import type { Category, Finding } from '../types.ts';

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
/** Of things a text says much that no word of harm gives away. */
const SURE_OF_THINGS = 0.85;
/** Of a question that is about nobody; what is ordered may be harm to anybody. */
const SURE_OF_NOBODY = 0.75;
const ASKS =
  /\?|^(?:(?:please|pls|can you|could you|hey|hi|ok|so) ){0,2}(?:write|tell|give|make|create|explain|help|list|translate|draft|suggest|describe|show|find|send|play|add|compose|generate|rewrite|summari[sz]e|what|how|why|who|when|where|which|is|are|do|does|did|can|could|should|would|i need|i want|i['’]d like)(?!\p{L})/u;
const OF_CHILDREN =
  /(?<!\p{L})(?:kids?|child|children|bab(?:y|ies)|toddlers?|girls?|boys?|minors?|teens?|teenagers?|schools?|pupils?|young|underage|little|innocent|year[- ]olds?|daughters?|sons?|lol[io]\p{L}*|1?\d ?yo)(?!\p{L})/u;

/** Languages of which the scan has learned some, and the rules more: less than this is no ground. */
const SURE_ELSEWHERE: Readonly<Record<string, number>> = { de: 0.7, es: 0.7, it: 0.7, pt: 0.7, nl: 0.7, fr: 0.6 };
const KNOWN_ELSEWHERE: ReadonlySet<Category> = new Set<Category>([...DONE_WITH_THINGS, ...SAID, 'sexual', 'privacy']);

const sureOf = (text: string) => (namesThing(text) ? SURE_OF_THINGS : text.includes('?') ? SURE_OF_NOBODY : 0);

/** Whether a finding of the scan is less sure than it must be where a text has no word of harm. */
export function isBaseless(
  { category, confidence }: Finding,
  { normalised, language }: Pick<Intake, 'normalised' | 'language'>,
): boolean {
  if (hidesItsEnd(normalised)) return false;
  const elsewhere = language === null ? undefined : SURE_ELSEWHERE[language];
  if (elsewhere !== undefined) return KNOWN_ELSEWHERE.has(category) && confidence < elsewhere;
  if (DONE_WITH_THINGS.has(category)) return confidence < sureOf(normalised) && isAboutNobody(normalised, language);
  if (language !== 'en' || !SAID.has(category) || confidence >= SURE_OF_WHAT_IS_SAID) return false;
  return ASKS.test(normalised) && !(category === 'minors' && OF_CHILDREN.test(normalised));
}
