// SPDX-License-Identifier: Apache-2.0
import { type Allowance, isExpired } from '@plumbline/core/engine/judgement/allowances.ts';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import type { Flag } from '@plumbline/core/engine/types.ts';
import type { Paint } from '../colour.ts';
import { inert } from '../render.ts';
import type { CaseResult } from './judge-case.ts';
import { type Confusion, confusionOf, type Rate, type Scores, scoresOf } from './score.ts';

export interface Report {
  readonly cases: number;
  readonly as_expected: number;
  /** Cases that were not judged in full: neither hit nor miss, and never as expected. */
  readonly degraded: number;
  readonly judge: JudgeCount | null;
  readonly confusion: Confusion;
  readonly scores: Scores;
  /** By the category that a case names. */
  readonly categories: readonly { readonly category: string; readonly cases: number; readonly as_expected: number }[];
  readonly failing: readonly FailingCase[];
  readonly goals: Readonly<Record<string, { readonly at_least: number; readonly got: number | null }>>;
  /** All goals where there are any, else every case as expected. */
  readonly reached: boolean;
  /** Of the allow-list: in how many cases each dropped a finding, and whether its last day is over. */
  readonly allowances: readonly AllowanceCount[];
  readonly ruleset_hash: string;
}

interface AllowanceCount {
  readonly id: string;
  readonly reason: string;
  readonly expires_on: string;
  readonly ended: boolean;
  readonly cases: number;
  readonly findings: number;
}

/** What became of the questions to the second judge; null without one. */
export interface JudgeCount {
  readonly asked: number;
  readonly answered: number;
}

interface FailingCase {
  readonly id: string;
  readonly line: number;
  readonly wrong: readonly string[];
  readonly got: string;
  /** Why it was not judged in full; null where it was. */
  readonly degraded: string | null;
  readonly flags: readonly {
    readonly category: string;
    readonly pattern_id: string | null;
    readonly article: number;
    readonly confidence: number;
    readonly excerpt: string;
    readonly explanation: string;
  }[];
}

/** @param goals least values of precision, recall and f1 */
export function reportOf(
  results: readonly CaseResult[],
  goals: Readonly<Partial<Record<'precision' | 'recall' | 'f1', number>>>,
  { hash, allowances }: Pick<Ruleset, 'hash' | 'allowances'>,
  judge: JudgeCount | null = null,
  nowMs: number = Date.now(),
): Report {
  const judged = results.filter(({ degraded }) => degraded === null);
  const confusion = confusionOf(judged.map((result) => ({ expected: result.case.flagged, flagged: result.flagged })));
  const scores = scoresOf(confusion);
  const failing = results.filter(({ wrong }) => wrong.length > 0);
  const got = { precision: scores.precision?.value ?? null, recall: scores.recall?.value ?? null, f1: scores.f1 };
  const named = Object.entries(goals).map(
    ([name, atLeast]) => [name, { at_least: atLeast, got: got[name as keyof typeof got] }] as const,
  );
  const reached =
    named.length === 0
      ? failing.length === 0
      : named.every(([, goal]) => goal.got !== null && goal.got >= goal.at_least);
  return {
    cases: results.length,
    as_expected: results.length - failing.length,
    degraded: results.length - judged.length,
    judge,
    confusion,
    scores,
    categories: byCategory(results),
    failing: failing.map(failingCase),
    goals: Object.fromEntries(named),
    reached,
    allowances: allowances.map((allowance) => allowanceCount(allowance, results, nowMs)),
    ruleset_hash: hash,
  };
}

function allowanceCount(allowance: Allowance, results: readonly CaseResult[], nowMs: number): AllowanceCount {
  const { id, reason, expiresOn } = allowance;
  const applied = results.map(({ allowances }) => allowances.filter((one) => one.id === id));
  return {
    id,
    reason,
    expires_on: expiresOn,
    ended: isExpired(allowance, nowMs),
    cases: applied.filter(({ length }) => length > 0).length,
    findings: applied.flat().reduce((sum, { findings }) => sum + findings, 0),
  };
}

function byCategory(results: readonly CaseResult[]): Report['categories'] {
  const groups = Map.groupBy(
    results.filter((result) => result.case.category !== null),
    (result) => result.case.category as string,
  );
  return [...groups]
    .map(([category, group]) => ({
      category,
      cases: group.length,
      as_expected: group.filter(({ wrong }) => wrong.length === 0).length,
    }))
    .sort((a, b) => (a.category < b.category ? -1 : 1));
}

