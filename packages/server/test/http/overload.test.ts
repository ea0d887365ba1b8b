// SPDX-License-Identifier: Apache-2.0
import { setTimeout as wait } from 'node:timers/promises';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { describe, expect, it } from 'vitest';
import { createOverloadGuard } from '../../src/http/overload.ts';

/** Holds up the event loop, as a text in the serving thread would. */
function block(forMs: number): void {
  const untilMs = performance.now() + forMs;
  while (performance.now() < untilMs);
}

describe('createOverloadGuard', () => {
  it('sheds with 503 and Retry-After once the loop has lagged [overload]', async () => {
    const guard = createOverloadGuard(100, 0);
    try {
      block(700);
      await wait(5);
      expect(guard.lagMs()).toBeGreaterThan(100);
      let refusal: unknown;
      try {
        guard.check();
      } catch (error) {
        refusal = error;
      }
      expect(refusal).toBeInstanceOf(PlumblineError);
      expect(refusal).toMatchObject({ code: 'overloaded', status: 503, retryAfterS: 2 });
    } finally {
      guard.close();
    }
  });

  it('refuses nothing while the process warms up', async () => {
    const guard = createOverloadGuard(100, 60_000);
    try {
      block(700);
      await wait(5);
      expect(() => guard.check()).not.toThrow();
    } finally {
      guard.close();
    }
  });
});
