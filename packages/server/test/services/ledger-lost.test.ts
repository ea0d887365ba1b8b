// SPDX-License-Identifier: Apache-2.0
/** A database that is gone, beside a data folder that remembers what was signed from it. */
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeUrl } from '../../src/store/open.ts';
import { startApp, temporaryFolder, WIDE } from '../e2e/test-app.ts';

describe('a ledger whose database is lost', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('is not begun anew: the start says what to put back, and nothing is written [restore-guard]', async () => {
    await (await startApp(WIDE, {}, dataDir)).close();
    const file = storeUrl(dataDir, null);
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    await expect(startApp(WIDE, {}, dataDir)).rejects.toThrow(
      /holds no ledger.*plumbline\.local\/[0-9a-f]{16}, 3 entries.*plumbline restore/,
    );
    const database = new DatabaseSync(file);
    expect(database.prepare('select count(*) as n from ledger_entry').get()).toMatchObject({ n: 0 });
    database.close();
  });
});
