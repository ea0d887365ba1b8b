// SPDX-License-Identifier: Apache-2.0
import type { EvaluatedSide } from '../evaluate.ts';
import { severityRank } from '../judgement/judge.ts';
import type { Ruleset } from '../ruleset.ts';
import { maskText } from '../screen.ts';
import type { Ports, Side } from '../types.ts';
import type { Question } from './opinion.ts';
import { judgeInstructions, questionMessages } from './prompt.ts';

/** Random characters of the lines around the text. */
const SIGN_LENGTH = 16;

/** What to ask the second judge of a text that the embedded stages have seen; null where it need not be asked. */
export function questionOf(
  text: string,
  side: Side,
  seen: EvaluatedSide,
  ruleset: Ruleset,
  ports: Ports,
): Question | null {
  const judge = ruleset.judgeModel;
  if (judge === null || (judge.consult === 'unsure' && !isUnsure(seen))) return null;
  const shown = maskText(text, seen.findings, ruleset) ?? text;
  const sign = `#${ports.newId('').slice(-SIGN_LENGTH).toLowerCase()}`;
  return {
    ...questionMessages(shown, side, instructionsOf(ruleset), sign),
    key: ports.sha256Hex(`${ruleset.hash}\n${side}\n${seen.evaluation.input.sha256}`),
  };
}

/**
 * A text that goes to a person, that the AI scan could not see, in a language that it has hardly learned, or that passes with
 * something about it. One that fails
 * already can't get worse: the second judge has nothing to add but cost.
 */
export function isUnsure({ evaluation, findings, scan, foreign }: EvaluatedSide): boolean {
  if (evaluation.verdict !== 'pass') return evaluation.verdict === 'review';
  if (scan.status !== 'ok' || foreign !== null || scan.categories.length > 0) return true;
  return findings.some(({ severity }) => severityRank(severity) >= severityRank('medium'));
}

const INSTRUCTIONS = new WeakMap<Ruleset, string>();

/** The same for all texts under the same rules. */
function instructionsOf(ruleset: Ruleset): string {
  let instructions = INSTRUCTIONS.get(ruleset);
  if (instructions === undefined) {
    instructions = judgeInstructions(ruleset.articles, ruleset.categories);
    INSTRUCTIONS.set(ruleset, instructions);
  }
  return instructions;
}
