// SPDX-License-Identifier: Apache-2.0
import type { DataProblem } from '../../constitution/problem.ts';
import { buildScanner, type Scanner } from './matcher.ts';
import { type PackFile, type ParsedPack, parsePack } from './pack.ts';
import { anchorLiteral, type Pattern, type PatternExpression } from './pack-schema.ts';
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
  const scanner = buildScanner(pack.patterns);
  const problems = [
    ...pack.problems,
    ...pack.patterns.flatMap((pattern, index) => [
      ...lintExamples(pack, pattern, index, scanner),
      ...lintAnchors(pack, pattern),
      ...lintLinear(pack, pattern, checkLinear),
    ]),
  ];
  return {
    problems,
    checked: {
      patterns: pack.patterns.length,
      expressions: pack.patterns.reduce((sum, pattern) => sum + pattern.expressions.length, 0),
      examples: pack.patterns.reduce((sum, pattern) => sum + pattern.matches.length + pattern.near_misses.length, 0),
    },
  };
}

function lintExamples(pack: ParsedPack, pattern: Pattern, index: number, scanner: Scanner): DataProblem[] {
  const hits = (text: string) => scanner.scan(text, NEVER, 'all').matches.some((match) => match.pattern === index);
  const problems: DataProblem[] = [];
  pattern.matches.forEach((text, at) => {
    if (!hits(text)) problems.push(pack.report(pattern, ['matches', at], 'this text must match and does not'));
  });
  pattern.near_misses.forEach((text, at) => {
    if (hits(text)) problems.push(pack.report(pattern, ['near_misses', at], 'this text must not match and does'));
  });
  return problems;
}

/** A match of the bare expression without any of its anchors would be lost by the gate. */
function lintAnchors(pack: ParsedPack, pattern: Pattern): DataProblem[] {
  const problems: DataProblem[] = [];
  pattern.expressions.forEach((expression, index) => {
    const lost = [...pattern.matches, ...pattern.near_misses].flatMap((text) => lostMatches(expression, text));
    if (lost.length > 0) {
      const message = `no anchor is in what the expression matches: '${(lost[0] as string).slice(0, 60)}'`;
      problems.push(pack.report(pattern, ['expressions', index], message));
    }
  });
  return problems;
}

function lostMatches(expression: PatternExpression, text: string): string[] {
  if (expression.anchors.length === 0) return [];
  return [...text.matchAll(new RegExp(expression.source, `g${expression.flags}`))]
    .map((hit) => hit[0])
    .filter((found) => found !== '' && !isAnchored(found, text, expression));
}

/** Look-arounds may hold the anchor: it counts wherever it touches the match within the expression's reach. */
function isAnchored(found: string, text: string, expression: PatternExpression): boolean {
  const at = text.indexOf(found);
  const around = text
    .slice(Math.max(0, at - expression.reach[1]), at + found.length + expression.reach[0])
    .toLowerCase();
  return expression.anchors.some((anchor) => around.includes(anchorLiteral(anchor)));
}

function lintLinear(pack: ParsedPack, pattern: Pattern, checkLinear: CheckLinear): DataProblem[] {
  const problems: DataProblem[] = [];
  pattern.expressions.forEach((expression, index) => {
    const fault = verdictFault(checkLinear(expression.source, expression.flags));
    if (fault !== null) problems.push(pack.report(pattern, ['expressions', index, 'source'], fault));
  });
  return problems;
}
