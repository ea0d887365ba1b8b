// SPDX-License-Identifier: Apache-2.0

/** After so long the loop gets a turn between two texts, so that a burst of them does not hold up health and sockets. */
const SLICE_MS = 5;
/** From here on more texts would make the slice no cheaper for each, and the first has waited long enough. */
const GATHERED = 64;

/**
 * Judges what one turn of the event loop read, one text right after the other, instead of each between its own parsing and
 * the next request's. Code and tables of the engine and of HTTP push each other out of the processor's caches: taken by
 * turns, both cost up to twice as much, and the first texts after a pause cost two to three times as much as the twentieth. So
 * a slice begins after a turn that brought no more; a text that comes alone waits for that one turn and no longer.
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
      if (this.#waiting.push(job) === 1) setImmediate(() => this.#gather(0));
    });
  }

  #gather(seen: number): void {
    const { length } = this.#waiting;
    if (length === seen || length >= GATHERED) this.#slice();
    else setImmediate(() => this.#gather(length));
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
