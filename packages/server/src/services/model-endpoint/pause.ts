// SPDX-License-Identifier: Apache-2.0
/** How long an upstream wants to be left alone (RFC 9110, Retry-After): asked before, it would only say no again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ModelFault } from './failure.ts';

export class Pause {
  #untilMs = 0;

  /** What is left of it, in milliseconds; 0 without one. */
  leftMs(): number {
    return Math.max(0, this.#untilMs - performance.now());
  }

  /** Never shorter than it was: calls that were under way may hear of an earlier end. */
  extend(seconds: number): void {
    this.#untilMs = Math.max(this.#untilMs, performance.now() + seconds * 1_000);
  }

  /**
   * Waits for its end where that comes before `endsMs`.
   * @throws ModelFault `paused` where it doesn't, and the reason of the signal
   */
  async over(endsMs: number, signal: AbortSignal): Promise<void> {
    for (let leftMs = this.leftMs(); leftMs > 0; leftMs = this.leftMs()) {
      if (performance.now() + leftMs >= endsMs) throw new ModelFault('paused', Math.ceil(leftMs / 1_000));
      await sleep(leftMs, undefined, { signal }).catch(() => {
        throw signal.reason;
      });
    }
  }
}
