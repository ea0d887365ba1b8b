// SPDX-License-Identifier: Apache-2.0
import { type Reply, readAnswer } from './answer.ts';
import { PlumblineApiError, PlumblineConnectionError } from './errors.ts';
import { pause, retryDelayMs } from './retry.ts';
import { fillPath, queryText, type Route } from './route.ts';

export interface TransportOptions {
  readonly baseUrl: string;
  readonly key: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  /** Tries after the first. */
  readonly retries: number;
  /** Of one try. */
  readonly timeoutMs: number;
}

export interface CallOptions {
  /** Stops the call, pauses between tries included. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly retries?: number;
  /** 8 to 64 of `A-Za-z0-9_-`; comes back as Client-Request-Id. */
  readonly requestId?: string;
}

export interface Input {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends until an answer, a refusal that no retry mends, or the last try. */
export async function send<T>(
  transport: TransportOptions,
  route: Route,
  input: Input,
  options: CallOptions,
): Promise<Reply<T>> {
  const retries = options.retries ?? transport.retries;
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendOnce<T>(transport, route, input, options);
    } catch (error) {
      const delayMs = attempt > retries ? null : delayAfter(error, route, attempt);
      if (delayMs === null) throw error;
      await pause(delayMs, options.signal);
    }
  }
}

async function sendOnce<T>(
  transport: TransportOptions,
  route: Route,
  input: Input,
  options: CallOptions,
): Promise<Reply<T>> {
  const timeoutMs = options.timeoutMs ?? transport.timeoutMs;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  const url = transport.baseUrl + fillPath(route, input.params ?? {}) + queryText(input.query);
  try {
    return await readAnswer<T>(route, await transport.fetch(url, requestOf(transport, route, input, options, signal)));
  } catch (error) {
    if (error instanceof PlumblineApiError || error instanceof PlumblineConnectionError) throw error;
    if (options.signal?.aborted) throw options.signal.reason;
    if (timeout.aborted) throw new PlumblineConnectionError('timeout', `No answer within ${timeoutMs} ms`, null, error);
    throw new PlumblineConnectionError('network', `Could not reach ${transport.baseUrl}`, null, error);
  }
}

function requestOf(
  transport: TransportOptions,
  route: Route,
  input: Input,
  options: CallOptions,
  signal: AbortSignal,
): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' };
  // Open operations drop credentials unread: what need not travel does not.
  if (route.takesKey && transport.key !== undefined) headers.authorization = `Bearer ${transport.key}`;
  if (options.requestId !== undefined) headers['request-id'] = options.requestId;
  if (!route.hasBody) return { method: route.method, headers, signal };
  headers['content-type'] = 'application/json';
  return { method: route.method, headers, signal, body: JSON.stringify(input.body) };
}

function delayAfter(error: unknown, route: Route, attempt: number): number | null {
  if (error instanceof PlumblineApiError)
    return error.retryable ? retryDelayMs(attempt, error.retryAfterS, Math.random()) : null;
  if (error instanceof PlumblineConnectionError && worthRepeating(error, route))
    return retryDelayMs(attempt, null, Math.random());
  return null;
}

/** Our own failures cost nothing; a lost answer may have cost a check, so only what is free is sent again. */
function worthRepeating(error: PlumblineConnectionError, route: Route): boolean {
  if (!route.repeatable) return false;
  return error.reason !== 'not_plumbline' || (error.status !== null && error.status >= 502 && error.status <= 504);
}
