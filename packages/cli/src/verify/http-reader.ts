// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { type LogReader, SourceError } from '@plumbline/core/ledger/published-log.ts';

const TIMEOUT_MS = 30_000;
const TRIES = 4;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 60_000;

/** Reads over http(s): every answer has a time and a size that it may take; what passes by itself is tried again. */
export function httpReader(prefix: string): LogReader {
  return {
    place: prefix,
    read: async (path, maxBytes) => {
      const url = `${prefix}/${path}`;
      for (let attempt = 1; ; attempt++) {
        const outcome = await tryOnce(url, maxBytes);
        if (!('retryAfterMs' in outcome)) return outcome.bytes;
        if (attempt === TRIES) throw new SourceError(`${url}: ${outcome.problem}, ${TRIES} times`);
        await sleep(outcome.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1));
      }
    },
  };
}

type Outcome =
  | { readonly bytes: Uint8Array | null }
  | { readonly problem: string; readonly retryAfterMs: number | null };

async function tryOnce(url: string, maxBytes: number): Promise<Outcome> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return { bytes: await bodyOf(response, url, maxBytes) };
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410 || response.status === 403) return { bytes: null };
    const problem = `status ${response.status}`;
    if (response.status !== 429 && response.status < 500) throw new SourceError(`${url}: ${problem}`);
    return { problem, retryAfterMs: retryAfterMs(response.headers.get('retry-after')) };
  } catch (error) {
    if (error instanceof SourceError) throw error;
    return { problem: reasonOf(error), retryAfterMs: null };
  }
}

async function bodyOf(response: Response, url: string, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += (chunk as Uint8Array).length;
    if (length > maxBytes) throw new SourceError(`${url}: the answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks, length);
}

function retryAfterMs(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, MAX_PAUSE_MS) : null;
}

/** fetch says "fetch failed" and hides why in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS} ms`;
  return error.cause instanceof Error ? error.cause.message || String(error.cause) : error.message;
}
