// SPDX-License-Identifier: Apache-2.0
/** Windows longer than a minute, on real stores of both drivers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AllowanceDemand, Allowances } from '../../src/services/allowances.ts';
import type { LimitForm } from '../../src/services/limit-policies.ts';
import { LimitError } from '../../src/services/quota.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { type Place, SHARED_DRIVERS } from '../store/drivers.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NOON_MS = 20_778 * DAY_MS + 12 * HOUR_MS;
const DAY: LimitForm = { name: 'receipt-day', limit: 3, windowMs: DAY_MS, partition: 'network' };
const HOUR: LimitForm = { name: 'receipt-hour', limit: 2, windowMs: HOUR_MS, partition: 'network' };
const OVERALL: LimitForm = { name: 'receipt-service-day', limit: 4, windowMs: DAY_MS, partition: 'service' };

describe.each(SHARED_DRIVERS)('allowances on $name', (driver) => {
  let place: Place;
  let store: Store;
  let nowMs = NOON_MS;
  let serial = 0;
  const open = () => openStore({ url: place.url, recordDays: 30 });
  const allowances = (on: Store = store) =>
    new Allowances({ usage: on.usage, windows: on.windows, nowMs: () => nowMs });
  const network = () => `net:${driver.name}${++serial}`;
  const on = (partition: string, ...policies: LimitForm[]): AllowanceDemand[] =>
    policies.map((policy) => ({ policy, partition }));
  const refusal = async (run: Promise<unknown>): Promise<LimitError> => {
    const error = await run.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(LimitError);
    return error as LimitError;
  };

  beforeAll(async () => {
    place = await driver.place();
    store = await open();
  });
  afterAll(async () => {
    await store.close();
    await place.remove();
  });

  it('counts a UTC day, refuses what is over it and starts anew at midnight', async () => {
    nowMs = NOON_MS;
    const demands = on(network(), DAY);
    for (const left of [2, 1, 0])
      expect((await allowances().take(demands)).states).toMatchObject([{ remaining: left }]);
    const error = await refusal(allowances().take(demands));
    expect(error.retryAfterS).toBe(12 * 3_600);
    expect(error.extra).toEqual({ 'violated-policies': ['receipt-day'] });
    nowMs = NOON_MS + DAY_MS / 2;
    expect((await allowances().take(demands)).states).toMatchObject([{ remaining: 2, resetS: 86_400 }]);
  });

  it('lets an hour slide', async () => {
    nowMs = NOON_MS;
    const demands = on(network(), HOUR);
    await allowances().take(demands);
    await allowances().take(demands);
    expect((await refusal(allowances().take(demands))).retryAfterS).toBe(5_400);
    nowMs += HOUR_MS + HOUR_MS / 4;
    await refusal(allowances().take(demands));
    nowMs += HOUR_MS / 4;
    await allowances().take(demands);
  });

  it('takes in all windows or in none', async () => {
    nowMs = NOON_MS;
    const demands = on(network(), HOUR, DAY);
    await allowances().take(demands);
    await allowances().take(demands);
    await refusal(allowances().take(demands));
    expect(await allowances().states(demands)).toMatchObject([{ remaining: 0 }, { remaining: 1 }]);
  });

  it('gives back what failed', async () => {
    nowMs = NOON_MS;
    const demands = on(network(), HOUR, DAY);
    const held = await allowances().take(demands);
    expect(await held.giveBack()).toMatchObject([{ remaining: 2 }, { remaining: 3 }]);
    expect(await allowances().states(demands)).toMatchObject([{ remaining: 2 }, { remaining: 3 }]);
  });

  it('never grants more than the limit to requests that come together', async () => {
    nowMs = NOON_MS;
    const demands = on(network(), DAY);
    const takes = await Promise.allSettled(Array.from({ length: 20 }, () => allowances().take(demands)));
    expect(takes.filter(({ status }) => status === 'fulfilled')).toHaveLength(DAY.limit);
  });

  it('holds all networks together to the limit of the service', async () => {
    nowMs = NOON_MS + 3 * DAY_MS;
    const takes = Array.from({ length: 6 }, () => [...on(network(), DAY), ...on('svc:', OVERALL)]);
    const results = await Promise.allSettled(takes.map((demands) => allowances().take(demands)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(OVERALL.limit);
  });

  it('forgets nothing when the process starts again', async () => {
    nowMs = NOON_MS;
    const demands = on(network(), HOUR, DAY);
    await allowances().take(demands);
    await allowances().take(demands);
    await store.close();
    store = await open();
    expect(await allowances(store).states(demands)).toMatchObject([{ remaining: 0 }, { remaining: 1 }]);
    await refusal(allowances(store).take(demands));
  });
});
