// SPDX-License-Identifier: Apache-2.0
import { ModelFault } from './failure.ts';

/** A short line is a short wait: whoever stands behind it would be too late anyway. */
const WAITING_PER_LANE = 4;

/** So many calls at once; four times as many wait for their turn, in order. More are refused at once: nothing piles up. */
export class Lanes {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get inFlight(): number {
    return this.#busy;
  }

  /** @throws ModelFault busy, or waited when the signal fires before its turn */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#turn(signal);
    try {
      return await work();
    } finally {
      // The next in line takes the place over: between two turns nobody can slip in.
      const next = this.#waiting.shift();
      if (next === undefined) this.#busy--;
      else next();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw new ModelFault('waited');
    if (this.#busy < this.#limit) {
      this.#busy++;
      return;
    }
    if (this.#waiting.length >= this.#limit * WAITING_PER_LANE) throw new ModelFault('busy', 1);
    await this.#queued(signal);
  }

  #queued(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(new ModelFault('waited'));
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(go);
    });
  }
}
