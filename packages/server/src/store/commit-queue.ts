// SPDX-License-Identifier: Apache-2.0
import { PlumblineError } from '@plumbline/core/errors.ts';

/** One thing that must be durable before the answer. The driver fills `outcome` or `error` while it commits. */
export interface Queued<Unit, Outcome> {
  readonly unit: Unit;
  outcome: Outcome | undefined;
}

interface Waiting<Unit, Outcome> extends Queued<Unit, Outcome> {
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export interface CommitQueueOptions<Unit, Outcome> {
  /** Commits the batch in one transaction and sets every `outcome`; throwing means that nothing of it was kept. */
  readonly commit: (batch: readonly Queued<Unit, Outcome>[]) => void | Promise<void>;
  /**
   * Turns an error of the driver into what the caller may learn. A PlumblineError means that the store itself failed (full
   * disk, lost connection): then no unit is to blame and none is tried alone.
   */
  readonly publicFault: (error: unknown) => unknown;
  readonly maxBatch?: number;
  /** After so many turns of the loop that brought nothing the batch is complete. Default 1. */
  readonly quietTurns?: number;
  readonly maxWaiting?: number;
}

const DEFAULT_MAX_BATCH = 500;
const DEFAULT_MAX_WAITING = 20_000;
/** From here on a unit's share of a commit is small, and waiting for more of them would only delay the first. */
const GATHERED = 64;

/**
 * Group commit, one per process and store. Whatever arrived during the last commit or arrives turn by turn after it is the
 * next batch; there is no timer, so a unit that comes alone waits for a turn or two of the loop and no longer.
 * A unit that cannot be applied fails alone: its batch is run again one by one.
 */
export class CommitQueue<Unit, Outcome> {
  readonly #options: CommitQueueOptions<Unit, Outcome>;
  readonly #maxBatch: number;
  readonly #maxWaiting: number;
  readonly #quietTurns: number;
  #waiting: Waiting<Unit, Outcome>[] = [];
  #running = false;
  #idle: (() => void)[] = [];

  constructor(options: CommitQueueOptions<Unit, Outcome>) {
    this.#options = options;
    this.#maxBatch = options.maxBatch ?? DEFAULT_MAX_BATCH;
    this.#maxWaiting = options.maxWaiting ?? DEFAULT_MAX_WAITING;
    this.#quietTurns = options.quietTurns ?? 1;
  }

  /**
   * Resolves once the unit's transaction is on disk.
   * @throws PlumblineError `overloaded` when too many units wait already
   */
  enqueue(unit: Unit): Promise<Outcome> {
    if (this.#waiting.length >= this.#maxWaiting)
      return Promise.reject(new PlumblineError('overloaded', { detail: 'Too many writes wait.', retryAfterS: 1 }));
    return new Promise<Outcome>((resolve, reject) => {
      this.#waiting.push({ unit, outcome: undefined, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      void this.#drain();
    });
  }

  /** Resolves when nothing waits any more. */
  async drained(): Promise<void> {
    if (this.#running) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather();
      const batch = this.#nextBatch();
      try {
        const pending = this.#options.commit(batch);
        if (pending) await pending;
        for (const item of batch) item.resolve(item.outcome as Outcome);
      } catch (error) {
        await this.#fail(batch, error);
      }
    }
    this.#running = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Waits while each turn of the loop brings more: a commit costs nearly the same for one unit as for many. */
  async #gather(): Promise<void> {
    let quiet = 0;
    while (quiet < this.#quietTurns && this.#waiting.length < GATHERED) {
      const seen = this.#waiting.length;
      await new Promise((resolve) => setImmediate(resolve));
      quiet = this.#waiting.length === seen ? quiet + 1 : 0;
    }
  }

  #nextBatch(): Waiting<Unit, Outcome>[] {
    if (this.#waiting.length > this.#maxBatch) return this.#waiting.splice(0, this.#maxBatch);
    const batch = this.#waiting;
    this.#waiting = [];
    return batch;
  }

  async #fail(batch: readonly Waiting<Unit, Outcome>[], error: unknown): Promise<void> {
    const fault = this.#options.publicFault(error);
    if (batch.length === 1 || fault instanceof PlumblineError) {
      for (const item of batch) item.reject(fault);
      return;
    }
    for (const item of batch) {
      try {
        await this.#options.commit([item]);
        item.resolve(item.outcome as Outcome);
      } catch (cause) {
        item.reject(this.#options.publicFault(cause));
      }
    }
  }
}
