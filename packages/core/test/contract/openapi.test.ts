// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { openapiPath } from '../../src/contract/openapi/operation-object.ts';
import { buildOpenapi, type Json, type JsonObject, openapiText } from '../../src/contract/openapi.ts';
import { errorsOf } from '../../src/contract/operation-errors.ts';
import { OPERATION_LIST } from '../../src/contract/operations.ts';
import { ERRORS } from '../../src/errors.ts';
import { errorsAgainst } from './schema-compiler.ts';

const OPTIONS = { baseUrl: 'https://api.plumbline.test', siteUrl: 'https://site.plumbline.test' };
const document = buildOpenapi(OPTIONS);

const object = (value: Json | undefined): JsonObject => {
  expect(value).toBeTypeOf('object');
  return value as JsonObject;
};
const at = (path: string, from: JsonObject = document): JsonObject =>
  path.split('/').reduce((node, name) => object(node[name.replaceAll('~1', '/')]), from);

interface Place {
  readonly path: string;
  readonly node: JsonObject;
}

/** Every object of the document with its path. */
function* objectsIn(node: Json, path = ''): Generator<Place> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield { path, node: node as JsonObject };
  for (const [name, value] of Object.entries(node)) yield* objectsIn(value as Json, `${path}/${name}`);
}

const methods = Object.entries(at('paths')).flatMap(([path, item]) =>
  Object.entries(object(item)).map(([method, operation]) => ({ path, method, operation: object(operation) })),
);

/** A schema of the document, self-contained: what it refers to comes along as `$defs`. */
function standalone(schema: JsonObject): object {
  const rewritten = JSON.stringify({ ...schema, $defs: at('components/schemas') });
  return JSON.parse(rewritten.replaceAll('#/components/schemas/', '#/$defs/')) as object;
}

/** Beside the root's `bearer or nothing`. */
const SECURITY = { open: [], checked: undefined, optional: undefined, required: [{ bearer: [] }] } as const;