function failingCase({ case: { id, line }, wrong, got, degraded, flags }: CaseResult): FailingCase {
  return { id, line, wrong, got, degraded, flags: flags.map(briefly) };
}

function briefly({ category, pattern_id, article, confidence, excerpt, explanation }: Flag) {
  return { category, pattern_id, article: article.number, confidence, excerpt, explanation };
}

/** For a person: the confusion, the rates with their intervals, and each failing case with its explanation. */
export function renderReport(report: Report, results: readonly CaseResult[], paint: Paint): string {
  const { confusion, scores, cases, as_expected: good } = report;
  const count = (n: number) => String(n).padStart(8);
  const lines = [
    paint.bold(`${cases} cases, ${good} as expected, ${cases - good} not`),
    ...degradedLines(report, paint),
    '',
    '                   judged flagged  judged clean',
    `  should be flagged ${count(confusion.hits)} ${count(confusion.misses)}`,
    `  should be clean   ${count(confusion.falseAlarms)} ${count(confusion.passes)}`,
    '',
    `  precision ${rateText(scores.precision)}   recall ${rateText(scores.recall)}   F1 ${scores.f1?.toFixed(3) ?? '-'}`,
    `  false alarms ${rateText(scores.falsePositiveRate)}`,
    ...report.categories.map(
      ({ category, cases: n, as_expected }) => `  ${category.padEnd(20)} ${as_expected} of ${n}`,
    ),
    ...goalLines(report, paint),
    ...report.allowances.map((one) => allowanceLine(one, paint)),
  ];
  for (const result of results.filter(({ wrong }) => wrong.length > 0)) {
    const { id, line } = result.case;
    lines.push('', paint.bold(`line ${line}, ${inert(id)}: ${result.wrong.join('; ')}`));
    lines.push(indented(bodyOf(result, paint)));
  }
  return `${lines.join('\n')}\n`;
}

function degradedLines({ degraded, judge }: Report, paint: Paint): string[] {
  const lines = degraded === 0 ? [] : [paint.yellow(`${degraded} not judged in full, and left out of the rates`)];
  if (judge === null || judge.answered === judge.asked) return lines;
  return [...lines, paint.yellow(`the second judge answered ${judge.answered} of ${judge.asked} questions`)];
}

function allowanceLine({ id, reason, expires_on: day, ended, cases, findings }: AllowanceCount, paint: Paint): string {
  if (ended) return paint.yellow(`  allowance ${id} ended with ${day} and allows nothing: ${inert(reason)}`);
  return paint.dim(`  allowance ${id} until ${day}: dropped ${findings} findings in ${cases} cases. ${inert(reason)}`);
}

const SHOWN_UNITS = 400;
/** Nothing was found in it, so nothing would be masked: a record of the run must not hold the value. */
const NOT_SHOWN = 'The text is not shown: the case says that it holds what must not be shown.';

/** What was found, with its explanation; where nothing was, the text itself. */
function bodyOf({ flags, render, case: { category, input } }: CaseResult, paint: Paint): string {
  if (flags.length > 0) return render(paint);
  if (category === 'secrets' || category === 'pii') return NOT_SHOWN;
  const text = 'text' in input ? input.text : `${input.prompt}\n→ ${input.response}`;
  return inert(text.length > SHOWN_UNITS ? `${text.slice(0, SHOWN_UNITS)}…` : text);
}

function goalLines({ goals }: Report, paint: Paint): string[] {
  return Object.entries(goals).map(([name, { at_least: atLeast, got }]) => {
    const reached = got !== null && got >= atLeast;
    const text = `  ${name} at least ${atLeast}: ${got?.toFixed(3) ?? 'cannot be told'}`;
    return reached ? paint.green(text) : paint.red(`${text}, not reached`);
  });
}

function rateText(rate: Rate | null): string {
  if (rate === null) return '-';
  return `${rate.value.toFixed(3)} (95 %: ${rate.ci95[0].toFixed(2)} to ${rate.ci95[1].toFixed(2)})`;
}

const indented = (text: string) => text.trimEnd().replace(/^/gm, '  ');
