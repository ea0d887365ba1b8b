// SPDX-License-Identifier: Apache-2.0
/** Contract D14: a check costs something only on 200, and who has left gets no 200. */
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { issueKey, JSON_TYPE, listenOnFreePort, post, startApp, WIDE } from './test-app.ts';

const LONG = 'The tide table for the harbour. '.repeat(700);
const ITEMS = Array.from({ length: 8 }, (_, i) => ({ id: `i${i}`, text: LONG }));
const SHORT = { text: 'The library opens at nine.' };

/** No thread is there at first, and it takes longer to start than anybody waits here. */
const ALL_IN_THREADS = { ...WIDE, PLUMBLINE_LIMITS_IN_PROCESS_BYTES: '0' };

describe('who leaves before the answer [gone-costs-nothing]', () => {
  it.each([
    ['/api/v1/evaluate', { text: LONG }],
    ['/api/v1/govern', { prompt: LONG, response: LONG }],
    ['/api/v1/evaluate/batch', { items: ITEMS }],
  ])(
    'is charged nothing: %s',
    async (path, body) => {
      const app = await startApp(ALL_IN_THREADS);
      try {
        const port = await listenOnFreePort(app);
        const authorization = `Bearer ${await issueKey(app, 'standard')}`;
        const { pool } = app.context;
        const sent = request({ port, path, method: 'POST', headers: { ...JSON_TYPE, authorization } });
        sent.on('error', () => {});
        sent.end(JSON.stringify(body));
        await expect.poll(() => pool.jobs, { timeout: 30_000, interval: 5 }).toBe(1);
        sent.destroy();
        await expect.poll(() => pool.jobs, { timeout: 60_000 }).toBe(0);
        // Their own check is the first that counts.
        const { meta } = (await post(app, '/api/v1/evaluate', SHORT, { authorization })).json();
        expect(meta.usage.used).toBe(1);
        const stayed = await post(app, path, body, { authorization });
        expect(stayed.statusCode).toBe(200);
        expect(stayed.json().meta.usage.used).toBe(1 + ('items' in body ? ITEMS.length : 1));
      } finally {
        await app.close();
      }
    },
    60_000,
  );
});
