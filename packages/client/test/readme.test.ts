// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { afterAll, expect, it } from 'vitest';
import * as sdk from '../src/index.ts';
import { answerV1, localService, refuse } from './local-service.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const service = await localService(
  answerV1({ verdict: 'fail', flags: [{}] }, { usage: { remaining: 99 } }),
  refuse('too_long'),
);
afterAll(() => service.close());

/** The snippet of the README, its import and its address taken from here. */
async function runSnippet(): Promise<unknown[]> {
  const snippet = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const code = stripTypeScriptTypes(snippet.replace(/^import.*$/m, '').replace('http://127.0.0.1:8787', service.url));
  const printed: unknown[] = [];
  const names = ['createClient', 'PlumblineApiError', 'console'];
  const run = new Function(...names, `return (async () => {${code}})();`) as (...values: unknown[]) => Promise<void>;
  await run(sdk.createClient, sdk.PlumblineApiError, { log: (...values: unknown[]) => printed.push(...values) });
  return printed;
}

it('the snippet of the README runs, through success and through a problem', async () => {
  expect(await runSnippet()).toEqual(['fail', 1, 99]);
  expect(await runSnippet()).toEqual(['too_long', 'req_01JZ0000000000000000000000']);
});

it('the snippet imports what the package gives', () => {
  const imported = /import \{ (.*) \} from '@plumbline\/client'/.exec(readme)?.[1]?.split(', ') ?? [];
  expect(imported.length).toBeGreaterThan(0);
  for (const name of imported) expect(sdk).toHaveProperty(name);
});
