// SPDX-License-Identifier: Apache-2.0
/**
 * Evaluations of texts in which nothing was found, as the JSON that JSON.stringify gives. Most are, and differ in some
 * twenty places: what stands between those is put together once. V8 joins texts by reference and lays them out when they
 * are sent, which costs by the number of pieces.
 */
import type { Evaluation, Stage } from '@plumbline/core/engine/types.ts';
import { knownText, numberText } from '../../http/json-text.ts';
import { BEYOND_ASCII, DONE, type RulesText, rulesText, windowsText } from './evaluation-text-parts.ts';

/** What stands between the places in which evaluations of one kind differ. */
interface Form {
  readonly rules: RulesText;
  readonly summary: string;
  readonly required: boolean;
  readonly days: number;
  readonly stages: readonly Pick<Stage, 'name' | 'engine'>[];
  readonly beforeBits: string;
  readonly beforeStages: string;
  /** Before the duration of each stage, and behind that of the last. */
  readonly seams: readonly string[];
  readonly end: string;
  readonly isAscii: boolean;
}

export interface EvaluationText {
  readonly text: string;
  /** True where the text is ASCII for certain: then nobody has to count its bytes. */
  readonly isAscii: boolean;
}

let last: Form | null = null;

/** The text of JSON.stringify(evaluation); null where something was found, did not go as usual or was asked of a model. */
export function plainEvaluationText(evaluation: Evaluation): EvaluationText | null {
  if (!isUnremarkable(evaluation)) return null;
  const { evaluation_id, entropy, stages, input } = evaluation;
  if (last === null || !isOf(last, evaluation)) last = formOf(evaluation);
  const { beforeBits, beforeStages, seams, end } = last;
  let text = `{"evaluation_id":"${evaluation_id}${beforeBits}${numberText(entropy.bits_per_char)},"normalized":${numberText(
    entropy.normalized,
  )},"windows":${windowsText(entropy.windows)}${beforeStages}`;
  for (let i = 0; i < stages.length; i++) text += (seams[i] as string) + numberText((stages[i] as Stage).duration_ms);
  text += `${seams[stages.length]}${input.sha256}","code_points":${input.code_points},"bytes":${
    input.bytes
  },"language":${knownText(input.language)},"normalised":${input.normalised}${end}`;
  return { text, isAscii: last.isAscii };
}

function isUnremarkable(evaluation: Evaluation): boolean {
  const { verdict, compliant, risk_score, highest_severity, flags, flags_total, triggered_articles } = evaluation;
  const { precheck, entropy, ai_scan, allowances, stages, degraded } = evaluation;
  if (verdict !== 'pass' || !compliant || risk_score !== 0 || highest_severity !== null || degraded) return false;
  if (flags.length + flags_total + triggered_articles.length + ai_scan.categories.length > 0) return false;
  if (precheck.patterns_hit + precheck.decoded_layers > 0 || entropy.anomalous || allowances !== undefined)
    return false;
  if (ai_scan.status !== 'ok') return false;
  for (const { status, detail, deterministic } of stages)
    if (status !== 'ok' || detail !== undefined || deterministic !== undefined) return false;
  return true;
}

function isOf(form: Form, evaluation: Evaluation): boolean {
  const { summary, ai_scan, retention, stages } = evaluation;
  if (form.rules !== rulesText(evaluation) || form.summary !== summary || form.required !== ai_scan.required)
    return false;
  if (form.rules.patterns !== evaluation.precheck.patterns_total || form.days !== retention.days) return false;
  if (form.stages.length !== stages.length) return false;
  return stages.every(({ name, engine }, i) => form.stages[i]?.name === name && form.stages[i]?.engine === engine);
}

function formOf(evaluation: Evaluation): Form {
  const { summary, ai_scan, retention, stages } = evaluation;
  const rules = rulesText(evaluation);
  const beforeBits = whole(
    '","operation":"evaluate","verdict":"pass","compliant":true,"risk_score":0,"highest_severity":null,"summary":',
    JSON.stringify(summary),
    ',"flags":[],"flags_total":0,"triggered_articles":[],',
    rules.untouched,
    '"entropy":{"bits_per_char":',
  );
  const beforeStages = whole(
    ',"anomalous":false},"ai_scan":{"status":"ok',
    rules.scan,
    `[],"required":${ai_scan.required}},"stages":[`,
  );
  const starts = stages.map(({ name }, i) => whole(i === 0 ? '' : `${behind(stages[i - 1])},`, DONE[name]));
  const seams = [...starts, whole(behind(stages.at(-1)), '],"degraded":false', rules.hashes)];
  const end = whole(`},"retention":{"text":"not_stored","record":"hash_and_counts","days":${retention.days}}}`);
  const isAscii = !BEYOND_ASCII.test([beforeBits, beforeStages, ...seams].join(''));
  const { required } = ai_scan;
  return { rules, summary, required, days: retention.days, stages, beforeBits, beforeStages, seams, end, isAscii };
}

/** In one piece: a template would refer to its parts. */
const whole = (...parts: readonly string[]): string => parts.join('');

const behind = (stage: Stage | undefined): string =>
  stage === undefined ? '' : `,"engine":${knownText(stage.engine)}}`;
