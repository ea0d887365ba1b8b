// SPDX-License-Identifier: Apache-2.0
/** The circuit breaker of an upstream. Loaded by the first call (decision 0134), so nothing but its types is imported elsewhere. */
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel';
import type { ModelSettings } from '../../config-models.ts';
import { ModelFault } from './failure.ts';

export type BreakerSettings = Pick<ModelSettings, 'breaker_failures' | 'breaker_open_ms'>;

/** Opens after so many faults in a row that say something about the endpoint, and lets one call through after a while. */
export function createBreaker({ breaker_failures, breaker_open_ms }: BreakerSettings) {
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof ModelFault && error.facts.breaks),
    { halfOpenAfter: breaker_open_ms, breaker: new ConsecutiveBreaker(breaker_failures) },
  );
  let openedMs = 0;
  breaker.onBreak(() => {
    openedMs = performance.now();
  });
  const leftMs = () => Math.max(0, openedMs + breaker_open_ms - performance.now());
  const refusal = () => new ModelFault('breaker_open', Math.max(1, Math.ceil(leftMs() / 1_000)));
  return {
    /** @throws ModelFault breaker_open, and whatever `work` throws */
    execute: <T>(work: () => Promise<T>): Promise<T> =>
      breaker.execute(work).catch((error: unknown) => {
        throw isBrokenCircuitError(error) ? refusal() : error;
      }),
    isTrying: () => breaker.state === CircuitState.HalfOpen,
    state: (): BreakerState => {
      if (breaker.state === CircuitState.Closed) return 'closed';
      return leftMs() > 0 ? 'open' : 'untried';
    },
    /** To be thrown while it is open: says how long that will last, a second where a try is under way. */
    refusal,
  };
}

/** `untried`: it was open, and the next call finds out. */
export type BreakerState = 'closed' | 'open' | 'untried';
export type Breaker = ReturnType<typeof createBreaker>;
