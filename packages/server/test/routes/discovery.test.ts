// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { constitutionHash } from '@plumbline/core/constitution/hash.ts';
import { OPERATION_LIST } from '@plumbline/core/contract/operations.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey, post, startApp, type TestApp, WIDE } from '../e2e/test-app.ts';

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

describe('GET /api/v1', () => {
  it('publishes what judges, what it costs and how keys look, as configured [api-root]', async () => {
    const app = await startApp({
      ...WIDE,
      PLUMBLINE_TIERS_FREE_CHECKS_PER_DAY: '7',
      PLUMBLINE_THRESHOLDS_FAIL_HIGH_CONFIDENCE: '0.9',
      PLUMBLINE_ORIGIN_URL: 'https://origin.example',
    });
    try {
      const { data } = (await app.context.app.inject('/api/v1')).json();
      expect(data.stages.map(({ name }: { name: string }) => name)).toHaveLength(7);
      expect(data.tiers).toEqual([
        { name: 'free', checks_per_day: 7, price: null, currency: null },
        { name: 'standard', checks_per_day: 10_000, price: '0.001', currency: 'USD' },
        { name: 'enterprise', checks_per_day: null, price: null, currency: null },
      ]);
      expect(data.thresholds.fail_high_confidence).toBe(0.9);
      expect(data.origin_url).toBe('https://origin.example');
      const evaluation = (await post(app, '/api/v1/evaluate', { text: 'Calm water.' })).json().data;
      expect([data.ruleset_hash, data.constitution]).toEqual([evaluation.ruleset_hash, evaluation.constitution]);
      expect(data.limits.policies).toContainEqual({
        name: 'free-day',
        operations: ['evaluate', 'govern', 'evaluateBatch', 'certify'],
        quota: 7,
        window_s: 86_400,
        partition: 'network',
      });
      expect(await issueKey(app, 'standard')).toMatch(new RegExp(data.keys.regex));
      for (const { method, url } of data.operations) {
        const path = url.replace(data.base, '').replace('{number}', '7');
        const allowed = await app.context.app.inject({ method: 'OPTIONS', url: path });
        expect([url, allowed.statusCode, String(allowed.headers.allow).includes(method)]).toEqual([url, 204, true]);
      }
    } finally {
      await app.close();
    }
  });
});

describe('the constitution and the OpenAPI document', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('has 42 articles, and its hash can be recomputed from what is served [constitution]', async () => {
    const { data } = (await app.context.app.inject('/api/constitution')).json();
    const articles = data.titles.flatMap((title: { articles: { number: number }[] }) => title.articles);
    expect(articles.map(({ number }: { number: number }) => number)).toEqual(
      Array.from({ length: 42 }, (_, i) => i + 1),
    );
    expect(constitutionHash(data, sha256)).toBe(data.hash);
    for (const accept of ['text/markdown', 'text/plain']) {
      const text = (await app.context.app.inject({ url: '/api/constitution', headers: { accept } })).body;
      for (const { rule } of articles.slice(0, 5)) expect(text.replace(/\\/g, '')).toContain(rule.replace(/\\/g, ''));
      expect(text).toContain(data.hash);
    }
  });

  it('has a path for each operation and no other [openapi]', async () => {
    const { openapi, paths } = (await app.context.app.inject('/api/v1/openapi.json')).json();
    expect(openapi).toBe('3.1.0');
    const documented = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const mounted = OPERATION_LIST.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(documented.sort()).toEqual(mounted.sort());
  });
});

describe('keys beside a running server', () => {
  it('a revoked key stops working, and never falls back to free [key-states]', async () => {
    const app = await startApp();
    try {
      const key = await issueKey(app, 'standard');
      const ask = () => post(app, '/api/v1/evaluate', { text: 'a' }, { authorization: `Bearer ${key}` });
      expect((await ask()).json().meta).toMatchObject({ credentials: 'key', usage: { tier: 'standard' } });
      const [record] = await app.context.keys.list();
      await app.context.keys.revoke(record?.id ?? '');
      const refused = await ask();
      expect([refused.statusCode, refused.json().error.code]).toEqual([401, 'credential_revoked']);
    } finally {
      await app.close();
    }
  });

  it('shared windows hold over two processes on one store [burst]', async () => {
    const env = { ...WIDE, PLUMBLINE_LIMITS_VERIFY_PER_MINUTE_FREE: '5', PLUMBLINE_LIMITS_SHARED: 'true' };
    const first = await startApp(env);
    const second = await startApp(env, {}, first.dataDir);
    try {
      const statuses: number[] = [];
      for (let i = 0; i < 8; i++) {
        statuses.push((await post(i % 2 === 0 ? first : second, '/api/v1/evaluate', { text: 'a' })).statusCode);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    } finally {
      await second.close();
      await first.close();
    }
  });
});
