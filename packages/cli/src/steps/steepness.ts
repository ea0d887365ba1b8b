// SPDX-License-Identifier: Apache-2.0
import { attacks } from './attack-texts.ts';
import { countSteps } from './count-steps.ts';
import { expressionTree, type Tree } from './expression-tree.ts';

/**
 * So many steps for each character of a text made against it are too many. On the longest text that is accepted they come to
 * a part of a second, and nothing can interrupt an expression that runs.
 */
export const MOST_STEPS = 3_000;

/** All texts are tried at a length that most of them need to show what they do, and the worst of them at a greater one. */
const TRIED = 500;
const TRIED_AGAIN = 2_000;
const WORST = 3;

/**
 * What an expression takes for each character of the worst text that its syntax suggests; MOST_STEPS where it is that or
 * more. Counted, not timed: the same on every machine.
 */
export function steepness(source: string, flags: string): number {
  const tree = expressionTree(source, flags);
  const tried: { attack: string; steps: number }[] = [];
  for (const attack of attacks(tree, TRIED)) {
    const steps = stepsPerCharacter(tree, attack, TRIED);
    if (steps >= MOST_STEPS) return MOST_STEPS;
    tried.push({ attack, steps });
  }
  tried.sort((a, b) => b.steps - a.steps);
  const again = tried.slice(0, WORST).map(({ attack }) => stepsPerCharacter(tree, attack, TRIED_AGAIN));
  return Math.max(0, tried[0]?.steps ?? 0, ...again);
}

function stepsPerCharacter(tree: Tree, attack: string, length: number): number {
  const text = attack.repeat(Math.ceil(length / attack.length)).slice(0, length);
  return countSteps(tree, text, MOST_STEPS * length).steps / length;
}
