// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { copyRules } from '../../../../../test/support/few-rules.ts';

const CONTEXT = join(import.meta.dirname, '../../../src/context.ts');
const CONFIG = join(import.meta.dirname, '../../../src/config.ts');

/** Starts a service in a process of its own whose module loader writes down what it loads. */
async function packagesLoaded(models: object): Promise<Set<string>> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-loading-'));
  const program = join(folder, 'start.mjs');
  const patterns = join(folder, 'patterns');
  copyRules(patterns, 'exfiltration.yaml');
  writeFileSync(
    program,
    `import { registerHooks } from 'node:module';
    const seen = new Set();
    registerHooks({ load(url, context, next) {
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
      if (name) seen.add(name);
      return next(url, context);
    } });
    const { loadConfig } = await import(${JSON.stringify(CONFIG)});
    const { createContext } = await import(${JSON.stringify(CONTEXT)});
    const env = { PLUMBLINE_DATA_DIR: ${JSON.stringify(join(folder, 'data'))}, PLUMBLINE_LOG_LEVEL: 'silent',
      PLUMBLINE_PATTERNS_DIR: ${JSON.stringify(patterns)}, PLUMBLINE_MODELS: ${JSON.stringify(JSON.stringify(models))} };
    const context = await createContext(loadConfig(env, ${JSON.stringify(folder)}));
    await context.models.warm();
    await context.close();
    console.log(JSON.stringify([...seen]));`,
  );
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program]);
    return new Set(JSON.parse(stdout) as string[]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const HEAVY = ['ai', '@ai-sdk/openai-compatible', 'zod', 'cockatiel'];

describe('the SDK for models', () => {
  it('[model-lazy] is not loaded by a service that has none', async () => {
    const loaded = await packagesLoaded({});
    expect(loaded.has('fastify'), 'the loader sees packages').toBe(true);
    expect(HEAVY.filter((name) => loaded.has(name))).toEqual([]);
  });

  it('[model-lazy] is loaded ahead of the first call where one is configured', async () => {
    const loaded = await packagesLoaded({ local: { url: 'http://127.0.0.1:1/v1', model: 'm' } });
    expect(HEAVY.filter((name) => !loaded.has(name))).toEqual([]);
  });
});
