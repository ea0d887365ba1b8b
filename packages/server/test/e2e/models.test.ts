// SPDX-License-Identifier: Apache-2.0
/** Models in the real application: health, logs and secrets. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenAiServer, startOpenAiServer, UPSTREAM_MARK } from '../../../../test/support/openai-server.ts';
import { startApp, type TestApp, WIDE } from './test-app.ts';

const KEY = `sk-${'not-a-real-key'.repeat(2)}`;

describe('a configured model', () => {
  let server: OpenAiServer;
  let app: TestApp;

  beforeEach(async () => {
    server = await startOpenAiServer();
    const models = {
      local: {
        url: server.url,
        model: 'test-model',
        api_key_env: 'MODEL_KEY',
        breaker_failures: 1,
        deadline_ms: 2_000,
      },
    };
    app = await startApp({ ...WIDE, PLUMBLINE_MODELS: JSON.stringify(models), MODEL_KEY: KEY });
  });

  afterEach(async () => {
    await app.close();
    await server.close();
  });

  const call = (text: string) =>
    app.context.models
      .get('local')
      .complete({ purpose: 'S5_LOCUS', caller: 'public', messages: [{ role: 'user', content: text }] });

  it('[model-faults] fails without a word of the upstream, the key or the prompt in the log', async () => {
    server.behave({ kind: 'status', status: 500, headers: { 'x-secret': UPSTREAM_MARK } });
    await call('prompt-of-a-caller-42');
    expect(server.requests[0]?.authorization).toBe(`Bearer ${KEY}`);
    const logged = app.logged();
    expect(logged).toContain('"event":"model_failure"');
    expect(logged).toContain('"reason":"server_error"');
    for (const secret of [UPSTREAM_MARK, KEY, 'prompt-of-a-caller-42', server.url])
      expect(logged).not.toContain(secret);
  });

  it('[model-breaker] shows its breakers in health, which warns and stays 200', async () => {
    server.behave({ kind: 'status', status: 500 });
    await call('anything');
    const answer = await app.context.app.inject('/api/health');
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toMatchObject({
      status: 'warn',
      checks: { models: { status: 'warn', observed: { S5_LOCUS: 'open' }, unit: 'circuit breakers' } },
    });
    expect(answer.body).not.toContain(server.url);
  });
});
