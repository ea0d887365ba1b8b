// SPDX-License-Identifier: Apache-2.0
import type { DataProblem } from '../../constitution/problem.ts';
import { exampleProblems } from './examples.ts';
import { buildScanner } from './matcher.ts';
import { type PackFile, type ParsedPack, parsePack } from './pack.ts';
import type { Pattern } from './pack-schema.ts';
import { type CheckLinear, verdictFault } from './verdicts.ts';

export interface LintReport {
  readonly problems: readonly DataProblem[];
  readonly checked: { readonly patterns: number; readonly expressions: number; readonly examples: number };
}

const NEVER = () => false;

/**
 * Everything that can be wrong with a pack: its form, its examples as they run in the whole pack, its anchors, and
 * expressions that are not linear.
 *
 * @param checkLinear judges one expression; `core` has no checker of its own.
 */
export function lintPack(
  files: readonly PackFile[],
  knownArticles: ReadonlySet<number>,
  checkLinear: CheckLinear,
): LintReport {
  const pack = parsePack(files, knownArticles);
  const unproven = pack.patterns.map((pattern) => lintLinear(pack, pattern, checkLinear));
  // What is not known to come to an end is not run.
  const proven = pack.patterns.filter((_, index) => (unproven[index] as DataProblem[]).length === 0);
  const scanner = buildScanner(proven);
  const match = (text: string) => scanner.scan(text, NEVER, 'all').matches;
  const problems = [...pack.problems, ...unproven.flat(), ...exampleProblems(pack, proven, proven, match)];
  return {
    problems,
    checked: {
      patterns: pack.patterns.length,
      expressions: pack.patterns.reduce((sum, pattern) => sum + pattern.expressions.length, 0),
      examples: pack.patterns.reduce((sum, pattern) => sum + pattern.matches.length + pattern.near_misses.length, 0),
    },
  };
}

function lintLinear(pack: ParsedPack, pattern: Pattern, checkLinear: CheckLinear): DataProblem[] {
  const problems: DataProblem[] = [];
  pattern.expressions.forEach((expression, index) => {
    const fault = verdictFault(checkLinear(expression.source, expression.flags));
    if (fault !== null) problems.push(pack.report(pattern, ['expressions', index, 'source'], fault));
  });
  return problems;
}
