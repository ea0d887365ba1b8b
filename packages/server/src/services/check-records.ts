// SPDX-License-Identifier: Apache-2.0
/** What is counted of a check: categories and numbers. No text, span, network or key can get in, because none is read. */
import type { Ruled } from '@plumbline/core/engine/govern/govern.ts';
import type { Evaluation, Flag, Stage, Thresholds } from '@plumbline/core/engine/types.ts';
import type { CheckRecord, FlagRecord } from './metering.ts';
import type { Caller } from './tiers.ts';

type Common = Pick<CheckRecord, 'atMs' | 'tier'>;

export function recordOfEvaluation(
  evaluation: Evaluation,
  caller: Caller,
  atMs: number,
  rules: Thresholds,
): CheckRecord {
  return {
    ...common(caller, atMs),
    operation: 'evaluate',
    verdict: evaluation.verdict,
    degraded: evaluation.degraded,
    failOpen: failsOpen(evaluation.stages, rules),
    humanReview: false,
    flags: evaluation.flags.map(flagRecord),
    failedStages: failedStages(evaluation.stages),
  };
}

export function recordOfGovernance(governance: Ruled, caller: Caller, atMs: number, rules: Thresholds): CheckRecord {
  const { input, output } = governance;
  const stages = [...input.stages, ...output.stages];
  return {
    ...common(caller, atMs),
    operation: 'govern',
    verdict: governance.verdict,
    degraded: input.degraded || output.degraded,
    failOpen: failsOpen(stages, rules),
    humanReview: governance.human_review.required,
    flags: [...input.flags, ...output.flags].map(flagRecord),
    failedStages: failedStages(stages),
  };
}

const common = (caller: Caller, atMs: number): Common => ({ atMs, tier: caller.tier });

const flagRecord = (flag: Flag): FlagRecord => ({
  category: flag.category,
  article: flag.article.number,
  severity: flag.severity,
  source: flag.source,
  patternId: flag.pattern_id,
});

function failedStages(stages: readonly Stage[]): string[] {
  return stages.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** A stage did not do its work, or not all of it, and the configuration says to judge without it. */
function failsOpen(stages: readonly Stage[], { on_failure }: Thresholds): boolean {
  return stages.some(
    ({ status, name }) =>
      (status === 'failed' || status === 'degraded') && on_failure[name as keyof typeof on_failure] === 'open',
  );
}
