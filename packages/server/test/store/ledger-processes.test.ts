// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditLedger } from '../../src/store/ledger/audit.ts';
import { type Place, SHARED_DRIVERS } from './drivers.ts';
import { beginChain, killRound, missingOf, startAppender, withStore } from './ledger-rounds.ts';
import { crypto, pinsOf, START_MS, signTree } from './ledger-units.ts';

const KILL_ROUNDS = 8;

describe.each(SHARED_DRIVERS)('several processes on the ledger in one $name', (driver) => {
  let place: Place;

  beforeEach(async () => {
    place = await driver.place();
    await beginChain(place.url);
  });

  afterEach(async () => {
    await place.remove();
  });

  it('keep one whole chain between them and lose nothing', async () => {
    const appenders = [startAppender(place.url, 'a', 300, 20), startAppender(place.url, 'b', 300, 1)];
    await Promise.all(appenders.map(({ ended }) => ended));
    const acknowledged = new Map(appenders.flatMap((appender) => [...appender.acknowledged]));
    expect(acknowledged.size).toBe(600);
    expect(new Set(acknowledged.values()).size).toBe(600);
    await withStore(place.url, async (store) => {
      const { chain } = store.ledger;
      expect((await chain.head()).size).toBe(603);
      expect(await missingOf(store, acknowledged, 0)).toEqual([]);
      await chain.checkpoints.publish(signTree, START_MS);
      const report = await auditLedger(chain, { pins: await pinsOf(chain) }, crypto);
      expect(report).toMatchObject({ verdict: 'VALID', size: 603, storeFaults: [] });
    });
  });

  it('lose nothing that was acknowledged when they are killed, and go on with a whole chain', async () => {
    for (let round = 0; round < KILL_ROUNDS; round++) {
      const result = await killRound(place.url, `r${round}`, 10 + Math.random() * 60, 16);
      expect(result.missing).toEqual([]);
      expect(result.acknowledged).toBeGreaterThan(0);
      // Two processes with sixteen appends under way each: no more can be committed without an answer seen.
      expect(result.unacknowledged).toBeGreaterThanOrEqual(0);
      expect(result.unacknowledged).toBeLessThanOrEqual(32);
      expect(result.report).toMatchObject({ verdict: 'VALID', canonicalSpineValid: true });
    }
  }, 120_000);
});
