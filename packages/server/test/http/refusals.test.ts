// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey, post, startApp, type TestApp } from '../e2e/test-app.ts';

const EVALUATE = '/api/v1/evaluate';

describe('refused bodies', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const refusal = async (body: unknown, url = EVALUATE) => {
    const answer = await post(app, url, body);
    const { error } = answer.json();
    return { status: answer.statusCode, code: error?.code, errors: error?.errors };
  };

  it.each([
    ['an empty body', '', 'invalid_json'],
    ['a truncated body', '{"text":"a', 'invalid_json'],
    ['a byte order mark', '\ufeff{"text":"a"}', 'invalid_json'],
    ['a NUL byte', '{"text":"a\u0000"}', 'invalid_unicode'],
    ['an escaped NUL', '{"text":"a\\u0000"}', 'invalid_unicode'],
    ['an array', '[]', 'invalid_type'],
    ['a text', '"text"', 'invalid_type'],
    ['null', 'null', 'invalid_type'],
    ['no text', '{}', 'missing_member'],
    ['an empty text', '{"text":""}', 'too_short'],
    ['white space', '{"text":" \\n\\t\\u00a0"}', 'too_short'],
    ['an unknown member', '{"text":"a","txet":"b"}', 'unknown_member'],
    ['__proto__', '{"text":"a","__proto__":{"x":1}}', 'unknown_member'],
    ['constructor', '{"text":"a","constructor":1}', 'unknown_member'],
    ['a wrong option', '{"text":"a","options":{"max_flags":0}}', 'invalid_value'],
    ['a label with a wrong name', '{"text":"a","labels":{"A B":"x"}}', 'invalid_value'],
  ])('%s is refused with its code [json-400] [unknown-member]', async (_name, body, code) => {
    expect(await refusal(body)).toMatchObject({ status: 400, code });
  });

  it('takes 50,000 code points of astral text as escapes, and not one more [size-413]', async () => {
    const escaped = '\\ud83d\\ude00';
    const legal = `{"text":"${escaped.repeat(50_000)}"}`;
    expect((await post(app, EVALUATE, legal)).statusCode).toBe(200);
    const long = await refusal(`{"text":"${escaped.repeat(50_001)}"}`);
    expect(long).toMatchObject({ status: 400, code: 'too_long', errors: [{ pointer: '/text', limit: 50_000 }] });
  });

  it('lists all schema errors with pointers, at most 20, and echoes nothing [schema-400]', async () => {
    const marker = 'zebra-crossing-marker';
    const unknown = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`m${i}`, marker]));
    const answer = await post(app, EVALUATE, { text: 5, ...unknown });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.errors).toHaveLength(20);
    expect(answer.body).not.toContain(marker);
    const two = await refusal({ text: 5, options: { detail: 'more' } });
    expect(two.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(['/options/detail', '/text']);
  });

  it.each(['key', 'api_key', 'token', 'authorization', 'Authorization'])(
    'a member named %s is refused before any other [credential-in-url]',
    async (name) => {
      const body = { [name]: 'secret-value', unknown: 1 };
      expect(await refusal(body)).toMatchObject({ status: 400, code: 'credential_in_url' });
      const inUrl = await post(app, `${EVALUATE}?${name}=secret-value&other=1`, { text: 'a' });
      expect(inUrl.json().error.code).toBe('credential_in_url');
      expect(inUrl.body).not.toContain('secret-value');
    },
  );

  it('marks a key that was sent in an address [credential-in-url]', async () => {
    const key = await issueKey(app, 'standard');
    await post(app, `${EVALUATE}?key=${key}`, { text: 'a' });
    await expect
      .poll(async () => (await app.context.keys.list()).find(({ id }) => key.includes(id))?.leakedAtMs)
      .toBeGreaterThan(0);
    expect(app.logged()).not.toContain(key);
  });

  const isMarked = async (key: string) =>
    (await app.context.keys.list()).find(({ id }) => key.includes(id))?.leakedAtMs !== null;

  it.each([
    ['in a list', (key: string) => [key]],
    ['in an object', (key: string) => ({ value: `Bearer ${key}` })],
  ] as const)('refuses and marks a key that a body holds %s [credential-in-url]', async (_form, held) => {
    const key = await issueKey(app, 'standard');
    const answer = await post(app, EVALUATE, { text: 'a', api_key: held(key) });
    const { code, errors } = answer.json().error;
    expect([answer.statusCode, code, errors[0].pointer]).toEqual([400, 'credential_in_url', '/api_key']);
    await expect.poll(() => isMarked(key)).toBe(true);
    expect(answer.body + app.logged()).not.toContain(key);
  });

  it('repeats no key that came as the name of a member or a parameter, and marks it [credential-in-url]', async () => {
    const [asMember, within, asParameter, read] = await Promise.all(
      Array.from({ length: 4 }, () => issueKey(app, 'standard')),
    );
    const sent: [string, Promise<{ body: string; statusCode: number }>, string][] = [
      [asMember as string, post(app, EVALUATE, { text: 'a', [asMember as string]: 1 }), 'unknown_member'],
      [within as string, post(app, EVALUATE, { text: 'a', options: { [`my-old-${within}`]: {} } }), 'unknown_member'],
      [asParameter as string, post(app, `${EVALUATE}?${asParameter}`, { text: 'a' }), 'credential_in_url'],
      [read as string, app.context.app.inject({ url: `/api/v1?${read}=1` }), 'credential_in_url'],
    ];
    for (const [key, answering, code] of sent) {
      const { body, statusCode } = await answering;
      expect([statusCode, JSON.parse(body).error.code]).toEqual([400, code]);
      const idEnd = key.lastIndexOf('_') + 1 + 12;
      expect(body).not.toContain(key.slice(0, idEnd + 1));
      expect(body).toContain(`${key.slice(0, idEnd)}…`);
      await expect.poll(() => isMarked(key)).toBe(true);
      expect(app.logged()).not.toContain(key);
    }
  });

  it.each([
    ['GET', '/nope?key=', '', 404],
    ['GET', '/nope/', '', 404],
    ['GET', `${EVALUATE}?key=`, '', 405],
    ['POST', `${EVALUATE}?token=`, '{', 400],
    ['POST', `${EVALUATE}?%6bey=Bearer%20`, '{', 400],
  ] as const)('marks a key in the address that %s %s refuses for another fault [credential-in-url]', async (...row) => {
    const [method, url, payload, status] = row;
    const key = await issueKey(app, 'standard');
    const headers = { 'content-type': 'application/json' };
    const answer = await app.context.app.inject({
      method,
      url: url + key,
      ...(method === 'POST' && { payload, headers }),
    });
    expect(answer.statusCode).toBe(status);
    await expect.poll(() => isMarked(key)).toBe(true);
    expect(answer.body + app.logged()).not.toContain(key);
  });

  it('refuses unknown parameters on POST [unknown-member]', async () => {
    const answer = await post(app, `${EVALUATE}?debug=1`, { text: 'a' });
    expect(answer.json().error).toMatchObject({ code: 'invalid_parameter', errors: [{ pointer: '/debug' }] });
  });

  it('lists what is wrong in parameters and body at once, with pointers of RFC 6901 [schema-400] [unknown-member]', async () => {
    const answer = await post(app, `${EVALUATE}?zz=1&a/b=2`, { text: '' });
    const { code, errors } = answer.json().error;
    expect([answer.statusCode, code]).toEqual([400, 'too_short']);
    const places = errors.map((error: Record<string, string>) => [error.code, error.pointer]);
    expect(places).toEqual([
      ['too_short', '/text'],
      ['invalid_parameter', '/a~1b'],
      ['invalid_parameter', '/zz'],
    ]);
    const sameName = (await post(app, `${EVALUATE}?text=1`, { text: 5 })).json().error.errors;
    expect(sameName.map((error: Record<string, string>) => error.code)).toEqual(['invalid_type', 'invalid_parameter']);
    const key = await post(app, `${EVALUATE}?zz=1`, { text: '', api_key: 'x' });
    expect(key.json().error.code).toBe('credential_in_url');
  });

  it.each([2, 21, 1_999])('says how many of %i errors there are, and lists 20 [schema-400]', async (count) => {
    const unknown = Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, i]));
    const { detail, errors } = (await post(app, EVALUATE, { text: 'a', ...unknown })).json().error;
    expect(detail).toContain(`(and ${(count - 1).toLocaleString('en-GB')} more)`);
    expect(errors.map(({ pointer }: { pointer: string }) => pointer).slice(0, 3)).toEqual(
      Object.keys(unknown)
        .sort()
        .slice(0, 3)
        .map((name) => `/${name}`),
    );
    expect(errors).toHaveLength(Math.min(20, count));
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'takes %s [media-415]',
    async (type) => {
      expect((await post(app, EVALUATE, { text: 'a' }, { 'content-type': type })).statusCode).toBe(200);
    },
  );

  it.each([
    'text/plain',
    'application/ld+json',
    'application/json; charset=latin1',
    'application/json, text/plain',
    'x',
  ])('refuses %s [media-415]', async (type) => {
    const answer = await post(app, EVALUATE, { text: 'a' }, { 'content-type': type });
    expect([answer.statusCode, answer.json().error.code]).toEqual([415, 'media_type_unsupported']);
  });

  it('refuses a body without a media type, also an empty one [media-415]', async () => {
    for (const payload of ['{"text":"a"}', '']) {
      const answer = await app.context.app.inject({
        method: 'POST',
        url: EVALUATE,
        payload: Buffer.from(payload),
        headers: { 'content-type': '' },
      });
      expect(answer.statusCode).toBe(415);
    }
  });

  it('a label and an option are accepted and not echoed', async () => {
    const answer = await post(app, EVALUATE, { text: 'a', labels: { team: 'zanzibar' }, options: { max_flags: 3 } });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain('zanzibar');
  });

  it('another language than English is ignored with a warning [locale-warning]', async () => {
    const warning = {
      code: 'locale_unavailable',
      detail: expect.stringContaining('English'),
      pointer: '/options/locale',
    };
    const ask = (locale: string) => post(app, EVALUATE, { text: 'a', options: { locale } });
    expect((await ask('de-AT')).json().meta.warnings).toEqual([warning]);
    for (const locale of ['en', 'EN', 'en-GB']) expect((await ask(locale)).json().meta.warnings).toBeUndefined();
    const pair = { prompt: 'a', response: 'b', options: { locale: 'fr' } };
    expect((await post(app, '/api/v1/govern', pair)).json().meta.warnings).toEqual([warning]);
  });

  it('a batch over its bounds is refused as a whole [batch]', async () => {
    const url = '/api/v1/evaluate/batch';
    expect(await refusal({ items: [] }, url)).toMatchObject({ status: 400, code: 'too_short' });
    const many = Array.from({ length: 51 }, (_, i) => ({ id: `i${i}`, text: 'a' }));
    expect(await refusal({ items: many }, url)).toMatchObject({ status: 400, code: 'too_many' });
    const long = Array.from({ length: 5 }, (_, i) => ({ id: `i${i}`, text: 'a'.repeat(41_000) }));
    expect(await refusal({ items: long }, url)).toMatchObject({ status: 400, code: 'too_long' });
    const twice = [
      { id: 'a', text: 'x' },
      { id: 'a', text: 'y' },
    ];
    expect(await refusal({ items: twice }, url)).toMatchObject({ status: 400, code: 'invalid_value' });
  });
});

