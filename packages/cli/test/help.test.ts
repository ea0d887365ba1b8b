// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { helpOf, TOPICS } from '../src/help.ts';
import { runCaptured } from './run-captured.ts';

const PACKAGES = join(import.meta.dirname, '../..');
const folder = (path: string) => readdirSync(join(PACKAGES, path)).map((name) => join(path, name));
const operator = (...names: string[]) => names.map((name) => `server/src/operator/${name}.ts`);

/** Where the options of each command are read. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  evaluate: ['cli/src/commands/evaluate.ts', 'cli/src/ruleset.ts'],
  govern: ['cli/src/commands/govern.ts', 'cli/src/ruleset.ts'],
  test: ['cli/src/commands/test.ts', 'cli/src/ruleset.ts'],
  pack: ['cli/src/commands/pack.ts'],
  verify: folder('cli/src/verify'),
  ratify: folder('cli/src/ratify'),
  witness: ['cli/src/commands/witness.ts'],
  serve: operator('serve'),
  doctor: operator('doctor'),
  keys: operator('keys', 'keys-ledger'),
  ledger: operator('ledger', 'ledger-revoke', 'ledger-erase'),
  usage: operator('usage'),
  shadow: operator('shadow'),
  backup: operator('backup'),
  restore: operator('restore'),
};

const OPTION = /(?<=[{,\s])'?([a-z][a-z0-9-]*)'?: (?:\{ type: '(?:string|boolean)'|MANY\b)/g;

describe('plumbline COMMAND --help', () => {
  it('knows every command', () => {
    expect(Object.keys(SOURCES)).toEqual(Object.keys(TOPICS));
  });

  it.each(Object.keys(TOPICS))('%s: its own page with every option and with examples', async (command) => {
    const { code, stdout, stderr } = await runCaptured([command, '--help']);
    expect([code, stderr, stdout]).toEqual([0, '', helpOf(command)]);
    const read = (SOURCES[command] ?? []).flatMap((path) =>
      [...readFileSync(join(PACKAGES, path), 'utf8').matchAll(OPTION)].map(([, name]) => `--${name}`),
    );
    const named = new Set(stdout.match(/--[a-z][a-z0-9-]*/g));
    expect([...new Set(read)].filter((option) => !named.has(option))).toEqual([]);
    expect([...named].filter((option) => !read.includes(option))).toEqual([]);
    expect(stdout).toContain(`\nExamples:\n  plumbline ${command}`);
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(125);
  });

  it('is the same behind help, and of its parts', async () => {
    for (const args of [
      ['help', 'keys'],
      ['keys', '-h'],
      ['keys', 'issue', '--help'],
    ])
      expect((await runCaptured(args)).stdout).toBe(helpOf('keys'));
  });

  it('is the page of all commands without one', async () => {
    for (const args of [['help'], ['--help'], ['help', 'nobody'], ['toString', '--help']]) {
      const { code, stdout } = await runCaptured(args);
      expect(code).toBe(0);
      for (const command of Object.keys(TOPICS)) expect(stdout).toContain(`  plumbline ${command}`);
    }
    expect((await runCaptured([])).code).toBe(2);
  });
});
