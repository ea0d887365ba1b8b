// SPDX-License-Identifier: Apache-2.0
/**
 * The rules that ship, read and checked beforehand. Reading YAML, holding it against its schema and matching every example
 * takes longer than all the rest of a start, and comes to the same for the same bytes. `npm run generate` keeps what it came
 * to in `prepared.json` beside the files; a file of which a single byte is different is read and checked as always.
 */
import { parse } from 'yaml';
import type { Sha256Hex } from './hash.ts';
import type { DataFile } from './parse.ts';
import type { DataProblem } from './problem.ts';
import { JOIN_MARK } from './yaml-source.ts';

/** Its name in a folder of rules. */
export const PREPARED_FILE = 'prepared.json';
const FORMAT = 'plumbline-prepared/1';

interface PreparedFile {
  /** Of the text of the YAML file. */
  readonly sha256: string;
  /** With join marks where the text has them. */
  readonly value: unknown;
}

interface PreparedRules {
  readonly format: typeof FORMAT;
  /** By the last segment of the path, because that decides what a file is. */
  readonly files: Readonly<Record<string, PreparedFile>>;
}

/**
 * The text of `prepared.json` for a folder of rules.
 * @param files must come through `buildRuleset` without a problem: nobody asks again
 */
export function prepareRules(files: readonly DataFile[], sha256Hex: Sha256Hex): string {
  const entries = files.map(({ path, text }): [string, PreparedFile] => [
    nameOf(path),
    { sha256: sha256Hex(text), value: parse(text, { version: '1.2' }) },
  ]);
  const rules: PreparedRules = { format: FORMAT, files: Object.fromEntries(entries) };
  return `${JSON.stringify(rules, null, 1)}\n`;
}

/**
 * @param files the `prepared.json` of each folder that has one
 * @returns hands a file what was prepared for exactly its name and text; and a problem for each `prepared.json` that is none
 */
export function readPrepared(
  files: readonly DataFile[],
  sha256Hex: Sha256Hex,
): { readonly attach: (file: DataFile) => DataFile; readonly problems: readonly DataProblem[] } {
  const known = new Map<string, unknown>();
  const problems: DataProblem[] = [];
  for (const { path, text } of files) {
    const rules = parsePrepared(text);
    if (rules === null) problems.push({ path, line: 1, column: 1, message: 'this is no file of prepared rules' });
    for (const [name, { sha256, value }] of Object.entries(rules?.files ?? {})) known.set(`${name} ${sha256}`, value);
  }
  const attach = (file: DataFile) => {
    const value = known.size === 0 ? undefined : known.get(`${nameOf(file.path)} ${sha256Hex(file.text)}`);
    return value === undefined ? file : { ...file, prepared: value };
  };
  return { attach, problems };
}

function parsePrepared(text: string): PreparedRules | null {
  try {
    const rules = JSON.parse(text.replaceAll(JOIN_MARK, '')) as PreparedRules | null;
    return rules?.format === FORMAT && typeof rules.files === 'object' && rules.files !== null ? rules : null;
  } catch {
    return null;
  }
}

const nameOf = (path: string) => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
