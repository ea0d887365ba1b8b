// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type DataFile, parseConstitution } from '../../src/constitution/parse.ts';
import type { CategoryTable, Constitution } from '../../src/constitution/types.ts';

const folder = new URL('../../../../constitution/', import.meta.url);

export const sha256Hex = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

/** The pack of this repository, as the server would hand it over. */
export const files: readonly DataFile[] = readdirSync(folder)
  .sort()
  .map((name) => ({ path: `constitution/${name}`, text: readFileSync(new URL(name, folder), 'utf8') }));

/** The pack with one place of one file changed; a change that changes nothing is a fault of the test. */
export function edited(name: string, from: string, to: string): DataFile[] {
  const file = files.find(({ path }) => path.endsWith(`/${name}`));
  if (!file?.text.includes(from)) throw new Error(`${name} does not hold "${from}"`);
  return files.map((other) => (other === file ? { path: file.path, text: file.text.replace(from, to) } : other));
}

/** The line on which `needle` first stands, from 1. */
export function lineOf(name: string, needle: string, pack: readonly DataFile[] = files): number {
  const lines = pack.find(({ path }) => path.endsWith(`/${name}`))?.text.split('\n') ?? [];
  return lines.findIndex((line) => line.includes(needle)) + 1;
}

export function load(pack: readonly DataFile[] = files): { constitution: Constitution; categories: CategoryTable } {
  const { constitution, categories, problems } = parseConstitution(pack, sha256Hex);
  if (!constitution || !categories) throw new Error(JSON.stringify(problems, null, 2));
  return { constitution, categories };
}
