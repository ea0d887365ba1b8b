// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const sqliteFile: DriverUnderTest = {
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
};

const postgres: DriverUnderTest = {
  name: 'PostgreSQL',
  async place() {
    const { url, drop } = await testDatabase();
    return { url, remove: drop };
  },
};

/** The drivers that several processes can share. */
export const SHARED_DRIVERS: readonly DriverUnderTest[] = [sqliteFile, postgres];

export const DRIVERS: readonly DriverUnderTest[] = [
  ...SHARED_DRIVERS,
  { name: 'SQLite in memory', place: async () => ({ url: ':memory:', remove: async () => {} }) },
];
