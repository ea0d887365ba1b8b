// SPDX-License-Identifier: Apache-2.0
/** What the release's own run over labelled texts found (`npm run quality`); never typed in. */
import { existsSync, readFileSync } from 'node:fs';

export interface EvidenceFile {
  readonly evaluated_on: string;
  readonly ruleset_hash: string;
}

/**
 * @param path the file that the run left
 * @param rulesetHash the rules in use here
 * @returns null where no run was made
 */
export function readEvidence(path: string, rulesetHash: string) {
  if (!existsSync(path)) return null;
  const evidence = JSON.parse(readFileSync(path, 'utf8')) as EvidenceFile;
  return { ...evidence, ruleset_current: evidence.ruleset_hash === rulesetHash };
}
