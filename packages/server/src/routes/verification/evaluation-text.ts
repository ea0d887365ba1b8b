// SPDX-License-Identifier: Apache-2.0
/**
 * Evaluations and governances as the JSON that JSON.stringify gives. Ids, verdicts and digests are our own and need no
 * escaping; what is rare or of many shapes still goes through JSON.stringify.
 */
import type { Evaluation, Governance, Relation, Stage } from '@plumbline/core/engine/types.ts';
import { knownText, listText, numberText } from '../../http/json-text.ts';
import { BEYOND_ASCII, DONE, type RulesText, rulesText, windowsText } from './evaluation-text-parts.ts';
import { type EvaluationText, plainEvaluationText } from './plain-evaluation-text.ts';

/** The text of JSON.stringify(evaluation), and whether it is ASCII. */
export function evaluationBody(evaluation: Evaluation): EvaluationText {
  return plainEvaluationText(evaluation) ?? { text: anyEvaluationText(evaluation), isAscii: isAsciiText(evaluation) };
}

/** The text of JSON.stringify(evaluation). */
export function evaluationText(evaluation: Evaluation): string {
  return evaluationBody(evaluation).text;
}

function anyEvaluationText(evaluation: Evaluation): string {
  const { entropy, ai_scan, allowances, input, retention } = evaluation;
  const rules = rulesText(evaluation);
  return `{"evaluation_id":"${evaluation.evaluation_id}${judgementText(evaluation)}${precheckText(
    evaluation,
    rules,
  )}"entropy":{"bits_per_char":${numberText(entropy.bits_per_char)},"normalized":${numberText(
    entropy.normalized,
  )},"windows":${windowsText(entropy.windows)},"anomalous":${entropy.anomalous}},"ai_scan":{"status":"${ai_scan.status}${
    rules.scan
  }${listText(ai_scan.categories)},"required":${ai_scan.required}}${
    allowances === undefined ? '' : `,"allowances":${JSON.stringify(allowances)}`
  },"stages":${stagesText(evaluation.stages)},"degraded":${evaluation.degraded}${rules.hashes}${
    input.sha256
  }","code_points":${input.code_points},"bytes":${input.bytes},"language":${knownText(input.language)},"normalised":${
    input.normalised
  }},"retention":{"text":"not_stored","record":"hash_and_counts","days":${retention.days}}}`;
}

/**
 * True where the text of the evaluation is ASCII for certain. Whatever a text, a model or
 * an operator could have put in is absent or was looked at; the rest are our own words. False says nothing.
 */
export function isAsciiText(evaluation: Evaluation): boolean {
  const { flags, flags_total, triggered_articles, allowances, ai_scan, stages, summary } = evaluation;
  if (flags.length + flags_total + triggered_articles.length + ai_scan.categories.length > 0) return false;
  if (allowances !== undefined) return false;
  return hasPlainStages(stages) && rulesText(evaluation).isAscii && !BEYOND_ASCII.test(summary);
}

/** Stages that tell nothing but their names, engines and times. */
export function hasPlainStages(stages: readonly Stage[]): boolean {
  for (const { detail, deterministic } of stages) if (detail !== undefined || deterministic !== undefined) return false;
  return true;
}

/** The same of a governance: both evaluations, and nothing besides that quotes a text. */
export function isAsciiGovernance(governance: Governance): boolean {
  const { input, output, suggested_rewrite_prompt, suggested_response, human_review, explanation, stages } = governance;
  if (suggested_rewrite_prompt !== null || suggested_response !== null || human_review.reason !== null) return false;
  if (!isAsciiText(input) || !isAsciiText(output) || !hasPlainStages(stages)) return false;
  return !BEYOND_ASCII.test(explanation);
}

/** The text of JSON.stringify(governance). */
export function governanceText(governance: Governance): string {
  const { human_review } = governance;
  return `{"governance_id":"${governance.governance_id}","decision":"${governance.decision}","verdict":"${
    governance.verdict
  }","risk_score":${numberText(governance.risk_score)},"input":${evaluationText(
    governance.input,
  )},"output":${evaluationText(governance.output)},"relation":${relationText(governance.relation)},"suggested_rewrite_prompt":${orNull(
    governance.suggested_rewrite_prompt,
  )},"rewrite":${orNull(governance.rewrite)},"suggested_response":${orNull(
    governance.suggested_response,
  )},"human_review":{"required":${human_review.required},"reason":${orNull(human_review.reason)},"role":"${
    human_review.role
  }"},"explanation":${JSON.stringify(governance.explanation)},"stages":${stagesText(governance.stages)}}`;
}

function relationText({ injection_followed, prompt_leak, refusal, echoed_secret, on_topic }: Relation): string {
  return `{"injection_followed":${injection_followed},"prompt_leak":{"overlap":${numberText(
    prompt_leak.overlap,
  )}},"refusal":${refusal},"echoed_secret":${echoed_secret},"on_topic":${
    on_topic === null ? 'null' : numberText(on_topic)
  }}`;
}

/** Most pairs get no suggestion. */
const orNull = (value: object | string | null) => (value === null ? 'null' : JSON.stringify(value));

function judgementText(evaluation: Evaluation): string {
  const { verdict, compliant, risk_score, highest_severity, summary, flags, flags_total, triggered_articles } =
    evaluation;
  return `","operation":"evaluate","verdict":"${verdict}","compliant":${compliant},"risk_score":${numberText(
    risk_score,
  )},"highest_severity":${knownText(highest_severity)},"summary":${JSON.stringify(summary)},"flags":${listText(
    flags,
  )},"flags_total":${flags_total},"triggered_articles":${listText(triggered_articles)},`;
}

function precheckText({ precheck }: Evaluation, rules: RulesText): string {
  if (precheck.patterns_hit === 0 && precheck.decoded_layers === 0 && precheck.patterns_total === rules.patterns)
    return rules.untouched;
  return `"precheck":{"patterns_total":${precheck.patterns_total},"patterns_hit":${
    precheck.patterns_hit
  },"pack_hash":${knownText(precheck.pack_hash)},"decoded_layers":${precheck.decoded_layers}},`;
}

/** The text of JSON.stringify(stages). */
export function stagesText(stages: readonly Stage[]): string {
  let text = '[';
  for (let i = 0; i < stages.length; i++) text += (i === 0 ? '' : ',') + stageText(stages[i] as Stage);
  return `${text}]`;
}

function stageText(stage: Stage): string {
  if (stage.status !== 'ok' || stage.detail !== undefined || stage.deterministic !== undefined)
    return JSON.stringify(stage);
  return `${DONE[stage.name]}${numberText(stage.duration_ms)},"engine":${knownText(stage.engine)}}`;
}
