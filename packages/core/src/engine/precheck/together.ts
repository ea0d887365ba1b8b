// SPDX-License-Identifier: Apache-2.0
import type { Demand } from './clauses.ts';
import { FOREIGN_UNIT } from './expression-syntax.ts';
import type { NeedleTable } from './needles.ts';
import { anchorLiteral } from './pack-schema.ts';
import type { Reach } from './scan-windows.ts';

/** Words that mean something together: groups of literals, and rules over them that are read by somebody else. */
export interface Together {
  /** Beginnings of the literals of each group, in lower case; `|` asks for the edge of a word. */
  readonly groups: readonly (readonly string[])[];
  readonly rules: readonly TogetherRule[];
}

export interface TogetherRule {
  /** A group by its number: every place of one of its literals opens a window. */
  readonly pivot: number;
  /** Groups that must be in the window too. */
  readonly others: readonly number[];
  /** Of the window, from the pivot to both sides, in UTF-16 units. */
  readonly within: number;
}

export interface TogetherPlan {
  /** Clauses that any unit beyond ASCII fulfils. */
  readonly foreign: readonly number[];
  readonly reaches: readonly Reach[];
  readonly demands: readonly Demand[];
}

/** Letters that look alike as bytes: texts that have them may meet any rule. Emoji and signs are none. */
const OTHER_LETTERS = /[\u0100-\u1fff\u2100-\u214f\u2c00-\ud7ff\uf900-\ufdff\ufe10-\uffff]/;

/** As bytes it is any unit beyond ASCII. */
const ONLY_FOREIGN = new RegExp(`^[${FOREIGN_UNIT} ]*${FOREIGN_UNIT}[${FOREIGN_UNIT} ]*$`);

/** Whether a text has letters whose words are not looked for. */
export const hasOtherLetters = (text: string): boolean => OTHER_LETTERS.test(text);

/** Looks for the words of each rule as for an expression: anchored by its pivot, requiring its other groups. */
export function planTogether(
  { groups, rules }: Together,
  needles: NeedleTable,
  firstRule: number,
  firstClause: number,
) {
  const literals = groups.map((group) => group.filter((literal) => !hasOtherLetters(literal)).map(asBytes));
  const required = new Set(rules.flatMap(({ others }) => others));
  const foreign: number[] = [];
  for (const group of required) {
    for (const literal of literals[group] as string[]) {
      if (ONLY_FOREIGN.test(anchorLiteral(literal))) foreign.push(firstClause + group);
      else needles.ofBytes(literal).clauses.push(firstClause + group);
    }
  }
  rules.forEach(({ pivot }, rule) => {
    for (const literal of literals[pivot] as string[]) needles.ofBytes(literal).users.push(firstRule + rule);
  });
  return {
    foreign,
    reaches: rules.map(({ within }) => ({ before: within, after: within })),
    demands: rules.map(({ others }) => ({ all: true, clauses: others.map((group) => firstClause + group), parts: [] })),
  } satisfies TogetherPlan;
}

const asBytes = (literal: string) => literal.replace(/[^\0-\x7f]/g, FOREIGN_UNIT);
