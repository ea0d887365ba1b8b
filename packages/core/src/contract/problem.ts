// SPDX-License-Identifier: Apache-2.0
import { ERRORS, type ErrorCode, type FieldError, type PlumblineError } from '../errors.ts';
import { maskKeys } from './credential-members.ts';
import { BOUNDS } from './limits.ts';
import type { Wire } from './operation.ts';
import type { ProblemSchema } from './schemas/envelope.ts';

export type Problem = Wire<typeof ProblemSchema>;

export interface ProblemContext {
  /** Origin of the public site, without a slash at the end. */
  readonly siteUrl: string;
  /** `req_` + ULID. */
  readonly requestId: string;
}

/** Problem types of the RateLimit draft (draft-ietf-httpapi-ratelimit-headers); names that may still move live here. */
const DRAFT_TYPES: Partial<Readonly<Record<ErrorCode, string>>> = {
  rate_limited: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
  daily_quota_exhausted: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
  concurrency_limited: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
  overloaded: 'https://iana.org/assignments/http-problem-types#temporary-reduced-capacity',
};

/** Address of the page of a code: `docs` of every problem, `type` of most. */
export function problemUrl(siteUrl: string, code: ErrorCode): string {
  return `${siteUrl}/problems/${code}`;
}

/**
 * The wire form of an error (contract 1.1; RFC 9457). A 5xx of our own says nothing beyond its title: detail and errors
 * of `internal` are dropped. A key that a caller sent as the name of something is not repeated whole.
 */
export function toProblem(error: PlumblineError, context: ProblemContext): Problem {
  const row = ERRORS[error.code];
  const page = problemUrl(context.siteUrl, error.code);
  const silent = error.code === 'internal';
  return {
    type: DRAFT_TYPES[error.code] ?? page,
    title: row.title,
    status: row.status,
    detail: silent ? row.title : maskKeys(error.detail),
    instance: `urn:plumbline:request:${context.requestId}`,
    code: error.code,
    retryable: row.retryable,
    ...(silent || error.errors.length === 0 ? {} : { errors: error.errors.slice(0, BOUNDS.fieldErrors).map(shown) }),
    ...(error.retryAfterS === undefined ? {} : { retry_after_s: error.retryAfterS }),
    ...(silent ? {} : error.extra),
    docs: page,
  };
}

const shown = (error: FieldError): FieldError => ({
  ...error,
  pointer: maskKeys(error.pointer),
  detail: maskKeys(error.detail),
});
