// SPDX-License-Identifier: Apache-2.0
/** The one contract suite: everything that a store promises, on both drivers. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import type { CheckRecord, KeyRecord, Store } from '../../src/store/store.ts';
import { checkRecord, checkUnit } from './check-units.ts';
import { DRIVERS, type Place } from './drivers.ts';

const DAY = 20_778;
const HOUR_MS = 3_600_000;
const NOON_MS = DAY * 24 * HOUR_MS + 12 * HOUR_MS;
const NOON_HOUR = NOON_MS / HOUR_MS;

let serial = 0;
/** Each test counts under names of its own. */
const fresh = (prefix: string) => `${prefix}${++serial}`;

function keyRecord(changes: Partial<KeyRecord> = {}): KeyRecord {
  const id = fresh('').padStart(12, 'k');
  return {
    id,
    hash: `hash of ${id}`,
    lineId: id,
    environment: 'live',
    tier: 'standard',
    label: 'a label with "quotes" and ✓',
    owner: null,
    scopes: ['verify:evaluate', 'verify:govern'],
    limits: null,
    createdAtMs: NOON_MS + serial,
    lastUsedAtMs: null,
    expiresAtMs: null,
    state: 'active',
    overlapEndsAtMs: null,
    leakedAtMs: null,
    ...changes,
  };
}

const check = (changes: Partial<CheckRecord> = {}) => checkRecord(NOON_MS, changes);
const unit = (partition: string, changes: Parameters<typeof checkUnit>[2] = {}) => checkUnit(partition, DAY, changes);

