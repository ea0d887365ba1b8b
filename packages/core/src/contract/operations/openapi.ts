// SPDX-License-Identifier: Apache-2.0
import { defineOperation } from '../operation.ts';
import { OpenapiDocumentSchema, OpenapiPointerSchema } from '../schemas/openapi-pointer.ts';
import { VERSION_LABEL } from '../version.ts';

const DOCUMENT = {
  method: 'GET',
  tag: 'discovery',
  envelope: 'raw',
  access: { kind: 'open' },
  limits: [],
  cors: 'public',
  cache: 'document',
  output: OpenapiDocumentSchema,
  produces: ['application/json'],
  successStatus: 200,
  errors: [],
  cost: 'none',
} as const;

const holdsDocument = [
  { name: 'the document', expect: { status: 200, data: { openapi: '3.1.0', info: { version: VERSION_LABEL } } } },
] as const;

export const openapiDocument = defineOperation({
  ...DOCUMENT,
  id: 'openapiDocument',
  path: '/api/v1/openapi.json',
  summary: 'The OpenAPI document',
  description: 'OpenAPI 3.1.0, not wrapped. The ETag is the hash of its bytes.',
  examples: holdsDocument,
});

/** contract section 2: byte-equal to the canonical document. */
export const openapiMirror = defineOperation({
  ...DOCUMENT,
  id: 'openapiMirror',
  path: '/openapi/v1.json',
  summary: 'The OpenAPI document, mirrored on the public site',
  description: 'The same bytes as the canonical document.',
  examples: holdsDocument,
});

/** contract section 2: the proof surface only. */
export const proofSurface = defineOperation({
  ...DOCUMENT,
  id: 'proofSurface',
  path: '/openapi.json',
  summary: 'OpenAPI description of the public proof surface',
  description: 'Only the operations by which anybody can check this deployment without a key.',
  proof: true,
  examples: holdsDocument,
});

export const openapiPointer = defineOperation({
  id: 'openapiPointer',
  method: 'GET',
  path: '/api/openapi',
  tag: 'discovery',
  summary: 'Where the OpenAPI document is',
  description: 'Canonical address, mirror, and the hash of the bytes of both.',
  envelope: 'pub',
  access: { kind: 'open' },
  limits: [],
  cors: 'public',
  cache: 'live',
  output: OpenapiPointerSchema,
  produces: ['application/json'],
  successStatus: 200,
  errors: [],
  cost: 'none',
  proof: true,
  examples: [{ name: 'the pointer', expect: { status: 200, data: { version: VERSION_LABEL } } }],
});
