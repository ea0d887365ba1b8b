// SPDX-License-Identifier: Apache-2.0
import { evaluate } from './evaluate.ts';
import { govern } from './govern/govern.ts';
import type { Ruleset } from './ruleset.ts';
import type { Ports } from './types.ts';
import { ORDINARY_TEXTS } from './warm-texts.ts';

/**
 * Judges texts, one per step: ordinary ones, then the ruleset's own, which are the samples of every pattern and the examples
 * of every article, as text and as answer to each other. The first text that meets an expression makes it compile; after
 * this no caller's text is the first. The caller decides how many steps to take at a time and may stop at any.
 */
export function* warmRuleset(ruleset: Ruleset, ports: Ports): Generator<void, void, void> {
  for (const text of ORDINARY) {
    evaluate(text, ruleset, ports);
    yield;
  }
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

/** With a sign beyond Latin-1, as many texts have one: expressions are compiled once more for those. */
const inWideUnits = (text: string) => `“${text}”`;

/**
 * V8 compiles expressions well until all code takes 16 MB, and those of the patterns alone take more. What it compiles later
 * takes three times as long, so what ordinary texts ask for comes first; and twice, since at the first time it interprets.
 */
const ORDINARY: readonly string[] = [ORDINARY_TEXTS, ORDINARY_TEXTS.map(inWideUnits)].flatMap((texts) => [
  ...texts,
  ...texts,
]);
