// SPDX-License-Identifier: Apache-2.0
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { testDatabase } from '../../../../test/support/test-database.ts';

export interface Place {
  /** For `openStore`. */
  readonly url: string;
  remove(): Promise<void>;
}

export interface DriverUnderTest {
  readonly name: string;
  /** An empty place that several processes can open. */
  place(): Promise<Place>;
}

export interface SharedDriver extends DriverUnderTest {
  /** A place with all that is in another, which nobody has open. */
  like(other: Place): Promise<Place>;
}

const sqliteFile: SharedDriver = {
  name: 'SQLite file',
  async place() {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-store-'));
    return {
      url: join(folder, 'data', 'plumbline.db'),
      async remove() {
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
  async like({ url }) {
    const place = await sqliteFile.place();
    cpSync(dirname(url), dirname(place.url), { recursive: true });
    return place;
  },
};

const postgres: SharedDriver = {
  name: 'PostgreSQL',
  async place() {
    const { url, drop } = await testDatabase();
    return { url, remove: drop };
  },
  async like(other) {
    const { url, drop } = await testDatabase(other.url);
    return { url, remove: drop };
  },
};

/** The drivers that several processes can share. */
export const SHARED_DRIVERS: readonly SharedDriver[] = [sqliteFile, postgres];

export const DRIVERS: readonly DriverUnderTest[] = [
  ...SHARED_DRIVERS,
  { name: 'SQLite in memory', place: async () => ({ url: ':memory:', remove: async () => {} }) },
];
