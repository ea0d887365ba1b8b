// SPDX-License-Identifier: Apache-2.0
/** A marker goes through every route that takes a text; afterwards it is looked for in everything that is left. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '@plumbline/core/contract/operation.ts';
import { OPERATION_LIST } from '@plumbline/core/contract/operations.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenAiServer, startOpenAiServer } from '../../../../../test/support/openai-server.ts';
import { JSON_TYPE, startApp, type TestApp, temporaryFolder, WIDE, warmUp } from '../test-app.ts';

/** Lowercase letters only, so that nothing masks, encodes or splits it. */
const MARK = 'quincunxial';
const OPEN = {
  ...WIDE,
  ...Object.fromEntries(
    ['QUERY_PER_MINUTE', 'CHAT_PER_MINUTE', 'PULSE_PER_MINUTE', 'VOICE_PER_MINUTE', 'LEDGER_PER_MINUTE'].map((name) => [
      `PLUMBLINE_LIMITS_${name}`,
      '1000000',
    ]),
  ),
  PLUMBLINE_LOG_LEVEL: 'trace',
  PLUMBLINE_LOG_REQUESTS: 'true',
};
/** The record of these is what the caller sent: the mailbox, for as long as the receipt stands. */
const RECORDS = new Set(['submitReceipt']);

/** The example with the marker added to every text of it that is free. */
function marked(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return / /.test(value) || FREE.has(name) ? `${value} ${MARK}` : value;
  if (Array.isArray(value)) return value.map((item) => marked(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, marked(item, key)]));
}
const FREE = new Set(['agent_id', 'client_name', 'capabilities', 'role_of', 'topic', 'text', 'message', 'question']);

function urlOf({ path, params }: Operation, filled: Readonly<Record<string, string>> = {}): string {
  if (params === undefined) return path;
  return path.replace(/:([a-z_]+)/gi, (_, name: string) => encodeURIComponent(filled[name] ?? '1'));
}

describe('retention', () => {
  let app: TestApp;
  let upstream: OpenAiServer;
  let folder: string;
  let told = '';
  beforeAll(async () => {
    upstream = await startOpenAiServer();
    upstream.behave({ kind: 'answer', text: `An answer about ${MARK}.` });
    folder = temporaryFolder();
    app = await startApp(
      {
        ...OPEN,
        PLUMBLINE_MODELS: JSON.stringify({ local: { url: upstream.url, model: 'm' } }),
        PLUMBLINE_NODES_S5_LOCUS_ENGINE: '{"model":"local"}',
      },
      {},
      folder,
    );
    await warmUp(app);
  });
  afterAll(async () => {
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const send = (operation: Operation, body: unknown, url: string, headers: Record<string, string> = {}) =>
    app.context.app.inject({
      method: operation.method,
      url,
      headers: { ...JSON_TYPE, ...headers },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
  const inFiles = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(MARK))
      .map(({ name }) => name);

  const takingBodies = OPERATION_LIST.filter(({ id, body }) => body !== undefined && !RECORDS.has(id));

  it.each(takingBodies)('[gateway-retention] $id takes the marker', async (operation) => {
    const bodies = operation.examples.filter(({ body }) => body !== undefined);
    expect(bodies.length).toBeGreaterThan(0);
    for (const { body, params } of bodies) {
      const text = marked(body);
      const url = urlOf(operation, params);
      await send(operation, text, url, {
        'user-agent': MARK,
        referer: `https://${MARK}.test/`,
        'request-id': `${MARK}-1`,
      });
      // What is refused must be forgotten as well: an unknown member, half of a body, an address.
      await send(operation, { ...(text as object), [MARK]: MARK }, url);
      await app.context.app.inject({ method: operation.method, url, headers: JSON_TYPE, payload: `{"${MARK}` });
      await send(operation, text, `${url}?${MARK}=${MARK}`);
    }
  });

  it('[gateway-retention] addresses take the marker too', async () => {
    // A stream of events never ends.
    const reading = OPERATION_LIST.filter(
      ({ body, produces }) => body === undefined && !produces.includes('text/event-stream'),
    );
    for (const { path, method } of reading) {
      const url = path.replace(/:([a-z_]+)/gi, MARK);
      await app.context.app.inject({ method, url: `${url}?${MARK}=${MARK}&q=${MARK}` });
    }
    await app.context.app.inject({ url: `/${MARK}` });
  });

  it('[gateway-retention] answers of a model with the marker reached their callers', async () => {
    const query = OPERATION_LIST.find(({ id }) => id === 'query') as Operation;
    const answer = await send(query, { question: `What about ${MARK}?` }, '/api/v1/query');
    expect(answer.json().data.answer).toContain(MARK);
    expect(upstream.requests.some(({ body }) => JSON.stringify(body.messages).includes(MARK))).toBe(true);
  });

  it('[gateway-retention] a receipt keeps its words until it goes, and then no more', async () => {
    const submit = OPERATION_LIST.find(({ id }) => id === 'submitReceipt') as Operation;
    const erase = OPERATION_LIST.find(({ id }) => id === 'withdrawReceipt') as Operation;
    const receipt = {
      agent_id: `reader ${MARK}`,
      kind: 'incident',
      statement: `About ${MARK}.`,
      capabilities: [MARK],
      withdraw_commitment: hash('sha256', 'my secret'),
    };
    const taken = await send(submit, receipt, submit.path, { 'idempotency-key': `key-${MARK.length}` });
    expect(taken.statusCode).toBe(201);
    expect(taken.body).not.toContain(MARK);
    expect(inFiles()).not.toEqual([]);
    const { receipt_id } = taken.json().data;
    const gone = await send(erase, { preimage: 'my secret' }, `${submit.path}/${receipt_id}`);
    expect(gone.statusCode).toBe(200);
    // Refused ones were never kept.
    await send(submit, { ...receipt, statement: `See https://${MARK}.test` }, submit.path);
    await send(submit, { ...receipt, kind: MARK }, submit.path);
  });

  it('[gateway-retention] and it is in no file, no log and nothing that the service tells of itself', async () => {
    // Counts, health and whatever else is read without a parameter; what is added later is among them.
    const telling = OPERATION_LIST.filter(
      ({ method, path, produces }) =>
        method === 'GET' && !path.includes(':') && !path.includes('*') && !produces.includes('text/event-stream'),
    );
    expect(telling.length).toBeGreaterThan(15);
    for (const { path } of telling) told += (await app.context.app.inject(path)).body;
    const counted = await app.context.store.gateway.total('query.answered', 0);
    expect(counted).toBeGreaterThan(0);
    expect(inFiles()).toEqual([]);
    await app.close();
    expect(inFiles()).toEqual([]);
    expect(app.logged().length).toBeGreaterThan(1_000);
    expect(app.logged()).not.toContain(MARK);
    expect(told.length).toBeGreaterThan(10_000);
    expect(told).not.toContain(MARK);
  });
});
