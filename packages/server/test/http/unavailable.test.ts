// SPDX-License-Identifier: Apache-2.0
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createNoteUnavailable } from '../../src/http/unavailable.ts';
import { createLog } from '../../src/log.ts';
import { SqliteConnection } from '../../src/store/sqlite/connection.ts';
import { sqliteStoreOn } from '../../src/store/sqlite/open.ts';
import { post, startApp, temporaryFolder, WIDE } from '../e2e/test-app.ts';

it('a fault that every request meets is told once in ten seconds for each cause [unavailable-told]', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  let nowMs = 0;
  const note = createNoteUnavailable(log, () => nowMs);
  for (let i = 0; i < 5; i++) note(`req_${i}`, new Error('the disk is full'));
  note('req_5', new Error('another fault'));
  nowMs += 10_000;
  note('req_6', new Error('the disk is full'));
  expect(lines.map(({ request_id, cause, unsaid }) => [request_id, (cause as Error).message, unsaid])).toEqual([
    ['req_0', 'the disk is full', 0],
    ['req_5', 'another fault', 0],
    ['req_6', 'the disk is full', 4],
  ]);
});

it('a service whose disk turns read-only refuses, says why in the log, and answers again by itself [unavailable-told]', async () => {
  const dataDir = temporaryFolder();
  const connection = new SqliteConnection(join(dataDir, 'plumbline.db'));
  const store = await sqliteStoreOn(connection, { nowMs: Date.now, newRowId: rising(), recordDays: 400 });
  const app = await startApp(WIDE, { store }, dataDir);
  // SQLite answers SQLITE_READONLY to it just as it does on such a disk.
  const readOnly = (on: boolean) => connection.db.exec(`PRAGMA query_only = ${on}`);
  const answers = async () => (await post(app, '/api/v1/evaluate', { text: 'The library opens at nine.' })).statusCode;
  try {
    expect(await answers()).toBe(200);
    readOnly(true);
    for (let i = 0; i < 3; i++) expect(await answers()).toBe(503);
    expect(app.logged()).toContain('attempt to write a readonly database');
    expect(app.logged().match(/"event":"unavailable"/g)).toHaveLength(1);
    readOnly(false);
    expect(await answers()).toBe(200);
  } finally {
    await app.close();
  }
});

it('a service whose database was deleted or replaced acknowledges nothing, and is not ready [database-gone]', async () => {
  const dataDir = temporaryFolder();
  const app = await startApp(WIDE, {}, dataDir);
  const file = join(dataDir, 'plumbline.db');
  const aside = `${file}.aside`;
  const answers = async () => (await post(app, '/api/v1/evaluate', { text: 'The library opens at nine.' })).statusCode;
  try {
    expect(await answers()).toBe(200);
    renameSync(file, aside);
    expect(await answers()).toBe(503);
    expect((await app.context.app.inject('/readyz')).statusCode).toBe(503);
    expect(app.logged()).toMatch(/plumbline\.db: was deleted or replaced while the service had it open/);
    writeFileSync(file, 'another');
    expect(await answers()).toBe(503);
    rmSync(file);
    renameSync(aside, file);
    expect(await answers()).toBe(200);
  } finally {
    await app.close();
  }
});

function rising(): () => string {
  let serial = 0;
  return () => `row${String(serial++).padStart(10, '0')}`;
}
