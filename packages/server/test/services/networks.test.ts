// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CONTRADICTING_FORWARDING,
  type ForwardingHeaders,
  Networks,
  type NetworksOptions,
  UNREADABLE_FORWARDING,
  UNTRUSTED_FORWARDING,
} from '../../src/services/networks.ts';
import {
  forwardedAddresses,
  forwardedForAddresses,
  networkOf,
  trustedNetworks,
} from '../../src/services/networks-address.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { type TestClock, testClock } from './clock.ts';

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '4 192.0.2.7'],
    ['::ffff:192.0.2.7', '4 192.0.2.7'],
    ['::ffff:c000:207', '4 192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '6 2001:db8:1:2/64'],
    ['2001:db8:1:2::1', '6 2001:db8:1:2/64'],
    ['2001:DB8:1:2::', '6 2001:db8:1:2/64'],
    ['fe80::1%eth0', '6 fe80:0:0:0/64'],
    ['::1', '6 0:0:0:0/64'],
    ['::', '6 0:0:0:0/64'],
    ['64:ff9b::192.0.2.7', '6 64:ff9b:0:0/64'],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address, 64)).toBe(network);
  });

  it('takes fewer bits of IPv6 when it is told so', () => {
    expect(networkOf('2001:db8:1:ffff::1', 56)).toBe('6 2001:db8:1:ff00/56');
    expect(networkOf('2001:db8:1:ffff::1', 48)).toBe('6 2001:db8:1:0/48');
    expect(networkOf('2001:db8:1:abcd::1', 50)).toBe('6 2001:db8:1:8000/50');
  });

  it.each(['', 'localhost', '1.2.3', '1.2.3.4.5', '2001:db8', '12345::', '1.2.3.4:80'])('%j is none', (text) => {
    expect(networkOf(text, 64)).toBeNull();
  });

  it('puts all hosts of one /64 into one network, and no other', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const four = fc.tuple(group, group, group, group);
    const address = (...parts: number[][]) =>
      parts
        .flat()
        .map((part) => part.toString(16))
        .join(':');
    fc.assert(
      fc.property(four, four, four, four, (network, host, otherNetwork, otherHost) => {
        // An address that starts with eighty zero bits and ffff is IPv4.
        fc.pre(network.some((part) => part !== 0) && otherNetwork.some((part) => part !== 0));
        const name = networkOf(address(network, host), 64);
        expect(networkOf(address(network, otherHost), 64)).toBe(name);
        const same = network.join() === otherNetwork.join();
        expect(networkOf(address(otherNetwork, host), 64) === name).toBe(same);
      }),
      { seed: 20261121, numRuns: 300 },
    );
  });
});

describe('forwarding headers', () => {
  it('reads X-Forwarded-For with ports, brackets and nonsense', () => {
    const header = '192.0.2.1, 192.0.2.2:8080,[2001:db8::1]:443 , 2001:db8::2, unknown,, ::ffff:192.0.2.3';
    expect(forwardedForAddresses(header)).toEqual([
      '192.0.2.1',
      '192.0.2.2',
      '2001:db8::1',
      '2001:db8::2',
      null,
      null,
      '192.0.2.3',
    ]);
  });

  it('reads Forwarded as RFC 7239 writes it', () => {
    const header =
      'for="_gazonk", For="[2001:db8:cafe::17]:4711";proto=https, by=203.0.113.43;for=192.0.2.60, proto=http';
    expect(forwardedAddresses(header)).toEqual([null, '2001:db8:cafe::17', '192.0.2.60', null]);
  });

  it('takes no longer for hostile headers', () => {
    const spaces = ' '.repeat(4_000);
    expect(forwardedAddresses(`for=${spaces}"x"y`)).toEqual([null]);
    expect(forwardedAddresses(`${spaces}for${spaces}=${spaces}"`)).toEqual([null]);
    expect(forwardedForAddresses(`${'1'.repeat(4_000)}.1.1.1:80`)).toEqual([null]);
  });

  it('takes any header without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 6_000 }), (text) => {
        expect(forwardedForAddresses(text).length).toBeLessThanOrEqual(32);
        expect(forwardedAddresses(text).length).toBeLessThanOrEqual(32);
      }),
      { seed: 20261121, numRuns: 200 },
    );
  });
});

