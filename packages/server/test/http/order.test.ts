// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey, post, startApp, type TestApp, WIDE } from '../e2e/test-app.ts';

const PATH = '/api/v1/evaluate';
const DEEP = `${'['.repeat(40)}${']'.repeat(40)}`;
const JSON_TYPE = 'application/json';

interface Sent {
  readonly method?: 'POST' | 'PUT';
  readonly authorization?: string;
  readonly type?: string;
  readonly encoding?: string;
  readonly accept?: string;
  readonly length?: string;
  readonly body?: string | Buffer;
}

function send(app: TestApp, sent: Sent) {
  const headers: Record<string, string> = {
    'content-type': sent.type ?? JSON_TYPE,
    ...(sent.authorization !== undefined && { authorization: sent.authorization }),
    ...(sent.accept !== undefined && { accept: sent.accept }),
    ...(sent.encoding !== undefined && { 'content-encoding': sent.encoding }),
    ...(sent.length !== undefined && { 'content-length': sent.length }),
  };
  return app.context.app.inject({ method: sent.method ?? 'POST', url: PATH, headers, payload: sent.body ?? '{}' });
}

/** Each row breaks its own rule and the rules after it; its own code must answer. */
const BAD_KEY = 'Bearer nonsense';
const BAD_UTF8 = Buffer.from([0x7b, 0xff, 0x7d]);
const ROWS: readonly (readonly [step: string, sent: Sent, status: number, code: string])[] = [
  ['method', { method: 'PUT', authorization: BAD_KEY, type: 'text/plain' }, 405, 'method_not_allowed'],
  ['credential', { authorization: BAD_KEY, type: 'text/plain' }, 401, 'credential_malformed'],
  ['scheme', { authorization: 'Basic abc', type: 'text/plain' }, 401, 'scheme_unsupported'],
  ['media type', { type: 'text/plain', length: '99999999' }, 415, 'media_type_unsupported'],
  ['encoding', { encoding: 'gzip', length: '99999999' }, 415, 'content_encoding_unsupported'],
  ['declared size', { length: '99999999', body: BAD_UTF8 }, 413, 'payload_too_large'],
  ['UTF-8', { body: BAD_UTF8 }, 400, 'invalid_unicode'],
  ['JSON', { body: '{"text":"a","text":' }, 400, 'invalid_json'],
  ['surrogates', { body: '{"a":"\\ud800","text":1,"text":2}' }, 400, 'invalid_unicode'],
  ['duplicates', { body: `{"text":1,"text":${DEEP}}` }, 400, 'duplicate_member'],
  ['depth', { body: `{"text":${DEEP}}` }, 400, 'too_deep'],
  ['schema', { body: '{"text":1}' }, 400, 'invalid_type'],
];

describe('order of refusals', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it.each(ROWS)('%s comes before what follows it [order-of-refusals]', async (_step, sent, status, code) => {
    const answer = await send(app, sent);
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
  });

  it('scope is refused before the media type [key-scope]', async () => {
    const key = await issueKey(app, 'standard', ['verify:govern']);
    const answer = await send(app, { authorization: `Bearer ${key}`, type: 'text/plain' });
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'scope_insufficient']);
  });

  it('answers 401 with a challenge, and never falls back to the free tier [key-states]', async () => {
    const answer = await send(app, { authorization: BAD_KEY, body: '{"text":"hello"}' });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="Plumbline", error="invalid_token"');
  });
});

describe('refused credentials', () => {
  it.each([
    ['unknown', () => BAD_KEY, PATH, 401],
    ['short of a scope', (key: string) => `Bearer ${key}`, PATH, 403],
    ['missing where one is required', () => undefined, '/api/v1/revocations', 401],
  ] as const)(
    'are limited by network where they are %s, and the good key of that network is let in',
    async (_name, of, url, status) => {
      const app = await startApp({ ...WIDE, PLUMBLINE_LIMITS_FAILED_CREDENTIALS_PER_MINUTE: '2' });
      try {
        const authorization = of(await issueKey(app, 'standard', ['verify:govern']));
        const answers = [];
        for (let i = 0; i < 4; i++)
          answers.push(await post(app, url, { text: 'a' }, authorization === undefined ? {} : { authorization }));
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status, 429, 429]);
        expect(answers[3]?.json().error).toMatchObject({
          code: 'rate_limited',
          'violated-policies': ['credential-min'],
        });
        expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
        const good = { authorization: `Bearer ${await issueKey(app, 'standard')}` };
        expect((await post(app, PATH, { text: 'a' }, good)).statusCode).toBe(200);
      } finally {
        await app.close();
      }
    },
  );
});

