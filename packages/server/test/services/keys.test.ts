// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { mintCredential } from '@plumbline/core/contract/credential.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SCOPES, KeyService, type KeyServiceOptions } from '../../src/services/keys.ts';
import { DEFAULT_TIERS } from '../../src/services/tiers.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { type TestClock, testClock } from './clock.ts';

const HOUR_MS = 3_600_000;
const PEPPER = Buffer.alloc(32, 7);

describe('KeyService', () => {
  let store: Store;
  let clock: TestClock;
  let keys: KeyService;

  const service = (changes: Partial<KeyServiceOptions> = {}) =>
    new KeyService({
      store: store.keys,
      pepper: PEPPER,
      prefix: 'plb',
      tiers: DEFAULT_TIERS,
      nowMs: clock.nowMs,
      randomBytes,
      ...changes,
    });
  const authenticate = (key: string, by = keys) => by.authenticate(`Bearer ${key}`, 'net:someone');
  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    );

  beforeEach(async () => {
    store = await openStore({ url: ':memory:' });
    clock = testClock();
    keys = service();
  });

  afterEach(() => store.close());

  describe('recall', () => {
    const recall = (key: string, scheme = 'Bearer ') => keys.recall(scheme + key);

    it('knows at once the very key that was verified a moment ago, and nothing else', async () => {
      const { key } = await keys.issue({ tier: 'standard', label: 'x' });
      expect(recall(key)).toBeNull();
      const caller = await authenticate(key);
      expect(recall(key)).toBe(caller);
      expect(recall(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).toBeNull();
      expect(recall(`${key}0`)).toBeNull();
      expect(recall(key, 'Basic ')).toBeNull();
      expect(recall('')).toBeNull();
    });

    it('[key-states] leaves keys that expired, that were revoked or that are old news to be looked at anew', async () => {
      const expiring = await keys.issue({ tier: 'standard', label: 'x', expiresAtMs: clock.nowMs() + 1_000 });
      await authenticate(expiring.key);
      clock.advance(1_000);
      expect(recall(expiring.key)).toBeNull();
      const { key, record } = await keys.issue({ tier: 'standard', label: 'x' });
      await authenticate(key);
      clock.advance(5_000);
      expect(recall(key)).toBeNull();
      await authenticate(key);
      await keys.revoke(record.id);
      expect(recall(key)).toBeNull();
    });

    it('remembers nothing from before a clock that was set back: another process may have revoked it [clock-back]', async () => {
      const { key } = await keys.issue({ tier: 'standard', label: 'x' });
      await authenticate(key);
      clock.advance(-3_600_000);
      expect(recall(key)).toBeNull();
      clock.advance(3_600_000);
    });
  });

  describe('terms', () => {
    it('charge a live key what its tier costs, and a test key nothing', async () => {
      const live = await keys.issue({ tier: 'standard', label: 'x' });
      const test = await keys.issue({ tier: 'standard', label: 'x', environment: 'test' });
      const limits = { checksPerDay: 5, pricePerCheck: '0.1' };
      const own = await keys.issue({ tier: 'enterprise', label: 'x', environment: 'test', limits });
      expect((await authenticate(live.key)).terms.price).toEqual({ amount: '0.001', currency: 'USD' });
      expect((await authenticate(test.key)).terms).toEqual({ checksPerDay: 10_000, price: null });
      expect((await authenticate(own.key)).terms).toEqual({ checksPerDay: 5, price: null });
    });
  });

  describe('issue', () => {
    it('[key-storage] gives the three verify scopes unless others are named, and keeps only a hash', async () => {
      const { key, record } = await keys.issue({ tier: 'standard', label: ' shop ' });
      expect(key).toMatch(/^plb_live_[0-9A-Za-z]{50}$/);
      expect(record).toMatchObject({ scopes: DEFAULT_SCOPES, label: 'shop', state: 'active', environment: 'live' });
      const [stored] = await store.keys.list();
      expect(JSON.stringify(stored)).not.toContain(key.slice(21));
      expect(stored?.hash).toMatch(/^[0-9a-f]{64}$/);
    });

    it.each([
      { tier: 'standard', label: ' ' },
      { tier: 'standard', label: 'x'.repeat(121) },
      { tier: 'standard', label: 'a\nb' },
      { tier: 'standard', label: 'a\u001b[31mb' },
      { tier: 'standard', label: 'a\u202eb' },
      { tier: 'standard', label: 'x', scopes: ['verify:everything'] },
      { tier: 'standard', label: 'x', scopes: [] },
      { tier: 'standard', label: 'x', limits: { checksPerDay: 1 } },
    ] as const)('refuses %j', async (request) => {
      expect(await codeOf(keys.issue(request))).toBe('invalid_value');
      expect(await keys.list()).toEqual([]);
    });
  });

  describe('authenticate', () => {
    it('knows a key, its tier, scopes and terms', async () => {
      const { key, record } = await keys.issue({ tier: 'standard', label: 'x', scopes: ['memory:read'] });
      const caller = await authenticate(key);
      expect(caller).toMatchObject({
        kind: 'key',
        keyId: record.id,
        partition: `key:${record.id}`,
        tier: 'standard',
        terms: { checksPerDay: 10_000 },
      });
      expect([...(caller.scopes ?? [])]).toEqual(['memory:read']);
    });

    it('gives an enterprise key its own limits', async () => {
      const limits = { checksPerDay: 5, pricePerCheck: '0.0005' };
      const { key } = await keys.issue({ tier: 'enterprise', label: 'x', limits });
      const { terms } = await authenticate(key);
      expect(terms).toEqual({ checksPerDay: 5, price: { amount: '0.0005', currency: 'USD' } });
    });

    it('takes the scheme in any case and with several spaces', async () => {
      const { key } = await keys.issue({ tier: 'free', label: 'x' });
      expect((await keys.authenticate(`bEARER   ${key} `, 'net:a')).tier).toBe('free');
    });

    it.each(['', ' ', 'Basic dXNlcjpwYXNz', 'plb_live_x', 'Token abc', 'Bearerabc', ' Bearer abc'])(
      'answers scheme_unsupported to %j',
      async (header) => {
        expect(await codeOf(keys.authenticate(header, 'net:a'))).toBe('scheme_unsupported');
      },
    );

    it('[key-format] answers credential_malformed without looking anything up', async () => {
      await store.close();
      const { key } = mintCredential('live', randomBytes(128));
      const cut = key.slice(0, -1);
      const mistyped = `${key.slice(0, 30)}${key[30] === 'a' ? 'b' : 'a'}${key.slice(31)}`;
      for (const token of [
        '',
        ' '.repeat(16_000),
        `${' '.repeat(16_000)}a b`,
        'abc',
        cut,
        `${key}x`,
        mistyped,
        key.replace('plb', 'xyz'),
        `${key} ${key}`,
      ])
        expect(await codeOf(authenticate(token))).toBe('credential_malformed');
      store = await openStore({ url: ':memory:' });
    });

    it('[key-states] answers credential_unknown to a key of another deployment and to a wrong secret with a known id', async () => {
      const { key } = await keys.issue({ tier: 'free', label: 'x' });
      await authenticate(key);
      const id = key.slice(9, 21);
      expect(await codeOf(authenticate(mintCredential('live', randomBytes(128)).key))).toBe('credential_unknown');
      expect(await codeOf(authenticate(forge(id)))).toBe('credential_unknown');
      expect(await codeOf(authenticate(key))).toBe('accepted');
    });

    it('answers credential_unknown under another pepper', async () => {
      const { key } = await keys.issue({ tier: 'free', label: 'x' });
      expect(await codeOf(authenticate(key, service({ pepper: Buffer.alloc(32, 8) })))).toBe('credential_unknown');
    });

    it('[key-states] answers credential_expired from the moment of expiry on, remembered or not', async () => {
      const { key } = await keys.issue({ tier: 'free', label: 'x', expiresAtMs: clock.atMs + 1_000 });
      expect(await codeOf(authenticate(key))).toBe('accepted');
      clock.advance(1_000);
      expect(await codeOf(authenticate(key))).toBe('credential_expired');
    });

    it('tells trace tokens from keys', async () => {
      const traced = service({ isTraceToken: (token) => token.startsWith('trace.') });
      expect(await codeOf(authenticate('trace.abc', traced))).toBe('trace_token_not_credential');
    });

    it('limits refused credentials by network, and lets the good key of that network through', async () => {
      const strict = service({ failuresPerMinute: 3 });
      const { key } = await strict.issue({ tier: 'free', label: 'x' });
      const codes = [];
      for (let i = 0; i < 5; i++) codes.push(await codeOf(authenticate('nonsense', strict)));
      expect(codes.slice(0, 3)).toEqual(Array(3).fill('credential_malformed'));
      expect(codes.slice(3)).toEqual(['rate_limited', 'rate_limited']);
      expect(await codeOf(authenticate(key, strict))).toBe('accepted');
      expect(await codeOf(strict.authenticate('Bearer nonsense', 'net:other'))).toBe('credential_malformed');
    });

    it('honours what another process issues and revokes within five seconds', async () => {
      const other = service();
      const { key, record } = await other.issue({ tier: 'free', label: 'x' });
      expect(await codeOf(authenticate(key))).toBe('accepted');
      await other.revoke(record.id);
      clock.advance(5_000);
      expect(await codeOf(authenticate(key))).toBe('credential_revoked');
    });

    it('forgets that a key was unknown within five seconds', async () => {
      const minted = randomBytes(128);
      const { key } = mintCredential('live', minted);
      expect(await codeOf(authenticate(key))).toBe('credential_unknown');
      await service({ randomBytes: () => minted }).issue({ tier: 'free', label: 'x' });
      clock.advance(5_000);
      expect(await codeOf(authenticate(key))).toBe('accepted');
    });

    it('gives the store as the cause, not the key, when the store is away', async () => {
      const { key } = await keys.issue({ tier: 'free', label: 'x' });
      await store.close();
      await expect(authenticate(key)).rejects.not.toMatchObject({ status: 401 });
      store = await openStore({ url: ':memory:' });
    });
  });

  describe('rotate', () => {
    it('[key-rotation] keeps rights and quota, and lets the old key work 24 hours longer', async () => {
      const old = await keys.issue({ tier: 'standard', label: 'x', scopes: ['memory:read'] });
      const next = await keys.rotate(old.record.id);
      expect(next.key).not.toBe(old.key);
      const [before, after] = [await authenticate(old.key), await authenticate(next.key)];
      expect(after).toMatchObject({ partition: before.partition, tier: 'standard', scopes: before.scopes });
      clock.advance(24 * HOUR_MS - 1);
      expect(await codeOf(authenticate(old.key))).toBe('accepted');
      clock.advance(1);
      expect(await codeOf(authenticate(old.key))).toBe('credential_revoked');
      expect(await codeOf(authenticate(next.key))).toBe('accepted');
    });

    it('refuses a key that is not active, and one that does not exist', async () => {
      const { record } = await keys.issue({ tier: 'free', label: 'x' });
      await keys.rotate(record.id);
      expect(await codeOf(keys.rotate(record.id))).toBe('state_conflict');
      expect(await codeOf(keys.rotate('000000000000'))).toBe('not_found');
      const expired = await keys.issue({ tier: 'free', label: 'x', expiresAtMs: clock.atMs });
      expect(await codeOf(keys.rotate(expired.record.id))).toBe('state_conflict');
    });
  });

  describe('revoke', () => {
    it('[key-states] works at once in this process', async () => {
      const { key, record } = await keys.issue({ tier: 'free', label: 'x' });
      await authenticate(key);
      await keys.revoke(record.id);
      expect(await codeOf(authenticate(key))).toBe('credential_revoked');
      expect(await codeOf(keys.revoke('000000000000'))).toBe('not_found');
    });
  });

  describe('flagLeaked', () => {
    it('marks our key and nothing else', async () => {
      const { key, record } = await keys.issue({ tier: 'free', label: 'x' });
      await keys.flagLeaked(forge(record.id));
      await keys.flagLeaked('nonsense');
      await keys.flagLeaked(mintCredential('live', randomBytes(128)).key);
      expect((await keys.list())[0]?.leakedAtMs).toBeNull();
      await keys.flagLeaked(key);
      expect((await keys.list())[0]?.leakedAtMs).toBe(clock.atMs);
    });
  });

  describe('flushUses', () => {
    it('writes the minute of the last use', async () => {
      const { key } = await keys.issue({ tier: 'free', label: 'x' });
      clock.advance(61_000);
      await authenticate(key);
      expect((await keys.list())[0]?.lastUsedAtMs).toBeNull();
      await keys.flushUses();
      expect((await keys.list())[0]?.lastUsedAtMs).toBe(clock.atMs - (clock.atMs % 60_000));
    });
  });
});

/** A well-formed key with a given id and another secret. */
function forge(id: string): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const random = randomBytes(128);
  for (const [index, character] of [...id].entries()) random[index] = alphabet.indexOf(character);
  return mintCredential('live', random).key;
}