describe('unknown addresses and methods', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const ask = (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'POST' | 'HEAD' | 'OPTIONS', url: string) =>
    app.context.app.inject({ method, url });

  it('an unknown path is 404 in the envelope of its family [envelope-v1] [envelope-pub]', async () => {
    const v1 = await ask('GET', '/api/v1/nothing');
    expect([v1.statusCode, v1.json().api, v1.json().error.code]).toEqual([404, 'v1', 'not_found']);
    for (const url of ['/nothing', '/api/nothing', '/api/v1x', '/api/v1/evaluate/', '/%zz', '//']) {
      const answer = await ask('GET', url);
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*', vary: 'Accept, Accept-Encoding' });
      expect([url, answer.statusCode, answer.json().error.code]).toEqual([url, 404, 'not_found']);
    }
  });

  it.each([
    ['PUT', '/api/v1/evaluate', 'POST, OPTIONS'],
    ['GET', '/api/v1/evaluate', 'POST, OPTIONS'],
    ['GET', '/api/constitution/check', 'POST, OPTIONS'],
    ['POST', '/api/health', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/api/constitution/7', 'GET, HEAD, OPTIONS'],
    ['POST', '/assets/site.css', 'GET, HEAD, OPTIONS'],
  ] as const)('%s %s is 405 with Allow [method-405]', async (method, url, allow) => {
    const answer = await ask(method, url);
    expect([answer.statusCode, answer.json().error.code, answer.headers.allow]).toEqual([
      405,
      'method_not_allowed',
      allow,
    ]);
  });

  it('an article that cannot exist is 404, by any method', async () => {
    for (const method of ['GET', 'PUT'] as const) {
      expect((await ask(method, '/api/constitution/first')).statusCode).toBe(404);
    }
  });
});
