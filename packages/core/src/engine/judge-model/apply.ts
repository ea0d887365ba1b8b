// SPDX-License-Identifier: Apache-2.0
/** Puts a second opinion into what the embedded stages saw, before judgement. */
import type { Analysis } from '../analyse.ts';
import { severityRank } from '../judgement/judge.ts';
import { ENGINES, type Ruleset } from '../ruleset.ts';
import type { AiScanReport, Finding, Stage, StageStatus } from '../types.ts';
import type { Claim, Opinion } from './opinion.ts';

export const JUDGE_MODEL_ENGINE = 'judge-model/1';

/** Never over what a pattern saw, and never over what fails a text: only a suspicion of the embedded scan can be cleared. */
const CLEARED_SEVERITY = 'low';

export interface Heard {
  readonly findings: readonly Finding[];
  readonly aiScan: AiScanReport;
}

/** @param stages what the clock has written down so far; stage 4 is rewritten */
export function hear(text: string, seen: Analysis, stages: Stage[], opinion: Opinion, ruleset: Ruleset): Heard {
  const judge = ruleset.judgeModel;
  const at = stages.findIndex(({ name }) => name === 'ai_scan');
  const stage = stages[at];
  if (judge === null || stage === undefined) return seen;
  // Without weights the model is the AI scan.
  const alone = ruleset.classifier === null;
  stages[at] = stageWith(stage, opinion, alone);
  if (opinion.status !== 'ok')
    return { findings: seen.findings, aiScan: reportWith(seen.aiScan, opinion, ruleset, alone) };
  const findings = opinion.claims.map((claim) => findingOf(claim, text, ruleset));
  const clears = judge.mayClear && findings.length === 0 && opinion.unfounded === 0;
  const embedded = clears ? seen.findings.map((finding) => cleared(finding, ruleset)) : seen.findings;
  return { findings: [...embedded, ...findings], aiScan: reportWith(seen.aiScan, opinion, ruleset, alone) };
}

/** Who judges in stage 4: the embedded scan, the second judge, or both; null where nobody does. */
export function scanModels({ classifier, judgeModel }: Pick<Ruleset, 'classifier' | 'judgeModel'>): string | null {
  const names = [classifier?.name, judgeModel?.model].filter((name) => name !== undefined);
  return names.length === 0 ? null : names.join('+');
}

/** What was claimed of a text, as far as the passages are still in a rewrite of it. */
export function claimsOn(rewritten: string, text: string, opinion: Opinion | undefined): Claim[] {
  if (opinion?.status !== 'ok') return [];
  return opinion.claims.flatMap((claim) => {
    const passage = text.slice(claim.start_utf16, claim.end_utf16);
    const start = rewritten.indexOf(passage);
    return start < 0 ? [] : [{ ...claim, start_utf16: start, end_utf16: start + passage.length }];
  });
}

function stageWith(stage: Stage, opinion: Opinion, alone: boolean): Stage {
  const details = [alone && opinion.status === 'ok' ? undefined : stage.detail, detailOf(opinion)];
  const detail = details.filter((part) => part !== undefined).join('; ');
  return {
    ...stage,
    status: statusOf(stage.status, opinion, alone),
    duration_ms: Math.round((stage.duration_ms + opinion.durationMs) * 1_000) / 1_000,
    engine: opinion.status === 'skipped' ? stage.engine : `${stage.engine}+${JUDGE_MODEL_ENGINE}`,
    ...(detail !== '' && { detail }),
    // Contract section 2: a remote model may answer differently tomorrow.
    ...(opinion.status !== 'skipped' && { deterministic: false as const }),
  };
}

function statusOf(embedded: StageStatus, { status }: Opinion, alone: boolean): StageStatus {
  if (status === 'skipped') return embedded;
  if (status === 'ok') return alone ? 'ok' : embedded;
  return embedded === 'ok' ? 'degraded' : 'failed';
}

function detailOf(opinion: Opinion): string | undefined {
  if (opinion.status === 'skipped') return `the second judge was not asked: ${opinion.why}`;
  if (opinion.status !== 'ok') return `the second judge did not answer: ${opinion.why}`;
  if (opinion.unfounded === 0) return undefined;
  return `the second judge gave no evidence for ${opinion.unfounded} of its claims, which were left out`;
}

function reportWith(report: AiScanReport, opinion: Opinion, ruleset: Ruleset, alone: boolean): AiScanReport {
  if (opinion.status === 'skipped') return report;
  const named = {
    ...report,
    engine: `${ENGINES.ai_scan}+${JUDGE_MODEL_ENGINE}`,
    model: scanModels(ruleset),
  };
  // What the embedded scan could not see stays unseen, unless there is none.
  if (opinion.status !== 'ok') return report.status === 'ok' || alone ? { ...named, status: opinion.status } : named;
  return {
    ...named,
    status: alone ? 'ok' : report.status,
    categories: mergedCategories(report.categories, opinion.claims),
  };
}

function mergedCategories(embedded: AiScanReport['categories'], claims: readonly Claim[]) {
  const scores = new Map(embedded.map(({ category, score }) => [category, score]));
  for (const { category, confidence } of claims) scores.set(category, Math.max(scores.get(category) ?? 0, confidence));
  return [...scores].map(([category, score]) => ({ category, score })).sort((a, b) => b.score - a.score);
}

/** Every word of it is ours, or the text's own. */
function findingOf(claim: Claim, text: string, { categories }: Ruleset): Finding {
  const { start_utf16, end_utf16 } = claim;
  return {
    source: 'ai_scan',
    pattern_id: null,
    category: claim.category,
    article: claim.article,
    severity: claim.severity,
    confidence: claim.confidence,
    start_utf16,
    end_utf16,
    decoded_from: [],
    matched: text.slice(start_utf16, end_utf16),
    masked: categories[claim.category].sensitive,
    what: 'The model that judges as second read this passage as a breach of the article.',
  };
}

function cleared(finding: Finding, { thresholds }: Ruleset): Finding {
  const fails = finding.severity === 'critical' || finding.confidence >= thresholds.fail_high_confidence;
  if (finding.source !== 'ai_scan' || fails) return finding;
  if (severityRank(finding.severity) <= severityRank(CLEARED_SEVERITY)) return finding;
  return {
    ...finding,
    severity: CLEARED_SEVERITY,
    what: `${finding.what} The model that judges as second saw no breach in it.`,
  };
}
