// SPDX-License-Identifier: Apache-2.0
import type { Steps } from '@plumbline/core/engine/steps.ts';

/** After so long the loop gets a turn between two steps, so that a burst of texts does not hold up health and sockets. */
const SLICE_MS = 5;
/** From here on more texts would make the slice no cheaper for each, and the first has waited long enough. */
const GATHERED = 64;
/** So many units are judged together, or one text: each answer waits for all of them. */
const MOST_UNITS = 65_536;

interface Job {
  readonly units: number;
  /** Takes one step, after so many milliseconds in which others took theirs; whether it was the last. */
  readonly step: (awayMs: number) => boolean;
  readonly fail: (error: unknown) => void;
  /** When its last step ended. */
  leftMs: number;
}

/** The global has a getter before it, which costs as much as the clock. */
const clockMs = performance.now.bind(performance);

/**
 * Judges together what one turn of the event loop read, instead of each text between its own parsing and the next
 * request's, and step by step: all texts take one before any takes the next. Code and tables of HTTP and of the stages
 * push each other out of the processor's caches: taken by turns, parsing and judging cost up to twice as much, and the first
 * text of a slice costs two to three times as much as the twentieth. So a slice begins after a turn that brought no more; a
 * text that comes alone waits for that one turn and no longer.
 */
export class JudgingTurns {
  #waiting: Job[] = [];
  /** Those of the slice that take their next step, and those that have taken it and have more. */
  #round: Job[] = [];
  #taken: Job[] = [];
  #at = 0;
  #running = false;

  /**
   * Resolves with what `judge` returns, or rejects with what it throws.
   * @param units UTF-16 units that it reads
   */
  run<T>(units: number, judge: () => T): Promise<T> {
    return this.#queue(units, () => ({ done: true, value: judge() }));
  }

  /** The same of what can be done in steps. */
  runSteps<T>(units: number, steps: Steps<T>): Promise<T> {
    return this.#queue(units, (awayMs) => steps.next(awayMs));
  }

  #queue<T>(units: number, next: (awayMs: number) => IteratorResult<undefined, T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const step = (awayMs: number) => {
        const { done, value } = next(awayMs);
        if (done !== true) return false;
        resolve(value);
        return true;
      };
      this.#add({ units, step, fail: reject, leftMs: 0 });
    });
  }

  #add(job: Job): void {
    this.#waiting.push(job);
    if (this.#running) return;
    this.#running = true;
    setImmediate(() => this.#gather(0));
  }

  #gather(seen: number): void {
    const { length } = this.#waiting;
    if (length !== seen && length < GATHERED) {
      setImmediate(() => this.#gather(length));
      return;
    }
    this.#round = this.#nextRound();
    this.#slice();
  }

  #nextRound(): Job[] {
    let units = 0;
    let count = 0;
    while (count < this.#waiting.length && count < GATHERED) {
      units += (this.#waiting[count] as Job).units;
      if (count > 0 && units > MOST_UNITS) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  #slice(): void {
    let nowMs = clockMs();
    const end = nowMs + SLICE_MS;
    do nowMs = this.#takeStep(nowMs);
    while (this.#round.length > 0 && nowMs < end);
    if (this.#round.length > 0) setImmediate(() => this.#slice());
    else if (this.#waiting.length > 0) setImmediate(() => this.#gather(0));
    else this.#running = false;
  }

  /** Returns when the step ended. */
  #takeStep(nowMs: number): number {
    const job = this.#round[this.#at++] as Job;
    try {
      if (!job.step(nowMs - job.leftMs)) this.#taken.push(job);
    } catch (error) {
      job.fail(error);
    }
    job.leftMs = clockMs();
    if (this.#at === this.#round.length) {
      this.#round = this.#taken;
      this.#taken = [];
      this.#at = 0;
    }
    return job.leftMs;
  }
}
