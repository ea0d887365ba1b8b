// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeyService } from '../../src/services/keys.ts';
import { DEFAULT_TIERS } from '../../src/services/tiers.ts';
import { monthlyUsage, usageCsv } from '../../src/services/usage.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';

const dayOf = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / 86_400_000;

describe('usage export', () => {
  let store: Store;
  let keys: KeyService;

  beforeEach(async () => {
    store = await openStore({ url: ':memory:' });
    keys = new KeyService({
      store: store.keys,
      pepper: Buffer.alloc(32),
      prefix: 'plb',
      tiers: DEFAULT_TIERS,
      nowMs: Date.now,
      randomBytes,
    });
  });

  afterEach(() => store.close());

  const spend = (partition: string, day: number, units: number) =>
    store.usage.commit({ charge: { partition, day, units, limit: null }, checks: [] });

  it('sums the days of the month by key, with exact amounts', async () => {
    const { record } = await keys.issue({ tier: 'standard', label: 'shop' });
    await spend(`key:${record.id}`, dayOf(2026, 10, 31), 1_000);
    await spend(`key:${record.id}`, dayOf(2026, 11, 1), 10_000);
    await spend(`key:${record.id}`, dayOf(2026, 11, 30), 7);
    await spend(`key:${record.id}`, dayOf(2026, 12, 1), 1_000);
    await spend('net:somebody', dayOf(2026, 11, 5), 50);
    const rows = await monthlyUsage(store, DEFAULT_TIERS, '2026-11');
    expect(usageCsv(rows)).toBe(
      `key_id,label,tier,checks,unit_price,amount,currency\r\n${record.id},shop,standard,10007,0.001,10.007,USD\r\n`,
    );
  });

  it('has one row for a key and those that it was rotated into', async () => {
    const { record } = await keys.issue({ tier: 'enterprise', label: 'big', limits: { pricePerCheck: '0.0005' } });
    await keys.rotate(record.id);
    await spend(`key:${record.id}`, dayOf(2026, 11, 2), 3);
    expect(await monthlyUsage(store, DEFAULT_TIERS, '2026-11')).toEqual([
      {
        keyId: record.id,
        label: 'big',
        tier: 'enterprise',
        checks: 3,
        unitPrice: '0.0005',
        amount: '0.0015',
        currency: 'USD',
      },
    ]);
  });

  it('leaves test keys out: they are not billed [usage-export-live]', async () => {
    const live = await keys.issue({ tier: 'standard', label: 'live' });
    const test = await keys.issue({ tier: 'standard', label: 'test', environment: 'test' });
    for (const { record } of [live, test]) await spend(`key:${record.id}`, dayOf(2026, 11, 2), 3);
    expect((await monthlyUsage(store, DEFAULT_TIERS, '2026-11')).map(({ label }) => label)).toEqual(['live']);
  });

  it('leaves amounts empty where there is no price', async () => {
    await keys.issue({ tier: 'free', label: 'x' });
    expect((await monthlyUsage(store, DEFAULT_TIERS, '2026-11'))[0]).toMatchObject({ unitPrice: '', amount: '' });
  });

  it('quotes labels and lets no spreadsheet run them', () => {
    const row = { keyId: 'a', tier: 'free', checks: 0, unitPrice: '', amount: '', currency: '' } as const;
    const lines = usageCsv([
      { ...row, label: 'a "b", c' },
      { ...row, label: '=1+1' },
    ]).split('\r\n');
    expect(lines[1]).toBe('a,"a ""b"", c",free,0,,,');
    expect(lines[2]).toBe(`a,'=1+1,free,0,,,`);
  });

  it.each(['2026', '2026-13', '2026-00', '2026-1', 'now'])('refuses %j as a month', async (month) => {
    await expect(monthlyUsage(store, DEFAULT_TIERS, month)).rejects.toThrow(RangeError);
  });
});
