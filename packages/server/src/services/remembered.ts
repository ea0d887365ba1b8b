// SPDX-License-Identifier: Apache-2.0

/** What was remembered before the clock was set back is from the future: it would stay good until that has come again. */
export const isFresh = (untilMs: number, ttlMs: number, nowMs: number): boolean =>
  nowMs < untilMs && untilMs - ttlMs <= nowMs;
