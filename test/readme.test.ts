// SPDX-License-Identifier: Apache-2.0
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holds } from '@plumbline/core/contract/holds.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** The code blocks between the markers of one example. */
function example(name: string): string[] {
  const part = README.split(`<!-- example:${name} -->`)[1]?.split('<!-- /example -->')[0] ?? '';
  return [...part.matchAll(/```\w+\n([\s\S]*?)```/g)].map((block) => block[1] ?? '');
}

describe('README', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-readme-'));
  let child: ChildProcess;
  let url: string;

  beforeAll(async () => {
    const env = { PATH: process.env.PATH, PORT: '0', PLUMBLINE_DATA_DIR: folder };
    child = spawn(join(ROOT, 'bin/up'), [], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    url = await new Promise<string>((resolve, reject) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        const found = /listens on (http:\/\/\S+)/.exec(chunk.toString())?.[1];
        if (found) resolve(found);
      });
      child.once('exit', (code) => reject(new Error(`the service ended with code ${code}`)));
    });
  });

  afterAll(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows a curl that gives the answer it shows [evaluate-injection]', () => {
    const [command = '', answer = ''] = example('evaluate');
    const given = execFileSync('sh', ['-c', command.replace('http://127.0.0.1:8787', url)], { encoding: 'utf8' });
    expect(holds(JSON.parse(given), JSON.parse(answer))).toBe(true);
  });

  it('links only files that exist', () => {
    const links = [...README.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((link) => link[1] ?? '');
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) expect(() => readFileSync(join(ROOT, link)), link).not.toThrow(/ENOENT/);
  });
});
