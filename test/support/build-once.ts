// SPDX-License-Identifier: Apache-2.0
import { hash } from 'node:crypto';
import { type BuiltRuleset, buildRuleset, type RulesetInput } from '@plumbline/core/engine/ruleset.ts';
import type { Ports } from '@plumbline/core/engine/types.ts';

const built = new Map<string, BuiltRuleset>();

/** `buildRuleset`, once in a process for the same input: a ruleset is never changed, and hundreds of tests ask for the same. */
export function buildOnce(input: RulesetInput, sha256Hex: Ports['sha256Hex']): BuiltRuleset {
  const { modelBytes, ...texts } = input;
  const key = hash('sha256', JSON.stringify([texts, modelBytes && hash('sha256', modelBytes)]));
  const known = built.get(key);
  if (known !== undefined) return known;
  const made = buildRuleset(input, sha256Hex);
  built.set(key, made);
  return made;
}
