// SPDX-License-Identifier: Apache-2.0
/** The real app on a real store in a folder of its own; nothing is mocked. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce } from '../../../../test/support/build-once.ts';
import { readOnce } from '../../../../test/support/read-once.ts';
import { shelveOnce } from '../../../../test/support/shelve-once.ts';
import { type Environment, loadConfig } from '../../src/config.ts';
import { type Context, createContext, type Overrides } from '../../src/context.ts';
import { createLog } from '../../src/log.ts';

export interface TestApp {
  readonly context: Context;
  readonly dataDir: string;
  /** Everything that was logged. */
  readonly logged: () => string;
  close(): Promise<void>;
}

/** Limits that tests do not run into by accident. */
export const WIDE: Environment = {
  PLUMBLINE_TIERS_FREE_CHECKS_PER_DAY: '1000000',
  PLUMBLINE_LIMITS_VERIFY_PER_MINUTE_FREE: '1000000',
  PLUMBLINE_LIMITS_CHECK_PER_MINUTE: '1000000',
  PLUMBLINE_LIMITS_FAILED_CREDENTIALS_PER_MINUTE: '1000000',
  PLUMBLINE_LIMITS_EVENT_LOOP_LAG_MS: '1000000',
};

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'plumbline-test-'));
}

/** @param dataDir kept when given: for restarts */
export async function startApp(env: Environment = WIDE, overrides: Overrides = {}, dataDir?: string): Promise<TestApp> {
  const folder = dataDir ?? temporaryFolder();
  const config = loadConfig({ PLUMBLINE_DATA_DIR: folder, ...env }, folder);
  let lines = '';
  const log = createLog('trace', {
    write(line) {
      lines += line;
    },
  });
  const context = await createContext(config, {
    log,
    build: buildOnce,
    read: readOnce,
    shelve: shelveOnce,
    ...overrides,
  });
  return {
    context,
    dataDir: folder,
    logged: () => lines,
    async close() {
      await context.close();
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Looked up and judged once, so that no test is the first: what is slow at first is degraded, and degraded is no pass. */
export async function warmUp(app: TestApp): Promise<void> {
  app.context.gateway.warm();
  for (let round = 0; round < 3; round++) await post(app, '/api/v1/evaluate', { text: 'The library opens at nine.' });
}

/** Binds a free port. */
export async function listenOnFreePort({ context }: TestApp): Promise<number> {
  await context.app.listen({ host: '127.0.0.1', port: 0 });
  return (context.app.server.address() as AddressInfo).port;
}

/** A key of the deployment. */
export async function issueKey(app: TestApp, tier: 'free' | 'standard' | 'enterprise', scopes?: readonly string[]) {
  const { key } = await app.context.keys.issue({ tier, label: 'test', ...(scopes && { scopes }) });
  return key;
}

export const JSON_TYPE = { 'content-type': 'application/json' };

/** POST through the app without a socket. */
export function post(app: TestApp, url: string, payload: unknown, headers: Record<string, string> = {}) {
  return app.context.app.inject({
    method: 'POST',
    url,
    headers: { ...JSON_TYPE, ...headers },
    payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
  });
}
