// SPDX-License-Identifier: Apache-2.0
/** A database that is gone, beside a data folder that remembers what was signed from it. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UNUSED_MARK } from '../../src/services/ledger-beginning.ts';
import { createKeyring, LEDGER_KEYS_FOLDER } from '../../src/services/ledger-keys.ts';
import { storeUrl } from '../../src/store/open.ts';
import { startApp, temporaryFolder, WIDE } from '../e2e/test-app.ts';

function entriesIn(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const { n } = database.prepare('select count(*) as n from ledger_entry').get() as { n: number };
  database.close();
  return n;
}

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
    expect(entriesIn(file)).toBe(0);
  });

  it('is not begun anew by keys that are kept elsewhere while the whole data folder is lost [lost-folder]', async () => {
    const keysDir = join(temporaryFolder(), 'keys');
    const env = { ...WIDE, PLUMBLINE_LEDGER_KEYS_DIR: keysDir };
    await (await startApp(env, {}, dataDir)).close();
    expect(readdirSync(keysDir)).not.toContain(UNUSED_MARK);
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true });
    await expect(startApp(env, {}, dataDir)).rejects.toThrow(
      /holds no ledger, and .*keys holds ledger keys \(log, .*restore the newest backup.*To begin another ledger on purpose, move/,
    );
    expect(entriesIn(storeUrl(dataDir, null))).toBe(0);
    expect(existsSync(join(dataDir, 'newest-checkpoint'))).toBe(false);

    renameSync(keysDir, `${keysDir}.old`);
    const anew = await startApp(env, {}, dataDir);
    expect(anew.context.ledger.refusal).toBeNull();
    await anew.close();
    rmSync(dirname(keysDir), { recursive: true });
  });

  it('is begun by keys that are said to have signed nothing, and by a first start that was cut short [lost-folder]', async () => {
    const keysDir = join(dataDir, LEDGER_KEYS_FOLDER);
    createKeyring(keysDir);
    await expect(startApp(WIDE, {}, dataDir)).rejects.toThrow(/may have signed one which was lost/);
    writeFileSync(join(keysDir, UNUSED_MARK), '');
    const before = readFileSync(join(keysDir, 'log.pem'), 'utf8');
    await (await startApp(WIDE, {}, dataDir)).close();
    expect(readFileSync(join(keysDir, 'log.pem'), 'utf8')).toBe(before);
    expect(existsSync(join(keysDir, UNUSED_MARK))).toBe(false);
  });

  it('keeps no mark beside keys that are in use, were the first start cut short after genesis [lost-folder]', async () => {
    await (await startApp(WIDE, {}, dataDir)).close();
    const mark = join(dataDir, LEDGER_KEYS_FOLDER, UNUSED_MARK);
    writeFileSync(mark, '');
    await (await startApp(WIDE, {}, dataDir)).close();
    expect(existsSync(mark)).toBe(false);
  });
});
