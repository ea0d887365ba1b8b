// SPDX-License-Identifier: Apache-2.0
/** What the mailbox and the traces of the gateway promise, on both drivers. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import type { NewReceipt } from '../../src/store/receipt-store.ts';
import type { Store } from '../../src/store/store.ts';
import { type Place, SHARED_DRIVERS } from './drivers.ts';

const DAY_MS = 86_400_000;
const NOON_MS = 20_778 * DAY_MS + DAY_MS / 2;
const ULID_TAIL = '0123456789ABCDEFGHJKMNPQRS';

describe.each(SHARED_DRIVERS)('[store-both] receipts on $name', (driver) => {
  let place: Place;
  let store: Store;
  let serial = 0;
  beforeAll(async () => {
    place = await driver.place();
    store = await openStore({ url: place.url, recordDays: 400 });
  });
  afterAll(async () => {
    await store.close();
    await place.remove();
  });

  const receipt = (changes: Partial<NewReceipt> = {}): NewReceipt => {
    const name = String(++serial).padStart(6, '0');
    const content = JSON.stringify({ agent_id: name, kind: 'orientation' });
    return {
      id: `rcp_${ULID_TAIL.slice(0, 20)}${name}`,
      receivedAtMs: NOON_MS,
      expiresAtMs: NOON_MS + 90 * DAY_MS,
      contentHash: hash('sha256', content),
      kind: 'orientation',
      quarantined: false,
      commitment: null,
      content,
      dayKey: `day key ${name}`,
      ...changes,
    };
  };
  const insert = (one: NewReceipt) => store.receipts.insert(one, () => null);

  it('keeps a receipt and gives out everything but its words', async () => {
    const one = receipt({ quarantined: true, commitment: 'ab'.repeat(32) });
    expect(await insert(one)).toMatchObject({ duplicate: false, receipt: { id: one.id } });
    const { content: _content, dayKey: _dayKey, ...record } = one;
    expect(await store.receipts.find(one.id)).toEqual(record);
    expect(await store.receipts.find('rcp_none')).toBeNull();
  });

  it('answers the same content of the same network and day with the receipt that stands', async () => {
    const one = receipt();
    const again = receipt({ dayKey: one.dayKey });
    await insert(one);
    expect(await insert(again)).toMatchObject({ duplicate: true, receipt: { id: one.id } });
    expect(await store.receipts.find(again.id)).toBeNull();
  });

  it('keeps one of many that come at the same moment', async () => {
    const dayKey = 'the same for all';
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => insert(receipt({ dayKey }))));
    expect(outcomes.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(new Set(outcomes.map(({ receipt: { id } }) => id)).size).toBe(1);
  });

  it('closes the claim on an Idempotency-Key with the receipt, and withdraws the stored answer with it', async () => {
    const one = receipt();
    const request = { scope: 'net:x submitReceipt', key: 'k1', bodyHash: one.contentHash, nowMs: NOON_MS };
    const claimed = await store.ledger.idempotency.claim({ ...request, leaseEndsAtMs: NOON_MS + 60_000 });
    if (claimed.status !== 'claimed') throw new Error(claimed.status);
    const answer = { status: 201, body: new TextEncoder().encode(`{"id":"${one.id}"}`) };
    await store.receipts.insert(one, () => ({ claim: claimed.claim, build: () => answer }));
    const again = () => store.ledger.idempotency.claim({ ...request, leaseEndsAtMs: NOON_MS + 60_000 });
    expect(await again()).toEqual({ status: 'replay', answer });
    expect(await store.receipts.withdraw(one.id, NOON_MS)).toBe(true);
    expect((await again()).status).toBe('claimed');
  });

  it('keeps nothing when the answer cannot be made', async () => {
    const one = receipt();
    const failing = store.receipts.insert(one, () => {
      throw new Error('no answer');
    });
    await expect(failing).rejects.toThrow();
    expect(await store.receipts.find(one.id)).toBeNull();
    expect(await insert(one)).toMatchObject({ duplicate: false });
  });

  it('withdraws a receipt once', async () => {
    const one = receipt();
    await insert(one);
    expect(await store.receipts.withdraw(one.id, NOON_MS)).toBe(true);
    expect(await store.receipts.find(one.id)).toBeNull();
    expect(await store.receipts.withdraw(one.id, NOON_MS)).toBe(false);
  });

  it('deletes what has expired, counts it, and leaves the rest [receipt-deleted]', async () => {
    const before = await store.receipts.counts(NOON_MS);
    const old = receipt({ expiresAtMs: NOON_MS + 90 * DAY_MS });
    const young = receipt({ expiresAtMs: NOON_MS + 90 * DAY_MS + 1 + DAY_MS });
    await insert(old);
    await insert(young);
    await store.maintain(NOON_MS + 90 * DAY_MS - 1);
    expect(await store.receipts.find(old.id)).not.toBeNull();
    await store.maintain(NOON_MS + 90 * DAY_MS);
    expect(await store.receipts.find(old.id)).toBeNull();
    expect(await store.receipts.find(young.id)).not.toBeNull();
    const after = await store.receipts.counts(NOON_MS + 90 * DAY_MS);
    expect(after.expired).toBe(before.expired + before.held + 1);
    expect(after.held).toBe(1);
  });

  it('forgets after midnight which network sent what', async () => {
    const one = receipt();
    await insert(one);
    await store.maintain(NOON_MS + DAY_MS);
    expect(await insert(receipt({ dayKey: one.dayKey }))).toMatchObject({ duplicate: false });
  });

  it('leaves no byte of a withdrawn or expired receipt in the files', async () => {
    const words = `marker-${serial}-of-a-stranger`;
    const withdrawn = receipt({ content: JSON.stringify({ statement: `${words}-withdrawn` }) });
    const expired = receipt({ content: JSON.stringify({ statement: `${words}-expired` }), expiresAtMs: NOON_MS });
    await insert(withdrawn);
    await insert(expired);
    const inFiles = () =>
      readdirSync(dirname(place.url))
        .map((name) => readFileSync(join(dirname(place.url), name), 'latin1'))
        .join('')
        .includes(words);
    if (driver.name === 'SQLite file') expect(inFiles()).toBe(true);
    await store.receipts.withdraw(withdrawn.id, NOON_MS);
    await store.maintain(NOON_MS);
    if (driver.name === 'SQLite file') expect(inFiles()).toBe(false);
    expect(await store.receipts.find(withdrawn.id)).toBeNull();
    expect(await store.receipts.find(expired.id)).toBeNull();
  });
});

describe.each(SHARED_DRIVERS)('[store-both] traces of the gateway on $name', (driver) => {
  let place: Place;
  let store: Store;
  beforeAll(async () => {
    place = await driver.place();
    store = await openStore({ url: place.url, recordDays: 400 });
  });
  afterAll(async () => {
    await store.close();
    await place.remove();
  });
  const day = NOON_MS / DAY_MS - 0.5;
  const hashOf = (text: string) => hash('sha256', text);

  it('counts and remembers hashes, those of many exchanges in one commit', async () => {
    const exchange = (n: number) =>
      store.gateway.record({
        atMs: NOON_MS,
        outcome: 'query.answered',
        hashes: [
          { side: 'question', hash: hashOf('question') },
          { side: 'answer', hash: hashOf(`answer ${n % 3}`) },
        ],
      });
    await Promise.all(Array.from({ length: 30 }, (_, n) => exchange(n)));
    expect(await store.gateway.total('query.answered', day)).toBe(30);
    expect(await store.gateway.total('query.refused', day)).toBe(0);
    expect(await store.gateway.knowsAnswer(hashOf('answer 2'))).toBe(true);
    expect(await store.gateway.knowsAnswer(hashOf('question'))).toBe(false);
  });

  it('forgets hashes within 30 days', async () => {
    await store.maintain(NOON_MS + 29 * DAY_MS);
    expect(await store.gateway.knowsAnswer(hashOf('answer 2'))).toBe(true);
    await store.maintain(NOON_MS + 30 * DAY_MS);
    expect(await store.gateway.knowsAnswer(hashOf('answer 2'))).toBe(false);
    expect(await store.gateway.total('query.answered', day)).toBe(30);
  });
});
