// SPDX-License-Identifier: Apache-2.0
/** A clock that tests set. Starts at 2026-11-21 12:00:00 UTC. */
export const NOON_MS = Date.UTC(2026, 10, 21, 12);

export interface TestClock {
  atMs: number;
  readonly nowMs: () => number;
  advance(ms: number): void;
}

export function testClock(atMs: number = NOON_MS): TestClock {
  const clock: TestClock = {
    atMs,
    nowMs: () => clock.atMs,
    advance(ms) {
      clock.atMs += ms;
    },
  };
  return clock;
}
