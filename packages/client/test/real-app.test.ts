// SPDX-License-Identifier: Apache-2.0
/** The client against the real service over a socket: every operation answers as the contract says, and nothing beyond. */
import { holds } from '@plumbline/core/contract/holds.ts';
import type { Example } from '@plumbline/core/contract/operation.ts';
import { OPERATION_LIST } from '@plumbline/core/contract/operations.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closed, errorsAgainst } from '../../core/test/contract/schema-compiler.ts';
import { issueKey, listenOnFreePort, startApp, type TestApp } from '../../server/test/e2e/test-app.ts';
import { type Client, createClient, PlumblineApiError, type Reply } from '../src/index.ts';

let app: TestApp;
let baseUrl: string;

beforeAll(async () => {
  app = await startApp();
  app.context.gateway.warm();
  baseUrl = `http://127.0.0.1:${await listenOnFreePort(app)}`;
});
afterAll(() => app.close());

type AnyMethod = (...input: unknown[]) => Promise<Reply<unknown>>;

const wantsJson = (example: Example) => example.accept === undefined;
const JSON_OPERATIONS = OPERATION_LIST.filter(
  ({ produces, examples }) => produces.includes('application/json') && examples.some(wantsJson),
);

describe.each(JSON_OPERATIONS)('client.$id', (operation) => {
  const examples = operation.examples.filter(wantsJson);
  const call = (example: Example) => {
    const method = createClient({ baseUrl, retries: 0 })[operation.id as keyof Client] as AnyMethod;
    const inputs = [example.params, example.body].filter((input) => input !== undefined);
    return inputs.length > 0 ? method(...inputs) : example.query === undefined ? method() : method(example.query);
  };

  it.each(examples.filter((example) => example.expect.status < 400))('[sdk] $name', async (example) => {
    const { data, status, requestId } = await call(example);
    expect(status).toBe(example.expect.status);
    expect(requestId).toMatch(/^req_/);
    expect(errorsAgainst(operation.envelope === 'raw' ? operation.output : closed(operation.output), data)).toEqual([]);
    if (!holds(data, example.expect.data ?? {})) expect(data).toMatchObject(example.expect.data ?? {});
  });

  const refused = examples.filter((example) => example.expect.status >= 400);
  if (refused.length > 0)
    it.each(refused)('[sdk] $name', async (example) => {
      const error = await call(example).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(PlumblineApiError);
      expect(error).toMatchObject({ status: example.expect.status, code: example.expect.code });
    });
});

describe('client with a key', () => {
  it('[sdk] counts on the key, and says what is left', async () => {
    const client = createClient({ baseUrl, key: await issueKey(app, 'standard') });
    const first = await client.evaluate({ text: 'The library opens at nine on weekdays.' });
    const second = await client.evaluate({ text: 'The library opens at nine on weekdays.' });
    expect(first.meta.usage).toMatchObject({ tier: 'standard', limit: 10_000, used: 1, remaining: 9_999 });
    expect(second.meta.usage).toMatchObject({ used: 2, cost: { amount: '0.002', currency: 'USD' } });
    expect(second.rateLimits.map(({ policy }) => policy)).toContain('standard-day');
  });

  it('[sdk] is refused with a mistyped key, without a retry', async () => {
    const client = createClient({ baseUrl, key: `${await issueKey(app, 'standard')}x` });
    await expect(client.evaluate({ text: 'a' })).rejects.toMatchObject({ status: 401, code: 'credential_malformed' });
  });
});
