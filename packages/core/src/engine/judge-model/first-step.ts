// SPDX-License-Identifier: Apache-2.0
/** The first of the two steps of a check with a second judge: what the embedded stages say, and what is to be asked. */
import { evaluateSide } from '../evaluate.ts';
import { governSides } from '../govern/govern.ts';
import type { Ruleset } from '../ruleset.ts';
import { type Screening, screeningOf } from '../screen.ts';
import type { EvaluateOptions, Evaluation, Governance, Ports } from '../types.ts';
import { questionOf } from './ask.ts';
import type { Question } from './opinion.ts';

export interface FirstEvaluation {
  readonly evaluation: Evaluation;
  /** Null: the evaluation stands as it is. */
  readonly question: Question | null;
}

export interface FirstScreening {
  readonly screening: Screening;
  /** Null: the screening stands as it is. */
  readonly question: Question | null;
}

export interface FirstGovernance {
  readonly governance: Governance;
  /** Both null: the governance stands as it is. */
  readonly prompt: Question | null;
  readonly response: Question | null;
}

export function evaluateFirst(text: string, ruleset: Ruleset, ports: Ports, options: EvaluateOptions): FirstEvaluation {
  const seen = evaluateSide(text, 'text', ruleset, ports, options);
  return { evaluation: seen.evaluation, question: questionOf(text, 'text', seen, ruleset, ports) };
}

export function screenFirst(text: string, ruleset: Ruleset, ports: Ports): FirstScreening {
  const seen = evaluateSide(text, 'text', ruleset, ports);
  return { screening: screeningOf(text, seen, ruleset), question: questionOf(text, 'text', seen, ruleset, ports) };
}

export function governFirst(
  prompt: string,
  response: string,
  ruleset: Ruleset,
  ports: Ports,
  options: EvaluateOptions,
): FirstGovernance {
  const { governance, input, output } = governSides(prompt, response, ruleset, ports, options, {});
  return {
    governance,
    prompt: questionOf(prompt, 'prompt', input, ruleset, ports),
    response: questionOf(response, 'response', output, ruleset, ports),
  };
}
