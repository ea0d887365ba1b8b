// SPDX-License-Identifier: Apache-2.0
/** Header fields of answers, and which answer carries which. */
import type { Operation } from '../operation.ts';
import type { JsonObject } from './json.ts';

const text = (description: string, example: string): JsonObject => ({
  description,
  schema: { type: 'string' },
  example,
});

export const HEADERS = {
  RequestId: text('The id of this request.', 'req_01JZ0000000000000000000000'),
  ClientRequestId: text('The Request-Id that the caller sent, when it was well formed.', 'my-request-0001'),
  RateLimitPolicy: text('Every policy that applies: quota `q` in a window of `w` seconds.', '"free-day";q=100;w=86400'),
  RateLimit: text(
    'What is left of each policy: `r`, and for how many seconds no more than that fit: `t`. Where `r` is 0, one more fits then.',
    '"free-day";r=99;t=41230',
  ),
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 }, example: 41 },
  WwwAuthenticate: text('RFC 9110 challenge.', 'Bearer realm="plumbline", error="invalid_token"'),
  ETag: text('Hash of the content; changes only with it.', '"5d41402abc4b2a76b9719d911017c592"'),
  LastModified: text('When the document was published.', 'Mon, 02 Mar 2026 00:00:00 GMT'),
  Location: text('Path of what was made.', '/api/agent/receipt/rcp_01JZ0000000000000000000000'),
  IgnoredParameters: text('Query parameters that are not known here, where there were any.', '"utm_source"'),
  CacheControl: text('How long the answer may be kept.', 'no-store'),
} as const satisfies Readonly<Record<string, JsonObject>>;

const NAMES: Readonly<Record<keyof typeof HEADERS, string>> = {
  RequestId: 'Request-Id',
  ClientRequestId: 'Client-Request-Id',
  RateLimitPolicy: 'RateLimit-Policy',
  RateLimit: 'RateLimit',
  RetryAfter: 'Retry-After',
  WwwAuthenticate: 'WWW-Authenticate',
  ETag: 'ETag',
  LastModified: 'Last-Modified',
  Location: 'Location',
  IgnoredParameters: 'Ignored-Parameters',
  CacheControl: 'Cache-Control',
};

function referTo(keys: readonly (keyof typeof HEADERS)[]): JsonObject {
  return Object.fromEntries(keys.map((key) => [NAMES[key], { $ref: `#/components/headers/${key}` }]));
}

const limitKeys = (operation: Operation) =>
  operation.limits.length > 0 ? (['RateLimitPolicy', 'RateLimit'] as const) : [];

export function successHeaders(operation: Operation): JsonObject {
  const document = operation.cache === 'document' ? (['ETag', 'LastModified'] as const) : [];
  const made = operation.location === undefined ? [] : (['Location'] as const);
  const ignored = operation.method === 'GET' ? (['IgnoredParameters'] as const) : [];
  const always = ['RequestId', 'ClientRequestId', 'CacheControl'] as const;
  return referTo([...always, ...document, ...made, ...ignored, ...limitKeys(operation)]);
}

export function errorHeaders(operation: Operation, status: number): JsonObject {
  const retry = status === 429 || status === 503 ? (['RetryAfter'] as const) : [];
  const challenge = status === 401 ? (['WwwAuthenticate'] as const) : [];
  // Limits are known once the credential is; what is refused before carries none.
  const limits = status === 401 || status === 403 ? [] : limitKeys(operation);
  return referTo(['RequestId', 'ClientRequestId', ...challenge, ...retry, ...limits]);
}
