// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BurstDemand, Bursts, type Ticket } from '../../src/services/bursts.ts';
import { BurstCounter } from '../../src/services/bursts-counter.ts';
import type { LimitError } from '../../src/services/quota.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { NOON_MS, testClock } from './clock.ts';

const minute = { name: 'query-min', limit: 10, windowMs: 60_000 };
const hour = { name: 'receipt-hour', limit: 4, windowMs: 3_600_000 };

describe('BurstCounter', () => {
  it('refuses what goes over the limit and says when one more fits', () => {
    const counter = new BurstCounter(minute);
    for (let i = 0; i < 10; i++) expect(counter.take('a', NOON_MS).admitted).toBe(true);
    const refused = counter.take('a', NOON_MS + 20_000);
    expect(refused.admitted).toBe(false);
    expect(refused.state).toMatchObject({ name: 'query-min', limit: 10, windowS: 60, remaining: 0 });
    const backMs = NOON_MS + 20_000 + refused.state.resetS * 1_000;
    expect(counter.take('a', backMs - 2_000).admitted).toBe(false);
    expect(counter.take('a', backMs).admitted).toBe(true);
    expect(counter.take('b', NOON_MS).admitted).toBe(true);
  });

  it('cannot be spent twice on the edge of a minute', () => {
    const counter = new BurstCounter(minute);
    for (let i = 0; i < 10; i++) counter.take('a', NOON_MS + 59_999);
    expect(counter.take('a', NOON_MS + 60_001).admitted).toBe(false);
  });

  it('cannot be spent twice on the edge of a day either, when networks get another name [burst]', async () => {
    const midnightMs = Date.UTC(2026, 10, 22);
    const formerOf = (partition: string) => (partition === 'new' ? 'old' : null);
    const counter = new BurstCounter(minute, undefined, formerOf);
    for (let i = 0; i < 10; i++) counter.take('old', midnightMs - 1);
    expect(counter.state('new', midnightMs)).toMatchObject({ remaining: 0 });
    expect(counter.take('new', midnightMs).admitted).toBe(false);
    expect(counter.take('other', midnightMs).admitted).toBe(true);
    expect(counter.take('new', midnightMs + 60_000).admitted).toBe(true);

    let nowMs = midnightMs - 1;
    const bursts = new Bursts({ nowMs: () => nowMs, formerOf });
    for (let i = 0; i < 10; i++) await bursts.enter([{ policy: minute, partition: 'old chat' }]);
    nowMs = midnightMs;
    expect(() => bursts.enter([{ policy: minute, partition: 'new chat' }])).toThrow(/More than 10 requests/);
    expect(() => bursts.enter([{ policy: minute, partition: 'new pulse' }])).not.toThrow();
  });

  it('shows what remains, and for how long no more than that will [burst]', () => {
    const counter = new BurstCounter(minute);
    expect(counter.state('nobody', NOON_MS + 19_000)).toMatchObject({ remaining: 10, resetS: 60 });
    for (let i = 0; i < 3; i++) counter.take('a', NOON_MS + 19_000);
    expect(counter.state('a', NOON_MS + 19_000)).toMatchObject({ remaining: 7, resetS: 60 });
    // The edge of the cell, four seconds away, gives nothing back: a tenth of the next cell does.
    const burst = new BurstCounter({ name: 'verify-burst', limit: 120, windowMs: 60_000 });
    for (let i = 0; i < 10; i++) burst.take('a', NOON_MS + 56_000);
    expect(burst.state('a', NOON_MS + 56_000)).toMatchObject({ remaining: 110, resetS: 10 });
    expect(burst.state('a', NOON_MS + 60_000)).toMatchObject({ remaining: 110, resetS: 6 });
    expect(burst.state('a', NOON_MS + 66_000)).toMatchObject({ remaining: 111, resetS: 6 });
  });

  it('lets no more in within that time than it said, and says no longer one than the window [burst]', () => {
    const arrivals = fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 1, max: 12 }), fc.nat(120_000), (gaps, limit, quietMs) => {
        const counter = new BurstCounter({ ...minute, limit });
        let nowMs = NOON_MS;
        for (const gap of gaps) {
          nowMs += gap;
          counter.take('a', nowMs);
        }
        nowMs += quietMs;
        const { remaining, resetS } = counter.state('a', nowMs);
        const last = counter.state('a', nowMs + (resetS - 1) * 1_000);
        expect(last.remaining).toBe(remaining);
        const then = counter.state('a', nowMs + resetS * 1_000).remaining;
        if (resetS < 60) expect(then).toBeGreaterThan(remaining);
        if (remaining > 0) expect(resetS).toBeLessThanOrEqual(60);
      }),
      { seed: 20261123, numRuns: 500 },
    );
  });

  it('promises a time at which a request is really let in, whatever came before', () => {
    const arrivals = fc.array(fc.integer({ min: 0, max: 15_000 }), { minLength: 12, maxLength: 60 });
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 1, max: 12 }), (gaps, limit) => {
        const counter = new BurstCounter({ ...minute, limit });
        let nowMs = NOON_MS;
        for (const gap of gaps) {
          nowMs += gap;
          const { admitted, state } = counter.take('a', nowMs);
          expect(state.resetS).toBeGreaterThan(0);
          if (admitted) continue;
          expect(state.remaining).toBe(0);
          nowMs += state.resetS * 1_000;
          expect(counter.take('a', nowMs).admitted).toBe(true);
        }
      }),
      { seed: 20261121, numRuns: 200 },
    );
  });

  it('admits at most the limit in a cell and never more than twice that in any window', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9_000 }), { maxLength: 120 }), (gaps) => {
        const counter = new BurstCounter(minute);
        const admitted: number[] = [];
        let nowMs = NOON_MS;
        for (const gap of gaps) {
          nowMs += gap;
          if (counter.take('a', nowMs).admitted) admitted.push(nowMs);
        }
        const cells = Map.groupBy(admitted, (atMs) => Math.floor(atMs / 60_000));
        for (const cell of cells.values()) expect(cell.length).toBeLessThanOrEqual(10);
        for (const atMs of admitted)
          expect(admitted.filter((other) => other > atMs - 60_000 && other <= atMs).length).toBeLessThan(20);
      }),
      { seed: 20261121, numRuns: 200 },
    );
  });

  it('gives back into the cell that was taken from', () => {
    const counter = new BurstCounter(minute);
    const { cell } = counter.take('a', NOON_MS + 59_000);
    counter.take('a', NOON_MS + 60_000);
    counter.giveBack('a', cell);
    expect(counter.state('a', NOON_MS + 60_000).remaining).toBe(9);
    counter.giveBack('a', cell - 5);
    counter.giveBack('nobody', cell);
    expect(counter.state('a', NOON_MS + 60_000).remaining).toBe(9);
  });

  it('holds two thousand networks at once and never more than its bound', () => {
    const counter = new BurstCounter(minute, 2_000);
    for (let i = 0; i < 2_000; i++) counter.take(`net:${i}`, NOON_MS);
    expect(counter.state('net:0', NOON_MS).remaining).toBe(9);
    for (let i = 0; i < 10_000; i++) counter.take(`more:${i}`, NOON_MS + i);
    expect(counter.size).toBe(2_000);
    counter.take('late', NOON_MS + 10 * 60_000);
    expect(counter.size).toBe(1);
  });

  it('goes on when the clock steps back', () => {
    const counter = new BurstCounter({ ...minute, limit: 2 });
    counter.take('a', NOON_MS);
    counter.take('a', NOON_MS - 60_000);
    expect(counter.take('a', NOON_MS - 60_000).admitted).toBe(false);
  });

  it('waits no longer than its window when the clock is set back by more [clock-back]', () => {
    const counter = new BurstCounter({ ...minute, limit: 2 });
    for (let i = 0; i < 2; i++) counter.take('a', NOON_MS);
    const backMs = NOON_MS - 3_600_000;
    const refused = counter.take('a', backMs);
    expect(refused.admitted).toBe(false);
    expect(counter.take('a', backMs + refused.state.resetS * 1_000).admitted).toBe(true);
    expect(refused.state.resetS).toBeLessThanOrEqual(120);
  });
});

