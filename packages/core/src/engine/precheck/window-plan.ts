// SPDX-License-Identifier: Apache-2.0
import { ClauseTable, type Demand } from './clauses.ts';
import { digitsRequired } from './digits-required.ts';
import { type Expression, prepareExpression } from './expression.ts';
import { parseExpression } from './expression-syntax.ts';
import { GATES } from './gates.ts';
import { type AnchorSet, anchorSet, NeedleTable } from './needles.ts';
import type { Pattern } from './pack-schema.ts';
import { requirementIn } from './requirement.ts';
import type { Reach } from './scan-windows.ts';
import { planTogether, type Together, type TogetherPlan } from './together.ts';

/** What must be looked for in a text to know where the expressions of a pack could match. */
export interface WindowPlan {
  readonly expressions: readonly Expression[];
  /** Of the expressions, then of the rules for words that stand together, whose windows only say that they may be met. */
  readonly reaches: readonly (Reach & { readonly atLeast: number })[];
  /** By gate, the expressions that its runs let run. */
  readonly byGate: readonly (readonly number[])[];
  readonly ascii: AnchorSet;
  readonly other: AnchorSet;
  /** By reach, what a window must hold; null where nothing is known. */
  readonly demands: readonly (Demand | null)[];
  readonly clauseCount: number;
  /** The clauses that any unit beyond ASCII fulfils. */
  readonly foreign: readonly number[];
  /** By digits in a row, the clause that so many or more fulfil. */
  readonly digits: readonly (number | undefined)[];
  /** Whether literals are watched for besides. */
  readonly watches: boolean;
}

/** Finds the windows of one text after the other: a reading is never interrupted by another. */
export interface WindowFinder {
  /** The number of windows; each is an expression, a start and an end, one after the other in `list`. */
  readonly find: (text: string) => number;
  readonly list: Int32Array;
  /** Where in `list` the first one begins. */
  readonly first: number;
  /** A watched literal is in the text that was read last; true as well where none is watched for. */
  readonly watched: boolean;
  /** The text that was read last is ASCII. */
  readonly ascii: boolean;
}

/** The expressions of patterns in their order, ready to run. */
export const preparedExpressions = (patterns: readonly Pattern[]): Expression[] =>
  patterns.flatMap((pattern, i) => pattern.expressions.map((expression) => prepareExpression(pattern, i, expression)));

export function planWindows(
  patterns: readonly Pattern[],
  watched: readonly string[] | null,
  together: Together | null = null,
): WindowPlan {
  const needles = new NeedleTable();
  const clauses = new ClauseTable();
  const expressions = preparedExpressions(patterns);
  const demands: (Demand | null)[] = [];
  const byGate: readonly number[][] = GATES.map(() => []);
  patterns
    .flatMap((pattern) => pattern.expressions)
    .forEach(({ gate, anchors, source, flags }, index) => {
      if (gate !== null) (byGate[GATES.indexOf(gate)] as number[]).push(index);
      for (const anchor of anchors) needles.ofAnchor(anchor).users.push(index);
      const tree = parseExpression(source, flags);
      demands.push(clauses.demandOf(requirementIn(tree, flags), digitsRequired(tree)));
    });
  for (const [literal, users] of clauses.users) needles.ofRequired(literal).clauses.push(...users);
  for (const literal of watched ?? []) needles.ofAnchor(literal).watched = true;
  const rules = together === null ? NO_RULES : planTogether(together, needles, expressions.length, clauses.count);
  return {
    expressions,
    reaches: [...expressions, ...rules.reaches.map((reach) => ({ ...reach, atLeast: 0 }))],
    byGate,
    ascii: anchorSet(needles.all.filter(({ inBytes }) => inBytes)),
    other: anchorSet(needles.all.filter(({ inBytes }) => !inBytes)),
    demands: [...demands, ...rules.demands],
    clauseCount: clauses.count + (together?.groups.length ?? 0),
    foreign: [...clauses.foreign, ...rules.foreign],
    digits: clauses.digits,
    watches: watched !== null,
  };
}

const NO_RULES: TogetherPlan = { foreign: [], reaches: [], demands: [] };
