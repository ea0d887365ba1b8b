// SPDX-License-Identifier: Apache-2.0
import type { TSchema } from 'typebox';
import { ERRORS, type ErrorCode, PlumblineError } from '../../errors.ts';
import type { Operation } from '../operation.ts';
import { errorsOf } from '../operation-errors.ts';
import { toProblem } from '../problem.ts';
import {
  errorEnvelopeOf,
  ProblemSchema,
  PubErrorSchema,
  pubEnvelope,
  V1ErrorSchema,
  v1Envelope,
} from '../schemas/envelope.ts';
import type { SchemaComponents } from './components.ts';
import { errorHeaders, successHeaders } from './headers.ts';
import { type Json, type JsonObject, toJson } from './json.ts';

export function responsesOf(operation: Operation, schemas: SchemaComponents): JsonObject {
  const responses: Record<string, Json> = { [operation.successStatus]: success(operation, schemas) };
  if (operation.cache === 'document')
    responses['304'] = { description: 'Not modified.', headers: successHeaders(operation) };
  for (const [status, codes] of byStatus(errorsOf(operation))) {
    const own = status === operation.failureStatus ? successContent(operation, schemas) : {};
    responses[status] = failure(operation, status, codes, schemas, own);
  }
  return responses;
}

/** One example for each code, as `application/problem+json` carries it. */
export function problemExamples(siteUrl: string): JsonObject {
  const context = { siteUrl, requestId: 'req_01JZ0000000000000000000000' };
  return Object.fromEntries(
    (Object.keys(ERRORS) as ErrorCode[]).map((code) => [
      code,
      { summary: ERRORS[code].title, value: toJson(toProblem(new PlumblineError(code), context)) },
    ]),
  );
}

function success(operation: Operation, schemas: SchemaComponents): JsonObject {
  return {
    description: operation.summary,
    headers: successHeaders(operation),
    content: successContent(operation, schemas),
  };
}

function successContent(operation: Operation, schemas: SchemaComponents): JsonObject {
  return Object.fromEntries(
    operation.produces.map((mediaType) => {
      const own = operation.representations?.[mediaType];
      return [mediaType, { schema: schemas.use(own ?? enveloped(operation)) }];
    }),
  );
}

function enveloped(operation: Operation): TSchema {
  if (operation.envelope === 'v1') return v1Envelope(operation.output);
  if (operation.envelope === 'pub') return pubEnvelope(operation.output);
  return operation.output;
}

function failure(
  operation: Operation,
  status: number,
  codes: readonly ErrorCode[],
  schemas: SchemaComponents,
  own: JsonObject,
): JsonObject {
  const envelope = schemas.use(errorEnvelopeOf(operation.path) === 'v1' ? V1ErrorSchema : PubErrorSchema);
  const json = mediaSchema(own['application/json']);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join('\n'),
    headers: errorHeaders(operation, status),
    content: {
      ...own,
      'application/json': { schema: json === null ? envelope : { anyOf: [json, envelope] } },
      'application/problem+json': {
        schema: schemas.use(ProblemSchema),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

function mediaSchema(media: Json | undefined): Json {
  return typeof media === 'object' && media !== null && 'schema' in media ? (media.schema ?? null) : null;
}

function byStatus(codes: readonly ErrorCode[]): [number, ErrorCode[]][] {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = ERRORS[code].status;
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}