describe('Bursts', () => {
  const clock = testClock();
  let bursts: Bursts;
  const demands = (...policies: (typeof minute)[]): BurstDemand[] =>
    policies.map((policy) => ({ policy, partition: 'net:a' }));
  const enter = (...policies: (typeof minute)[]): Ticket => bursts.enter(demands(...policies)) as Ticket;
  const refusal = (attempt: () => unknown): LimitError => {
    try {
      attempt();
    } catch (error) {
      return error as LimitError;
    }
    throw new Error('was not refused');
  };

  beforeEach(() => {
    clock.atMs = NOON_MS;
    bursts = new Bursts({ nowMs: clock.nowMs });
  });

  it('[burst] refuses with the name of the policy and the states of all of them', () => {
    for (let i = 0; i < 4; i++) enter(minute, hour);
    const error = refusal(() => enter(minute, hour));
    expect(error).toMatchObject({
      code: 'rate_limited',
      status: 429,
      extra: { 'violated-policies': ['receipt-hour'] },
    });
    expect(error.states.map(({ name, remaining }) => [name, remaining])).toEqual([
      ['query-min', 5],
      ['receipt-hour', 0],
    ]);
    expect(error.retryAfterS).toBe(error.states[1]?.resetS);
  });

  it('counts a refused request nowhere', () => {
    for (let i = 0; i < 4; i++) enter(minute, hour);
    for (let i = 0; i < 20; i++) refusal(() => enter(minute, hour));
    expect(enter(minute).states[0]?.remaining).toBe(5);
  });

  it.each([
    [200, 9, 3],
    [400, 9, 4],
    [429, 10, 4],
    [500, 10, 4],
    [503, 10, 4],
  ])('after %i the minute has %i left and the hour %i', (status, inMinute, inHour) => {
    const ticket = enter(minute, hour);
    ticket.finish(status);
    ticket.finish(500);
    const { states } = enter(minute, hour);
    expect(states.map(({ remaining }) => remaining)).toEqual([inMinute - 1, inHour - 1]);
  });

  it('takes the own limit of a caller', () => {
    const own = [{ policy: minute, partition: 'key:a', limit: 1 }];
    expect(bursts.enter(own)).toMatchObject({ local: false });
    expect(refusal(() => bursts.enter(own)).detail).toBe('More than 1 requests in 60 s.');
  });

  describe('enterFlight', () => {
    it('[in-flight] bounds what is at work at once, by caller', () => {
      const leave = [1, 2].map(() => bursts.enterFlight('verify-burst', 'net:a', 2));
      expect(refusal(() => bursts.enterFlight('verify-burst', 'net:a', 2))).toMatchObject({
        code: 'concurrency_limited',
        retryAfterS: 1,
        extra: { 'violated-policies': ['verify-burst'] },
      });
      bursts.enterFlight('verify-burst', 'net:b', 2);
      leave[0]?.();
      leave[0]?.();
      bursts.enterFlight('verify-burst', 'net:a', 2);
      expect(refusal(() => bursts.enterFlight('verify-burst', 'net:a', 2)).code).toBe('concurrency_limited');
    });
  });

  describe('with a shared store', () => {
    let store: Store;

    beforeEach(async () => {
      store = await openStore({ url: ':memory:' });
    });

    afterEach(() => store.close());

    it('counts several processes together', async () => {
      const both = [1, 2].map(() => new Bursts({ nowMs: clock.nowMs, shared: store.windows, instances: 2 }));
      for (let i = 0; i < 10; i++) expect((await both[i % 2]?.enter(demands(minute)))?.local).toBe(false);
      for (const one of both) await expect(one.enter(demands(minute))).rejects.toMatchObject({ code: 'rate_limited' });
    });

    it('cannot be spent twice when networks get another name at midnight [burst]', async () => {
      const midnightMs = Date.UTC(2026, 10, 22);
      let nowMs = midnightMs - 1;
      const formerOf = (partition: string) => (nowMs >= midnightMs && partition === 'new' ? 'old' : null);
      const both = [1, 2].map(() => new Bursts({ nowMs: () => nowMs, shared: store.windows, formerOf })) as [
        Bursts,
        Bursts,
      ];
      for (let i = 0; i < 10; i++) await both[0].enter([{ policy: minute, partition: 'old chat' }]);
      nowMs = midnightMs;
      for (const one of both)
        await expect(one.enter([{ policy: minute, partition: 'new chat' }])).rejects.toMatchObject({
          code: 'rate_limited',
          states: [{ remaining: 0 }],
        });
      await both[1].enter([{ policy: minute, partition: 'new pulse' }]);
      nowMs = midnightMs + 30_000;
      const ticket = await both[1].enter([{ policy: minute, partition: 'new chat' }]);
      expect(ticket.states[0]).toMatchObject({ remaining: 4 });
    });

    it('gives back in the store', async () => {
      const one = new Bursts({ nowMs: clock.nowMs, shared: store.windows });
      const cell = { policy: minute.name, partition: 'net:a', cell: Math.floor(clock.atMs / 60_000), expiresAtMs: 0 };
      const current = async () => (await store.windows.add(cell, 0, 99, 0)).current;
      const ticket = await one.enter(demands(minute));
      expect(await current()).toBe(1);
      ticket.finish(500);
      await expect.poll(current).toBe(0);
    });

    it('keeps its part of the limit and says so while the store is away', async () => {
      const one = new Bursts({ nowMs: clock.nowMs, shared: store.windows, instances: 5 });
      await store.close();
      for (let i = 0; i < 2; i++) expect((await one.enter(demands(minute))).local).toBe(true);
      await expect(one.enter(demands(minute))).rejects.toMatchObject({ code: 'rate_limited' });
      store = await openStore({ url: ':memory:' });
    });
  });
});