describe('burst limit', () => {
  it('comes after the credential and before the media type [burst]', async () => {
    const app = await startApp({ ...WIDE, PLUMBLINE_LIMITS_VERIFY_PER_MINUTE_FREE: '2' });
    try {
      for (let i = 0; i < 2; i++) expect((await send(app, { body: '{}' })).statusCode).toBe(400);
      const refused = await send(app, { type: 'text/plain' });
      expect(refused.statusCode).toBe(429);
      expect(refused.json().error).toMatchObject({
        type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
        code: 'rate_limited',
        retryable: true,
        'violated-policies': ['verify-burst'],
      });
      expect(refused.headers['ratelimit-policy']).toBe('"verify-burst";q=2;w=60');
      expect(refused.headers.ratelimit).toMatch(/^"verify-burst";r=0;t=\d+$/);
      expect(Number(refused.headers['retry-after'])).toBe(refused.json().error.retry_after_s);
      expect((await send(app, { authorization: BAD_KEY })).statusCode).toBe(401);
    } finally {
      await app.close();
    }
  });
});

describe('day quota', () => {
  it('comes after the schema, so that a 400 costs nothing [order-of-refusals] [quota-ours]', async () => {
    const app = await startApp({ ...WIDE, PLUMBLINE_TIERS_FREE_CHECKS_PER_DAY: '1' });
    try {
      for (let i = 0; i < 3; i++) expect((await send(app, { body: '{}' })).statusCode).toBe(400);
      const first = await send(app, { body: '{"text":"hello"}' });
      expect(first.json().meta.usage).toMatchObject({ limit: 1, used: 1, remaining: 0 });
      const second = await send(app, { body: '{"text":"hello"}' });
      expect([second.statusCode, second.json().error.code]).toEqual([429, 'daily_quota_exhausted']);
      expect((await send(app, { body: '{"text":1}' })).statusCode).toBe(400);
    } finally {
      await app.close();
    }
  });

  it('is shown beside the burst on every refusal of a caller who is known, and counts none of them [day-on-refusals]', async () => {
    const app = await startApp({ ...WIDE, PLUMBLINE_TIERS_FREE_CHECKS_PER_DAY: '7', PLUMBLINE_LIMITS_SHARED: 'false' });
    try {
      const checked = await send(app, { body: '{"text":"hello"}' });
      expect(checked.headers.ratelimit).toContain('"free-day";r=6;');
      const refused = ROWS.filter(([, , status]) => status !== 401 && status !== 405);
      for (const [step, sent, status] of [...refused, ['accept', { accept: 'text/html' }, 406] as const]) {
        const answer = await send(app, sent);
        expect([step, answer.statusCode]).toEqual([step, status]);
        expect(answer.headers.ratelimit).toMatch(/^"verify-burst";r=\d+;t=\d+, "free-day";r=6;t=\d+$/);
        expect(answer.headers['ratelimit-policy']).toMatch(/"free-day";q=7;w=86400$/);
      }
      const authorization = `Bearer ${await issueKey(app, 'standard')}`;
      const keyed = await send(app, { authorization, body: '{}' });
      expect(keyed.headers.ratelimit).toContain('"standard-day";r=10000;');
      const limitless = `Bearer ${await issueKey(app, 'enterprise')}`;
      expect((await send(app, { authorization: limitless, body: '{}' })).headers.ratelimit).not.toContain('-day');
      const bad = await send(app, { authorization: BAD_KEY });
      expect([bad.statusCode, bad.headers.ratelimit]).toEqual([401, undefined]);
    } finally {
      await app.close();
    }
  });
});
