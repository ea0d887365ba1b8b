// SPDX-License-Identifier: Apache-2.0
import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFile } from '../../packages/core/src/constitution/parse.ts';
import { prepareRules } from '../../packages/core/src/constitution/prepared.ts';
import { formatProblem } from '../../packages/core/src/constitution/problem.ts';
import { buildRuleset, type RulesetInput } from '../../packages/core/src/engine/ruleset.ts';
import { DEFAULT_THRESHOLDS } from '../../packages/core/src/engine/types.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const sha256Hex = (data: string | Uint8Array) => hash('sha256', data);

/** `prepared.json` of a folder of rules that ship. @throws Error with every problem of the rules, which are read in full */
export function preparedRules(folder: 'constitution' | 'patterns'): string {
  checked ??= readInFull();
  return prepareRules(folder === 'constitution' ? checked.constitutionFiles : checked.patternFiles, sha256Hex);
}

let checked: RulesetInput | undefined;

function readInFull(): RulesetInput {
  const input: RulesetInput = {
    constitutionFiles: yamlFiles('constitution'),
    patternFiles: yamlFiles('patterns'),
    verdictFile: textFile('patterns/verdicts.json'),
    modelBytes: null,
    thresholds: DEFAULT_THRESHOLDS,
    retentionDays: 0,
  };
  const { problems } = buildRuleset(input, sha256Hex);
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join('\n'));
  return input;
}

const yamlFiles = (folder: string): DataFile[] => globSync(`${folder}/*.yaml`, { cwd: ROOT }).sort().map(textFile);

function textFile(path: string): DataFile {
  return { path, text: readFileSync(join(ROOT, path), 'utf8') };
}
