// SPDX-License-Identifier: Apache-2.0
import type { DataProblem } from '../../constitution/problem.ts';
import type { PatternMatch } from '../stages.ts';
import type { ParsedPack } from './pack.ts';
import { anchorLiteral, type Pattern, type PatternExpression } from './pack-schema.ts';

/**
 * What patterns say of their own examples: texts that must match, texts that must not, and matches without an anchor.
 *
 * @param patterns of the pack, all of whose expressions are known to come to an end
 * @param match says what the pack finds in a text; its numbers are those of `order`
 */
export function exampleProblems(
  pack: ParsedPack,
  patterns: readonly Pattern[],
  order: readonly Pattern[],
  match: (text: string) => readonly PatternMatch[],
): DataProblem[] {
  return patterns.flatMap((pattern) => {
    const index = order.indexOf(pattern);
    const hits = (text: string) => match(text).some((found) => found.pattern === index);
    return [...wrongExamples(pack, pattern, hits), ...lostAnchors(pack, pattern)];
  });
}

function wrongExamples(pack: ParsedPack, pattern: Pattern, hits: (text: string) => boolean): DataProblem[] {
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
function lostAnchors(pack: ParsedPack, pattern: Pattern): DataProblem[] {
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
