// SPDX-License-Identifier: Apache-2.0
import type { Evaluation, Flag, Verdict } from './types.ts';

/** What a candidate ruleset says of a text that the live one says otherwise. */
export interface Difference {
  readonly verdict: 'same' | 'stricter' | 'milder';
  /** Verdicts of the live rules and of the candidate. */
  readonly from: Verdict;
  readonly to: Verdict;
  /** Findings by their pattern, or by stage and category, that only the candidate has. */
  readonly added: readonly string[];
  /** Those that only the live rules have. */
  readonly dropped: readonly string[];
}

const STRICTNESS: Readonly<Record<Verdict, number>> = { pass: 0, review: 1, fail: 2 };

/** Compares two evaluations of one text. */
export function compareEvaluations(live: Evaluation, candidate: Evaluation): Difference {
  const before = new Set(live.flags.map(nameOf));
  const after = new Set(candidate.flags.map(nameOf));
  const step = STRICTNESS[candidate.verdict] - STRICTNESS[live.verdict];
  return {
    verdict: step === 0 ? 'same' : step > 0 ? 'stricter' : 'milder',
    from: live.verdict,
    to: candidate.verdict,
    added: [...after.difference(before)].sort(),
    dropped: [...before.difference(after)].sort(),
  };
}

const nameOf = ({ pattern_id: pattern, source, category }: Flag) => pattern ?? `${source}/${category}`;
