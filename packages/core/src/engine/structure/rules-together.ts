// SPDX-License-Identifier: Apache-2.0
import type { Together } from '../precheck/together.ts';
import { beginningsOf, type Concepts } from './literals.ts';
import { pivotOf, type StructureRule } from './structure-schema.ts';

/**
 * What a scan looks for to rule out that a rule is met: the beginnings of its words, close enough to each other.
 * @param common concepts whose words nearly every text has: looking for them would cost and rule out nothing
 */
export function rulesTogether(
  rules: readonly StructureRule[],
  concepts: Concepts,
  common: readonly string[] = [],
): Together {
  const names = Object.keys(concepts);
  return {
    groups: names.map((name) => beginningsOf(concepts[name] ?? [])),
    rules: rules.map((rule) => ({
      pivot: names.indexOf(pivotOf(rule)),
      others: rule.all
        .filter((name) => name !== pivotOf(rule) && !common.includes(name))
        .map((name) => names.indexOf(name)),
      within: rule.within,
    })),
  };
}
