// SPDX-License-Identifier: Apache-2.0
import {
  type Finding,
  SEVERITIES,
  type Severity,
  type Stage,
  type StageName,
  type Thresholds,
  type Verdict,
} from '../types.ts';
import { Sightings } from './sightings.ts';

export interface Judgement {
  readonly verdict: Verdict;
  /** [0..1], 3 decimals; see `riskScore`. */
  readonly risk_score: number;
  readonly highest_severity: Severity | null;
  /** Merged, worst first. */
  readonly findings: readonly Finding[];
  /** Ascending. */
  readonly triggered_articles: readonly number[];
  readonly degraded: boolean;
  /** The stages whose failure keeps the text from passing. */
  readonly withheld_by: readonly StageName[];
}

/** What stage 5 needs to know of the stages before it. */
export type StageFact = Pick<Stage, 'name' | 'status'>;

/** How much one finding of full confidence weighs, by severity. */
const WEIGHTS: Readonly<Record<Severity, number>> = { info: 0.02, low: 0.2, medium: 0.45, high: 0.75, critical: 0.95 };
/** The next finding of the same category says less: half as much each time. */
const REPETITION = 0.5;
/** A second source that agrees takes away this share of the doubt that its own confidence speaks against. */
const CORROBORATION = 0.5;
/** Risk and verdict never contradict each other: a score under REVIEW_FROM passes, one from FAIL_FROM on fails. */
const REVIEW_FROM = 0.4;
const FAIL_FROM = 0.7;
const STEP = 0.001;
/** What the scan takes for likely weighs a little even where nothing is flagged, so that passing texts can be ranked. */
const SUSPICION = 0.3;

const NOTHING: readonly Finding[] = [];

/**
 * Stage 5. Pure: the same findings, stages and thresholds give the same judgement. The verdict follows from the merged
 * findings alone (contract section 2), so whoever reads all flags can repeat it; a failed stage can only withhold a pass.
 *
 * @param suspicion [0..1]: the highest score of a category that the scan reports; it moves the risk inside its band only
 */
export function judge(
  findings: readonly Finding[],
  stages: readonly StageFact[],
  thresholds: Thresholds,
  suspicion = 0,
): Judgement {
  const merged = findings.length === 0 ? NOTHING : mergeFindings(findings);
  const withheld = withholdingStages(stages, thresholds);
  const found = verdictOf(merged, thresholds);
  return {
    verdict: withheld.length > 0 ? worseVerdict(found, 'review') : found,
    risk_score: riskScore(merged, found, suspicion),
    highest_severity: merged[0]?.severity ?? null,
    findings: merged,
    triggered_articles: merged.length === 0 ? NO_ARTICLES : articlesOf(merged),
    degraded: stages.some((stage) => stage.status === 'failed' || stage.status === 'degraded'),
    withheld_by: withheld,
  };
}

const NO_ARTICLES: readonly number[] = [];

function articlesOf(findings: readonly Finding[]): readonly number[] {
  return [...new Set(findings.map((finding) => finding.article))].sort((a, b) => a - b);
}

const VERDICT_ORDER: readonly Verdict[] = ['pass', 'review', 'fail'];

export function worseVerdict(a: Verdict, b: Verdict): Verdict {
  return VERDICT_ORDER.indexOf(a) >= VERDICT_ORDER.indexOf(b) ? a : b;
}

export function severityRank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

/** Contract section 2, verdict: critical, or high and sure, fails; any other high or enough medium go to review. */
function verdictOf(findings: readonly Finding[], thresholds: Thresholds): Verdict {
  let medium = 0;
  let high = false;
  for (const { severity, confidence } of findings) {
    if (severity === 'critical') return 'fail';
    if (severity === 'high') {
      if (confidence >= thresholds.fail_high_confidence) return 'fail';
      high = true;
    } else if (severity === 'medium') medium++;
  }
  return high || medium >= thresholds.review_medium_count ? 'review' : 'pass';
}

/**
 * Contract section 2, degraded. Without intake nothing was read, so it always withholds; the other stages as configured,
 * and the AI scan only where a text that it did not see cannot pass.
 */