describe('the OpenAPI document', () => {
  it('[openapi] is 3.1.0 with the version label of the contract, and allows a bearer or nothing', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(at('info').version).toBe('v103.4_WITNESS');
    expect(document.security).toEqual([{ bearer: [] }, {}]);
    expect(at('components/securitySchemes/bearer')).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(document.servers).toEqual([{ url: OPTIONS.baseUrl }]);
  });

  it('[openapi] has every operation of the registry and no other', () => {
    const addresses = methods.map(({ path, method, operation }) => [operation.operationId, method, path]);
    expect(addresses).toEqual(
      OPERATION_LIST.map((operation) => [operation.id, operation.method.toLowerCase(), openapiPath(operation.path)]),
    );
  });

  it('opens what needs no key: security [] exactly there', () => {
    for (const operation of OPERATION_LIST) {
      const { security } = at(
        `paths/${openapiPath(operation.path).replaceAll('/', '~1')}/${operation.method.toLowerCase()}`,
      );
      expect(security, operation.id).toEqual(SECURITY[operation.access.kind]);
    }
  });

  it('resolves every reference, and uses every component', () => {
    const used = new Set<string>();
    for (const { path, node } of objectsIn(document)) {
      if (typeof node.$ref !== 'string') continue;
      expect(node.$ref, path).toMatch(/^#\/components\/(schemas|headers|parameters|examples)\/[A-Za-z0-9_]+$/);
      at(node.$ref.slice(2));
      used.add(node.$ref);
    }
    for (const kind of ['schemas', 'headers', 'parameters'])
      for (const name of Object.keys(at(`components/${kind}`))) expect(used).toContain(`#/components/${kind}/${name}`);
  });

  it('names schemas after what they are', () => {
    expect(Object.keys(at('components/schemas'))).toEqual(
      expect.arrayContaining(['Evaluation', 'Governance', 'Flag', 'Problem', 'V1Error', 'PubError', 'Usage']),
    );
    expect(JSON.stringify(document)).not.toMatch(/def-\d/);
  });

  it('declares every name in a path as a required parameter', () => {
    for (const { path, operation } of methods) {
      const declared = ((operation.parameters ?? []) as JsonObject[]).filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name, required }) => [name, required])).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, true]),
      );
    }
  });

  it('describes every response, and every media type by a schema', () => {
    for (const { path, operation } of methods)
      for (const [status, response] of Object.entries(object(operation.responses))) {
        expect(status, path).toMatch(/^[2-5]\d\d$/);
        expect(object(response).description, `${path} ${status}`).toBeTruthy();
        for (const media of Object.values(object(object(response).content ?? {}))) object(object(media).schema);
      }
  });

  it('lists each status of each operation with its codes', () => {
    for (const operation of OPERATION_LIST) {
      const responses = at(
        `paths/${openapiPath(operation.path).replaceAll('/', '~1')}/${operation.method.toLowerCase()}/responses`,
      );
      for (const code of errorsOf(operation))
        expect(object(responses[ERRORS[code].status]).description, operation.id).toContain(`\`${code}\``);
    }
  });

  it('has schemas that are JSON Schema 2020-12', () => {
    for (const [name, schema] of Object.entries(at('components/schemas')))
      expect(() => errorsAgainst(standalone(object(schema)), null), name).not.toThrow();
  });

  it('has request examples that its own schemas accept', () => {
    let seen = 0;
    for (const { path, operation } of methods) {
      if (operation.requestBody === undefined) continue;
      const media = at('requestBody/content/application~1json', operation);
      for (const [name, example] of Object.entries(object(media.examples))) {
        expect(errorsAgainst(standalone(object(media.schema)), object(example).value), `${path} ${name}`).toEqual([]);
        seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(8);
  });

  it('has an example of every problem, which the schema accepts', () => {
    const examples = at('components/examples');
    expect(Object.keys(examples)).toEqual(Object.keys(ERRORS));
    for (const [code, example] of Object.entries(examples)) {
      const { value } = object(example);
      expect(errorsAgainst(standalone(at('components/schemas/Problem')), value), code).toEqual([]);
      expect(object(value)).toMatchObject({ code, docs: `${OPTIONS.siteUrl}/problems/${code}` });
    }
  });

  it('carries limits, waiting times and challenges in headers where they come', () => {
    const responses = at('paths/~1api~1v1~1evaluate/post/responses');
    expect(Object.keys(at('200/headers', responses))).toEqual(
      expect.arrayContaining(['Request-Id', 'RateLimit', 'RateLimit-Policy']),
    );
    expect(Object.keys(at('429/headers', responses))).toEqual(expect.arrayContaining(['Retry-After', 'RateLimit']));
    expect(Object.keys(at('503/headers', responses))).toContain('Retry-After');
    expect(Object.keys(at('401/headers', responses))).toContain('WWW-Authenticate');
    expect(Object.keys(at('paths/~1api~1constitution/get/responses/200/headers'))).toContain('ETag');
  });

  it('is the same for the same options, to the byte', () => {
    expect(openapiText(OPTIONS)).toBe(openapiText({ ...OPTIONS }));
    expect(JSON.parse(openapiText(OPTIONS))).toEqual(document);
  });
});

describe('the proof surface', () => {
  it('lists what anybody can check without a key, and only that', () => {
    const proof = buildOpenapi({ ...OPTIONS, surface: 'proof' });
    const ids = Object.values(at('paths', proof)).flatMap((item) =>
      Object.values(object(item)).map((operation) => object(operation).operationId),
    );
    expect(ids).toEqual(
      OPERATION_LIST.filter((operation) => operation.proof === true).map((operation) => operation.id),
    );
    expect(ids).toContain('constitution');
    expect(ids).not.toContain('evaluate');
    for (const operation of OPERATION_LIST.filter((candidate) => candidate.proof))
      expect(['open', 'checked'], operation.id).toContain(operation.access.kind);
    expect(Object.keys(at('components/schemas', proof))).not.toContain('Governance');
  });
});
