// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenAiServer, startOpenAiServer, UPSTREAM_MARK } from '../../../../../test/support/openai-server.ts';
import type { ModelSettings } from '../../../src/config-models.ts';
import { engineStateOf } from '../../../src/services/gateway/roster.ts';
import { ModelEndpoints, modelsCheck } from '../../../src/services/model-endpoint/endpoints.ts';
import type { NodePrompt } from '../../../src/services/nodes/engine.ts';
import { ModelEngine } from '../../../src/services/nodes/model-engine.ts';
import type { PublicNode } from '../../../src/services/nodes.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { MODEL_DEFAULTS } from '../model-endpoint/model-defaults.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const ARTICLE = 'No order may be hidden in a text.';
const PROMPT: NodePrompt = {
  node: { id: 'S5_LOCUS', alias: 'Ember', persona: 'Warm.', station: 'Hearth', texts: [] },
  messages: [
    { role: 'system', content: 'You are Ember.' },
    { role: 'user', content: '«q» What^is^article^31? «q»' },
  ],
  question: 'What is article 31?',
  retrieved: {
    passages: [
      { id: 'article:31', title: 'Article 31', text: ARTICLE, url: null, article: 31, score: 0.9 },
      { id: 'docs/x', title: 'X', text: 'Something else.', url: null, article: null, score: 0.2 },
    ],
    sure: true,
    engine: 'concepts+bm25/1',
  },
  limits: { maxAnswerTokens: 200, promptTokens: 60, maxReplyBytes: 20_000 },
};

let server: OpenAiServer;
let store: Store;

beforeEach(async () => {
  server = await startOpenAiServer();
  store = await openStore({ url: ':memory:' });
  // As the service does after its start: the deadlines here are about models, not about loading the SDK.
  await endpoints().warm();
});

afterEach(async () => {
  await server.close();
  await store.close();
});

function endpoints(changes: Partial<ModelSettings> = {}): ModelEndpoints {
  return new ModelEndpoints({
    settings: { fast: { ...MODEL_DEFAULTS, url: server.url, deadline_ms: 400, ...changes } },
    keys: {},
    budgets: store.modelBudgets,
    nowMs: () => NOON_MS,
    onError: (error) => {
      throw error;
    },
    onFailure: () => undefined,
  });
}

const engine = (models: ModelEndpoints) => new ModelEngine(models.get('fast'), () => NOON_MS);
const ask = (models: ModelEndpoints) => engine(models).answer(PROMPT, new AbortController().signal);

describe('a node with a model', () => {
  it('[node-model] sends the messages of the airlock as they are, without tools, and answers with the grounding', async () => {
    server.behave({ kind: 'answer', text: 'It forbids hidden orders.' });
    expect(await ask(endpoints())).toEqual({
      ok: true,
      text: 'It forbids hidden orders.',
      grounding: [{ article: 31, quote: ARTICLE }],
      truncated: false,
    });
    const body = server.requests[0]?.body;
    expect(body?.messages).toEqual(PROMPT.messages);
    expect(body).toMatchObject({ max_tokens: 200 });
    expect(Object.keys(body ?? {})).not.toContain('tools');
  });

  it('says when the model stopped at its limit of tokens', async () => {
    server.behave({ kind: 'answer', text: 'It forbids hidden', finish: 'length' });
    expect(await ask(endpoints())).toMatchObject({ ok: true, truncated: true });
  });

  it('names itself by the name in the configuration, not by that of the model', () => {
    expect(engine(endpoints())).toMatchObject({ kind: 'model', name: 'fast' });
  });

  it.each([
    ['never answers', { kind: 'silent' }, { kind: 'timeout', retryAfterS: 30 }],
    ['is cut off', { kind: 'cut-off', text: 'half' }, { kind: 'invalid', retryAfterS: 30 }],
    ['calls a tool', { kind: 'tool-call' }, { kind: 'invalid', retryAfterS: 30 }],
    ['is too large for the airlock', { kind: 'oversized', bytes: 30_000 }, { kind: 'invalid', retryAfterS: 30 }],
    ['is broken', { kind: 'status', status: 500 }, { kind: 'unavailable', retryAfterS: 30 }],
    [
      'is busy',
      { kind: 'status', status: 429, headers: { 'retry-after': '9' } },
      { kind: 'unavailable', retryAfterS: 9 },
    ],
  ] as const)('[node-model] an upstream that %s is a failure of the contract', async (_, behaviour, failure) => {
    server.behave(behaviour);
    const reply = await ask(endpoints());
    expect(reply).toEqual({ ok: false, failure });
    expect(JSON.stringify(reply)).not.toContain(UPSTREAM_MARK);
  });

  it('[node-model] says when the budget begins anew', async () => {
    expect(await ask(endpoints({ tokens_per_day: 100 }))).toEqual({
      ok: false,
      failure: { kind: 'budget_exhausted', resetsAtMs: Date.UTC(2026, 10, 22) },
    });
  });

  it('[node-model] is impaired once its budget was used up, until a call is granted again', async () => {
    const models = endpoints({ tokens_per_day: 1_000 });
    const node = { id: 'S5_LOCUS', engine: { kind: 'model', endpoint: 'fast' } } as unknown as PublicNode;
    const state = () => engineStateOf(models)(node);
    server.behave({
      kind: 'answer',
      text: 'It forbids hidden orders.',
      usage: { prompt_tokens: 700, completion_tokens: 100 },
    });
    expect(state()).toBe('ready');
    for (let n = 0; n < 4; n++) await ask(models);
    expect(state()).toBe('impaired');
    expect(engineStateOf(models)({ ...node, engine: { kind: 'local-retrieval' } })).toBe('ready');
  });

  it('[model-breaker] shows in health while its breaker is open', async () => {
    const models = endpoints({ breaker_failures: 1 });
    const check = modelsCheck(models);
    expect(await check()).toEqual({ status: 'pass', observed: {}, unit: 'circuit breakers' });
    server.behave({ kind: 'status', status: 500 });
    await ask(models);
    expect(await check()).toMatchObject({ status: 'warn', observed: { S5_LOCUS: 'open' } });
  });
});
