// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Meter } from '../../src/services/metering.ts';
import { LimitError } from '../../src/services/quota.ts';
import { type Caller, DEFAULT_TIERS, freeCaller } from '../../src/services/tiers.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { checkRecord } from '../store/check-units.ts';
import { type TestClock, testClock } from './clock.ts';

const free = freeCaller('net:a', DEFAULT_TIERS);
const keyed: Caller = {
  ...free,
  kind: 'key',
  tier: 'standard',
  partition: 'key:b',
  keyId: 'b',
  terms: DEFAULT_TIERS.standard,
};

describe('Meter', () => {
  let store: Store;
  let clock: TestClock;
  let meter: Meter;
  let serial = 0;

  const check = () => checkRecord(clock.atMs);
  const admit = (caller: Caller, units = 1) => meter.admitAndRecord({ caller, units, checks: [check()] });
  const counted = async () => (await store.checks.checks(0, 1e9)).reduce((sum, { count }) => sum + count, 0);
  const refusal = (attempt: Promise<unknown>): Promise<LimitError> =>
    attempt.then(
      () => Promise.reject(new Error('was not refused')),
      (error: unknown) => error as LimitError,
    );

  beforeEach(async () => {
    store = await openStore({ url: ':memory:' });
    clock = testClock();
    meter = new Meter({ usage: store.usage, nowMs: clock.nowMs, newId: () => `reservation ${++serial}` });
  });

  afterEach(() => store.close());

  it('charges and counts a check, and says what is left', async () => {
    expect(await admit(free)).toEqual({
      tier: 'free',
      unit: 'check',
      limit: 100,
      used: 1,
      remaining: 99,
      resets_at: '2026-11-22T00:00:00.000Z',
      cost: null,
    });
    expect(await counted()).toBe(1);
  });

  it('[standard-tier] reckons the cost of the day in decimals', async () => {
    for (let i = 0; i < 3; i++) await admit(keyed);
    expect((await meter.usage(keyed)).cost).toEqual({ amount: '0.003', currency: 'USD' });
  });

  it('[free-tier] answers 100 free checks of a day and refuses the 101st with its fields', async () => {
    await Promise.all(Array.from({ length: 100 }, () => admit(free)));
    clock.advance(1_500);
    const error = await refusal(admit(free));
    expect(error).toBeInstanceOf(LimitError);
    expect(error).toMatchObject({
      code: 'daily_quota_exhausted',
      status: 429,
      retryAfterS: 43_199,
      extra: { 'violated-policies': ['free-day'] },
      states: [{ name: 'free-day', limit: 100, windowS: 86_400, remaining: 0, resetS: 43_199 }],
    });
    expect(await counted()).toBe(100);
  });

  it('begins anew at midnight UTC', async () => {
    for (let i = 0; i < 100; i++) await admit(free);
    await refusal(admit(free));
    clock.atMs = Date.UTC(2026, 10, 22);
    meter.peek(free);
    expect((await admit(free)).used).toBe(1);
  });

  it('refuses a caller who was refused a moment ago before any work, and asks again later', async () => {
    meter.peek(free);
    for (let i = 0; i < 100; i++) await admit(free);
    meter.peek(free);
    await refusal(admit(free));
    expect(() => meter.peek(free)).toThrow(LimitError);
    meter.peek(keyed);
    // A clock that is set back brings no refusal that lasts until that time has come again.
    clock.advance(-3_600_000);
    meter.peek(free);
    clock.advance(3_600_000);
    await refusal(admit(free));
    clock.advance(2_000);
    meter.peek(free);
  });

  it('has no limit where the tier has none', async () => {
    const enterprise: Caller = { ...keyed, tier: 'enterprise', terms: DEFAULT_TIERS.enterprise };
    expect(await admit(enterprise, 1_000_000)).toMatchObject({ limit: null, remaining: null, cost: null });
  });

  describe('for long work', () => {
    it('reserves all or nothing, without calling the caller exhausted', async () => {
      await admit(free, 60);
      const error = await refusal(meter.reserve(free, 50));
      expect(error.detail).toBe('The request costs 50 checks, and 40 of the 100 of this day are left.');
      meter.peek(free);
      await meter.reserve(free, 40);
      expect((await meter.usage(free)).remaining).toBe(0);
    });

    it('charges what was done and gives back the rest', async () => {
      const reservation = await meter.reserve(free, 10);
      expect(await meter.record(reservation, 7, [check(), check()])).toMatchObject({ used: 7, remaining: 93 });
      expect(await counted()).toBe(2);
      await expect(meter.record(reservation, 11, [])).rejects.toThrow(RangeError);
    });

    it('[quota-ours] costs nothing when it fails', async () => {
      const reservation = await meter.reserve(free, 10);
      await meter.giveBack(reservation);
      expect((await meter.usage(free)).used).toBe(0);
    });

    it('charges the day that it began in', async () => {
      const reservation = await meter.reserve(free, 10);
      clock.atMs = Date.UTC(2026, 10, 22, 0, 0, 1);
      await meter.record(reservation, 10, []);
      expect((await meter.usage(free)).used).toBe(0);
    });

    it('is given back when its process died', async () => {
      await meter.reserve(free, 10);
      clock.advance(10 * 60_000);
      expect((await store.maintain(clock.atMs)).reservationsGivenBack).toBe(1);
      expect((await meter.usage(free)).used).toBe(0);
    });
  });

  it('counts what costs nothing', async () => {
    await meter.recordFree([check()]);
    expect(await counted()).toBe(1);
    expect((await meter.usage(free)).used).toBe(0);
  });
});
