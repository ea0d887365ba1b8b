// SPDX-License-Identifier: Apache-2.0
/** A service whose threads cannot be loaded, as after an upgrade that went wrong below it. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { post, startApp, temporaryFolder, WIDE } from './test-app.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LONG = 'The tide table for the harbour. '.repeat(700);
const ITEMS = [
  { id: 'a', text: LONG },
  { id: 'b', text: 'The library opens at nine.' },
];
const WORKER = new URL('../../src/services/judge-worker.ts', import.meta.url).href;

/** What the serving thread takes over is no part of this. */
const ALL_IN_THREADS = { ...WIDE, PLUMBLINE_LIMITS_IN_PROCESS_BYTES: '0' };

describe('a service whose threads cannot be loaded [threads-lost]', () => {
  it('lives on, refuses long work, warns, and does it again once they can be', async () => {
    const file = join(folder, 'worker.mjs');
    writeFileSync(file, `throw new Error('a part is missing');`);
    const app = await startApp(ALL_IN_THREADS, { judgeFile: pathToFileURL(file).href });
    // Health keeps what it has measured for 5 s.
    const workers = async () => (await app.context.health.report()).checks.workers?.status;
    try {
      const refused = await Promise.all([
        post(app, '/api/v1/evaluate', { text: LONG }),
        post(app, '/api/v1/govern', { prompt: LONG, response: LONG }),
        post(app, '/api/v1/evaluate/batch', { items: ITEMS }),
      ]);
      for (const answer of refused) {
        expect(answer.statusCode).toBe(503);
        expect(answer.headers['retry-after']).toBe('2');
        expect(answer.json().error).toMatchObject({ code: 'overloaded', retryable: true });
        expect(answer.body).not.toContain('missing');
      }
      expect(await workers()).toBe('warn');
      expect((await app.context.app.inject('/readyz')).statusCode).toBe(200);
      expect(app.logged().match(/"event":"threads_lost"/g)).toHaveLength(1);
      expect(app.logged()).toContain('a part is missing');

      writeFileSync(file, `export { default } from ${JSON.stringify(WORKER)};`);
      await expect.poll(workers, { timeout: 60_000, interval: 500 }).toBe('pass');
      expect(app.logged()).toContain('"event":"threads_back"');
      const { data, meta } = (await post(app, '/api/v1/evaluate/batch', { items: ITEMS })).json();
      expect(data.counts).toMatchObject({ pass: 2, errors: 0 });
      expect(meta.usage.used).toBe(2);
    } finally {
      await app.close();
    }
  }, 120_000);

  it('judges in the serving thread meanwhile, within its share, and parses large bodies there', async () => {
    const file = join(folder, 'gone.mjs');
    const app = await startApp(WIDE, { judgeFile: pathToFileURL(file).href });
    try {
      const pair = { prompt: LONG.repeat(2), response: 'At nine.' };
      expect((await post(app, '/api/v1/govern', pair)).statusCode).toBe(503);
      expect((await post(app, '/api/v1/evaluate', { text: LONG })).json().data.verdict).toBe('pass');
      const items = Array.from({ length: 20 }, (_, i) => ({
        id: `i${i}`,
        text: 'The library opens at nine. '.repeat(370),
      }));
      const large = JSON.stringify({ items }).padEnd(300_000);
      const answer = await post(app, '/api/v1/evaluate/batch', large);
      expect(answer.statusCode).toBe(200);
      expect(answer.json().data.counts.pass).toBeGreaterThan(0);
    } finally {
      await app.close();
    }
  });
});
