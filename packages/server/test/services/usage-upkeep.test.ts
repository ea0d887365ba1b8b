// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeyService } from '../../src/services/keys.ts';
import { Networks } from '../../src/services/networks.ts';
import { DEFAULT_TIERS } from '../../src/services/tiers.ts';
import { startUpkeep, type UpkeepOptions } from '../../src/services/usage-upkeep.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { testClock } from './clock.ts';

describe('startUpkeep', () => {
  const clock = testClock();
  let store: Store;
  let options: UpkeepOptions;
  const faults: unknown[] = [];

  beforeEach(async () => {
    store = await openStore({ url: ':memory:' });
    faults.length = 0;
    const onError = (error: unknown) => faults.push(error);
    const base = { nowMs: clock.nowMs, randomBytes };
    options = {
      store,
      keys: new KeyService({
        ...base,
        store: store.keys,
        pepper: Buffer.alloc(32),
        prefix: 'plb',
        tiers: DEFAULT_TIERS,
      }),
      networks: new Networks({
        ...base,
        salts: store.salts,
        notices: store.notices,
        trustedProxies: [],
        ipv6PrefixBits: 64,
        onError,
      }),
      nowMs: clock.nowMs,
      onError,
    };
  });

  afterEach(() => store.close());

  it('gives back lapsed reservations at the start', async () => {
    const charge = { partition: 'net:a', day: 1, units: 5, limit: null };
    await store.usage.commit({ charge, reserve: { id: 'dead', expiresAtMs: clock.atMs - 1 }, checks: [] });
    await startUpkeep(options).stop();
    expect(await store.usage.used('net:a', 1)).toBe(0);
  });

  it('writes the last uses when it stops', async () => {
    const upkeep = startUpkeep(options);
    const { key } = await options.keys.issue({ tier: 'free', label: 'x' });
    await options.keys.authenticate(`Bearer ${key}`, 'net:a');
    await upkeep.stop();
    expect((await options.keys.list())[0]?.lastUsedAtMs).toBe(clock.atMs);
  });

  it('keeps the last uses for the next time when the store fails', async () => {
    const { key } = await options.keys.issue({ tier: 'free', label: 'x' });
    await options.keys.authenticate(`Bearer ${key}`, 'net:a');
    await store.close();
    await expect(options.keys.flushUses()).rejects.toThrow();
    await expect(options.keys.flushUses()).rejects.toThrow();
    store = await openStore({ url: ':memory:' });
  });

  it('reports a failing store and does not throw', async () => {
    await store.close();
    await startUpkeep(options).stop();
    expect(faults).toHaveLength(1);
    store = await openStore({ url: ':memory:' });
  });
});
