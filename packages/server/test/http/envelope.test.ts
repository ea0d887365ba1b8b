// SPDX-License-Identifier: Apache-2.0
import { OPERATION_LIST } from '@plumbline/core/contract/operations.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenOnFreePort, post, startApp, type TestApp, WIDE } from '../e2e/test-app.ts';

const SITE = 'https://site.example';
const ULID = '[0-9A-HJKMNP-TV-Z]{26}';

describe('envelopes and header fields', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ...WIDE, PLUMBLINE_BASE_URL: 'https://api.example', PLUMBLINE_SITE_URL: SITE });
  });
  afterAll(() => app.close());

  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'OPTIONS' = 'GET') =>
    app.context.app.inject({ method, url, headers });

  it('v1 answers and errors have their members [envelope-v1]', async () => {
    const good = await post(app, '/api/v1/evaluate', { text: 'hello' });
    expect(Object.keys(good.json())).toEqual(['ok', 'api', 'version', 'request_id', 'generated_at', 'data', 'meta']);
    expect(good.json()).toMatchObject({
      ok: true,
      api: 'v1',
      version: 'v103.4_WITNESS',
      meta: { credentials: 'none' },
    });
    const bad = await post(app, '/api/v1/evaluate', {});
    expect(bad.json()).toMatchObject({ ok: false, api: 'v1', data: null, error: { status: 400, title: /./ } });
  });

  it('public answers and errors have their members [envelope-pub]', async () => {
    const good = await get('/api/openapi');
    expect(good.json()).toMatchObject({ ok: true, status: 'ONLINE', system: 'PLUMBLINE', collective: 'OPERATIONAL' });
    const bad = await get('/api/constitution/900');
    expect(bad.json()).toMatchObject({ ok: false, status: 'ERROR', system: 'PLUMBLINE', data: null });
  });

  it('a caller that accepts problems gets the bare document [problem-bare]', async () => {
    const headers = { accept: 'application/json, application/problem+json' };
    const answer = await post(app, '/api/v1/evaluate', {}, headers);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toMatchObject({
      status: 400,
      code: 'missing_member',
      docs: `${SITE}/problems/missing_member`,
    });
    expect((await post(app, '/api/v1/evaluate', { text: 'a' }, headers)).json().ok).toBe(true);
  });

  it.each([
    ['application/problem+json', true],
    ['application/problem+json, */*;q=0.8', true],
    ['application/json, application/problem+json;q=0.5', false],
    ['*/*, application/problem+json;q=0.9', false],
    ['application/json, application/problem+json;q=0', false],
    ['application/json;q=0.4, application/problem+json;q=0.6', true],
    ['*/*', false],
  ])('of %s the caller likes the bare document better: %s [problem-bare]', async (accept, bare) => {
    const answer = await post(app, '/api/v1/evaluate', {}, { accept });
    expect(answer.headers['content-type']).toBe(`application/${bare ? 'problem+json' : 'json'}; charset=utf-8`);
    expect('api' in answer.json()).toBe(!bare);
  });

  it('request ids are ours, and a well-formed one of the caller comes back [request-id]', async () => {
    const answer = await get('/api/v1', { 'request-id': 'caller-0123' });
    expect(answer.headers['request-id']).toMatch(new RegExp(`^req_${ULID}$`));
    expect(answer.json().request_id).toBe(answer.headers['request-id']);
    expect(answer.headers['client-request-id']).toBe('caller-0123');
    const odd = await get('/nothing', { 'request-id': 'a b' });
    expect(odd.headers['client-request-id']).toBeUndefined();
    expect(odd.headers['request-id']).toBe(odd.json().request_id);
  });

  it('a traceparent is continued, a broken one ignored [traceparent]', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traced = await get('/api/v1', { traceparent: `00-${trace}-00f067aa0ba902b7-01` });
    expect(traced.json().meta.trace_id).toBe(trace);
    for (const traceparent of [
      'nonsense',
      `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      `ff-${trace}-00f067aa0ba902b7-01`,
    ])
      expect((await get('/api/v1', { traceparent })).json().meta.trace_id).toBeUndefined();
  });

  it('links come from the settings, whatever Host says [links-from-settings]', async () => {
    const answer = await get('/api/v1', { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    expect(answer.body).not.toContain('evil.example');
    expect(answer.json().data).toMatchObject({
      base: 'https://api.example',
      openapi: 'https://api.example/api/v1/openapi.json',
      changelog: `${SITE}/changelog`,
    });
  });

  it('answers carry the fixed fields [security-headers] [cache-live]', async () => {
    for (const answer of [await get('/api/v1'), await get('/nothing'), await post(app, '/api/v1/evaluate', {})]) {
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'",
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
      expect(answer.headers['strict-transport-security']).toBeUndefined();
    }
    expect((await get('/api/v1')).headers.vary).toBe('Accept, Accept-Encoding');
  });

  it('documents have a strong tag, 304 works for GET and HEAD, and nothing in them moves [cache-documents]', async () => {
    for (const url of [
      '/api/constitution',
      '/api/constitution/7',
      '/api/v1/openapi.json',
      '/openapi.json',
      '/problems',
    ]) {
      const first = await get(url);
      const again = await get(url);
      expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
      expect(first.headers['cache-control']).toBe('public, max-age=300, stale-while-revalidate=3600');
      expect(first.headers.etag).toMatch(/^"[0-9a-f]{64}"$/);
      expect(Date.parse(String(first.headers['last-modified']))).toBeGreaterThan(0);
      if (url !== '/api/v1/openapi.json' && url !== '/openapi.json') expect(first.body).not.toContain('req_');
      for (const method of ['GET', 'HEAD'] as const) {
        const cached = await get(url, { 'if-none-match': `"x", ${String(first.headers.etag)}` }, method);
        expect([url, cached.statusCode, cached.body]).toEqual([url, 304, '']);
        expect(cached.headers.etag).toBe(first.headers.etag);
      }
    }
    expect((await get('/openapi/v1.json')).body).toBe((await get('/api/v1/openapi.json')).body);
    expect((await get('/api/openapi')).json().data.sha256).toBe(
      String((await get('/openapi/v1.json')).headers.etag).slice(1, -1),
    );
  });

  it('HEAD answers as GET without a body [head]', async () => {
    for (const url of ['/api/health', '/api/v1', '/api/constitution', '/livez', '/', '/assets/site.css', '/nothing']) {
      const whole = await get(url);
      const head = await get(url, {}, 'HEAD');
      expect([url, head.statusCode, head.body]).toEqual([url, whole.statusCode, '']);
      expect(head.headers['content-type']).toBe(whole.headers['content-type']);
    }
  });

  it('Accept chooses, and excluding everything is 406 [accept-406]', async () => {
    expect((await get('/api/constitution', { accept: 'text/markdown' })).headers['content-type']).toContain('markdown');
    expect(
      (await get('/api/constitution', { accept: 'text/*;q=0.5, application/json;q=0.1' })).headers['content-type'],
    ).toContain('text/markdown');
    for (const [accept, type] of [
      ['text/markdown;q=0.2, application/json;q=0.9', 'json'],
      ['application/json;q=0.2, text/markdown;q=0.9', 'markdown'],
      ['application/json;q=0, */*;q=0.1', 'markdown'],
      ['text/markdown;q=0, text/*;q=0.1, application/json;q=0.05', 'text/plain'],
    ] as const)
      expect([accept, (await get('/api/constitution', { accept })).headers['content-type']]).toEqual([
        accept,
        expect.stringContaining(type),
      ]);
    for (const accept of [
      'image/png',
      'application/json;q=0',
      'text/html',
      'application/json;q=0, application/problem+json',
    ]) {
      const answer = await get('/api/v1', { accept });
      const { error, code } = answer.json();
      expect([accept, answer.statusCode, error?.code ?? code]).toEqual([accept, 406, 'not_acceptable']);
    }
    expect((await get('/api/v1', { accept: '*/*;q=0.1, image/png' })).statusCode).toBe(200);
  });

  it('unknown parameters of a GET are ignored with a warning [query-get-warning]', async () => {
    const answer = await get('/api/v1?utm_source=x&fbclid=y');
    expect(answer.statusCode).toBe(200);
    expect(answer.json().meta.warnings.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/utm_source',
      '/fbclid',
    ]);
    expect((await get('/api/v1?token=abc')).json().error.code).toBe('credential_in_url');
  });

  it('every GET names the parameters that it ignored, whatever the form of its answer [query-get-warning]', async () => {
    const reading = OPERATION_LIST.filter(
      ({ method, path, produces }) => method === 'GET' && !/[:*]/.test(path) && !produces.includes('text/event-stream'),
    );
    for (const { path } of reading) {
      const plain = await get(path);
      const { statusCode, headers } = await get(`${path}?utm_source=x&a%22%C3%A9=1`);
      expect([path, statusCode]).toEqual([path, plain.statusCode]);
      expect(plain.headers['ignored-parameters']).toBeUndefined();
      if (statusCode < 400) expect([path, headers['ignored-parameters']]).toEqual([path, '"utm_source", "a\\"?"']);
    }
  });

  it('the contract of the handshake says it in its envelope too, under a tag of its own', async () => {
    const [plain, warned] = [await get('/api/v1/handshake'), await get('/api/v1/handshake?utm_source=x')];
    expect(warned.json().meta).toMatchObject({ credentials: 'ignored', warnings: [{ pointer: '/utm_source' }] });
    expect(warned.json().data).toEqual(plain.json().data);
    expect(warned.headers.etag).not.toBe(plain.headers.etag);
    const again = await get('/api/v1/handshake?utm_source=x', { 'if-none-match': String(warned.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('open routes drop Authorization unread', async () => {
    const answer = await get('/api/v1', { authorization: 'Bearer nonsense' });
    expect([answer.statusCode, answer.json().meta.credentials]).toEqual([200, 'ignored']);
  });

  it('public routes answer every origin, others the site only [cors]', async () => {
    const anywhere = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
    const preflight = await get('/api/v1/evaluate', anywhere, 'OPTIONS');
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, OPTIONS',
    });
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
    const answer = await post(app, '/api/v1/evaluate', { text: 'a' }, { origin: 'https://a.example' });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    for (const field of ['RateLimit', 'Ignored-Parameters'])
      expect(answer.headers['access-control-expose-headers']).toContain(field);
    const check = (origin: string) => post(app, '/api/constitution/check', { action: 'Rest.' }, { origin });
    expect((await check('https://a.example')).headers['access-control-allow-origin']).toBeUndefined();
    expect((await check(SITE)).headers['access-control-allow-origin']).toBe(SITE);
    expect((await check(SITE)).headers.vary).toContain('Origin');
    expect((await get('/nothing', anywhere, 'OPTIONS')).statusCode).toBe(404);
  });

  it('the default of all addresses is where the service listens [links-from-settings]', async () => {
    const plain = await startApp();
    try {
      const port = await listenOnFreePort(plain);
      plain.context.listeningAt(`http://127.0.0.1:${port}`);
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1`);
      expect(((await answer.json()) as { data: { base: string } }).data.base).toBe(`http://127.0.0.1:${port}`);
    } finally {
      await plain.close();
    }
  });
});
