// SPDX-License-Identifier: Apache-2.0

/** After so long the loop gets a turn between two texts, so that a burst of them does not hold up health and sockets. */
const SLICE_MS = 5;

/**
 * Judges what one turn of the event loop read, one text right after the other, instead of each between its own parsing and
 * the next request's. Code and tables of the engine and of HTTP push each other out of the processor's caches: taken by
 * turns, both cost up to twice as much. A text that comes alone waits for the end of its turn and no longer.
 */
export class JudgingTurns {
  #waiting: (() => void)[] = [];

  /** Resolves with what `judge` returns, or rejects with what it throws. Jobs run in the order of arrival. */
  run<T>(judge: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const job = () => {
        try {
          resolve(judge());
        } catch (error) {
          reject(error);
        }
      };
      if (this.#waiting.push(job) === 1) setImmediate(() => this.#slice());
    });
  }

  #slice(): void {
    const end = performance.now() + SLICE_MS;
    const jobs = this.#waiting;
    let done = 0;
    do jobs[done++]?.();
    while (done < jobs.length && performance.now() < end);
    this.#waiting = jobs.slice(done);
    if (this.#waiting.length > 0) setImmediate(() => this.#slice());
  }
}
