// SPDX-License-Identifier: Apache-2.0
/** contract 1.1: what wraps every answer. */
import { type TSchema, Type } from 'typebox';
import { BOUNDS } from '../limits.ts';
import { count, isoTime, nullable, openEnum, ulid, url } from './scalars.ts';

const requestId = () => ulid('req_', 'The id of this request, also in the header Request-Id.');
const generatedAt = () => isoTime('When the answer was made; for documents, when the document was published.');
const version = () => Type.String({ description: 'The version label of the service contract.' });

export const FieldErrorSchema = Type.Object(
  {
    pointer: Type.String({
      description:
        'RFC 6901 pointer into the body; under the code `invalid_parameter` into the query parameters, as one object.',
    }),
    code: Type.String({ description: 'A code of the error catalogue.' }),
    detail: Type.String({ description: 'What is wrong and what would be right. Never what was submitted.' }),
    limit: Type.Optional(Type.Number({ description: 'The bound that was broken.' })),
  },
  { title: 'FieldError' },
);

export const ProblemSchema = Type.Object(
  {
    type: url('The page of the problem; on 429 and on shedding, the problem type of the rate-limit draft.'),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String(),
    instance: Type.String({ description: 'Names this occurrence: urn of the request id.' }),
    code: Type.String({ description: 'The code to switch on. With several errors: the code of the first.' }),
    retryable: Type.Boolean({ description: 'Whether the same request can succeed later.' }),
    errors: Type.Optional(
      Type.Array(FieldErrorSchema, {
        maxItems: BOUNDS.fieldErrors,
        description: 'Sorted by code in the order of the catalogue, then by pointer.',
      }),
    ),
    retry_after_s: Type.Optional(count('Seconds to wait; equals Retry-After.')),
    'violated-policies': Type.Optional(
      Type.Array(Type.String(), { description: 'On 429: the policies that were exhausted.' }),
    ),
    reason: Type.Optional(
      Type.String({ description: 'On a refused submission: why, as one word of the ledger format.' }),
    ),
    docs: url('The page of the problem.'),
  },
  { title: 'Problem', description: 'RFC 9457 problem with a code.' },
);

export const UsageSchema = Type.Object(
  {
    tier: openEnum(['free', 'standard', 'enterprise']),
    unit: Type.Literal('check'),
    limit: nullable(count('Checks a UTC day; null is unlimited.')),
    used: count('Checks used today, this one included.'),
    remaining: nullable(count('Checks left today; null is unlimited.')),
    resets_at: isoTime('The next midnight UTC.'),
    cost: nullable(
      Type.Object(
        {
          amount: Type.String({ pattern: '^\\d+(\\.\\d+)?$', description: 'A decimal number; never a float.' }),
          currency: Type.String({ pattern: '^[A-Z]{3}$' }),
        },
        { description: 'Of all checks used today; null where none are charged.' },
      ),
    ),
  },
  { title: 'Usage', description: 'What the caller has used of the quota of the day.' },
);

export const WarningSchema = Type.Object(
  { code: Type.String(), detail: Type.String(), pointer: Type.Optional(Type.String()) },
  { title: 'Warning', description: 'Something that did not stop the answer but that the caller should know.' },
);

export const MetaSchema = Type.Object(
  {
    usage: Type.Optional(UsageSchema),
    cursor: Type.Optional(Type.Object({ next: nullable(Type.String()), prev: nullable(Type.String()) })),
    warnings: Type.Optional(Type.Array(WarningSchema)),
    credentials: Type.Optional(openEnum(['ignored', 'none', 'key'], 'What was made of Authorization.')),
    replayed: Type.Optional(Type.Boolean()),
    duration_ms: Type.Optional(Type.Number({ minimum: 0 })),
    trace_id: Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' })),
  },
  { title: 'Meta' },
);

/** V1<T>. */
export function v1Envelope<T extends TSchema>(data: T) {
  return Type.Object({
    ok: Type.Literal(true),
    api: Type.Literal('v1'),
    version: version(),
    request_id: Type.Optional(requestId()),
    generated_at: generatedAt(),
    data,
    meta: Type.Optional(MetaSchema),
  });
}

const pubMembers = () => ({
  system: Type.String({ description: 'The system id of this deployment.' }),
  generated_at: generatedAt(),
  version: version(),
  collective: openEnum(['OPERATIONAL', 'DEGRADED']),
});

/** Pub<T>. Health answers 503 with `ok: false` and the same data; so `ok` is a boolean here. */
export function pubEnvelope<T extends TSchema>(data: T) {
  return Type.Object({
    ok: Type.Boolean(),
    status: openEnum(['ONLINE', 'DEGRADED', 'MAINTENANCE', 'NOT_CONFIGURED']),
    ...pubMembers(),
    manifest_version: Type.Optional(Type.String()),
    request_id: Type.Optional(requestId()),
    data,
  });
}

export const V1ErrorSchema = Type.Object(
  {
    ok: Type.Literal(false),
    api: Type.Literal('v1'),
    version: version(),
    request_id: requestId(),
    generated_at: generatedAt(),
    data: Type.Null(),
    error: ProblemSchema,
  },
  { title: 'V1Error' },
);

export const PubErrorSchema = Type.Object(
  {
    ok: Type.Literal(false),
    status: Type.Literal('ERROR'),
    ...pubMembers(),
    request_id: requestId(),
    data: Type.Null(),
    error: ProblemSchema,
  },
  { title: 'PubError' },
);

/** The envelope of an error follows from the path alone: under /api/v1 V1Error, elsewhere PubError. */
export function errorEnvelopeOf(path: string): 'v1' | 'pub' {
  return path === '/api/v1' || path.startsWith('/api/v1/') ? 'v1' : 'pub';
}
