// SPDX-License-Identifier: Apache-2.0
/** How much the answers of several nodes share. */
import { NOT_FOUND } from '../nodes/retrieval-engine.ts';

const WORD = /\p{L}[\p{L}\p{M}\p{N}'’-]{2,}/gu;

/** Words by which local retrieval introduces itself: all its answers share them, and they say nothing. */
const OWN_WORDS = wordsOf(NOT_FOUND);

/**
 * Mean overlap (Jaccard) of the words of each two answers, three decimal places; what local retrieval says of itself does not
 * count. Two answers that say nothing else agree.
 * @returns [0..1], null below two answers
 */
export function agreementOf(answers: readonly string[]): number | null {
  if (answers.length < 2) return null;
  const sets = answers.map((answer) => wordsOf(answer).difference(OWN_WORDS));
  let sum = 0;
  let pairs = 0;
  for (const [i, a] of sets.entries())
    for (const b of sets.slice(i + 1)) {
      const union = a.union(b).size;
      sum += union === 0 ? 1 : a.intersection(b).size / union;
      pairs += 1;
    }
  return Math.round((sum / pairs) * 1_000) / 1_000;
}

function wordsOf(text: string): Set<string> {
  return new Set(Array.from(text.toLowerCase().matchAll(WORD), ([word]) => word));
}
