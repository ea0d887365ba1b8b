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

/** Where only thresholds and the like differ, what was built of the same files. */
function tablesOf({ constitutionFiles, patternFiles }: RulesetInput) {
  const files = { constitutionFiles, patternFiles };
  const kin = built.find(
    ({ input, made }) =>
      made.ruleset !== null &&
      isDeepStrictEqual({ constitutionFiles: input.constitutionFiles, patternFiles: input.patternFiles }, files),
  );
  return kin?.made.ruleset?.pack.tables() ?? null;
}

/** The same bytes as an earlier input's, where one had them: the weights are 10 MB. */
function sharedModel(bytes: Uint8Array | null): Uint8Array | null {
  return built.find(({ input }) => isDeepStrictEqual(input.modelBytes, bytes))?.input.modelBytes ?? bytes;
}
