// SPDX-License-Identifier: Apache-2.0
/** A certificate in the commit of its charge, on both drivers. */
import { utf8 } from '@plumbline/core/seal/bytes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Claim } from '../../src/store/ledger-store.ts';
import { openStore } from '../../src/store/open.ts';
import type { Keeping, Store } from '../../src/store/store.ts';
import { checkUnit } from './check-units.ts';
import { DRIVERS, type Place } from './drivers.ts';

const DAY = 20_778;
const NOW_MS = DAY * 86_400_000;
const LEASE_MS = 60_000;

let serial = 0;
const fresh = (prefix: string) => `${prefix}${++serial}`;

function certificate(id: string): Keeping['certificate'] {
  return {
    id,
    createdAtMs: NOW_MS,
    expiresAtMs: null,
    issuerKeyId: 'ab'.repeat(32),
    envelope: utf8(`{"of":"${id}"}`),
    payloadSha256: 'cd'.repeat(32),
    commitment: 'ef'.repeat(32),
  };
}

const answerOf = (used: number) => ({ status: 200, body: Buffer.from(`{"used":${used}}`) });

describe.each(DRIVERS)('[certificate-charge] keeping on $name', (driver) => {
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

  const request = (key: string, nowMs = NOW_MS) => ({
    scope: 'key:someone certify',
    key,
    bodyHash: 'a'.repeat(64),
    nowMs,
    leaseEndsAtMs: nowMs + LEASE_MS,
  });

  async function claimed(key: string, nowMs?: number): Promise<Claim> {
    const outcome = await store.ledger.idempotency.claim(request(key, nowMs));
    if (outcome.status !== 'claimed') throw new Error(`not claimed: ${outcome.status}`);
    return outcome.claim;
  }

  const unit = (partition: string, keep: Keeping, limit: number | null = null) =>
    checkUnit(partition, DAY, { keep, limit });

  const isKept = async (id: string) => (await store.ledger.certificates.find(id)) !== null;

  it('charges, keeps and answers together, the count of the day in the answer', async () => {
    const partition = fresh('key:');
    const [first, second] = [fresh('cert_'), fresh('cert_')];
    const key = fresh('idem-');
    await store.usage.commit(unit(partition, { certificate: certificate(first) }));
    const answer = { claim: await claimed(key), build: answerOf };
    expect(await store.usage.commit(unit(partition, { certificate: certificate(second), answer }))).toEqual({
      granted: true,
      used: 2,
    });
    expect(await store.ledger.certificates.find(second)).toMatchObject({ ...certificate(second), anchoredSeq: null });
    expect(await isKept(first)).toBe(true);
    const again = await store.ledger.idempotency.claim(request(key));
    expect(again.status === 'replay' && Buffer.from(again.answer.body).toString()).toBe('{"used":2}');
  });

  it('keeps nothing where the quota is used up, and leaves the claim open', async () => {
    const partition = fresh('key:');
    const ids = [fresh('cert_'), fresh('cert_'), fresh('cert_')];
    const key = fresh('idem-');
    const claim = await claimed(key);
    const outcomes = await Promise.all(
      ids.map((id, i) => {
        const keep = { certificate: certificate(id), ...(i === 2 && { answer: { claim, build: answerOf } }) };
        return store.usage.commit(unit(partition, keep, 2));
      }),
    );
    expect(outcomes.map(({ granted }) => granted)).toEqual([true, true, false]);
    expect(await Promise.all(ids.map(isKept))).toEqual([true, true, false]);
    expect(await store.ledger.idempotency.complete(claim, answerOf(0))).toBe(true);
  });

  it('charges nothing for a claim that another request has taken over, while others of the batch go through', async () => {
    const [loser, other] = [fresh('key:'), fresh('key:')];
    const [lost, kept] = [fresh('cert_'), fresh('cert_')];
    const key = fresh('idem-');
    const dead = await claimed(key);
    await claimed(key, NOW_MS + LEASE_MS + 1);
    const [refused, granted] = await Promise.all([
      store.usage.commit(unit(loser, { certificate: certificate(lost), answer: { claim: dead, build: answerOf } })),
      store.usage.commit(unit(other, { certificate: certificate(kept) })),
    ]);
    expect(refused).toEqual({ granted: false, used: 0, claimLost: true });
    expect(granted).toEqual({ granted: true, used: 1 });
    expect([await store.usage.used(loser, DAY), await isKept(lost), await isKept(kept)]).toEqual([0, false, true]);
  });

  it('answers one of two units with the same claim', async () => {
    const partition = fresh('key:');
    const ids = [fresh('cert_'), fresh('cert_')];
    const claim = await claimed(fresh('idem-'));
    const outcomes = await Promise.all(
      ids.map((id) =>
        store.usage.commit(unit(partition, { certificate: certificate(id), answer: { claim, build: answerOf } })),
      ),
    );
    expect(outcomes.map(({ granted }) => granted)).toEqual([true, false]);
    expect(await Promise.all(ids.map(isKept))).toEqual([true, false]);
    expect(await store.usage.used(partition, DAY)).toBe(1);
  });

  it('charges nothing when the certificate cannot be written', async () => {
    const [first, second] = [fresh('key:'), fresh('key:')];
    const id = fresh('cert_');
    await store.usage.commit(unit(first, { certificate: certificate(id) }));
    const good = fresh('cert_');
    const outcomes = await Promise.allSettled([
      store.usage.commit(unit(second, { certificate: certificate(id) })),
      store.usage.commit(unit(first, { certificate: certificate(good) })),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect([await store.usage.used(second, DAY), await store.usage.used(first, DAY)]).toEqual([0, 2]);
    expect(await isKept(good)).toBe(true);
  });

  it('closes a reservation and keeps in one commit', async () => {
    const partition = fresh('key:');
    const [id, hold] = [fresh('cert_'), fresh('rsv_')];
    const charge = { partition, day: DAY, units: 1, limit: 5 };
    await store.usage.commit({ charge, reserve: { id: hold, expiresAtMs: NOW_MS + LEASE_MS }, checks: [] });
    const settled = { ...unit(partition, { certificate: certificate(id) }), settle: { id: hold } };
    expect(await store.usage.commit(settled)).toEqual({ granted: true, used: 1 });
    expect(await isKept(id)).toBe(true);
  });
});
