// SPDX-License-Identifier: Apache-2.0
import { holds } from '@plumbline/core/contract/holds.ts';
import type { Example, Operation } from '@plumbline/core/contract/operation.ts';
import { OPERATION_LIST } from '@plumbline/core/contract/operations.ts';
import { PubErrorSchema, pubEnvelope, V1ErrorSchema, v1Envelope } from '@plumbline/core/contract/schemas/envelope.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../e2e/test-app.ts';

const CASES = OPERATION_LIST.flatMap((operation) =>
  operation.examples.map((example) => [operation.id, example.name, operation, example] as const),
);

function urlOf({ path }: Operation, { params, query }: Example): string {
  const filled = path.replace(/:([a-z_]+)/gi, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  return query === undefined ? filled : `${filled}?${new URLSearchParams(query)}`;
}

describe('examples of the contract', () => {
  let app: TestApp;
  const ajv = new Ajv2020({ strict: false, addUsedSchema: false });
  beforeAll(async () => {
    app = await startApp();
    app.context.gateway.warm();
  });
  afterAll(() => app.close());

  const ask = (operation: Operation, example: Example) =>
    app.context.app.inject({
      method: operation.method,
      url: urlOf(operation, example),
      headers: {
        ...(example.accept !== undefined && { accept: example.accept }),
        ...(operation.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(example.body !== undefined && { payload: JSON.stringify(example.body) }),
    });

  it.each(CASES)('%s: %s [openapi]', async (_id, _name, operation, example) => {
    const { expect: wanted } = example;
    const answer = await ask(operation, example);
    expect(answer.statusCode).toBe(wanted.status);
    const type = String(answer.headers['content-type']);
    if (wanted.mediaType !== undefined) expect(type.split(';')[0]).toBe(wanted.mediaType);
    if (wanted.contains !== undefined) expect(answer.body).toContain(wanted.contains);
    if (!type.includes('json')) return;
    const document = answer.json();
    if (wanted.code !== undefined) expect(document.error.code).toBe(wanted.code);
    const isBare = operation.envelope === 'raw' || type.includes('health+json');
    if (wanted.data !== undefined) expect(holds(isBare ? document : document.data, wanted.data)).toBe(true);
    const schema = schemaOf(operation, answer.statusCode < 400, type);
    if (schema === null) return;
    const validate = ajv.compile(schema);
    expect(validate(document) ? [] : validate.errors).toEqual([]);
  });
});

/** The schema that the whole document must have. */
function schemaOf(operation: Operation, ok: boolean, type: string) {
  if (!ok) return operation.path.startsWith('/api/v1') ? V1ErrorSchema : PubErrorSchema;
  const other = operation.representations?.[type.split(';')[0] ?? ''];
  if (other !== undefined) return other;
  if (operation.envelope === 'raw') return operation.output;
  return operation.envelope === 'v1' ? v1Envelope(operation.output) : pubEnvelope(operation.output);
}
