// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { DRIVERS, type Place, SHARED_DRIVERS } from './drivers.ts';

const DAY = 20_778;
const OF = { account: 'local/S5_LOCUS', day: DAY };
const LIMITS = { tokens: 100, moneyMicro: 50 };
const PROGRAM = fileURLToPath(new URL('./budget-process.ts', import.meta.url));

describe.each(DRIVERS)('model budgets on $name', (driver) => {
  let place: Place;
  let store: Store;

  beforeEach(async () => {
    place = await driver.place();
    store = await openStore({ url: place.url });
  });

  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  it('grants up to a limit exactly, and takes nothing when it refuses', async () => {
    const { modelBudgets } = store;
    expect(await modelBudgets.reserve(OF, { tokens: 60, moneyMicro: 20 }, LIMITS)).toBe(true);
    expect(await modelBudgets.reserve(OF, { tokens: 41, moneyMicro: 0 }, LIMITS)).toBe(false);
    expect(await modelBudgets.reserve(OF, { tokens: 0, moneyMicro: 31 }, LIMITS)).toBe(false);
    expect(await modelBudgets.spent(OF)).toEqual({ tokens: 60, moneyMicro: 20 });
    expect(await modelBudgets.reserve(OF, { tokens: 40, moneyMicro: 30 }, LIMITS)).toBe(true);
    expect(await modelBudgets.spent(OF)).toEqual({ tokens: 100, moneyMicro: 50 });
  });

  it('refuses the first call of a day when it alone is too much', async () => {
    expect(await store.modelBudgets.reserve(OF, { tokens: 101, moneyMicro: 0 }, LIMITS)).toBe(false);
    expect(await store.modelBudgets.spent(OF)).toEqual({ tokens: 0, moneyMicro: 0 });
  });

  it('counts without a limit where there is none', async () => {
    const none = { tokens: null, moneyMicro: null };
    const large = { tokens: 4_000_000_000_000, moneyMicro: 4_000_000_000_000_000 };
    expect(await store.modelBudgets.reserve(OF, large, none)).toBe(true);
    expect(await store.modelBudgets.reserve(OF, large, none)).toBe(true);
    expect(await store.modelBudgets.spent(OF)).toEqual({
      tokens: 8_000_000_000_000,
      moneyMicro: 8_000_000_000_000_000,
    });
  });

  it('corrects by what was spent, in both directions', async () => {
    await store.modelBudgets.reserve(OF, { tokens: 90, moneyMicro: 40 }, LIMITS);
    await store.modelBudgets.settle(OF, { tokens: -80, moneyMicro: -35 });
    expect(await store.modelBudgets.spent(OF)).toEqual({ tokens: 10, moneyMicro: 5 });
    await store.modelBudgets.settle(OF, { tokens: 200, moneyMicro: 1 });
    expect(await store.modelBudgets.spent(OF)).toEqual({ tokens: 210, moneyMicro: 6 });
  });

  it('keeps accounts and days apart, and forgets days that outlived their time', async () => {
    const tomorrow = { account: OF.account, day: DAY + 1 };
    const other = { account: 'local/judge', day: DAY };
    await store.modelBudgets.reserve(OF, { tokens: 100, moneyMicro: 0 }, LIMITS);
    expect(await store.modelBudgets.reserve(tomorrow, { tokens: 100, moneyMicro: 0 }, LIMITS)).toBe(true);
    expect(await store.modelBudgets.reserve(other, { tokens: 100, moneyMicro: 0 }, LIMITS)).toBe(true);
    const { rowsRemoved } = await store.maintain((DAY + 401) * 86_400_000);
    expect(rowsRemoved).toBe(2);
    expect(await store.modelBudgets.spent(OF)).toEqual({ tokens: 0, moneyMicro: 0 });
    expect(await store.modelBudgets.spent(tomorrow)).toEqual({ tokens: 100, moneyMicro: 0 });
  });
});

describe.each(SHARED_DRIVERS)('[model-budget] a model budget on $name', (driver) => {
  let place: Place;

  beforeEach(async () => {
    place = await driver.place();
  });

  afterEach(async () => {
    await place.remove();
  });

  it('is spent to its end by two processes, never beyond, and still spent after a restart', async () => {
    const before = await openStore({ url: place.url });
    await before.close();
    const run = promisify(execFile);
    const args = [PROGRAM, place.url, OF.account, String(DAY), '700', '80'];
    const both = await Promise.all([run(process.execPath, args), run(process.execPath, args)]);
    expect(both.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(100);
    const store = await openStore({ url: place.url });
    expect(await store.modelBudgets.spent(OF)).toEqual({ tokens: 700, moneyMicro: 300 });
    expect(await store.modelBudgets.reserve(OF, { tokens: 1, moneyMicro: 0 }, { tokens: 700, moneyMicro: null })).toBe(
      false,
    );
    await store.close();
  });
});
