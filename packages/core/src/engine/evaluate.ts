// SPDX-License-Identifier: Apache-2.0
import { type Analysis, analysed, begun, matched, scanStage } from './analyse.ts';
import type { CodePointIndex } from './intake/code-points.ts';
import { intake } from './intake/intake.ts';
import { hear } from './judge-model/apply.ts';
import type { Opinion } from './judge-model/opinion.ts';
import { type AppliedAllowance, applyAllowances } from './judgement/allowances.ts';
import { explain } from './judgement/explain.ts';
import { judge } from './judgement/judge.ts';
import { summarise } from './judgement/summary.ts';
import { ENGINES, type Ruleset } from './ruleset.ts';
import { StageClock } from './stage-clock.ts';
import type { Deadline } from './stages.ts';
import { type AwayMs, finished, type Steps } from './steps.ts';
import type { AiScanReport, EvaluateOptions, Evaluation, Finding, Ports, Side } from './types.ts';

/** Contract section 2, time: the patterns of one check have this long in all. */
export const PATTERN_BUDGET_MS = 2_000;
/** Hardly any text takes so long: from here on it is watched by both clocks. */
const LATE_MS = 50;

/** One text through the six stages. Same text, same ruleset: same flags, same score. Throws for nothing in the text. */
export function evaluate(
  text: string,
  ruleset: Ruleset,
  ports: Ports,
  options: EvaluateOptions = {},
  opinion?: Opinion,
): Evaluation {
  return evaluateSide(text, 'text', ruleset, ports, options, patternDeadline(ports), opinion).evaluation;
}

/** An evaluation together with what it must not show: for the parts of the engine that work on with the findings. */
export interface EvaluatedSide {
  readonly evaluation: Evaluation;
  /** Merged, worst first, unmasked. */
  readonly findings: readonly Finding[];
  readonly index: CodePointIndex;
  /** Whole, whatever the evaluation shows of it. */
  readonly scan: AiScanReport;
  /** The text's language where the AI scan has hardly learned it, else null. */
  readonly foreign: string | null;
}

/**
 * @param shared by the texts of one check; without it the text has the whole budget
 * @param opinion of a second judge, on this very text
 * @param told what else is known of the text, from where it stands
 */
export function evaluateSide(...given: Parameters<typeof evaluating>): EvaluatedSide {
  return finished(evaluating(...given));
}

/** The same in steps, between which other texts may take theirs. */
export function* evaluating(
  text: string,
  side: Side,
  ruleset: Ruleset,
  ports: Ports,
  options: EvaluateOptions = {},
  shared?: Deadline,
  opinion?: Opinion,
  told: readonly Finding[] = [],
): Steps<EvaluatedSide> {
  // Here and not as a default: parameters are made when the steps are, which may wait for long before the first is taken.
  const deadline = shared ?? patternDeadline(ports);
  const clock = new StageClock(ports);
  const away = (ms: AwayMs): void => {
    clock.skip(ms);
    deadline.extend?.(ms);
  };
  const first = begun(text, clock);
  away(yield);
  const second = matched(first, ruleset, deadline, clock);
  away(yield);
  const scan = scanStage(first.intake, second, ruleset, clock);
  away(yield);
  const seen = analysed(first, second, scan, ruleset, deadline, clock);
  away(yield);
  const heard = opinion === undefined ? seen : hear(text, seen, clock.stages, opinion, ruleset);
  const { findings, applied } = allowed(
    told.length === 0 ? heard.findings : [...heard.findings, ...told],
    text,
    ruleset,
    ports,
  );
  const suspicion = heard.aiScan.categories[0]?.score ?? 0;
  const judgement = judge(findings, clock.stages, ruleset.thresholds, suspicion);
  clock.lap('judgement', ENGINES.judgement);
  const flags = explain(text, judgement.findings, side, seen.index, ruleset, options);
  const summary = summarise(judgement, side, ruleset, { foreign: seen.foreign, allowed: applied });
  clock.lap('explanation', ENGINES.explanation);
  const { precheck, entropy, ai_scan } = reports(seen, heard.aiScan, ruleset, options);
  // Written out: what follows a spread in a literal costs ten times what it costs here.
  const evaluation: Evaluation = {
    evaluation_id: ports.newId('evl_'),
    operation: 'evaluate',
    verdict: judgement.verdict,
    compliant: judgement.verdict === 'pass',
    risk_score: judgement.risk_score,
    highest_severity: judgement.highest_severity,
    summary,
    flags,
    flags_total: judgement.findings.length,
    triggered_articles: judgement.triggered_articles,
    precheck,
    entropy,
    ai_scan,
    stages: clock.stages,
    degraded: judgement.degraded,
    constitution: { version: ruleset.constitution.version, hash: ruleset.constitution.hash },
    ruleset_hash: ruleset.hash,
    input: {
      sha256: ports.sha256Hex(text),
      code_points: seen.intake.codePoints,
      bytes: seen.intake.bytes,
      language: seen.intake.language,
      normalised: seen.intake.changed,
    },
    retention: { text: 'not_stored', record: 'hash_and_counts', days: ruleset.retentionDays },
  };
  const whole = applied.length === 0 ? evaluation : withAllowances(evaluation, applied);
  return {
    evaluation: whole,
    findings: judgement.findings,
    index: seen.index,
    scan: heard.aiScan,
    foreign: seen.foreign,
  };
}

