// SPDX-License-Identifier: Apache-2.0
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedTables } from '@plumbline/client/node/rule-tables.ts';
import { PREPARED_FILE } from '@plumbline/core/constitution/prepared.ts';
import { buildRuleset, type Ruleset, type RulesetInput } from '@plumbline/core/engine/ruleset.ts';
import { DEFAULT_THRESHOLDS } from '@plumbline/core/engine/types.ts';
import { type Io, UsageError } from './io.ts';
import { nodePorts } from './ports.ts';

/** parseArgs options shared by every judging command. */
export const RULE_OPTIONS = {
  constitution: { type: 'string' },
  patterns: { type: 'string' },
  model: { type: 'string' },
  allow: { type: 'string' },
} as const;

export interface RulePaths {
  readonly constitution?: string;
  readonly patterns?: string;
  readonly model?: string;
  /** An allow-list. */
  readonly allow?: string;
}

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** In process nothing is kept, so nothing is kept for any days. */
const RETENTION_DAYS = 0;

/**
 * Reads the rules from disk: those that ship, or the caller's own.
 * @throws UsageError that lists every problem with file, line and column
 */
export function loadRuleset(
  paths: RulePaths,
  { build = buildRuleset }: Pick<Io, 'build'> = {},
  judgeModel: RulesetInput['judgeModel'] = null,
): Ruleset {
  const modelPath = paths.model ?? join(ROOT, 'models', 'scan.bin');
  const patterns = paths.patterns ?? join(ROOT, 'patterns');
  const constitution = paths.constitution ?? join(ROOT, 'constitution');
  const verdicts = join(patterns, 'verdicts.json');
  const { ruleset, problems } = build(
    {
      constitutionFiles: readYaml(constitution),
      patternFiles: readYaml(patterns),
      // That it is missing is told with all else that is wrong with the rules.
      verdictFile: { path: verdicts, text: existsSync(verdicts) ? read(verdicts).toString('utf8') : '' },
      preparedFiles: [constitution, patterns]
        .map((dir) => join(dir, PREPARED_FILE))
        .filter(existsSync)
        .map(textFile),
      tables: paths.patterns === undefined ? shippedTables() : null,
      modelBytes: read(modelPath),
      modelPath,
      allowFile: paths.allow === undefined ? null : textFile(paths.allow),
      thresholds: DEFAULT_THRESHOLDS,
      judgeModel: judgeModel ?? null,
      retentionDays: RETENTION_DAYS,
    },
    nodePorts.sha256Hex,
  );
  if (ruleset !== null) return ruleset;
  const lines = problems.map(({ path, line, column, message }) => `${path}:${line}:${column} ${message}`);
  throw new UsageError(`the rules cannot be used\n${lines.join('\n')}`);
}

function readYaml(dir: string): { path: string; text: string }[] {
  const paths = globSync(join(dir, '*.yaml')).sort();
  if (paths.length === 0) throw new UsageError(`no .yaml files in ${dir}`);
  return paths.map(textFile);
}

const textFile = (path: string) => ({ path, text: read(path).toString('utf8') });

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`);
  }
}
