// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { floodRequest, hostileRequest } from '../../../../test/support/hostile-bodies.ts';
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

  it('floods of tiny elements and members are refused for what they are, with few words [never-5xx]', {
    timeout: 120_000,
  }, async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(floodRequest, async ({ path, type, body }) => {
        const headers = { 'content-type': type };
        const answer = await app.context.app.inject({ method: 'POST', url: path, headers, payload: body });
        const { error } = answer.json();
        seen.add(error.code);
        expect([400, 413]).toContain(answer.statusCode);
        expect((error.errors ?? []).length).toBeLessThanOrEqual(20);
        expect(answer.body.length).toBeLessThan(20_000);
        if (answer.statusCode === 400 && elementsIn(JSON.parse(body.toString())) > 20_000)
          expect(error.code).toBe('too_deep');
      }),
      { seed: 20261122, numRuns: 60 },
    );
    expect([...seen]).toEqual(expect.arrayContaining(['too_deep', 'payload_too_large', 'invalid_type']));
  });
});

function elementsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce((sum: number, one) => sum + elementsIn(one), 0);
  return inside + (Array.isArray(value) ? value.length : 0);
}