/** Behind the reports, where readers look for what was left out. */
function withAllowances(evaluation: Evaluation, allowances: readonly AppliedAllowance[]): Evaluation {
  const { stages, degraded, constitution, ruleset_hash, input, retention, ...before } = evaluation;
  return { ...before, allowances, stages, degraded, constitution, ruleset_hash, input, retention };
}

const NONE_APPLIED: readonly AppliedAllowance[] = [];

/** What the operator allows is dropped before the judgement, and the evaluation says so. */
function allowed(findings: readonly Finding[], text: string, ruleset: Ruleset, ports: Ports) {
  const { allowances, classifier } = ruleset;
  if (allowances.length === 0 || findings.length === 0) return { findings, applied: NONE_APPLIED };
  return applyAllowances(findings, text, allowances, ports.wallNowMs(), {
    textSha256: () => ports.sha256Hex(text),
    scan: (other) => new Set(classifier?.scan(intake(other)).findings.map(({ category }) => category)),
  });
}

/**
 * The time for patterns. Where the platform tells what a thread has computed, a machine that halted or is busy takes none
 * of it: it is over once the clock says so and as much was computed. What was computed is asked before what may take
 * long, or from the first question on that comes late, and not before: asking costs a fifth of judging a short text.
 */
export function patternDeadline({ now, computedMs }: Ports): Deadline {
  const start = now();
  let late = start + LATE_MS;
  let end = start + PATTERN_BUDGET_MS;
  let computedEnd: number | null = null;
  const isOver = (): boolean => {
    const at = now();
    if (at <= late) return false;
    if (computedMs === undefined) return at > end;
    computedEnd ??= computedMs() + PATTERN_BUDGET_MS - LATE_MS;
    return at > end && computedMs() > computedEnd;
  };
  isOver.watch = (): void => {
    if (computedMs !== undefined) computedEnd ??= computedMs() + PATTERN_BUDGET_MS;
  };
  isOver.extend = (ms: number): void => {
    late += ms;
    end += ms;
    if (computedEnd !== null) computedEnd += ms;
  };
  return isOver;
}

/** `detail: "summary"` keeps the shape and leaves out what grows with the text. */
function reports(seen: Analysis, aiScan: AiScanReport, ruleset: Ruleset, options: EvaluateOptions) {
  const brief = options.detail === 'summary';
  return {
    precheck: {
      patterns_total: ruleset.pack.size,
      patterns_hit: seen.precheck.patterns_hit,
      pack_hash: ruleset.pack.hash,
      decoded_layers: seen.precheck.decoded_layers,
    },
    entropy: brief ? { ...seen.entropy, windows: [] } : seen.entropy,
    ai_scan: brief ? { ...aiScan, categories: [] } : aiScan,
  };
}
