// SPDX-License-Identifier: Apache-2.0
/**
 * Work that may stop between two of its parts. Code and tables of one stage push those of another out of the processor's
 * caches, so several texts are judged faster when all of them go through one stage before any goes through the next.
 */
export type Steps<T> = Generator<undefined, T, AwayMs>;

/** Whoever goes on with the work tells for how many milliseconds it lay: who takes many steps in a row reads the clock anyway. */
export type AwayMs = number;

/** Takes all steps of one piece of work. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next(0);
    if (done === true) return value;
  }
}
