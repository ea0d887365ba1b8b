// SPDX-License-Identifier: Apache-2.0
import { isDeepStrictEqual } from 'node:util';
import { type BuiltRuleset, buildRuleset, type RulesetInput } from '@plumbline/core/engine/ruleset.ts';
import type { Ports } from '@plumbline/core/engine/types.ts';

const built: { readonly input: RulesetInput; readonly made: BuiltRuleset }[] = [];

/**
 * `buildRuleset`, once in a process for the same input: a ruleset is never changed, and hundreds of tests ask for the same.
 * Inputs are compared, which takes a twentieth of the time of hashing them.
 */
export function buildOnce(input: RulesetInput, sha256Hex: Ports['sha256Hex']): BuiltRuleset {
  const known = built.find((other) => isDeepStrictEqual(other.input, input));
  if (known !== undefined) return known.made;
  const made = buildRuleset({ ...input, tables: tablesOf(input) }, sha256Hex);
  built.push({ input: { ...input, modelBytes: sharedModel(input.modelBytes) }, made });
  return made;
}

/**
 * Of rules that differ in thresholds and the like, or in a remark: tables say what they are of, so that those of other rules
 * are not used.
 */
function tablesOf({ patternFiles }: RulesetInput) {
  const kin = built.find(
    ({ input, made }) => made.ruleset !== null && input.patternFiles.length === patternFiles.length,
  );
  return kin?.made.ruleset?.pack.tables() ?? null;
}

/** The same bytes as an earlier input's, where one had them: the weights are 10 MB. */
function sharedModel(bytes: Uint8Array | null): Uint8Array | null {
  return built.find(({ input }) => isDeepStrictEqual(input.modelBytes, bytes))?.input.modelBytes ?? bytes;
}
