// SPDX-License-Identifier: Apache-2.0
/** The way to an upstream and back: no redirect, no other type than asked for, no more bytes than allowed. */
import { ModelFault } from './failure.ts';

export interface FetchRules {
  /** The only type that is taken; `audio/*` takes each that begins so. */
  readonly type: string;
  readonly maxReplyBytes: number;
  /** Hears the first fault, whatever the SDK makes of the exception. */
  readonly onFault: (fault: ModelFault) => void;
}

const MAX_RETRY_AFTER_S = 600;
/** Nothing had been sent when these came up: trying again cannot do the work twice. */
const CONNECT_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** A `fetch` for the SDK and for speech. Bodies of refusals are never read. */
export function guardedFetch(rules: FetchRules): typeof fetch {
  const fail = (fault: ModelFault): never => {
    rules.onFault(fault);
    throw fault;
  };
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' }).catch((error: unknown) => {
      if (init?.signal?.aborted) throw error;
      return fail(new ModelFault(reasonOf(error)));
    });
    const refused = refusalOf(response, rules.type);
    if (refused !== null) {
      // Frees the connection; that it fails changes nothing.
      await response.body?.cancel().catch(() => undefined);
      return fail(refused);
    }
    return new Response(response.body?.pipeThrough(cappedAt(rules.maxReplyBytes, rules.onFault)) ?? null, {
      status: response.status,
      headers: { 'content-type': rules.type },
    });
  };
}

function refusalOf({ status, headers }: Response, wanted: string): ModelFault | null {
  if (status === 429) return leftAlone('rate_limited', headers);
  if (status === 401 || status === 403) return new ModelFault('refused_key');
  if (status >= 500) return leftAlone('server_error', headers);
  if (status >= 400) return new ModelFault('refused_request');
  if (status !== 200) return new ModelFault('redirect');
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  const fits = wanted.endsWith('/*') ? type?.startsWith(wanted.slice(0, -1)) : type === wanted;
  return fits === true ? null : new ModelFault('content_type');
}

function leftAlone(why: 'rate_limited' | 'server_error', headers: Headers): ModelFault {
  const seconds = retryAfterS(headers);
  return new ModelFault(why, seconds ?? undefined, seconds);
}

/** Null without one, and for nonsense; a very long time becomes something sensible. A date counts from the upstream's own clock. */
function retryAfterS(headers: Headers): number | null {
  const header = headers.get('retry-after') ?? '';
  const seconds = /^[0-9]{1,6}$/.test(header)
    ? Number(header)
    : (httpDateMs(header) - httpDateMs(headers.get('date') ?? '')) / 1_000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 1), MAX_RETRY_AFTER_S);
}

/** NaN for anything but the fixed form of RFC 9110, section 5.6.7. */
const httpDateMs = (text: string) =>
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : Number.NaN;

/** Counts what arrives, after decompression. */
function cappedAt(maxBytes: number, onFault: (fault: ModelFault) => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= maxBytes) return controller.enqueue(chunk);
      const fault = new ModelFault('too_large');
      onFault(fault);
      controller.error(fault);
    },
  });
}

/** Certificates that are not trusted, and servers that do not speak TLS: nothing was sent, and trying again changes nothing. */
const TLS_CODES = /^(?:ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET|VERIFY)_)/;

/** `fetch` puts the socket's error into `cause`; with several addresses there are several in it. */
function reasonOf(error: unknown): 'connect' | 'tls' | 'closed' {
  const cause = (error as { cause?: unknown } | null)?.cause;
  const errors: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  const codes = errors.map(codeOf);
  if (codes.length > 0 && codes.every((code) => CONNECT_CODES.has(code))) return 'connect';
  return codes.some((code) => TLS_CODES.test(code)) ? 'tls' : 'closed';
}

function codeOf(error: unknown): string {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  // A connection that timed out while it was made; one that timed out later may have been used.
  if (code === 'ETIMEDOUT' && syscall === 'connect') return 'UND_ERR_CONNECT_TIMEOUT';
  return String(code);
}
