// SPDX-License-Identifier: Apache-2.0
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { Health } from '../../src/services/health.ts';
import { clockCheck, loopCheck, workersCheck } from '../../src/services/health-checks.ts';
import { storeUrl } from '../../src/store/open.ts';
import { post, startApp, WIDE } from '../e2e/test-app.ts';

describe('GET /api/health', () => {
  it('does real checks: pass or warn is 200, and readyz is ready [health]', async () => {
    const app = await startApp();
    try {
      const answer = await app.context.app.inject('/api/health');
      expect(answer.statusCode).toBe(200);
      const { checks, routes, status } = answer.json().data;
      expect(['pass', 'warn']).toContain(status);
      expect(Object.keys(checks)).toEqual([
        'store',
        'ledger',
        'engine',
        'model',
        'disk',
        'clock',
        'event_loop',
        'workers',
        'forwarding',
      ]);
      expect(checks.store).toMatchObject({ status: 'pass', unit: 'ms' });
      expect(routes.every(({ ready }: { ready: boolean }) => ready)).toBe(true);
      expect((await app.context.app.inject('/readyz')).statusCode).toBe(200);
    } finally {
      await app.close();
    }
  });

  it('a store that does not work is 503 with the same data, and livez still lives [health]', async () => {
    const app = await startApp();
    try {
      // Somebody damages the database beside the running server.
      const database = new DatabaseSync(storeUrl(app.dataDir, null));
      database.exec('DROP TABLE probe');
      database.close();
      const answer = await app.context.app.inject('/api/health');
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({
        ok: false,
        status: 'DEGRADED',
        collective: 'DEGRADED',
        data: { status: 'fail', checks: { store: { status: 'fail', observed: 'failed' } } },
      });
      const evaluate = answer.json().data.routes.find(({ path }: { path: string }) => path === '/api/v1/evaluate');
      expect(evaluate).toEqual({ path: '/api/v1/evaluate', ready: false, reason: 'store fails' });
      expect((await app.context.app.inject('/readyz')).statusCode).toBe(503);
      expect((await app.context.app.inject('/livez')).statusCode).toBe(200);
      const json = await app.context.app.inject({ url: '/api/health', headers: { accept: 'application/health+json' } });
      expect([json.statusCode, json.json().status]).toEqual([503, 'fail']);
      // The public answer does not say why.
      expect(app.logged().match(/"event":"health_failure","check":"store".*no such table/g)).toHaveLength(1);
    } finally {
      await app.close();
    }
  });

  it('warns of forwarding headers from a peer that is not trusted [proxies]', async () => {
    const app = await startApp();
    try {
      const forwarding = async () => (await app.context.app.inject('/api/health')).json().data.checks.forwarding;
      for (let i = 0; i < 3; i++)
        await post(app, '/api/v1/evaluate', { text: 'a' }, { 'x-forwarded-for': '203.0.113.9' });
      // An answer may be a second old.
      const whole = { status: 'warn', observed: 3, unit: expect.stringMatching(/^requests with/) };
      await expect.poll(forwarding, { timeout: 5_000 }).toMatchObject(whole);
    } finally {
      await app.close();
    }
  });

  it.each([
    ['garbage', { 'x-forwarded-for': 'garbage' }, /no readable address/],
    ['unknown', { forwarded: 'for=unknown' }, /no readable address/],
    ['two answers', { forwarded: 'for=203.0.113.5', 'x-forwarded-for': '198.51.100.99' }, /disagree/],
  ])('warns of a trusted proxy that passes on %s [proxies]', async (_name, headers, meaning) => {
    const app = await startApp({ ...WIDE, PLUMBLINE_TRUSTED_PROXIES: '127.0.0.1/32' });
    try {
      await post(app, '/api/v1/evaluate', { text: 'a' }, headers);
      const read = async () => (await app.context.app.inject('/api/health')).json().data.checks.forwarding;
      await expect
        .poll(read, { timeout: 5_000 })
        .toMatchObject({ status: 'warn', observed: 1, unit: expect.stringMatching(meaning) });
    } finally {
      await app.close();
    }
  });

  it('shares one quota behind an untrusted proxy, and one each behind a trusted one [proxies]', async () => {
    for (const [trusted, used] of [
      ['', 2],
      ['127.0.0.1/32', 1],
    ] as const) {
      const app = await startApp({ ...WIDE, PLUMBLINE_TRUSTED_PROXIES: trusted });
      try {
        const from = (address: string) => post(app, '/api/v1/evaluate', { text: 'a' }, { 'x-forwarded-for': address });
        await from('203.0.113.9');
        expect((await from('198.51.100.7')).json().meta.usage.used).toBe(used);
      } finally {
        await app.close();
      }
    }
  });
});

describe('Health', () => {
  it('measures once for many callers, and a check that hangs fails', async () => {
    let runs = 0;
    const health = new Health({
      nowMs: Date.now,
      routes: [],
      checks: {
        counted: async () => {
          runs++;
          return { status: 'pass', observed: runs };
        },
        hanging: () => new Promise(() => {}),
      },
    });
    const [first] = await Promise.all([health.report(), health.report(), health.report()]);
    expect(runs).toBe(1);
    expect(first?.checks.hanging).toMatchObject({ status: 'fail', observed: 'no answer in 3 s' });
    expect(health.operational()).toBe(false);
  });

  it('measures anew at once where the ledger has another verdict', async () => {
    let verdict: string | null = null;
    const ledger = () => ({ status: verdict === null ? 'pass' : 'fail', observed: verdict }) as const;
    const health = new Health({ checks: { ledger }, routes: [], nowMs: Date.now, verdict: () => verdict });
    expect((await health.report()).status).toBe('pass');
    verdict = 'entry 4 does not hold';
    expect((await health.report()).status).toBe('fail');
  });

  it('is not ready while it drains [drain]', async () => {
    const health = new Health({ nowMs: Date.now, routes: [], checks: {} });
    expect(await health.ready()).toBe(true);
    health.drain();
    expect(await health.ready()).toBe(false);
  });

  it('sees a clock that jumps, a loop that lags and a queue that is full', async () => {
    let nowMs = Date.UTC(2026, 5, 1);
    const clock = clockCheck(() => nowMs);
    expect((await clock()).status).toBe('pass');
    nowMs += 60_000;
    expect((await clock()).status).toBe('warn');
    nowMs = 0;
    expect((await clock()).status).toBe('fail');
    expect((await loopCheck(() => 2_000, 1_000)()).status).toBe('warn');
    expect((await workersCheck({ jobs: 64, areThreadsLost: () => false }, 64)()).status).toBe('warn');
    expect((await workersCheck({ jobs: 1, areThreadsLost: () => false }, 64)()).status).toBe('pass');
  });
});
