// SPDX-License-Identifier: Apache-2.0
import { hash } from 'node:crypto';
import { OPERATION_LIST } from '@plumbline/core/contract/operations.ts';
import { canonicalJson } from '@plumbline/core/seal/jcs.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOpenAiServer } from '../../../../../test/support/openai-server.ts';
import { JSON_TYPE, post, startApp, type TestApp, WIDE, warmUp } from '../test-app.ts';

const PATH = '/api/v1/handshake';

describe('handshake', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    await warmUp(app);
  });
  afterAll(() => app.close());
  const read = (headers: Record<string, string> = {}, from = app) => from.context.app.inject({ url: PATH, headers });

  it('[handshake] GET and POST give the same contract, whose hash anybody can compute', async () => {
    const got = (await read()).json().data;
    const { declared_fields, ...posted } = (await post(app, PATH, {})).json().data;
    expect(declared_fields).toBe(0);
    expect(posted).toEqual(got);
    const { contract_hash, ...terms } = got;
    const nodes = terms.nodes.map(({ status: _status, ...node }: { status: string }) => node);
    expect(hash('sha256', canonicalJson({ ...terms, nodes }))).toBe(contract_hash);
  });

  it('[handshake] is a document: strong ETag, 304, no id of a request in it', async () => {
    const first = await read();
    const { etag, 'last-modified': modified, 'cache-control': cache } = first.headers;
    expect(etag).toBe(`"${hash('sha256', first.rawPayload)}"`);
    expect(cache).toBe('public, max-age=300, stale-while-revalidate=3600');
    expect(first.json()).not.toHaveProperty('request_id');
    expect(first.json().meta).toEqual({ credentials: 'ignored' });
    expect((await read()).rawPayload).toEqual(first.rawPayload);
    const again = await read({ 'if-none-match': String(etag) });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    expect((await read({ 'if-modified-since': String(modified) })).statusCode).toBe(304);
    for (const none of ['9999', '2099-01-01', 'x, 9999 GMT'])
      expect((await read({ 'if-modified-since': none })).statusCode).toBe(200);
    const head = await app.context.app.inject({ method: 'HEAD', url: PATH });
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag]);
  });

  it('[handshake] takes an absent body, but not an absent content type', async () => {
    const send = (headers: Record<string, string>, payload?: string) =>
      app.context.app.inject({ method: 'POST', url: PATH, headers, ...(payload !== undefined && { payload }) });
    expect((await send(JSON_TYPE)).json().data.declared_fields).toBe(0);
    expect((await send(JSON_TYPE, '')).statusCode).toBe(200);
    expect((await send({ ...JSON_TYPE, 'content-length': '0' })).statusCode).toBe(200);
    for (const headers of [{}, { 'content-type': 'text/plain' }, { 'content-type': 'application/cbor' }])
      expect((await send(headers as Record<string, string>)).json().error.code).toBe('media_type_unsupported');
    for (const body of ['null', '[]', ' ', '""']) expect((await send(JSON_TYPE, body)).statusCode, body).toBe(400);
  });

  it('[handshake] defines every limit that it names, under the names on the wire', async () => {
    // Its own limits, but for the lag: a busy machine would shed the requests, and what is shed has no fields.
    const usual = await startApp({ PLUMBLINE_LIMITS_EVENT_LOOP_LAG_MS: '1000000' });
    const { routes, limits } = (await read({}, usual)).json().data as {
      routes: { method: string; url: string; limits: string[] }[];
      limits: { policies: { name: string; quota: number; window_s: number; partition: string }[] };
    };
    const defined = new Set(limits.policies.map(({ name }) => name));
    expect([...new Set(routes.flatMap((route) => route.limits))].filter((name) => !defined.has(name))).toEqual([]);
    expect(limits.policies).toContainEqual({ name: 'free-day', quota: 100, window_s: 86_400, partition: 'network' });
    expect(limits.policies).toContainEqual({ name: 'standard-day', quota: 10_000, window_s: 86_400, partition: 'key' });
    expect(limits.policies).toContainEqual({ name: 'verify-burst', quota: 120, window_s: 60, partition: 'network' });
    expect(limits.policies).toContainEqual({ name: 'verify-burst', quota: 600, window_s: 60, partition: 'key' });
    for (const [path, body] of [
      ['/api/v1/evaluate', { text: 'Good morning.' }],
      ['/api/v1/query', { question: 'Who decides?' }],
      ['/api/chat', { message: 'Who decides?', node: 'S1_PLEX' }],
    ] as const) {
      const sent = String((await post(usual, path, body)).headers['ratelimit-policy']);
      const names = [...sent.matchAll(/"([a-z-]+)";q/g)].map(([, name]) => name);
      const route = routes.find(({ method, url }) => method === 'POST' && url.endsWith(path));
      expect(names.length).toBeGreaterThan(0);
      expect(route?.limits, path).toEqual(expect.arrayContaining(names));
    }
    await usual.close();
  });

  it('[handshake] echoes, logs and keeps nothing of a declaration', async () => {
    const marker = 'marker-of-a-declaration';
    const answer = await post(app, PATH, { agent_id: marker, purpose: marker, capabilities: [marker] });
    expect(answer.json().data.declared_fields).toBe(3);
    expect(answer.body).not.toContain(marker);
    expect(JSON.stringify(answer.headers)).not.toContain(marker);
    expect(app.logged()).not.toContain(marker);
  });

  it.each([
    [{ agent_id: 'a'.repeat(121) }, 'too_long'],
    [{ client_name: 'a'.repeat(121) }, 'too_long'],
    [{ client_version: 'a'.repeat(41) }, 'too_long'],
    [{ protocol_version: 'a'.repeat(41) }, 'too_long'],
    [{ purpose: 'a'.repeat(501) }, 'too_long'],
    [{ capabilities: Array(17).fill('a') }, 'too_many'],
    [{ capabilities: ['a'.repeat(65)] }, 'too_long'],
    [{ requested_node: 'S2_CASE' }, 'invalid_value'],
    [{ requested_node: 'ember' }, 'invalid_value'],
    [{ agent_id: 7 }, 'invalid_type'],
    [{ secret: 'x' }, 'unknown_member'],
    [{ token: 'x' }, 'credential_in_url'],
  ])('[handshake] refuses %j', async (body, code) => {
    const answer = await post(app, PATH, body);
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, code]);
  });

  it('[handshake] counts the largest declaration in code points', async () => {
    const wide = (length: number) => '\u{1f98a}'.repeat(length);
    const answer = await post(app, PATH, {
      agent_id: wide(120),
      purpose: wide(500),
      capabilities: Array(16).fill(wide(64)),
    });
    expect(answer.json().data.declared_fields).toBe(3);
    expect((await post(app, PATH, `{"agent_id":"${'x'.repeat(33_000)}"}`)).json().error.code).toBe('payload_too_large');
  });

  it('[gateway-credentials] drops credentials unread on every route of the gateway', async () => {
    for (const authorization of ['Bearer nonsense', 'Basic abc', `Bearer plb_live_${'0'.repeat(50)}`]) {
      const got = await read({ authorization });
      expect([got.statusCode, got.json().meta.credentials]).toEqual([200, 'ignored']);
      for (const [path, body] of [
        [PATH, {}],
        ['/api/v1/query', { question: 'What is a receipt?' }],
      ] as const) {
        const answer = await post(app, path, body, { authorization });
        expect([answer.statusCode, answer.json().meta.credentials]).toEqual([200, 'ignored']);
      }
      for (const url of ['/api/v1/query', '/api/agent/receipt'])
        expect((await app.context.app.inject({ url, headers: { authorization } })).statusCode).toBe(200);
    }
  });

  it.each([
    ['/api/ember', { message: 'Who decides?' }],
    ['/api/lumen', { message: 'Who decides?' }],
    ['/api/chat', { message: 'Who decides?', node: 'S1_PLEX' }],
    ['/api/pulse', { topic: 'Who decides?' }],
    ['/api/voice', { text: 'Who decides?' }],
    ['/api/constitution/check', { action: 'Read a page.' }],
  ])('[node-credentials] %s needs no key, and refuses one that is not live', async (path, body) => {
    for (const [authorization, code] of [
      ['Bearer plb_live_xxx', 'credential_malformed'],
      ['Bearer nonsense', 'credential_malformed'],
      ['Basic abc', 'scheme_unsupported'],
    ] as const) {
      const refused = await post(app, path, body, { authorization });
      expect([refused.statusCode, refused.json().error.code], authorization).toEqual([401, code]);
      expect(refused.headers['www-authenticate']).toContain('Bearer');
    }
    const { key } = await app.context.keys.issue({ environment: 'live', tier: 'standard', label: 'nodes' });
    const known = await post(app, path, body, { authorization: `Bearer ${key}` });
    expect(known.statusCode).toBe(200);
    const open = await post(app, path, body);
    expect(open.statusCode).toBe(200);
    const trial = await app.context.keys.issue({ environment: 'test', tier: 'free', label: 'trial' });
    const tried = await post(app, path, body, { authorization: `Bearer ${trial.key}` });
    expect(tried.statusCode, 'test keys never reach upstreams').toBe(path === '/api/constitution/check' ? 200 : 403);
  });

  it('[handshake-true] lists routes that are mounted, and says of the others that they are not served', async () => {
    const { routes, mcp, a2a, nodes } = (await read()).json().data;
    const mounted = new Set(OPERATION_LIST.map(({ method, path }) => `${method} ${path}`));
    expect(routes.length).toBeGreaterThan(12);
    for (const { method, url } of routes)
      expect(mounted).toContain(`${method} ${decodeURI(new URL(url).pathname).replace(/\{(\w+)\}/g, ':$1')}`);
    const isMounted = (path: string) => OPERATION_LIST.some((operation) => operation.path === path);
    expect([mcp.status, a2a.status]).toEqual(
      [isMounted('/mcp'), isMounted('/a2a')].map((yes) => (yes ? 'served' : 'not_served')),
    );
    for (const { route } of nodes) expect(mounted).toContain(`POST ${new URL(route).pathname}`);
  });

  it('[handshake-true] a node that is away is told as such; the terms and their hash stay', async () => {
    const upstream = await startOpenAiServer();
    const models = { local: { url: upstream.url, model: 'm', breaker_failures: 1, deadline_ms: 2_000 } };
    const other = await startApp({
      ...WIDE,
      PLUMBLINE_MODELS: JSON.stringify(models),
      PLUMBLINE_NODES_S5_LOCUS_ENGINE: '{"model":"local"}',
      PLUMBLINE_NODES_S6_FORGE_ENABLED: 'false',
    });
    try {
      const before = await read({}, other);
      const statusOf = (answer: typeof before, id: string) =>
        answer.json().data.nodes.find((node: { id: string }) => node.id === id).status;
      expect([statusOf(before, 'S5_LOCUS'), statusOf(before, 'S6_FORGE')]).toEqual(['ONLINE', 'OFFLINE']);
      upstream.behave({ kind: 'status', status: 500 });
      expect((await post(other, '/api/v1/query', { question: 'What is a receipt?' })).statusCode).toBe(503);
      const after = await read({ 'if-none-match': String(before.headers.etag) }, other);
      expect([after.statusCode, statusOf(after, 'S5_LOCUS')]).toEqual([200, 'OFFLINE']);
      expect(after.json().data.contract_hash).toBe(before.json().data.contract_hash);
      const declared = await post(other, PATH, { requested_node: 'Ember' });
      expect([declared.statusCode, statusOf(declared, 'S5_LOCUS')]).toEqual([200, 'OFFLINE']);
    } finally {
      await other.close();
      await upstream.close();
    }
  });
});
