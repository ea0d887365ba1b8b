// SPDX-License-Identifier: Apache-2.0
/** Loads constitution, patterns and weights from disk into one ruleset; used by the server, its workers and `doctor`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { shippedTables } from '@plumbline/client/node/rule-tables.ts';
import { PREPARED_FILE } from '@plumbline/core/constitution/prepared.ts';
import { formatProblem } from '@plumbline/core/constitution/problem.ts';
import type { JudgeModel } from '@plumbline/core/engine/judge-model/opinion.ts';
import { buildRuleset, type Ruleset } from '@plumbline/core/engine/ruleset.ts';
import type { Ports, Thresholds } from '@plumbline/core/engine/types.ts';
import { type RuleFile, type RuleFiles, readShared, textsOf } from './rule-files.ts';

export interface RulesetSource {
  readonly constitution: string;
  readonly patterns: string;
  readonly model: string;
  /** True when the configuration names the weights: then they must exist. */
  readonly modelNamed: boolean;
  /** An allow-list, or null. */
  readonly allow: string | null;
  readonly thresholds: Thresholds;
  /** Null or absent: the embedded scan judges alone. */
  readonly judgeModel?: Omit<JudgeModel, 'promptHash'> | null;
  readonly retentionDays: number;
}

/** The bytes of a file, on memory that is shared. */
export type Read = typeof readShared;

/** The rules cannot be used: every problem, as `file:line:column: message`. */
export class RulesetError extends Error {
  override readonly name = 'RulesetError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Reads the files, once: threads are handed what was read, so that all of them judge by the same rules even when somebody
 * edits a file meanwhile.
 * @throws RulesetError when a folder or named weights are missing
 */
export function readRules(source: RulesetSource, read: Read = readShared): RuleFiles {
  const at = (path: string): RuleFile => ({ path, bytes: read(path) });
  return {
    constitutionFiles: yamlFiles(source.constitution).map(at),
    patternFiles: yamlFiles(source.patterns).map(at),
    verdictFile: verdictFile(source.patterns, read),
    preparedFiles: [source.constitution, source.patterns].flatMap(preparedFile).map(at),
    modelBytes: hasModel(source) ? read(source.model) : null,
    modelPath: source.model,
    allowFile: source.allow === null ? null : at(allowFile(source.allow)),
    thresholds: source.thresholds,
    judgeModel: source.judgeModel ?? null,
    retentionDays: source.retentionDays,
  };
}

/** @throws RulesetError when any file has a fault */
export function compileRules(files: RuleFiles, ports: Ports, build = buildRuleset): Ruleset {
  const built = build({ ...textsOf(files), tables: files.tables ?? shippedTables() }, ports.sha256Hex);
  if (built.ruleset === null) throw new RulesetError(built.problems.map(formatProblem));
  return built.ruleset;
}

/** Without weights the AI scan reports itself as unavailable; weights that were asked for may not be missing. */
function hasModel({ model, modelNamed }: RulesetSource): boolean {
  if (existsSync(model)) return true;
  if (modelNamed) throw new RulesetError([`${model}:1:1: there is no such file`]);
  return false;
}

/**
 * What `pack lint --write-verdicts` wrote; without it no expression is known to run in linear time. Where it is missing that
 * is told with all else that is wrong with the rules.
 */
function verdictFile(folder: string, read: Read): RuleFile {
  const path = join(folder, 'verdicts.json');
  return { path, bytes: existsSync(path) ? read(path) : new Uint8Array(new SharedArrayBuffer(0)) };
}

/** Of the rules that ship; a folder of an operator's own need not have it. */
function preparedFile(folder: string): string[] {
  const path = join(folder, PREPARED_FILE);
  return existsSync(path) ? [path] : [];
}

function allowFile(path: string): string {
  if (!existsSync(path)) throw new RulesetError([`${path}:1:1: there is no such file`]);
  return path;
}

function yamlFiles(folder: string): string[] {
  if (!existsSync(folder)) throw new RulesetError([`${folder}:1:1: there is no such folder`]);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}
