// SPDX-License-Identifier: Apache-2.0
import { OPERATION_LIST } from '@plumbline/core/contract/operations.ts';
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { createClient, PlumblineApiError, PlumblineConnectionError } from '../src/index.ts';
import {
  answerPub,
  answerText,
  answerV1,
  hangUp,
  type LocalService,
  localService,
  refuse,
  type Script,
  saySilent,
} from './local-service.ts';

const KEY = ['plb', 'test', 'x'.repeat(50)].join('_');
let service: LocalService | undefined;

async function start(...scripts: readonly Script[]): Promise<LocalService> {
  service = await localService(...scripts);
  return service;
}

afterEach(async () => {
  await service?.close();
  service = undefined;
});

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('The call did not fail');
}

describe('createClient', () => {
  it('has a method for every operation that answers with JSON', () => {
    const ids = OPERATION_LIST.filter((operation) => operation.produces.includes('application/json')).map(
      ({ id }) => id,
    );
    expect(Object.keys(createClient({ baseUrl: 'http://127.0.0.1:1' }))).toEqual(ids);
  });

  it('refuses an address that is none, and one that holds credentials', () => {
    for (const baseUrl of ['plumbline', 'ftp://x.test', 'https://user:pass@x.test'])
      expect(() => createClient({ baseUrl })).toThrow(TypeError);
  });

  it('[sdk] types bodies and answers from the contract', () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1' });
    type Evaluated = Awaited<ReturnType<typeof client.evaluate>>['data'];
    expectTypeOf<Evaluated['verdict']>().toEqualTypeOf<'pass' | 'review' | 'fail'>();
    expectTypeOf<Evaluated['flags'][number]['span']>().toExtend<{ readonly start: number } | null>();
    expectTypeOf<Parameters<typeof client.govern>[0]>().toExtend<{
      readonly prompt: string;
      readonly response: string;
    }>();
    expectTypeOf<Parameters<typeof client.article>[0]>().toEqualTypeOf<{ readonly number: string | number }>();
  });
});

describe('a call', () => {
  it('sends the body as JSON with the key, and gives data, meta, limits and the request id', async () => {
    const { url, seen } = await start(
      answerV1(
        { verdict: 'pass' },
        { duration_ms: 3 },
        { ratelimit: '"free-day";r=99;t=41230, "verify-burst";r=119;t=60' },
      ),
    );
    const client = createClient({ baseUrl: `${url}/`, key: KEY });
    const reply = await client.evaluate({ text: 'Grüße 🙂' }, { requestId: 'order-4711' });
    expect(reply).toEqual({
      data: { verdict: 'pass' },
      meta: { duration_ms: 3 },
      status: 200,
      requestId: 'req_01JZ0000000000000000000000',
      rateLimits: [
        { policy: 'free-day', remaining: 99, resetS: 41_230 },
        { policy: 'verify-burst', remaining: 119, resetS: 60 },
      ],
    });
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/v1/evaluate', body: '{"text":"Grüße 🙂"}' });
    expect(seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'request-id': 'order-4711',
    });
  });

  it('keeps the key to itself where the operation does not read one', async () => {
    const { url, seen } = await start(answerPub(200, { article: { number: 7 } }));
    const { data } = await createClient({ baseUrl: url, key: KEY }).article({ number: 7 });
    expect(data.article.number).toBe(7);
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/constitution/7', body: '' });
    expect(seen[0]?.headers.authorization).toBeUndefined();
  });

  it('escapes parameters of the path, and wants them all', async () => {
    const { url, seen } = await start(answerPub(200, { article: {} }));
    const client = createClient({ baseUrl: url });
    await client.article({ number: '../7?x' });
    expect(seen[0]?.url).toBe('/api/constitution/..%2F7%3Fx');
    expect(await failureOf(client.article({} as never))).toBeInstanceOf(TypeError);
  });

  it('gives documents without an envelope as they are', async () => {
    const { url } = await start((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"openapi":"3.1.0","data":1}');
    });
    expect((await createClient({ baseUrl: url }).openapiDocument()).data).toEqual({ openapi: '3.1.0', data: 1 });
  });

  it('reports a health that fails as data, an overloaded server as an error', async () => {
    const { url } = await start(answerPub(503, { status: 'fail' }), refuse('overloaded', { retryAfterS: 60 }));
    const client = createClient({ baseUrl: url, retries: 0 });
    expect(await client.health()).toMatchObject({ status: 503, data: { status: 'fail' } });
    expect(await failureOf(client.health())).toMatchObject({ code: 'overloaded', retryAfterS: 60 });
  });
});

