// SPDX-License-Identifier: Apache-2.0
/** How much long work the serving thread takes on itself before a worker thread is there (decision 0253). */

const MINUTE_MS = 60_000;
/** In a minute: a worker thread costs a second of a core and 100 MB and more, which is for whoever has more than that to do. */
const WORTH_A_THREAD_MS = 50;
/** While it starts. A text of 50,000 characters takes 2 ms, 15 where it is written to be slow. */
const MOST_MS = 250;

export class ServingShare {
  readonly #clockMs: () => number;
  #sinceMs = Number.NEGATIVE_INFINITY;
  #spentMs = 0;

  /** @param clockMs monotonic */
  constructor(clockMs: () => number) {
    this.#clockMs = clockMs;
  }

  /** Does the work here where the share is not used up yet; null: it has to be done elsewhere. @throws whatever the work throws */
  take<T>(work: () => T): { readonly done: T } | null {
    const startedMs = this.#clockMs();
    if (startedMs - this.#sinceMs >= MINUTE_MS) {
      this.#sinceMs = startedMs;
      this.#spentMs = 0;
    }
    if (this.#spentMs >= MOST_MS) return null;
    try {
      return { done: work() };
    } finally {
      this.#spentMs += this.#clockMs() - startedMs;
    }
  }

  /** Whether a worker thread should be started. */
  get isThreadWorthIt(): boolean {
    return this.#spentMs >= WORTH_A_THREAD_MS;
  }
}
