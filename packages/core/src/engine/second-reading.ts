// SPDX-License-Identifier: Apache-2.0
/** What those share that read a text once more where nothing in it decides: by its wishes, its form, in English, without its wrapping. */
import type { Category, Finding } from './types.ts';

/** What a text gives away says nothing of what it asks for, and an operator may allow it. */
export const GIVEN_AWAY: ReadonlySet<Category> = new Set<Category>(['pii', 'secrets']);

export const decides = ({ severity }: Finding): boolean => severity === 'high' || severity === 'critical';

/** Where one of these was found, nothing is read again. */
export const tellsOfHarm = (finding: Finding): boolean => decides(finding) && !GIVEN_AWAY.has(finding.category);

/** What is read otherwise than it was written only asks for review. */
const MOST_CONFIDENCE = 0.79;

/**
 * The finding of a second reading at its place in the text. Its words are not those of the text.
 * @param how a sentence that says how it was read
 */
export function seenAgain(
  found: Finding,
  [start, end]: readonly [number, number],
  given: string,
  how: string,
): Finding {
  return {
    ...found,
    confidence: Math.min(found.confidence, MOST_CONFIDENCE),
    start_utf16: start,
    end_utf16: end,
    matched: given.slice(start, end),
    words: [],
    what: `${found.what} ${how}`,
  };
}