describe('a problem', () => {
  it.each([false, true])('becomes an error with code, status, problem and request id (bare: %s)', async (bare) => {
    const errors = [{ pointer: '/text', code: 'too_short' as const, detail: 'x', limit: 1 }];
    const { url, seen } = await start(refuse('too_short', { detail: '/text: x', errors }, bare));
    const error = await failureOf(createClient({ baseUrl: url }).evaluate({ text: ' ' }));
    expect(error).toBeInstanceOf(PlumblineApiError);
    expect(error).toMatchObject({
      code: 'too_short',
      status: 400,
      retryable: false,
      requestId: 'req_01JZ0000000000000000000000',
      message: 'too_short: /text: x',
      problem: { errors },
    });
    expect(seen).toHaveLength(1);
  });

  it('[sdk] that a retry can mend is retried, as often as asked', async () => {
    const { url, seen } = await start(
      refuse('overloaded', { retryAfterS: 0 }),
      refuse('rate_limited', { retryAfterS: 0 }),
      answerV1({ verdict: 'pass' }),
    );
    expect((await createClient({ baseUrl: url }).evaluate({ text: 'a' })).data.verdict).toBe('pass');
    expect(seen.map((request) => request.body)).toEqual(Array(3).fill('{"text":"a"}'));
  });

  it('that goes on is thrown after the last try', async () => {
    const { url, seen } = await start(refuse('overloaded', { retryAfterS: 0 }));
    expect(await failureOf(createClient({ baseUrl: url, retries: 1 }).apiRoot())).toMatchObject({ code: 'overloaded' });
    expect(seen).toHaveLength(2);
  });

  it('that asks to wait for hours is thrown at once', async () => {
    const { url, seen } = await start(refuse('daily_quota_exhausted', { retryAfterS: 40_000 }));
    const error = await failureOf(createClient({ baseUrl: url }).evaluate({ text: 'a' }));
    expect(error).toMatchObject({ code: 'daily_quota_exhausted', retryAfterS: 40_000 });
    expect(seen).toHaveLength(1);
  });
});

describe('no answer', () => {
  it('is retried where nothing can have been charged', async () => {
    const { url, seen } = await start(
      hangUp,
      answerText(502, '<h1>Bad Gateway</h1>'),
      answerPub(200, { version: '1.8' }),
    );
    expect((await createClient({ baseUrl: url }).constitution()).data.version).toBe('1.8');
    expect(seen).toHaveLength(3);
  });

  it('[sdk] is not repeated blindly where a check may have been charged', async () => {
    const { url, seen } = await start(hangUp);
    const error = await failureOf(createClient({ baseUrl: url, key: KEY }).evaluate({ text: 'a' }));
    expect(error).toBeInstanceOf(PlumblineConnectionError);
    expect(error).toMatchObject({ reason: 'network', status: null });
    expect(String(error)).not.toContain(KEY);
    expect(seen).toHaveLength(1);
  });

  it('within the time is a timeout', async () => {
    const { url } = await start(saySilent);
    const error = await failureOf(createClient({ baseUrl: url, timeoutMs: 50, retries: 0 }).apiRoot());
    expect(error).toMatchObject({ reason: 'timeout' });
  });

  it.each([
    ['a page', 200, '<html>'],
    ['JSON without data', 200, '{"ok":true}'],
    ['a page of a proxy', 404, 'nothing'],
    ['JSON of something else', 500, '{"error":"no"}'],
  ])('counts as not from Plumbline when it is %s', async (_, status, text) => {
    const { url } = await start(answerText(status, text));
    expect(await failureOf(createClient({ baseUrl: url, retries: 0 }).apiRoot())).toMatchObject({
      reason: 'not_plumbline',
      status,
    });
  });
});

describe('a signal', () => {
  it('stops a call that runs, with its own reason', async () => {
    const controller = new AbortController();
    const reason = new Error('the user went away');
    const { url } = await start(() => controller.abort(reason));
    expect(await failureOf(createClient({ baseUrl: url }).apiRoot({ signal: controller.signal }))).toBe(reason);
  });

  it('stops the wait between two tries', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { url, seen } = await start((request, response) => {
      refuse('overloaded', { retryAfterS: 20 })(request, response);
      response.on('close', () => controller.abort(reason));
    });
    expect(await failureOf(createClient({ baseUrl: url }).apiRoot({ signal: controller.signal }))).toBe(reason);
    expect(seen).toHaveLength(1);
  });
});
