// SPDX-License-Identifier: Apache-2.0
/** An accent on one letter hides a word from rules and scan, and from no reader: the text is read once more without it. */
import type { Unaccented } from './decode/decode-accents.ts';
import { severityRank } from './judgement/judge.ts';
import { GIVEN_AWAY } from './second-reading.ts';
import type { Finding } from './types.ts';

/**
 * The findings, and those that only the text without accents has, at their places in the given one. What was found both ways
 * is told once, where it stands.
 * @param read what is found in the text without accents
 */
export function withUnaccented(
  seen: readonly Finding[],
  { toGiven }: Unaccented,
  read: readonly Finding[],
): readonly Finding[] {
  const hidden = read.filter((finding) => !GIVEN_AWAY.has(finding.category) && !seen.some((one) => says(one, finding)));
  return hidden.length === 0 ? seen : [...seen, ...hidden.map((finding) => inPlace(finding, toGiven))];
}

/** Whether one finding says what another says, and as surely. */
const says = (one: Finding, other: Finding): boolean =>
  one.source === other.source &&
  one.pattern_id === other.pattern_id &&
  one.category === other.category &&
  severityRank(one.severity) >= severityRank(other.severity) &&
  one.confidence >= other.confidence;

function inPlace(finding: Finding, toGiven: Unaccented['toGiven']): Finding {
  const { start_utf16: start, end_utf16: end } = finding;
  const decoded_from = ['escape', ...finding.decoded_from] as const;
  if (start === null || end === null) return { ...finding, decoded_from };
  const [start_utf16, end_utf16] = toGiven(start, end);
  return { ...finding, start_utf16, end_utf16, decoded_from };
}
