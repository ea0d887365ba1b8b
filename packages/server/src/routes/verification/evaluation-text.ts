// SPDX-License-Identifier: Apache-2.0
/**
 * Evaluations and governances as the JSON that JSON.stringify gives. Ids, verdicts and digests are our own and need no
 * escaping; what is rare or of many shapes still goes through JSON.stringify.
 */
import {
  type EntropyWindow,
  type Evaluation,
  type Governance,
  type Relation,
  STAGES,
  type Stage,
  type StageName,
} from '@plumbline/core/engine/types.ts';
import { knownText, listText, numberText } from '../../http/json-text.ts';

/** The text of JSON.stringify(evaluation). */
export function evaluationText(evaluation: Evaluation): string {
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

const BEYOND_ASCII = /[^ -~]/;

/**
 * True where the text of the evaluation is ASCII for certain: then nobody has to count its bytes. Whatever a text, a model or
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

/** What a text that passes has in common with all the others. */
const PASSED =
  '","operation":"evaluate","verdict":"pass","compliant":true,"risk_score":0,"highest_severity":null,"summary":';
const UNFLAGGED = ',"flags":[],"flags_total":0,"triggered_articles":[],';

function judgementText(evaluation: Evaluation): string {
  const { verdict, compliant, risk_score, highest_severity, summary, flags, flags_total } = evaluation;
  const isPlain = verdict === 'pass' && compliant && risk_score === 0 && highest_severity === null;
  const articles = evaluation.triggered_articles;
  const isUnflagged = flags.length === 0 && flags_total === 0 && articles.length === 0;
  if (isPlain && isUnflagged) return `${PASSED}${knownText(summary)}${UNFLAGGED}`;
  return `","operation":"evaluate","verdict":"${verdict}","compliant":${compliant},"risk_score":${numberText(
    risk_score,
  )},"highest_severity":${knownText(highest_severity)},"summary":${JSON.stringify(summary)},"flags":${listText(
    flags,
  )},"flags_total":${flags_total},"triggered_articles":${listText(articles)},`;
}

function precheckText({ precheck }: Evaluation, rules: RulesText): string {
  if (precheck.patterns_hit === 0 && precheck.decoded_layers === 0 && precheck.patterns_total === rules.patterns)
    return rules.untouched;
  return `"precheck":{"patterns_total":${precheck.patterns_total},"patterns_hit":${
    precheck.patterns_hit
  },"pack_hash":${knownText(precheck.pack_hash)},"decoded_layers":${precheck.decoded_layers}},`;
}

/** What all evaluations by the same rules share. */
interface RulesText {
  readonly of: readonly (string | null)[];
  readonly patterns: number;
  /** The report of a precheck that found nothing. */
  readonly untouched: string;
  readonly scan: string;
  readonly hashes: string;
  readonly isAscii: boolean;
}

let last: RulesText | null = null;

function rulesText({ precheck, ai_scan, constitution, ruleset_hash }: Evaluation): RulesText {
  const { engine, model, model_hash } = ai_scan;
  const { version, hash } = constitution;
  if (
    last !== null &&
    last.of[0] === ruleset_hash &&
    last.of[1] === precheck.pack_hash &&
    last.of[2] === engine &&
    last.of[3] === model &&
    last.of[4] === model_hash &&
    last.of[5] === version &&
    last.of[6] === hash
  )
    return last;
  const of = [ruleset_hash, precheck.pack_hash, engine, model, model_hash, version, hash];
  last = {
    of,
    isAscii: !BEYOND_ASCII.test(of.join('')),
    patterns: precheck.patterns_total,
    untouched: `"precheck":${JSON.stringify({ ...precheck, patterns_hit: 0, decoded_layers: 0 })},`,
    scan: `","engine":${knownText(engine)},"model":${knownText(model)},"model_hash":${knownText(model_hash)},"categories":`,
    hashes: `,"constitution":${JSON.stringify({ version, hash })},"ruleset_hash":${knownText(ruleset_hash)},"input":{"sha256":"`,
  };
  return last;
}

/** The text of JSON.stringify(windows): two in five ordinary texts have some. */
function windowsText(windows: readonly EntropyWindow[]): string {
  let text = '[';
  for (const { span, bits_per_char, kind } of windows)
    text += `${text === '[' ? '' : ','}{"span":{"start":${span.start},"end":${span.end},"start_utf16":${
      span.start_utf16
    },"end_utf16":${span.end_utf16}},"bits_per_char":${numberText(bits_per_char)},"kind":${knownText(kind)}}`;
  return `${text}]`;
}

/** The text of JSON.stringify(stages). */
export function stagesText(stages: readonly Stage[]): string {
  let text = '[';
  for (let i = 0; i < stages.length; i++) text += (i === 0 ? '' : ',') + stageText(stages[i] as Stage);
  return `${text}]`;
}

/** How a stage that did its work begins, by its name. */
const DONE = Object.fromEntries(
  STAGES.map(({ n, name }) => [name, `{"n":${n},"name":"${name}","status":"ok","duration_ms":`]),
) as Readonly<Record<StageName, string>>;

function stageText(stage: Stage): string {
  if (stage.status !== 'ok' || stage.detail !== undefined || stage.deterministic !== undefined)
    return JSON.stringify(stage);
  return `${DONE[stage.name]}${numberText(stage.duration_ms)},"engine":${knownText(stage.engine)}}`;
}
