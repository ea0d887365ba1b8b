// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { articlesOf } from '@plumbline/core/constitution/articles.ts';
import { type DataFile, parseConstitution } from '@plumbline/core/constitution/parse.ts';
import type { DataProblem } from '@plumbline/core/constitution/problem.ts';
import { isIntentFile, parseIntent } from '@plumbline/core/engine/intent/intent.ts';
import { lintPack } from '@plumbline/core/engine/precheck/lint.ts';
import type { PackFile } from '@plumbline/core/engine/precheck/pack.ts';
import { type CheckLinear, type LinearVerdict, verdictKey } from '@plumbline/core/engine/precheck/verdicts.ts';
import { isStructureFile, parseStructure } from '@plumbline/core/engine/structure/structure.ts';
import { linearChecker } from './linear-checker.ts';
import { nodePorts } from './ports.ts';

export interface PackLintOptions {
  /**
   * Writes the verdicts to `verdicts.json` beside the first file, where nothing is wrong; the server loads no expression
   * without one.
   */
  readonly writeVerdicts?: boolean;
  /** The folder whose articles the patterns may name; default: the published constitution. */
  readonly constitution?: string;
}

export interface PackLint {
  readonly problems: readonly DataProblem[];
  /** Patterns read. */
  readonly checked: number;
}

export const VERDICTS_FILE = 'verdicts.json';
const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Checks pattern packs: files, or folders of which every pack file is read. Problems come in the order of the files. */
export async function lintPackFiles(paths: readonly string[], options: PackLintOptions = {}): Promise<PackLint> {
  const problems: DataProblem[] = [];
  const found = paths.flatMap((path) => yamlFiles(path, problems));
  const articles = knownArticles(options.constitution ?? join(ROOT, 'constitution'));
  problems.push(...found.flatMap((file) => otherProblems(file, articles)));
  const files = found.filter(({ path }) => !isIntentFile(path) && !isStructureFile(path));
  if (files.length === 0) return { problems, checked: 0 };
  const check = await linearChecker();
  const verdicts = new Map<string, LinearVerdict>();
  const remembering: CheckLinear = (source, flags) => {
    const verdict = check(source, flags);
    verdicts.set(verdictKey(source, flags, nodePorts.sha256Hex), verdict);
    return verdict;
  };
  const report = lintPack(files, articles, remembering);
  problems.push(...report.problems);
  if (options.writeVerdicts === true && problems.length === 0)
    writeVerdicts(join(dirname((files[0] as PackFile).path), VERDICTS_FILE), verdicts);
  return { problems, checked: report.checked.patterns };
}

function yamlFiles(path: string, problems: DataProblem[]): PackFile[] {
  if (!existsSync(path)) {
    problems.push({ path, line: 1, column: 1, message: 'there is no such file or folder' });
    return [];
  }
  if (!statSync(path).isDirectory()) return [{ path, text: readFileSync(path, 'utf8') }];
  const found = readdirSync(path, { encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => ({ path: join(path, name), text: readFileSync(join(path, name), 'utf8') }));
  if (found.length === 0) problems.push({ path, line: 1, column: 1, message: 'the folder has no pattern file' });
  return found;
}

/** A folder of rules also holds two files of other forms: what actions mean, and words that stand together. */
function otherProblems(file: DataFile, articles: ReadonlySet<number>): readonly DataProblem[] {
  if (isIntentFile(file.path)) return parseIntent(file, articles, nodePorts.sha256Hex).problems;
  if (isStructureFile(file.path)) return parseStructure(file, articles, nodePorts.sha256Hex).problems;
  return [];
}

function knownArticles(folder: string): ReadonlySet<number> {
  const files = readdirSync(folder, { encoding: 'utf8' }).map((name) => join(folder, name));
  const yaml = files
    .filter((path) => /\.ya?ml$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const { constitution, problems } = parseConstitution(yaml, nodePorts.sha256Hex);
  if (constitution === null) {
    throw new Error(`the constitution in ${folder} has problems: ${problems[0]?.message ?? 'it is empty'}`);
  }
  return new Set(articlesOf(constitution).map((article) => article.number));
}

/** Sorted by key, so that the file changes only where an expression did. */
function writeVerdicts(path: string, verdicts: ReadonlyMap<string, LinearVerdict>): void {
  const sorted = Object.fromEntries([...verdicts].sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(sorted, null, 1)}\n`);
}
