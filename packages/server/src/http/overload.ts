// SPDX-License-Identifier: Apache-2.0
/** Sheds work while the event loop lags (contract D16): an answer that says so beats one that never comes. */
import { performance } from 'node:perf_hooks';
import { PlumblineError } from '@plumbline/core/errors.ts';

const SAMPLE_MS = 250;
/** Compiling and first calls make the loop lag right after the start; nobody should be turned away for that. */
const WARM_UP_MS = 5_000;
const RETRY_AFTER_S = 2;

export interface OverloadGuard {
  /** Milliseconds by which the last sample was late. */
  lagMs(): number;
  /** @throws PlumblineError overloaded */
  check(): void;
  close(): void;
}

/**
 * @param limitMs lag above which work is refused
 * @param warmUpMs time after the start in which nothing is refused
 */
export function createOverloadGuard(limitMs: number, warmUpMs = WARM_UP_MS): OverloadGuard {
  const startedMs = performance.now();
  let expectedMs = startedMs + SAMPLE_MS;
  let lag = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    lag = Math.max(0, nowMs - expectedMs);
    expectedMs = nowMs + SAMPLE_MS;
  }, SAMPLE_MS);
  timer.unref();
  return {
    lagMs: () => lag,
    check: () => {
      if (lag <= limitMs || performance.now() - startedMs < warmUpMs) return;
      throw new PlumblineError('overloaded', { detail: 'The service sheds load.', retryAfterS: RETRY_AFTER_S });
    },
    close: () => clearInterval(timer),
  };
}
