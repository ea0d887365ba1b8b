// SPDX-License-Identifier: Apache-2.0
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { type DRIVERS, type Place, SHARED_DRIVERS } from './drivers.ts';

const places: Place[] = [];

afterEach(async () => {
  for (const place of places.splice(0)) await place.remove();
});

async function placeOf(driver: (typeof DRIVERS)[number]): Promise<Place> {
  const place = await driver.place();
  places.push(place);
  return place;
}

describe.each(SHARED_DRIVERS)('openStore on $name', (driver) => {
  it('is safe when several open an empty place at once', async () => {
    const { url } = await placeOf(driver);
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore({ url })));
    for (const store of stores) await store.probe.check(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('finds what was kept before', async () => {
    const { url } = await placeOf(driver);
    const first = await openStore({ url });
    await first.usage.commit({ charge: { partition: 'net:a', day: 1, units: 7, limit: null }, checks: [] });
    await first.close();
    const second = await openStore({ url });
    expect(await second.usage.used('net:a', 1)).toBe(7);
    await second.close();
  });

  it('finishes what was asked for before it closes', async () => {
    const { url } = await placeOf(driver);
    const store = await openStore({ url });
    const pending = Promise.all(
      Array.from({ length: 100 }, () =>
        store.usage.commit({ charge: { partition: 'net:a', day: 1, units: 1, limit: null }, checks: [] }),
      ),
    );
    await store.close();
    expect((await pending).at(-1)).toEqual({ granted: true, used: 100 });
  });
});

describe('openStore on an SQLite file', () => {
  const sqlite = SHARED_DRIVERS[0] as (typeof DRIVERS)[number];

  it('makes folder and files that only their owner can read, and commits durably', async () => {
    const { url } = await placeOf(sqlite);
    const store = await openStore({ url });
    await store.probe.check(1);
    expect(statSync(dirname(url)).mode & 0o777).toBe(0o700);
    for (const file of [url, `${url}-wal`, `${url}-shm`]) expect(statSync(file).mode & 0o777).toBe(0o600);
    const other = new DatabaseSync(url);
    expect(other.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    other.close();
    await store.close();
  });

  it('refuses a database that a newer version made', async () => {
    const { url } = await placeOf(sqlite);
    await (await openStore({ url })).close();
    const db = new DatabaseSync(url);
    db.exec(`INSERT INTO migration (number, name, applied_at_ms) VALUES (9999, 'from the future', 0)`);
    db.close();
    await expect(openStore({ url })).rejects.toThrow(/schema 9999/);
  });

  it('refuses a file that is no database', async () => {
    const { url } = await placeOf(sqlite);
    const { mkdirSync, writeFileSync } = await import('node:fs');
    mkdirSync(dirname(url), { recursive: true });
    writeFileSync(url, 'this is not a database, but long enough to have a header '.repeat(20));
    await expect(openStore({ url })).rejects.toThrow(/not a database/);
  });
});

describe('openStore on PostgreSQL', () => {
  it('says that it cannot be reached', async () => {
    await expect(openStore({ url: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow();
  });
});
