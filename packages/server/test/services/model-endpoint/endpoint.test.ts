// SPDX-License-Identifier: Apache-2.0
/** The client against a real server that misbehaves in every way; a real store keeps its budget. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Behaviour,
  type OpenAiServer,
  startOpenAiServer,
  UPSTREAM_MARK,
} from '../../../../../test/support/openai-server.ts';
import type { ModelSettings } from '../../../src/config-models.ts';
import { type ModelCall, ModelEndpoint } from '../../../src/services/model-endpoint/endpoint.ts';
import type { ModelFailure } from '../../../src/services/model-endpoint/failure.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { MODEL_DEFAULTS } from './model-defaults.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const CALL: ModelCall = {
  purpose: 'S5_LOCUS',
  caller: 'public',
  messages: [
    { role: 'system', content: 'Answer briefly.' },
    { role: 'user', content: 'What is article 31?' },
  ],
};

const OLD_CALL = { function_call: { name: 'run_shell', arguments: '{"command":"id"}' } };

let server: OpenAiServer;
let store: Store;
let failures: ModelFailure[];

beforeEach(async () => {
  server = await startOpenAiServer();
  store = await openStore({ url: ':memory:' });
  failures = [];
});

afterEach(async () => {
  await server.close();
  await store.close();
});

function endpoint(changes: Partial<ModelSettings> = {}, key?: string): ModelEndpoint {
  return new ModelEndpoint({
    name: 'local',
    settings: { ...MODEL_DEFAULTS, url: server.url, ...changes },
    key,
    budgets: store.modelBudgets,
    nowMs: () => NOON_MS,
    onError: (error) => {
      throw error;
    },
    onFailure: (_name, _purpose, failure) => failures.push(failure),
  });
}

const failureOf = async (model: ModelEndpoint, call: ModelCall = CALL): Promise<ModelFailure> => {
  const reply = await model.complete(call);
  if (reply.ok) throw new Error(`it answered: ${reply.text.slice(0, 80)}`);
  return reply.failure;
};

describe.each([true, false])('a model, stream: %s', (stream) => {
  it('sends what it is given, with the key and nothing else, and answers with the whole text', async () => {
    server.behave({ kind: 'answer', text: 'Article 31 forbids it, in so many words.' });
    const model = endpoint({ stream, temperature: 0, token_limit_name: 'max_completion_tokens' }, 'secret-key-1');
    expect(await model.complete(CALL)).toEqual({
      ok: true,
      text: 'Article 31 forbids it, in so many words.',
      truncated: false,
      tokens: { input: 40, output: 10 },
    });
    const [request] = server.requests;
    expect(request).toMatchObject({ path: '/v1/chat/completions', authorization: 'Bearer secret-key-1' });
    expect(request?.body).toEqual({
      model: 'test-model',
      messages: CALL.messages,
      temperature: 0,
      max_completion_tokens: 800,
      ...(stream && { stream: true, stream_options: { include_usage: true } }),
    });
  });

  it('asks for a form as the server knows it', async () => {
    const form = { name: 'verdict', schema: { type: 'object', properties: {}, additionalProperties: false } };
    server.behave({ kind: 'answer', text: '{}' });
    for (const structured_output of ['json_schema', 'json_object', 'none'] as const)
      await endpoint({ stream, structured_output }).complete({ ...CALL, form });
    expect(server.requests.map(({ body }) => body.response_format)).toEqual([
      { type: 'json_schema', json_schema: { ...form, strict: true } },
      { type: 'json_object' },
      undefined,
    ]);
  });

  const misbehaviours: [string, Behaviour, Partial<ModelFailure>][] = [
    ['never answers', { kind: 'silent' }, { kind: 'timeout', reason: 'deadline' }],
    ['answers too late', { kind: 'slow', text: 'x', beforeMs: 5_000 }, { kind: 'timeout', reason: 'deadline' }],
    ['hangs up', { kind: 'hang-up' }, { kind: 'unavailable', reason: 'closed' }],
    ['is cut off', { kind: 'cut-off', text: 'half of it' }, { kind: 'upstream_invalid', reason: 'cut_off' }],
    ['ends early', { kind: 'unfinished', text: 'half' }, { kind: 'upstream_invalid' }],
    ['calls a tool', { kind: 'tool-call' }, { kind: 'upstream_invalid', reason: 'tool_call' }],
    [
      'calls a function in the older form',
      {
        kind: 'raw',
        body: stream
          ? `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Hm.', ...OLD_CALL } }] })}\n\ndata: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`
          : JSON.stringify({
              choices: [
                { index: 0, message: { role: 'assistant', content: 'Hm.', ...OLD_CALL }, finish_reason: 'stop' },
              ],
            }),
      },
      { kind: 'upstream_invalid', reason: 'tool_call' },
    ],
    ['sends too much', { kind: 'oversized', bytes: 300_000 }, { kind: 'upstream_invalid', reason: 'too_large' }],
    ['says nothing', { kind: 'answer', text: ' \n' }, { kind: 'upstream_invalid', reason: 'empty' }],
    [
      'filters',
      { kind: 'answer', text: 'I', finish: 'content_filter' },
      { kind: 'upstream_invalid', reason: 'filtered' },
    ],
    ['reports an error', { kind: 'error-in-stream' }, { kind: 'upstream_invalid', reason: 'protocol' }],
    ['sends no JSON', { kind: 'raw', body: 'data: {"id": \n\n' }, { kind: 'upstream_invalid', reason: 'protocol' }],
    [
      'sends other JSON',
      { kind: 'raw', body: stream ? 'data: {"choices": 7}\n\n' : '{"choices": 7}' },
      { kind: 'upstream_invalid', reason: 'protocol' },
    ],
    [
      'sends a page',
      { kind: 'raw', body: `<p>${UPSTREAM_MARK}`, type: 'text/html' },
      { kind: 'upstream_invalid', reason: 'content_type' },
    ],
    [
      'redirects',
      { kind: 'status', status: 307, headers: { location: '/v1/elsewhere' } },
      { kind: 'upstream_invalid', reason: 'redirect' },
    ],
    [
      'is busy',
      { kind: 'status', status: 429, headers: { 'retry-after': '17' } },
      { kind: 'rate_limited', reason: 'rate_limited', retryAfterS: 17 },
    ],
    [
      'is busy for ever',
      { kind: 'status', status: 429, headers: { 'retry-after': '999999' } },
      { kind: 'rate_limited', retryAfterS: 600 },
    ],
    ['is broken', { kind: 'status', status: 500 }, { kind: 'unavailable', reason: 'server_error' }],
    ['refuses the key', { kind: 'status', status: 401 }, { kind: 'unavailable', reason: 'refused_key' }],
    ['refuses the request', { kind: 'status', status: 400 }, { kind: 'unavailable', reason: 'refused_request' }],
  ];

  it.each(misbehaviours)('[model-faults] an upstream that %s is a typed failure', async (_, behaviour, expected) => {
    server.behave(behaviour);
    const failure = await failureOf(endpoint({ stream, deadline_ms: 500 }));
    expect(failure).toMatchObject(expected);
    expect(failures).toEqual([failure]);
    expect(JSON.stringify(failure)).not.toContain(UPSTREAM_MARK);
    expect(server.requests, 'no second try once it was sent').toHaveLength(1);
  });

  it('leaves out what a model thinks aloud before its answer', async () => {
    server.behave({ kind: 'answer', text: '<think>They want\nsecrets.</think>\n\nArticle 31.' });
    expect(await endpoint({ stream }).complete(CALL)).toMatchObject({ ok: true, text: 'Article 31.' });
    server.behave({ kind: 'answer', text: '<think>They want secrets', finish: 'length' });
    expect(await failureOf(endpoint({ stream }))).toMatchObject({ reason: 'empty' });
  });

  it('says when the answer ended at the limit of tokens', async () => {
    server.behave({ kind: 'answer', text: 'and so', finish: 'length' });
    expect(await endpoint({ stream }).complete(CALL)).toMatchObject({ ok: true, text: 'and so', truncated: true });
  });

  it('[model-budget] charges what is reported, else by the lengths, and nothing for a refusal', async () => {
    const model = endpoint({ stream, price_input_per_million: '0.15', price_output_per_million: '0.6' });
    server.behave({ kind: 'answer', text: 'a', usage: { prompt_tokens: 1_001, completion_tokens: 11 } });
    await model.complete(CALL);
    // 1001 × 0.15 + 11 × 0.6 = 156.75 millionths, rounded up.
    expect(await model.spent('S5_LOCUS')).toEqual({ tokens: 1_012, moneyMicro: 157 });
    server.behave({ kind: 'status', status: 503 });
    await failureOf(model);
    expect(await model.spent('S5_LOCUS')).toEqual({ tokens: 1_012, moneyMicro: 157 });
    server.behave({ kind: 'answer', text: 'twelve bytes', usage: null });
    await model.complete(CALL);
    // (15 + 19 bytes) / 3, each rounded up, 8 for each message; 12 / 3.
    expect(await model.spent('S5_LOCUS')).toEqual({ tokens: 1_012 + 28 + 4, moneyMicro: 157 + 7 });
    server.behave({ kind: 'cut-off', text: 'half' });
    const { tokens } = await model.spent('S5_LOCUS');
    await failureOf(model);
    expect((await model.spent('S5_LOCUS')).tokens, 'it may have been billed').toBeGreaterThan(tokens + 800);
  });
});

describe.each([true, false])('[model-budget] an upstream that reports what cannot be, stream: %s', (stream) => {
  // 34 bytes, 8 for each of two messages, 1,024 for what a server writes around them; 800 may be answered.
  const MOST = { input: 34 + 16 + 1_024, output: 800 };

  it.each([
    ['a prompt and an answer without end', { prompt_tokens: 9e9, completion_tokens: 9e9 }, MOST],
    ['a prompt without end', { prompt_tokens: 9e14, completion_tokens: 3 }, { input: MOST.input, output: 3 }],
    ['an answer without end', { prompt_tokens: 40, completion_tokens: 9e11 }, { input: 40, output: 800 }],
    ['less than nothing', { prompt_tokens: -5, completion_tokens: 9 }, { input: 28, output: 2 }],
    ['pieces of tokens', { prompt_tokens: 1.5, completion_tokens: 9 }, { input: 28, output: 2 }],
    ['nothing at all', { prompt_tokens: 0, completion_tokens: 0 }, { input: 28, output: 2 }],
  ])('is booked what can be: %s', async (_, usage, tokens) => {
    const prices = { price_input_per_million: '0.25', price_output_per_million: '0.5' };
    const model = endpoint({ stream, ...prices, money_per_day: '1', tokens_per_day: 100_000 });
    server.behave({ kind: 'answer', text: 'Yes.', usage });
    expect(await model.complete(CALL)).toMatchObject({ ok: true, text: 'Yes.', tokens });
    const { tokens: booked, moneyMicro } = await model.spent('S5_LOCUS');
    expect(booked).toBe(tokens.input + tokens.output);
    expect(moneyMicro).toBe(Math.ceil(tokens.input * 0.25 + tokens.output * 0.5));
    expect(await model.complete(CALL), 'the day goes on').toMatchObject({ ok: true });
  });

  it('is booked the answer that came, where it is longer than was asked for', async () => {
    const text = 'x'.repeat(2_000);
    server.behave({ kind: 'answer', text, usage: { prompt_tokens: 40, completion_tokens: 1_500 } });
    expect(await endpoint({ stream }).complete(CALL)).toMatchObject({ tokens: { input: 40, output: 1_500 } });
  });
});

describe('a slow stream', () => {
  it('is cut at the deadline, although a piece comes every few milliseconds', async () => {
    server.behave({ kind: 'slow', text: 'x'.repeat(12 * 200), betweenMs: 20 });
    expect(await failureOf(endpoint({ deadline_ms: 400 }))).toMatchObject({ kind: 'timeout', reason: 'deadline' });
  });
});

describe('an address that does not speak TLS', () => {
  it('is unavailable after one try, and costs nothing', async () => {
    const model = endpoint({ url: server.url.replace('http:', 'https:') });
    expect(await failureOf(model)).toMatchObject({ kind: 'unavailable', reason: 'tls' });
    expect(await model.spent('S5_LOCUS')).toEqual({ tokens: 0, moneyMicro: 0 });
  });
});

describe('an address where nobody listens', () => {
  it('is tried twice and is unavailable; the second try can succeed', async () => {
    const port = Number(new URL(server.url).port);
    await server.close();
    const model = endpoint();
    expect(await failureOf(model)).toMatchObject({ kind: 'unavailable', reason: 'connect' });
    expect(await model.spent('S5_LOCUS'), 'nothing was sent').toEqual({ tokens: 0, moneyMicro: 0 });
    server = await startOpenAiServer(port);
    expect(await model.complete(CALL)).toMatchObject({ ok: true });
  });
});

describe('[model-budget] a budget', () => {
  it('ends with the seconds to midnight, for its purpose only, without a request', async () => {
    const model = endpoint({ tokens_per_day: 900 });
    server.behave({ kind: 'answer', text: 'a', usage: { prompt_tokens: 100, completion_tokens: 1 } });
    expect(await model.complete(CALL)).toMatchObject({ ok: true });
    const exhausted = { kind: 'budget_exhausted', reason: 'budget', retryAfterS: 12 * 3600 };
    expect(await failureOf(model)).toEqual(exhausted);
    expect(await failureOf(endpoint({ tokens_per_day: 900 })), 'another process on the store').toEqual(exhausted);
    expect(server.requests).toHaveLength(1);
    expect(await model.complete({ ...CALL, purpose: 'S17_LUMEN' })).toMatchObject({ ok: true });
  });

  it('that has no room for a large call still takes a small one', async () => {
    const model = endpoint({ tokens_per_day: 500 });
    expect(await failureOf(model)).toMatchObject({ reason: 'budget' });
    expect(await model.complete({ ...CALL, maxAnswerTokens: 100 })).toMatchObject({ ok: true });
  });

  it('of money is kept to the millionth', async () => {
    const prices = { price_input_per_million: '2.50', price_output_per_million: '10' };
    // A call comes to at most 34 tokens of prompt and 800 of answer: 85 + 8,000 millionths.
    expect(await failureOf(endpoint({ ...prices, money_per_day: '0.008084' }))).toMatchObject({ reason: 'budget' });
    expect(await endpoint({ ...prices, money_per_day: '0.008085' }).complete(CALL)).toMatchObject({ ok: true });
    expect(await endpoint(prices).spent('S5_LOCUS')).toEqual({ tokens: 50, moneyMicro: 200 });
  });
});

describe('[model-breaker] the breaker', () => {
  it('opens after failures in a row, answers at once, and closes when a try succeeds', async () => {
    const model = endpoint({ breaker_failures: 3, breaker_open_ms: 100 });
    server.behave({ kind: 'status', status: 500 });
    for (let i = 0; i < 3; i++) expect(await failureOf(model)).toMatchObject({ reason: 'server_error' });
    expect(model.breakers().get('S5_LOCUS')).toBe('open');
    expect(await failureOf(model)).toMatchObject({ kind: 'unavailable', reason: 'breaker_open' });
    expect(server.requests).toHaveLength(3);
    expect(await failureOf(model, { ...CALL, purpose: 'judge' }), 'each purpose has its own').toMatchObject({
      reason: 'server_error',
    });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(model.breakers().get('S5_LOCUS'), 'so that a node is asked again').toBe('untried');
    server.behave({ kind: 'answer', text: 'again' });
    expect(await model.complete(CALL)).toMatchObject({ ok: true, text: 'again' });
    expect(model.breakers().get('S5_LOCUS')).toBe('closed');
  });

  it('is opened by a call that a deadline of ours has cut, however early, not by a caller who left, however late', async () => {
    server.behave({ kind: 'silent' });
    const model = endpoint({ breaker_failures: 1, breaker_open_ms: 6_000, deadline_ms: 2_000 });
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(), 1_900);
    expect(await failureOf(model, { ...CALL, signal: leaving.signal })).toMatchObject({ reason: 'cancelled' });
    expect(model.breakers().get('S5_LOCUS')).toBe('closed');
    const short = AbortSignal.timeout(100);
    expect(await failureOf(model, { ...CALL, signal: short })).toMatchObject({ reason: 'deadline' });
    expect(model.breakers().get('S5_LOCUS')).toBe('open');
    const { reason, retryAfterS } = await failureOf(model);
    expect(reason).toBe('breaker_open');
    expect(retryAfterS, 'as long as it stays open').toBeLessThanOrEqual(6);
    expect(retryAfterS).toBeGreaterThan(0);
  });

  it('is not opened by what a text can bring about', async () => {
    const model = endpoint({ breaker_failures: 1 });
    for (const behaviour of [
      { kind: 'tool-call' },
      { kind: 'oversized', bytes: 300_000 },
      { kind: 'answer', text: '' },
    ] as const) {
      server.behave(behaviour);
      await failureOf(model);
    }
    expect(model.breakers().get('S5_LOCUS')).toBe('closed');
  });
});

describe('an upstream that asks to be left alone [model-retry-after]', () => {
  const busy = (retryAfter: string, date?: string): Behaviour => ({
    kind: 'status',
    status: 429,
    headers: { 'retry-after': retryAfter, ...(date !== undefined && { date }) },
  });

  it('is not asked again before that, by any call of the purpose', async () => {
    server.behave(busy('17'));
    const model = endpoint();
    expect(await failureOf(model)).toMatchObject({ reason: 'rate_limited', retryAfterS: 17 });
    const later = await failureOf(model);
    expect(later).toMatchObject({ kind: 'rate_limited', reason: 'paused' });
    expect(later.retryAfterS).toBeGreaterThan(0);
    expect(later.retryAfterS).toBeLessThanOrEqual(17);
    expect(await failureOf(model, { ...CALL, waitsOut: true }), 'longer than its deadline').toMatchObject({
      reason: 'paused',
    });
    expect(server.requests).toHaveLength(1);
    expect(await failureOf(model, { ...CALL, purpose: 'S17_LUMEN' })).toMatchObject({ reason: 'rate_limited' });
    expect(server.requests).toHaveLength(2);
  });

  it('is asked once more within the deadline by a call that waits, and so are those that came meanwhile', async () => {
    let asked = 0;
    server.behave(() => (asked++ === 0 ? busy('1') : { kind: 'answer', text: 'At last.' }));
    const model = endpoint({ in_flight: 2 });
    const startedMs = performance.now();
    const first = model.complete({ ...CALL, waitsOut: true });
    await expect.poll(() => asked).toBe(1);
    const replies = await Promise.all([first, model.complete({ ...CALL, waitsOut: true })]);
    expect(replies).toMatchObject([
      { ok: true, text: 'At last.' },
      { ok: true, text: 'At last.' },
    ]);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(990);
    expect(server.requests).toHaveLength(3);
  });

  it('fails at once where the deadline comes first, and costs nothing', async () => {
    server.behave(busy('1'));
    const model = endpoint({ deadline_ms: 800 });
    expect(await failureOf(model, { ...CALL, waitsOut: true })).toMatchObject({ reason: 'rate_limited' });
    expect(server.requests).toHaveLength(1);
    expect(await model.spent('S5_LOCUS')).toEqual({ tokens: 0, moneyMicro: 0 });
  });

  it('counts for the breaker with each of its refusals', async () => {
    server.behave(busy('1'));
    const model = endpoint({ breaker_failures: 2 });
    expect(await failureOf(model, { ...CALL, waitsOut: true })).toMatchObject({ reason: 'rate_limited' });
    expect(server.requests).toHaveLength(2);
    expect(model.breakers().get('S5_LOCUS')).toBe('open');
  });

  it('ends its wait when nobody waits for the answer any more', async () => {
    server.behave(busy('2'));
    const model = endpoint();
    const gone = new AbortController();
    const failure = failureOf(model, { ...CALL, waitsOut: true, signal: gone.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    setTimeout(() => gone.abort(), 50);
    expect(await failure).toMatchObject({ reason: 'cancelled' });
    expect(server.requests).toHaveLength(1);
  });

  it('may name a date, by its own clock', async () => {
    server.behave(busy('Sun, 06 Nov 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 08:49:17 GMT'));
    expect(await failureOf(endpoint())).toMatchObject({ retryAfterS: 20 });
  });

  it.each(['soon', '-1', '1e3', ''])('is asked again where it says "%s"', async (retryAfter) => {
    server.behave(busy(retryAfter));
    const model = endpoint();
    for (let i = 0; i < 2; i++)
      expect(await failureOf(model)).toMatchObject({ reason: 'rate_limited', retryAfterS: 30 });
  });
});

describe('calls at once', () => {
  it('are bounded: some wait for their turn, one more is refused', async () => {
    let atWork = 0;
    let most = 0;
    server.behave(() => {
      most = Math.max(most, ++atWork);
      setTimeout(() => atWork--, 40);
      return { kind: 'slow', text: 'done', beforeMs: 50 };
    });
    const model = endpoint({ in_flight: 2, stream: false });
    const replies = await Promise.all(Array.from({ length: 11 }, () => model.complete(CALL)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(10);
    expect(replies.at(-1)).toMatchObject({ ok: false, failure: { kind: 'unavailable', reason: 'busy' } });
    expect(server.requests).toHaveLength(10);
    expect(most).toBe(2);
  });

  it('leave the line when nobody waits for them any more', async () => {
    server.behave({ kind: 'slow', text: 'done', beforeMs: 200 });
    const model = endpoint({ in_flight: 1, stream: false });
    const first = model.complete(CALL);
    const gone = new AbortController();
    const second = failureOf(model, { ...CALL, signal: gone.signal });
    const third = model.complete({ ...CALL, purpose: 'S17_LUMEN' });
    gone.abort();
    expect(await second).toMatchObject({ kind: 'timeout', reason: 'waited' });
    expect(await first).toMatchObject({ ok: true });
    expect(await third).toMatchObject({ ok: true });
    expect(server.requests).toHaveLength(2);
  });

  it('that are under way end with the caller', async () => {
    server.behave({ kind: 'silent' });
    const gone = new AbortController();
    const call = failureOf(endpoint({ breaker_failures: 1 }), { ...CALL, signal: gone.signal });
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    gone.abort();
    expect(await call).toMatchObject({ kind: 'timeout', reason: 'cancelled' });
  });
});

describe('[model-test-keys] callers with a test key', () => {
  it.each([
    ['is priced', { price_input_per_million: '0.1', price_output_per_million: '0' }, undefined, false],
    ['is behind a key and unpriced', {}, 'secret-key-1', false],
    ['is said to be free', { price_input_per_million: '0', price_output_per_million: '0.00' }, 'secret-key-1', true],
    ['is open and unpriced', {}, undefined, true],
  ] as const)('where the upstream %s', async (_, changes, key, reached) => {
    const reply = await endpoint(changes, key).complete({ ...CALL, caller: 'test' });
    expect(reply.ok).toBe(reached);
    expect(server.requests).toHaveLength(reached ? 1 : 0);
    if (!reply.ok) expect(reply.failure).toMatchObject({ kind: 'unavailable', reason: 'test_key' });
  });
});
