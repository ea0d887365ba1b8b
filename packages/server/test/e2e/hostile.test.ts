// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileRequest } from '../../../../test/support/hostile-bodies.ts';
import { startApp, type TestApp } from './test-app.ts';

describe('hostile bodies', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('300 generated bodies get an answer, and never a 5xx [never-5xx]', { timeout: 120_000 }, async () => {
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(hostileRequest, async ({ path, type, body }) => {
        const answer = await app.context.app.inject({
          method: 'POST',
          url: path,
          headers: { 'content-type': type },
          payload: body,
        });
        seen.set(answer.statusCode, (seen.get(answer.statusCode) ?? 0) + 1);
        expect(answer.statusCode).toBeLessThan(500);
        expect(answer.json().ok).toBe(answer.statusCode === 200);
      }),
      { seed: 20261121, numRuns: 300 },
    );
    // A generator that only makes rubbish would prove nothing about the engine.
    expect(seen.get(200) ?? 0).toBeGreaterThan(20);
    expect(seen.get(400) ?? 0).toBeGreaterThan(50);
    expect(app.logged()).not.toContain('"level":50');
  });
});
