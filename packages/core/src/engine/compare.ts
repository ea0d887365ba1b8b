// SPDX-License-Identifier: Apache-2.0
import { severityRank } from './judgement/judge.ts';
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
  /** Those that both have, in words: `P34 severity high to medium`, `P34 confidence lower`. Of several the gravest and the surest counts. */
  readonly regraded: readonly string[];
}

const STRICTNESS: Readonly<Record<Verdict, number>> = { pass: 0, review: 1, fail: 2 };

/** Compares two evaluations of one text. */
export function compareEvaluations(live: Evaluation, candidate: Evaluation): Difference {
  const graded = gradesOf(live.flags);
  const regraded = gradesOf(candidate.flags);
  const before = new Set(graded.keys());
  const after = new Set(regraded.keys());
  const step = STRICTNESS[candidate.verdict] - STRICTNESS[live.verdict];
  return {
    verdict: step === 0 ? 'same' : step > 0 ? 'stricter' : 'milder',
    from: live.verdict,
    to: candidate.verdict,
    added: [...after.difference(before)].sort(),
    dropped: [...before.difference(after)].sort(),
    regraded: [...before.intersection(after)]
      .sort()
      .flatMap((name) => stepsOf(name, graded.get(name) as Grade, regraded.get(name) as Grade)),
  };
}

type Grade = Pick<Flag, 'severity' | 'confidence'>;

/** By name, the gravest severity and the highest confidence. */
function gradesOf(flags: readonly Flag[]): ReadonlyMap<string, Grade> {
  const grades = new Map<string, Grade>();
  for (const flag of flags) {
    const { severity, confidence } = grades.get(nameOf(flag)) ?? flag;
    const graver = severityRank(flag.severity) > severityRank(severity);
    grades.set(nameOf(flag), {
      severity: graver ? flag.severity : severity,
      confidence: Math.max(flag.confidence, confidence),
    });
  }
  return grades;
}

function stepsOf(name: string, live: Grade, candidate: Grade): string[] {
  const steps: string[] = [];
  if (live.severity !== candidate.severity) steps.push(`${name} severity ${live.severity} to ${candidate.severity}`);
  if (live.confidence !== candidate.confidence)
    steps.push(`${name} confidence ${candidate.confidence > live.confidence ? 'higher' : 'lower'}`);
  return steps;
}

const nameOf = ({ pattern_id: pattern, source, category }: Flag) => pattern ?? `${source}/${category}`;
