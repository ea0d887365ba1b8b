// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { OUTPUTS } from '../scripts/generate/outputs.ts';

const root = mkdtempSync(join(tmpdir(), 'plumbline-generate-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const generate = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/generate.ts', '--root', root, ...args], { encoding: 'utf8' });

/** A run may compile the kernels, which takes seconds on a free machine and much longer on a busy one. */
const COMPILING = { timeout: 120_000 };

describe('generate', COMPILING, () => {
  it('fails on an empty folder, and writes there what is committed', () => {
    expect(generate('--check').status).toBe(1);
    expect(generate().status).toBe(0);
    for (const { path } of OUTPUTS)
      expect(readFileSync(join(root, path), 'utf8'), path).toBe(readFileSync(path, 'utf8'));
  });

  it('names the files that are stale or missing, no others, and leaves them alone', () => {
    const path = join(root, 'docs/reference/errors.md');
    appendFileSync(path, 'by hand\n');
    // What takes seconds to make is not made where the file is missing; that all is up to date is a step of the check.
    const missing = OUTPUTS.map((output) => output.path).filter((name) => /prepared\.json$|\.ts$/.test(name));
    for (const name of missing) rmSync(join(root, name));
    const run = generate('--check');
    expect(run.status).toBe(1);
    const stale = ['docs/reference/errors.md', ...missing].map((name) => `${name} is stale: run npm run generate\n`);
    expect(run.stderr).toBe(stale.join(''));
    expect(readFileSync(path, 'utf8')).toContain('by hand');
  });
});
