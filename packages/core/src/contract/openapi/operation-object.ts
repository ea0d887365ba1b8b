// SPDX-License-Identifier: Apache-2.0
import type { TSchema } from 'typebox';
import type { Example, Operation } from '../operation.ts';
import type { SchemaComponents } from './components.ts';
import { type Json, type JsonObject, toJson } from './json.ts';
import { responsesOf } from './responses.ts';

/** `/a/:b` as OpenAPI writes it: `/a/{b}`. */
export function openapiPath(path: string): string {
  return path.replaceAll(/:([A-Za-z_]+)/g, '{$1}');
}

export function operationObject(operation: Operation, schemas: SchemaComponents): JsonObject {
  const parameters = parametersOf(operation, schemas);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: descriptionOf(operation),
    ...securityOf(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body === undefined ? {} : { requestBody: requestBody(operation, operation.body, schemas) }),
    responses: responsesOf(operation, schemas),
  };
}

/** Open operations drop Authorization unread; optional ones inherit the root's `bearer or nothing`. */
function securityOf(operation: Operation): JsonObject {
  if (operation.access.kind === 'open') return { security: [] };
  return operation.access.kind === 'required' ? { security: [{ bearer: [] }] } : {};
}

const COST = {
  none: '',
  one: ' Costs one check of the day quota, only when it answers 200.',
  per_item: ' Costs one check of the day quota for each item that gets a result.',
} as const;

function descriptionOf(operation: Operation): string {
  const scope = !('scope' in operation.access) ? '' : ` A key needs the scope \`${operation.access.scope}\`.`;
  return `${operation.description}${scope}${COST[operation.cost]}`;
}

function requestBody(operation: Operation, body: TSchema, schemas: SchemaComponents): JsonObject {
  const examples = operation.examples.filter((example) => example.expect.status < 400 && example.body !== undefined);
  return {
    required: operation.emptyBody !== true,
    description: `At most ${operation.maxBodyBytes?.toLocaleString('en-GB')} bytes.`,
    content: {
      'application/json': {
        schema: schemas.use(body),
        examples: Object.fromEntries(examples.map((example, i) => [`example${i + 1}`, bodyExample(example)])),
      },
    },
  };
}

function bodyExample(example: Example): JsonObject {
  return { summary: example.name, value: toJson(example.body) };
}

function parametersOf(operation: Operation, schemas: SchemaComponents): Json[] {
  return [
    ...parametersIn('path', operation.params, operation, schemas),
    ...parametersIn('query', operation.query, operation, schemas),
    { $ref: '#/components/parameters/RequestId' },
    ...(operation.cache === 'document' ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ...(operation.idempotent === true ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

function parametersIn(
  place: 'path' | 'query',
  schema: TSchema | undefined,
  operation: Operation,
  schemas: SchemaComponents,
): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schema as { properties?: Record<string, TSchema>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => {
    const { description = '', ...rest } = toJson(property) as JsonObject;
    const given = operation.examples.find((example) => example.expect.status < 400);
    const value = (place === 'path' ? given?.params : given?.query)?.[name];
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description,
      schema: schemas.use(rest),
      ...(value === undefined ? {} : { example: value }),
    };
  });
}

export const PARAMETERS: JsonObject = {
  RequestId: {
    name: 'Request-Id',
    in: 'header',
    required: false,
    description: 'Your own id of the request; comes back as Client-Request-Id.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'For 24 h the same key with the same body gives the stored answer, without a second charge; with another body 422.',
    schema: { type: 'string', pattern: '^[\\x20-\\x7e]{1,128}$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'ETags that you hold; 304 when one still fits.',
    schema: { type: 'string' },
  },
};
