// SPDX-License-Identifier: Apache-2.0

export interface Backoff {
  readonly firstDelayMs: number;
  /** Asked to wait longer than this, the client gives up at once: a caller would rather know. */
  readonly maxDelayMs: number;
}

export const DEFAULT_BACKOFF: Backoff = { firstDelayMs: 250, maxDelayMs: 30_000 };

/**
 * Milliseconds before the next try; null when waiting is not worth it. Retry-After is a lower bound; otherwise
 * exponential with full jitter, so that clients that failed together do not come back together.
 * @param attempt tries made so far, from 1
 * @param random in [0, 1)
 */
export function retryDelayMs(
  attempt: number,
  retryAfterS: number | null,
  random: number,
  backoff: Backoff = DEFAULT_BACKOFF,
): number | null {
  const jitterMs = random * Math.min(backoff.maxDelayMs, backoff.firstDelayMs * 2 ** (attempt - 1));
  if (retryAfterS === null) return jitterMs;
  const askedMs = retryAfterS * 1_000;
  return askedMs > backoff.maxDelayMs ? null : askedMs + random * backoff.firstDelayMs;
}

/** @throws the signal's reason when it aborts first */
export function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