function withholdingStages(stages: readonly StageFact[], thresholds: Thresholds): StageName[] {
  const names: StageName[] = [];
  for (const { name, status } of stages) {
    if (status !== 'failed' && status !== 'degraded') continue;
    if (name === 'precheck' || name === 'entropy' || name === 'ai_scan') {
      if (thresholds.on_failure[name] === 'open') continue;
      if (name === 'ai_scan' && !thresholds.ai_scan_required) continue;
    }
    names.push(name);
  }
  return names;
}

/**
 * 1 − (1 − 0.3 · suspicion) · Π(1 − weight(severity) · confidence · 0.5^k), where k counts the graver findings of the
 * same category; then held inside the band of the verdict that the findings gave.
 */
function riskScore(findings: readonly Finding[], verdict: Verdict, suspicion: number): number {
  if (findings.length === 0) return round3(SUSPICION * suspicion);
  const seen = new Map<string, number>();
  let safe = 1 - SUSPICION * suspicion;
  for (const { category, severity, confidence } of findings) {
    const repeated = seen.get(category) ?? 0;
    seen.set(category, repeated + 1);
    safe *= 1 - WEIGHTS[severity] * confidence * REPETITION ** repeated;
  }
  const score = round3(1 - safe);
  if (verdict === 'pass') return Math.min(score, REVIEW_FROM - STEP);
  if (verdict === 'review') return Math.min(Math.max(score, REVIEW_FROM), FAIL_FROM - STEP);
  return Math.max(score, FAIL_FROM);
}

/**
 * Two findings are one when they say the same thing (category and article) about the same place and come from different
 * sources, or from one pattern that saw the place twice. The graver stays and becomes surer by the other's word; between
 * equals a pattern speaks, since it can say what it saw. Findings of different patterns or articles all stay: no article
 * is lost.
 */
export function mergeFindings(findings: readonly Finding[]): readonly Finding[] {
  const ordered = findings.map((finding) => ({ ...finding, confidence: round3(finding.confidence) })).sort(worstFirst);
  const kept: Finding[] = [];
  const byMeaning = new Map<string, Sightings>();
  for (const finding of ordered) {
    const key = `${finding.category}/${finding.article}`;
    let peers = byMeaning.get(key);
    if (peers === undefined) {
      peers = new Sightings();
      byMeaning.set(key, peers);
    }
    const twin = peers.first(finding, (index) => sameSighting(kept[index] as Finding, finding));
    if (twin === -1) {
      peers.add(kept.length, finding);
      kept.push(finding);
    } else {
      const joined = corroborate(kept[twin] as Finding, finding);
      kept[twin] = joined;
      peers.add(twin, joined);
    }
  }
  return kept.sort(worstFirst);
}

function sameSighting(a: Finding, b: Finding): boolean {
  if (a.source === b.source && a.pattern_id !== b.pattern_id) return false;
  if (a.start_utf16 === null || b.start_utf16 === null) return a.source !== b.source;
  return a.start_utf16 < (b.end_utf16 as number) && b.start_utf16 < (a.end_utf16 as number);
}

function corroborate(graver: Finding, other: Finding): Finding {
  const masked = graver.masked || other.masked;
  if (graver.source === other.source) return masked === graver.masked ? graver : { ...graver, masked };
  const confidence = round3(graver.confidence + (1 - graver.confidence) * other.confidence * CORROBORATION);
  const patternSpeaks = other.pattern_id !== null && graver.pattern_id === null && other.severity === graver.severity;
  return { ...(patternSpeaks ? other : graver), confidence, masked };
}

/** A total order, so that equal inputs give equal outputs: gravity, confidence, place, source, pattern, category. */
function worstFirst(a: Finding, b: Finding): number {
  return (
    severityRank(b.severity) - severityRank(a.severity) ||
    b.confidence - a.confidence ||
    (a.start_utf16 ?? -1) - (b.start_utf16 ?? -1) ||
    compare(SOURCE_ORDER[a.source], SOURCE_ORDER[b.source]) ||
    compare(a.pattern_id ?? '', b.pattern_id ?? '') ||
    compare(a.category, b.category)
  );
}

const SOURCE_ORDER = { precheck: 0, entropy: 1, ai_scan: 2 } as const;
const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);

export function round3(value: number): number {
  return Math.round(value * 1000) / 1000;
}