describe.each(DRIVERS)('[store-both] store on $name', (driver) => {
  let place: Place;
  let store: Store;

  beforeAll(async () => {
    place = await driver.place();
    store = await openStore({ url: place.url });
  });

  afterAll(async () => {
    await store.close();
    await place.remove();
  });

  describe('keys', () => {
    it('gives back a key as it was put, nulls and large times included', async () => {
      const key = keyRecord({
        expiresAtMs: 4_102_444_800_123,
        owner: 'someone',
        limits: { checksPerDay: null, pricePerCheck: '0.0005' },
        tier: 'enterprise',
      });
      await store.keys.insert(key);
      expect(await store.keys.find(key.id)).toEqual(key);
      expect(await store.keys.find('no such key')).toBeNull();
    });

    it('refuses a second key with the same id', async () => {
      const key = keyRecord();
      await store.keys.insert(key);
      await expect(store.keys.insert({ ...key, hash: 'another' })).rejects.toThrow();
    });

    it('lists the oldest first', async () => {
      const first = keyRecord({ createdAtMs: 1 });
      const second = keyRecord({ createdAtMs: 2 });
      await store.keys.insert(second);
      await store.keys.insert(first);
      const ids = (await store.keys.list()).map(({ id }) => id);
      expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id));
    });

    it('rotates an active key once, and both rows change together', async () => {
      const old = keyRecord();
      await store.keys.insert(old);
      const next = keyRecord({ lineId: old.lineId });
      expect(await store.keys.rotate(old.id, next, NOON_MS)).toBe(true);
      expect(await store.keys.find(old.id)).toMatchObject({ state: 'rotating', overlapEndsAtMs: NOON_MS });
      expect(await store.keys.find(next.id)).toMatchObject({ state: 'active', lineId: old.lineId });
      const third = keyRecord();
      expect(await store.keys.rotate(old.id, third, NOON_MS)).toBe(false);
      expect(await store.keys.find(third.id)).toBeNull();
    });

    it('leaves the old key active when the new one cannot be inserted', async () => {
      const old = keyRecord();
      await store.keys.insert(old);
      await expect(store.keys.rotate(old.id, { ...keyRecord(), id: old.id }, NOON_MS)).rejects.toThrow();
      expect(await store.keys.find(old.id)).toMatchObject({ state: 'active' });
    });

    it('revokes, twice if asked, and knows which keys do not exist', async () => {
      const key = keyRecord();
      await store.keys.insert(key);
      expect(await store.keys.revoke(key.id)).toBe(true);
      expect(await store.keys.revoke(key.id)).toBe(true);
      expect(await store.keys.find(key.id)).toMatchObject({ state: 'revoked' });
      expect(await store.keys.revoke('no such key')).toBe(false);
    });

    it('keeps the first time of a leak and the last time of use', async () => {
      const key = keyRecord();
      await store.keys.insert(key);
      await store.keys.markLeaked(key.id, 5);
      await store.keys.markLeaked(key.id, 9);
      await store.keys.touch(new Map([[key.id, 60_000]]));
      await store.keys.touch(new Map([[key.id, 0]]));
      expect(await store.keys.find(key.id)).toMatchObject({ leakedAtMs: 5, lastUsedAtMs: 60_000 });
    });
  });

  describe('usage', () => {
    it('charges in the order of arrival and refuses what goes over the limit', async () => {
      const partition = fresh('net:');
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, () => store.usage.commit(unit(partition, { limit: 10 }))),
      );
      expect(outcomes.map(({ granted }) => granted)).toEqual([...Array(10).fill(true), false, false]);
      expect(outcomes.map(({ used }) => used)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10]);
      expect(await store.usage.used(partition, DAY)).toBe(10);
    });

    it('lets a small charge in where a large one did not fit', async () => {
      const partition = fresh('net:');
      const [large, small] = await Promise.all([
        store.usage.commit(unit(partition, { units: 50, limit: 10 })),
        store.usage.commit(unit(partition, { units: 10, limit: 10 })),
      ]);
      expect(large).toEqual({ granted: false, used: 0 });
      expect(small).toEqual({ granted: true, used: 10 });
    });

    it('never lets the count differ from what it granted, whatever arrives together', async () => {
      const charges = fc.array(
        fc.record({
          partition: fc.constantFrom('a', 'b', 'c'),
          units: fc.integer({ min: 1, max: 7 }),
          limit: fc.option(fc.integer({ min: 0, max: 20 })),
        }),
        { minLength: 1, maxLength: 40 },
      );
      await fc.assert(
        fc.asyncProperty(charges, async (asked) => {
          const prefix = fresh('net:model-');
          const outcomes = await Promise.all(
            asked.map(({ partition, ...rest }) => store.usage.commit(unit(`${prefix}${partition}`, rest))),
          );
          const used = new Map<string, number>();
          for (const [index, { partition, units, limit }] of asked.entries()) {
            const before = used.get(partition) ?? 0;
            const granted = limit === null || before + units <= limit;
            used.set(partition, granted ? before + units : before);
            expect(outcomes[index]).toEqual({ granted, used: used.get(partition) });
          }
          for (const [partition, count] of used)
            expect(await store.usage.used(`${prefix}${partition}`, DAY)).toBe(count);
        }),
        { seed: 20261121, numRuns: 25 },
      );
    });

    it('keeps days apart', async () => {
      const partition = fresh('net:');
      await store.usage.commit(unit(partition, { limit: 1 }));
      const tomorrow = { charge: { partition, day: DAY + 1, units: 1, limit: 1 }, checks: [] };
      expect(await store.usage.commit(tomorrow)).toEqual({ granted: true, used: 1 });
    });

    it('gives back what a settled reservation did not spend', async () => {
      const partition = fresh('net:');
      const id = fresh('reservation');
      await store.usage.commit(unit(partition, { units: 50, limit: 100, reserve: { id, expiresAtMs: NOON_MS } }));
      expect(await store.usage.commit(unit(partition, { units: 48, settle: { id } }))).toEqual({
        granted: true,
        used: 48,
      });
      expect((await store.maintain(NOON_MS)).reservationsGivenBack).toBe(0);
      expect(await store.usage.used(partition, DAY)).toBe(48);
    });

    it('charges a settled reservation anew when its lease had run out', async () => {
      const partition = fresh('net:');
      const id = fresh('reservation');
      await store.usage.commit(unit(partition, { units: 5, reserve: { id, expiresAtMs: NOON_MS - 1 } }));
      expect((await store.maintain(NOON_MS)).reservationsGivenBack).toBe(1);
      expect(await store.usage.used(partition, DAY)).toBe(0);
      expect(await store.usage.commit(unit(partition, { units: 5, settle: { id } }))).toEqual({
        granted: true,
        used: 5,
      });
    });

    it('holds nothing for a reservation that was refused', async () => {
      const partition = fresh('net:');
      const reserve = { id: fresh('reservation'), expiresAtMs: 0 };
      expect(await store.usage.commit(unit(partition, { units: 5, limit: 4, reserve }))).toMatchObject({
        granted: false,
      });
      expect((await store.maintain(NOON_MS)).reservationsGivenBack).toBe(0);
      expect(await store.usage.used(partition, DAY)).toBe(0);
    });

    it('fails a unit that cannot be applied alone, and keeps the rest of its batch', async () => {
      const partition = fresh('net:');
      const reserve = { id: fresh('reservation'), expiresAtMs: NOON_MS * 2 };
      await store.usage.commit(unit(partition, { reserve }));
      const results = await Promise.allSettled([
        store.usage.commit(unit(partition)),
        store.usage.commit(unit(partition, { reserve })),
        store.usage.commit(unit(partition)),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await store.usage.used(partition, DAY)).toBe(3);
    });

    it('reports the days of keys and not those of networks', async () => {
      const line = fresh('line');
      await store.usage.commit(unit(`key:${line}`, { units: 3 }));
      await store.usage.commit(unit(fresh('net:')));
      const days = await store.usage.keyDays(DAY, DAY + 1);
      expect(days.filter(({ lineId }) => lineId === line)).toEqual([{ lineId: line, day: DAY, used: 3 }]);
      expect(days.some(({ lineId }) => lineId.startsWith('net'))).toBe(false);
      expect(await store.usage.keyDays(DAY - 1, DAY)).toEqual([]);
    });
  });

  describe('checks', () => {
    const flag = { category: 'pii', article: 12, severity: 'high', source: 'precheck', patternId: 'P07' } as const;
    const scanned = { category: 'fraud', article: 30, severity: 'low', source: 'ai_scan', patternId: null } as const;

    it('counts by every dimension, and only what was granted', async () => {
      const hour = NOON_HOUR + ++serial;
      const atMs = hour * HOUR_MS + 1;
      const partition = fresh('net:');
      const records = [
        check({ atMs }),
        check({ atMs }),
        check({ atMs, verdict: 'fail', flags: [flag, scanned], humanReview: true }),
        check({ atMs, operation: 'govern', degraded: true, failOpen: true, failedStages: ['ai_scan'], flags: [flag] }),
      ];
      await Promise.all(records.map((record) => store.usage.commit(unit(partition, { checks: [record], limit: 4 }))));
      await store.usage.commit(unit(partition, { checks: [check({ atMs })], limit: 4 }));
      const checks = await store.checks.checks(hour, hour + 1);
      expect(checks).toHaveLength(3);
      expect(checks).toContainEqual(expect.objectContaining({ verdict: 'pass', degraded: false, count: 2 }));
      expect(checks).toContainEqual(expect.objectContaining({ verdict: 'fail', humanReview: true, count: 1 }));
      expect(checks).toContainEqual(
        expect.objectContaining({ operation: 'govern', degraded: true, failOpen: true, count: 1 }),
      );
      const flags = await store.checks.flags(hour, hour + 1);
      expect(flags).toHaveLength(2);
      expect(flags).toContainEqual({ hour, ...flag, count: 2 });
      expect(flags).toContainEqual({ hour, ...scanned, count: 1 });
      expect(await store.checks.stageFailures(hour, hour + 1)).toEqual([{ hour, stage: 'ai_scan', count: 1 }]);
      expect(await store.checks.checks(hour + 1, hour + 2)).toEqual([]);
    });

    it('counts what is charged to nobody', async () => {
      const hour = NOON_HOUR + ++serial;
      const record = check({ atMs: hour * HOUR_MS, operation: 'constitution_check' });
      expect(await store.usage.commit({ charge: null, checks: [record] })).toEqual({ granted: true, used: 0 });
      expect(await store.checks.checks(hour, hour + 1)).toHaveLength(1);
    });

    it('shows recent flags newest first, to the minute, and keeps only the last of them', async () => {
      const partition = fresh('net:');
      const flags = [flag, scanned, flag];
      for (let i = 0; i < 150; i++)
        await store.usage.commit(unit(partition, { checks: [check({ atMs: NOON_MS + 59_999, flags })] }));
      await store.usage.commit(unit(partition, { checks: [check({ operation: 'govern', flags: [scanned] })] }));
      const recent = await store.checks.recentFlags(1_000);
      expect(recent[0]).toEqual({ atMs: NOON_MS, operation: 'govern', ...scanned });
      expect(recent[1]?.atMs).toBe(NOON_MS);
      expect(recent.length).toBeGreaterThanOrEqual(50);
      expect(recent.length).toBeLessThan(451);
      expect(await store.checks.recentFlags(50)).toHaveLength(50);
    });
  });

  describe('salts', () => {
    it('gives everyone the salt of the day that came first, and forgets old ones', async () => {
      expect(await store.salts.saltOf(DAY, 'first')).toBe('first');
      expect(await store.salts.saltOf(DAY, 'second')).toBe('first');
      expect(await store.salts.saltOf(DAY + 1, 'next')).toBe('next');
      expect(await store.salts.saltOf(DAY, 'late')).toBe('first');
      expect(await store.salts.knownSaltOf(DAY)).toBe('first');
      expect(await store.salts.knownSaltOf(DAY + 2)).toBeNull();
      await store.salts.saltOf(DAY + 2, 'newest');
      expect(await store.salts.saltOf(DAY, 'made anew')).toBe('made anew');
    });
  });

  describe('notices', () => {
    it('counts, and keeps the first and the last time', async () => {
      const name = fresh('notice');
      await store.notices.record(name, 2, 100);
      await store.notices.record(name, 3, 200);
      const find = async () => (await store.notices.list()).find((notice) => notice.name === name);
      expect(await find()).toEqual({ name, count: 5, firstAtMs: 100, lastAtMs: 200 });
      await store.notices.clear(name);
      expect(await find()).toBeUndefined();
    });
  });

  describe('windows', () => {
    it('admits up to the limit, weighing the cell before', async () => {
      const cell = { policy: 'verify-burst', partition: fresh('net:'), cell: 7, expiresAtMs: NOON_MS };
      const results = await Promise.all(Array.from({ length: 5 }, () => store.windows.add(cell, 1, 3, 0)));
      expect(results.filter(({ added }) => added)).toHaveLength(3);
      const next = { ...cell, cell: 8 };
      expect(await store.windows.add(next, 1, 3, 1)).toEqual({ added: false, current: 0, previous: 3 });
      expect(await store.windows.add(next, 1, 3, 0.5)).toEqual({ added: true, current: 1, previous: 3 });
      expect(await store.windows.add(next, -1, 0, 0)).toMatchObject({ added: true, current: 0 });
    });
  });

  describe('probe', () => {
    it('writes and reads, also when the clock stands still', async () => {
      await store.probe.check(NOON_MS);
      await store.probe.check(NOON_MS);
    });

    it('finds nothing wrong where processes whose clocks differ probe at once', async () => {
      const other = place.url === ':memory:' ? store : await openStore({ url: place.url });
      try {
        for (let i = 0; i < 200; i++)
          await Promise.all([store.probe.check(NOON_MS + i + 50), other.probe.check(NOON_MS + i)]);
      } finally {
        if (other !== store) await other.close();
      }
    });
  });

  describe('maintain', () => {
    it('removes networks after two days, and keys and counters after their retention', async () => {
      const network = fresh('net:');
      const key = fresh('key:');
      const later = (days: number) => NOON_MS + days * 24 * HOUR_MS;
      const hour = NOON_HOUR + ++serial;
      await store.usage.commit(unit(network, { checks: [check({ atMs: hour * HOUR_MS })] }));
      await store.usage.commit(unit(key));
      await store.maintain(later(1));
      expect(await store.usage.used(network, DAY)).toBe(1);
      await store.maintain(later(2));
      expect(await store.usage.used(network, DAY)).toBe(0);
      await store.maintain(later(400));
      expect(await store.usage.used(key, DAY)).toBe(1);
      await store.maintain(later(450));
      expect(await store.usage.used(key, DAY)).toBe(0);
      expect(await store.checks.checks(hour, hour + 1)).toEqual([]);
    });
  });
});
