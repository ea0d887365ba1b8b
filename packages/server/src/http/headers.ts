// SPDX-License-Identifier: Apache-2.0
/** Fixed header fields, made once per operation (contract 1.7). */
import type { Operation } from '@plumbline/core/contract/operation.ts';

export interface HeaderPolicy {
  /** Whole value of Strict-Transport-Security, or null. */
  readonly hsts: string | null;
  /** Origins that may read what is not public to all. */
  readonly siteOrigins: () => ReadonlySet<string>;
}

const EXPOSED =
  'RateLimit, RateLimit-Policy, Retry-After, Request-Id, Client-Request-Id, Idempotency-Replayed, ETag, Link, Location, Certificate-State, Ignored-Parameters, WWW-Authenticate';
/** Every page may read it, without the credentials of its browser. */
export const PUBLIC_CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED };
const PREFLIGHT_SECONDS = '600';
const REQUEST_HEADERS =
  'authorization, content-type, accept, idempotency-key, if-none-match, request-id, traceparent, tracestate';

export const LIVE = 'no-store';
export const DOCUMENT = 'public, max-age=300, stale-while-revalidate=3600';

export function securityHeaders(policy: HeaderPolicy): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    ...(policy.hsts !== null && { 'strict-transport-security': policy.hsts }),
  };
}

/** Fields of every answer of the operation, errors included; those that differ are set over them. */
export function operationHeaders(policy: HeaderPolicy, operation: Operation): Record<string, string> {
  const isPublic = operation.cors === 'public';
  return {
    ...securityHeaders(policy),
    'cache-control': LIVE,
    vary: isPublic ? 'Accept, Accept-Encoding' : 'Accept, Accept-Encoding, Origin',
    ...(isPublic && PUBLIC_CORS),
  };
}

/** For routes of the site origin: allows the caller's origin when it is one of ours. */
export function siteCorsHeaders(policy: HeaderPolicy, origin: string | undefined): Record<string, string> {
  if (origin === undefined || !policy.siteOrigins().has(origin)) return {};
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED };
}

/**
 * True when a field came more than once; Node keeps the first one and drops the others in silence.
 * @param raw name, value, name, value
 * @param name in lower case
 */
export function isRepeated(raw: readonly string[], name: string): boolean {
  let seen = 0;
  for (let i = 0; i < raw.length; i += 2) {
    const field = raw[i] as string;
    if (field.length === name.length && field.toLowerCase() === name) seen++;
  }
  return seen > 1;
}

/** Answer to a CORS preflight; no origin is allowed to send credentials of the browser. */
export function preflightHeaders(allowedMethods: string): Record<string, string> {
  return {
    'access-control-allow-methods': allowedMethods,
    'access-control-allow-headers': REQUEST_HEADERS,
    'access-control-max-age': PREFLIGHT_SECONDS,
  };
}
