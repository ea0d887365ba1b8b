// SPDX-License-Identifier: Apache-2.0
import { evaluate } from '@plumbline/core/engine/evaluate.ts';
import { govern } from '@plumbline/core/engine/govern/govern.ts';
import { evaluateFirst, governFirst } from '@plumbline/core/engine/judge-model/first-step.ts';
import type { Opinion, Question } from '@plumbline/core/engine/judge-model/opinion.ts';
import type { AppliedAllowance } from '@plumbline/core/engine/judgement/allowances.ts';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import type { Evaluation, Flag, Governance } from '@plumbline/core/engine/types.ts';
import type { Paint } from '../colour.ts';
import { nodePorts } from '../ports.ts';
import { renderEvaluation, renderGovernance } from '../render.ts';
import type { Case } from './cases.ts';

export interface CaseResult {
  readonly case: Case;
  /** Verdict of a text, decision on a pair. */
  readonly got: string;
  readonly flagged: boolean;
  readonly flags: readonly Flag[];
  /** What the allow-list dropped. */
  readonly allowances: readonly AppliedAllowance[];
  /** Why a stage did not do all of its work; null where each did. Such a result proves nothing. */
  readonly degraded: string | null;
  /** Why it is not as expected; empty when it is. */
  readonly wrong: readonly string[];
  /** The whole result for a person. */
  readonly render: (paint: Paint) => string;
}

/** Asks the configured second judge. */
export type Ask = (question: Question, text: string) => Promise<Opinion>;

/** @param ask null: the embedded stages judge alone */
export async function judgeCase(test: Case, ruleset: Ruleset, ask: Ask | null): Promise<CaseResult> {
  if ('text' in test.input) {
    const { text } = test.input;
    const evaluation = ask === null ? evaluate(text, ruleset, nodePorts) : await evaluateTwice(text, ruleset, ask);
    const render = (paint: Paint) => renderEvaluation(evaluation, text, paint);
    const { verdict, flags } = evaluation;
    return resultOf(test, {
      got: verdict,
      flagged: verdict !== 'pass',
      flags,
      allowances: evaluation.allowances ?? [],
      degraded: reasonOf([evaluation]),
      render,
    });
  }
  const { prompt, response } = test.input;
  const governance =
    ask === null ? govern(prompt, response, ruleset, nodePorts) : await governTwice(prompt, response, ruleset, ask);
  const flags = [...governance.input.flags, ...governance.output.flags];
  const render = (paint: Paint) => renderGovernance(governance, prompt, response, paint);
  const { decision: got, input, output } = governance;
  const allowances = [...(input.allowances ?? []), ...(output.allowances ?? [])];
  return resultOf(test, {
    got,
    flagged: got !== 'allow',
    flags,
    allowances,
    degraded: reasonOf([input, output]),
    render,
  });
}

function reasonOf(evaluations: readonly Evaluation[]): string | null {
  const broken = evaluations
    .flatMap(({ stages }) => stages)
    .filter(({ status }) => status === 'failed' || status === 'degraded');
  if (broken.length === 0) return null;
  return [...new Set(broken.map(({ name, status, detail }) => `${name} ${detail ?? status}`))].join('; ');
}

async function evaluateTwice(text: string, ruleset: Ruleset, ask: Ask): Promise<Evaluation> {
  const { evaluation, question } = evaluateFirst(text, ruleset, nodePorts, {});
  return question === null ? evaluation : evaluate(text, ruleset, nodePorts, {}, await ask(question, text));
}

async function governTwice(prompt: string, response: string, ruleset: Ruleset, ask: Ask): Promise<Governance> {
  const first = governFirst(prompt, response, ruleset, nodePorts, {});
  const onPrompt = first.prompt === null ? undefined : await ask(first.prompt, prompt);
  const onResponse = first.response === null ? undefined : await ask(first.response, response);
  return govern(
    prompt,
    response,
    ruleset,
    nodePorts,
    {},
    {
      ...(onPrompt !== undefined && { prompt: onPrompt }),
      ...(onResponse !== undefined && { response: onResponse }),
    },
  );
}

function resultOf(test: Case, judged: Omit<CaseResult, 'case' | 'wrong'>): CaseResult {
  const { exactly, category, article } = test;
  const { got, flagged, flags, degraded } = judged;
  if (degraded !== null) return { case: test, ...judged, wrong: [`not judged in full, got ${got}: ${degraded}`] };
  const wrong: string[] = [];
  if (flagged !== test.flagged || (exactly !== null && got !== exactly))
    wrong.push(`expected ${exactly ?? (test.flagged ? 'a flag' : 'none')}, got ${got}`);
  if (flagged && category !== null && !flags.some((flag) => flag.category === category))
    wrong.push(`no flag of category ${category}`);
  if (flagged && article !== null && !flags.some((flag) => flag.article.number === article))
    wrong.push(`no flag under article ${article}`);
  return { case: test, ...judged, wrong };
}
