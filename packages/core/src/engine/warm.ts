// SPDX-License-Identifier: Apache-2.0
import { evaluate } from './evaluate.ts';
import { govern } from './govern/govern.ts';
import type { Ruleset } from './ruleset.ts';
import type { Ports } from './types.ts';

/**
 * Judges the ruleset's own texts once, one text per step: the samples of every pattern, then the examples of every
 * article, as text and as answer to each other. The first text that meets an expression makes it compile; after this no
 * caller's text is the first. The caller decides how many steps to take at a time and may stop at any.
 */
export function* warmRuleset(ruleset: Ruleset, ports: Ports): Generator<void, void, void> {
  for (const sample of [...ruleset.pack.samples, ...(ruleset.structure?.samples ?? [])]) {
    evaluate(sample, ruleset, ports);
    yield;
  }
  for (const { examples } of ruleset.articles.values()) {
    for (const [i, violating] of examples.violating.entries()) {
      govern(violating, examples.compliant[i] ?? violating, ruleset, ports);
      yield;
    }
  }
}
