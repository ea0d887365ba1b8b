// SPDX-License-Identifier: Apache-2.0
/** News of crimes: sentences that tell what the law did about them or says of them, and what others do in a few words. */
import type { Stretch } from './prevention.ts';

const PURSUED =
  /\b(?:police|officers?|detectives?|investigators?|customs|prosecutors?|courts?|judges?|jury|fbi|interpol|europol|coast ?guard|border guards?|sheriffs?|authorities)\b[^.!?\n]{0,40}\b(?:seized|arrested|detained|charged|raided|convicted|sentenced|jailed|fined|dismantled|confiscated|searched|accused|indicted|extradited|acquitted|recovered|intercepted|foiled)\b|\b(?:was|were|(?:has|have|had) been) (?:\p{L}{1,12} )?(?:arrested|detained|charged|convicted|sentenced|jailed|imprisoned|fined|indicted|extradited)\b/iu;

/** What news begin with: whom they are about. An order begins with its verb. */
const SUBJECT =
  /^\s*(?:(?:the|a|an|two|three|four|five|six|seven|eight|nine|ten|\d+|several|some|local|federal|armed) |police|officers|detectives|investigators|customs|prosecutors|courts|judges|interpol|europol|coast ?guard|border guards?|authorities)/iu;
/** Who asks, orders or offers tells no news. */
const ASKS =
  /[?\uff1f]|\b(?:how|explain|describe|write|tell|give|show|list|teach|imagine|pretend|steps?|instructions?|recipe|guide|please|you|your|yours|let['\u2019]?s|i|me|my|we|us|our)\b/iu;
/** What the law says of an act. */
const UNLAWFUL =
  /^\s*it(?:['\u2019]s| is) (?:illegal|unlawful|a crime|an offen[cs]e|forbidden|against the law|not (?:legal|lawful|allowed)) (?:for [^.!?\n]{1,30} )?to\b/iu;
/** A sentence about others that asks nothing and is too short to tell how. */
const OTHERS = /^\s*(?:they|he|she|people) (?!must|should|need|want|shall)\p{L}/iu;
const GOES_ON =
  /\b(?:continue|go on|complete|next|then|by|with(?!out)|using|because|they should|:)|[:;\u2026]|\.\.\./iu;
const SHORTEST_TALE = 48;
/** Longer ones may tell how it was done. */
const LONGEST = 160;
/** Longer texts are more than news in brief. */
const LONGEST_TEXT = 1200;

/** A sentence that says only that; one that goes on tells how, or where. */
const LONGEST_LAW = 90;
const saysUnlawful = (sentence: string) =>
  sentence.length <= LONGEST_LAW && UNLAWFUL.test(sentence) && !GOES_ON.test(sentence) && !sentence.includes(',');

/** Sentences that tell of a crime what the law did about it, in a text that asks nothing; half open, in UTF-16 units, in order. */
export function pursuedWrongs(text: string): readonly Stretch[] {
  if (text.length > LONGEST_TEXT || ASKS.test(text)) return [];
  if (!PURSUED.test(text) && !/\bit(?:['\u2019]s| is) /iu.test(text)) return [];
  const found: Stretch[] = [];
  for (const { index: start, 0: sentence } of text.matchAll(/[^.!?\n]+[.!?\n]?/gu)) {
    const news =
      sentence.length <= LONGEST && ((SUBJECT.test(sentence) && PURSUED.test(sentence)) || saysUnlawful(sentence));
    if (news) found.push({ start, end: start + sentence.length });
  }
  return found;
}

/** A text that says in a few words what others do: a deed, not what it says of them. */
export const briefTale = (text: string): readonly Stretch[] =>
  text.length <= SHORTEST_TALE &&
  OTHERS.test(text) &&
  !ASKS.test(text) &&
  !GOES_ON.test(text) &&
  !/[.!]\s+\S/u.test(text)
    ? [{ start: 0, end: text.length }]
    : [];