describe('trustedNetworks', () => {
  it('knows members of CIDRs and single addresses, mapped ones too', () => {
    const trusted = trustedNetworks(['10.0.0.0/8', '192.0.2.1', 'fd00::/8']);
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.1', 'fd12::1']) expect(trusted(address)).toBe(true);
    for (const address of ['11.0.0.1', '192.0.2.2', 'fe00::1', 'nonsense']) expect(trusted(address)).toBe(false);
    expect(trustedNetworks([])('127.0.0.1')).toBe(false);
  });

  it.each(['10.0.0.0/33', 'fd00::/129', '10.0.0.0/x', 'localhost', ''])('refuses %j', (cidr) => {
    expect(() => trustedNetworks([cidr])).toThrow(/trusted_proxies/);
  });
});

describe('Networks', () => {
  let folder: string;
  let url: string;
  let store: Store;
  let clock: TestClock;
  const faults: unknown[] = [];

  const networks = (changes: Partial<NetworksOptions> = {}) =>
    new Networks({
      salts: store.salts,
      notices: store.notices,
      trustedProxies: ['10.0.0.0/8'],
      ipv6PrefixBits: 64,
      nowMs: clock.nowMs,
      randomBytes,
      onError: (error) => faults.push(error),
      ...changes,
    });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-networks-'));
    url = join(folder, 'plumbline.db');
    store = await openStore({ url });
    clock = testClock();
    faults.length = 0;
  });

  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
    expect(faults).toEqual([]);
  });

  it('names a network the same after a restart and in another process, and another day differently', async () => {
    const name = await networks().partitionOf('192.0.2.7', {});
    expect(name).toMatch(/^net:[A-Za-z0-9_-]{22}$/);
    expect(await networks().partitionOf('192.0.2.7', {})).toBe(name);
    await store.close();
    store = await openStore({ url });
    const later = networks();
    expect(await later.partitionOf('192.0.2.7', {})).toBe(name);
    expect(await later.partitionOf('192.0.2.8', {})).not.toBe(name);
    clock.advance(24 * 3_600_000);
    expect(await later.partitionOf('192.0.2.7', {})).not.toBe(name);
  });

  it('knows for a minute after midnight what a network was called before, and no longer [burst]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const known = networks();
      const [before, other] = [await known.partitionOf('2001:db8::1', {}), await known.partitionOf('192.0.2.8', {})];
      expect(known.formerOf(before)).toBeNull();
      clock.advance(12 * 3_600_000);
      const after = await known.partitionOf('2001:db8::2', {});
      expect(after).not.toBe(before);
      expect(known.formerOf(after)).toBe(before);
      expect(known.formerOf(await known.partitionOf('192.0.2.8', {}))).toBe(other);
      vi.advanceTimersByTime(60_000);
      expect(known.formerOf(after)).toBeNull();
      expect(known.formerOf(await known.partitionOf('192.0.2.9', {}))).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('knows it after a start in that minute too, and later in the day does not ask [burst]', async () => {
    const before = await networks().partitionOf('192.0.2.7', {});
    clock.advance(12 * 3_600_000 + 59_999);
    const started = networks();
    expect(started.formerOf(await started.partitionOf('192.0.2.7', {}))).toBe(before);
    clock.advance(1);
    const later = networks();
    expect(later.formerOf(await later.partitionOf('192.0.2.7', {}))).toBeNull();
  });

  it('answers at once for an address that it knows', async () => {
    const known = networks();
    const name = await known.partitionOf('192.0.2.7', {});
    expect(known.partitionOf('192.0.2.7', {})).toBe(name);
  });

  it('keeps no address on disk', async () => {
    await networks().partitionOf('192.0.2.77', { xForwardedFor: '203.0.113.99' });
    await networks().flushNotices();
    await store.close();
    const bytes = readFileSync(url, 'latin1');
    expect(bytes).not.toContain('192.0.2.77');
    expect(bytes).not.toContain('203.0.113.99');
    store = await openStore({ url });
  });

  describe('[proxies] behind proxies', () => {
    const cases: [string, string, ForwardingHeaders, string][] = [
      ['the address that a trusted proxy saw', '10.0.0.1', { xForwardedFor: '192.0.2.1' }, '192.0.2.1'],
      [
        'the last that no trusted one wrote',
        '10.0.0.1',
        { xForwardedFor: '1.1.1.1, 192.0.2.1, 10.0.0.2' },
        '192.0.2.1',
      ],
      ['the leftmost when all are trusted', '10.0.0.1', { xForwardedFor: '10.0.0.9, 10.0.0.2' }, '10.0.0.9'],
      [
        'the nearest known hop before nonsense',
        '10.0.0.1',
        { xForwardedFor: '192.0.2.1, nonsense, 10.0.0.2' },
        '10.0.0.2',
      ],
      ['Forwarded as well', '10.0.0.1', { forwarded: 'for=192.0.2.1;proto=https' }, '192.0.2.1'],
      ['both when they agree', '10.0.0.1', { forwarded: 'for=192.0.2.1', xForwardedFor: '192.0.2.1' }, '192.0.2.1'],
      ['the socket of a mapped proxy', '::ffff:10.0.0.1', { xForwardedFor: '192.0.2.1' }, '192.0.2.1'],
      ['the socket when there are no headers', '10.0.0.1', {}, '10.0.0.1'],
    ];
    it.each(cases)('takes %s', async (_, peer, headers, client) => {
      const direct = networks({ trustedProxies: [] });
      expect(await networks().partitionOf(peer, headers)).toBe(await direct.partitionOf(client, {}));
      const isUnread = headers.xForwardedFor?.includes('nonsense') === true;
      expect((await store.notices.list()).map(({ name }) => name)).toEqual(isUnread ? [UNREADABLE_FORWARDING] : []);
    });

    it('believes nobody else, and notices them', async () => {
      const some = networks();
      const direct = await some.partitionOf('192.0.2.1', {});
      for (let i = 0; i < 3; i++)
        expect(await some.partitionOf('192.0.2.1', { xForwardedFor: `203.0.113.${i}` })).toBe(direct);
      clock.advance(1_000);
      await some.flushNotices();
      expect(await store.notices.list()).toEqual([
        expect.objectContaining({ name: UNTRUSTED_FORWARDING, count: 3, lastAtMs: clock.atMs }),
      ]);
    });

    it('believes neither header when they disagree', async () => {
      const some = networks();
      const headers = { forwarded: 'for=203.0.113.5', xForwardedFor: '192.0.2.1' };
      expect(await some.partitionOf('10.0.0.1', headers)).toBe(await some.partitionOf('10.0.0.1', {}));
      await some.flushNotices();
      expect((await store.notices.list()).map(({ name }) => name)).toEqual([CONTRADICTING_FORWARDING]);
    });
  });

  it('tries again for the salt after the store was away', async () => {
    const some = networks({
      salts: {
        ...store.salts,
        saltOf: (day, candidate) =>
          clock.atMs === testClock().atMs ? Promise.reject(new Error('away')) : store.salts.saltOf(day, candidate),
      },
    });
    await expect(some.partitionOf('192.0.2.1', {})).rejects.toThrow('away');
    clock.advance(1);
    expect(await some.partitionOf('192.0.2.1', {})).toMatch(/^net:/);
  });
});
