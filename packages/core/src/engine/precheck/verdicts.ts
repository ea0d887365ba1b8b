// SPDX-License-Identifier: Apache-2.0
import type { DataProblem } from '../../constitution/problem.ts';
import type { Ports } from '../types.ts';
import type { Pattern } from './pack-schema.ts';

/**
 * What a checker of regular expressions said about one expression. `proof`: an automaton shows that time grows linearly.
 * `bounded`: no proof, but a fuzzing checker found no attack and the expression only ever reads a bounded window.
 * `steep`: linear or not, it may take thousands of steps for each character.
 */
export interface LinearVerdict {
  readonly status: 'linear' | 'steep' | 'vulnerable' | 'unknown';
  readonly method: 'proof' | 'bounded';
  /** Name and version of the checker. */
  readonly checker: string;
  /** What makes it slow, where it is. */
  readonly detail?: string;
}

/** Hash of (source, flags) to verdict: a changed expression has no verdict until it is checked again. */
export type Verdicts = Readonly<Record<string, LinearVerdict>>;

export type CheckLinear = (source: string, flags: string) => LinearVerdict;

export function verdictKey(source: string, flags: string, sha256Hex: Ports['sha256Hex']): string {
  return sha256Hex(`${flags}\n${source}`);
}

export function verdictFor(
  source: string,
  flags: string,
  verdicts: Verdicts,
  sha256Hex: Ports['sha256Hex'],
): LinearVerdict | null {
  const key = verdictKey(source, flags, sha256Hex);
  return Object.hasOwn(verdicts, key) ? (verdicts[key] as LinearVerdict) : null;
}

/** One problem for each expression that isn't known to be linear. A pack with any of them must not be loaded. */
export function checkVerdicts(
  patterns: readonly Pattern[],
  verdicts: Verdicts,
  sha256Hex: Ports['sha256Hex'],
  report: (pattern: Pattern, at: readonly (string | number)[], message: string) => DataProblem,
): DataProblem[] {
  const problems: DataProblem[] = [];
  for (const pattern of patterns) {
    pattern.expressions.forEach((expression, index) => {
      const fault = verdictFault(verdictFor(expression.source, expression.flags, verdicts, sha256Hex));
      if (fault !== null) problems.push(report(pattern, ['expressions', index, 'source'], fault));
    });
  }
  return problems;
}

/** Why an expression with this verdict is refused; null when it isn't. */
export function verdictFault(verdict: LinearVerdict | null): string | null {
  if (verdict === null)
    return 'the expression was not checked for linear time: run `plumbline pack lint --write-verdicts`';
  if (verdict.status === 'linear') return null;
  const detail = verdict.detail === undefined ? '' : ` (${verdict.detail})`;
  if (verdict.status === 'steep') {
    return `the expression takes too many steps${detail}: repeats beside each other that can match the same multiply`;
  }
  return verdict.status === 'vulnerable'
    ? `the expression does not run in linear time${detail}`
    : `the expression could not be shown to run in linear time${detail}`;
}
