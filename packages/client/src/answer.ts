// SPDX-License-Identifier: Apache-2.0
/** From an HTTP answer to a reply or an error. Reads only what the envelopes of the contract hold. */
import type { Wire } from '@plumbline/core/contract/operation.ts';
import type { Problem } from '@plumbline/core/contract/problem.ts';
import type { MetaSchema } from '@plumbline/core/contract/schemas/envelope.ts';
import { PlumblineApiError, PlumblineConnectionError } from './errors.ts';
import { parseRateLimits, parseRetryAfter, type RateLimit } from './rate-limit.ts';
import type { Route } from './route.ts';

export type Meta = Wire<typeof MetaSchema>;

export interface Reply<T> {
  readonly data: T;
  /** Usage, warnings and the like; empty where the envelope has none. */
  readonly meta: Meta;
  readonly status: number;
  readonly requestId: string | null;
  readonly rateLimits: readonly RateLimit[];
}

/** @throws PlumblineApiError for a problem, PlumblineConnectionError for what no Plumbline would answer */
export async function readAnswer<T>(route: Route, response: Response): Promise<Reply<T>> {
  const body = await readJson(response);
  if (response.ok || response.status === route.failureStatus) {
    const reply = toReply<T>(route, response, body);
    if (reply !== null) return reply;
  }
  const problem = problemIn(body);
  if (problem === null) throw notPlumbline(response);
  const retryAfterS = parseRetryAfter(response.headers.get('retry-after'), Date.now());
  throw new PlumblineApiError(problem, response.headers.get('request-id'), retryAfterS);
}

function toReply<T>(route: Route, response: Response, body: Members | null): Reply<T> | null {
  if (body === null) return null;
  const data = route.envelope === 'raw' ? body : body.data;
  // A failed health check has data; an overloaded server answers the same status with a problem and no data.
  if (data === undefined || data === null) return null;
  return {
    data: data as T,
    meta: (isMembers(body.meta) && route.envelope === 'v1' ? body.meta : {}) as Meta,
    status: response.status,
    requestId: response.headers.get('request-id'),
    rateLimits: parseRateLimits(response.headers.get('ratelimit')),
  };
}

interface Members {
  readonly [name: string]: unknown;
}

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

async function readJson(response: Response): Promise<Members | null> {
  const text = await response.text();
  try {
    const value: unknown = JSON.parse(text);
    return isMembers(value) ? value : null;
  } catch {
    // Not JSON: a proxy's page. The caller reports it with its status.
    return null;
  }
}

/** In an envelope, or bare. */
function problemIn(body: Members | null): Problem | null {
  const candidate = body === null ? null : isMembers(body.error) ? body.error : body;
  return candidate !== null && isProblem(candidate) ? (candidate as unknown as Problem) : null;
}

function isProblem(value: Members): boolean {
  return (
    typeof value.code === 'string' &&
    typeof value.status === 'number' &&
    typeof value.detail === 'string' &&
    typeof value.retryable === 'boolean'
  );
}

function notPlumbline(response: Response): PlumblineConnectionError {
  return new PlumblineConnectionError(
    'not_plumbline',
    `Answered ${response.status} with something that is not an answer of Plumbline`,
    response.status,
  );
}
