// SPDX-License-Identifier: Apache-2.0
/**
 * Writes the files that are derived from the sources. `--check` writes nothing and fails when a committed file differs
 * from what would be written; `--root DIR` works on another folder. Each output is a function of the sources alone: no clock, no machine, no order of files.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { OUTPUTS } from './generate/outputs.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false }, root: { type: 'string' } } });
const root = values.root ?? join(import.meta.dirname, '..');
const check = values.check;

function current(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

let stale = 0;
for (const output of OUTPUTS) {
  const path = join(root, output.path);
  const there = current(path);
  // What is not there is stale whatever it should be: some of it takes seconds to make.
  const text = check && there === null ? null : output.text();
  if (there !== null && there === text) continue;
  stale += 1;
  if (text === null || check) console.error(`${output.path} is stale: run npm run generate`);
  else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.log(`wrote ${output.path}`);
  }
}
process.exitCode = check && stale > 0 ? 1 : 0;
