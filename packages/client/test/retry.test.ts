// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { parseRateLimits, parseRetryAfter } from '../src/rate-limit.ts';
import { retryDelayMs } from '../src/retry.ts';

const BACKOFF = { firstDelayMs: 100, maxDelayMs: 1_000 };

describe('retryDelayMs', () => {
  it('doubles its range with each try, up to the longest delay', () => {
    expect([1, 2, 3, 4, 5, 60].map((attempt) => retryDelayMs(attempt, null, 0.5, BACKOFF))).toEqual([
      50, 100, 200, 400, 500, 500,
    ]);
    expect(retryDelayMs(3, null, 0, BACKOFF)).toBe(0);
  });

  it('never comes back before it was asked to', () => {
    expect(retryDelayMs(1, 1, 0, BACKOFF)).toBe(1_000);
    expect(retryDelayMs(1, 0, 0.5, BACKOFF)).toBe(50);
  });

  it('gives up when it is asked to wait too long', () => {
    expect(retryDelayMs(1, 2, 0, BACKOFF)).toBeNull();
  });
});

describe('parseRetryAfter', () => {
  it('takes seconds and dates', () => {
    const nowMs = Date.UTC(2026, 10, 21, 8, 0, 0);
    expect(parseRetryAfter('41', nowMs)).toBe(41);
    expect(parseRetryAfter('Sat, 21 Nov 2026 08:01:00 GMT', nowMs)).toBe(60);
    expect(parseRetryAfter('Sat, 21 Nov 2026 07:00:00 GMT', nowMs)).toBe(0);
    for (const field of [null, '', 'soon', '-3', 'Nov 2027']) expect(parseRetryAfter(field, nowMs)).toBeNull();
  });
});

describe('parseRateLimits', () => {
  it('leaves out what it does not understand', () => {
    expect(parseRateLimits('"a";r=1;t=2, b;r=3, "c";r=x;t=1')).toEqual([{ policy: 'a', remaining: 1, resetS: 2 }]);
    expect(parseRateLimits(null)).toEqual([]);
  });
});
