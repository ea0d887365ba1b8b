// SPDX-License-Identifier: Apache-2.0
/**
 * `node bench/ledger-faults.ts [--rounds N] [--store sqlite|postgres] [--url URL]`: two processes append, both are killed at a
 * random moment, and the ledger is opened and verified; fifty times on one database, on SQLite and on PostgreSQL. Then a full
 * disk, where one can be mounted. Prints what was counted; ends with 1 if anything was lost.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { beginChain, killRound } from '../packages/server/test/store/ledger-rounds.ts';
import { createDatabase, startPostgres } from '../test/support/postgres.ts';
import { fullDisk } from './full-disk.ts';
import { printTable } from './table.ts';

const AT_ONCE = 32;
const MAX_WORK_MS = 250;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '50' }, store: { type: 'string' }, url: { type: 'string' } },
});
const rounds = Number(values.rounds);
let lost = false;

async function killRounds(name: string, url: string): Promise<void> {
  const totals = { acknowledged: 0, missing: 0, unacknowledged: 0, valid: 0, size: 0 };
  await beginChain(url);
  for (let round = 1; round <= rounds; round++) {
    const result = await killRound(url, `r${round}`, Math.random() * MAX_WORK_MS, AT_ONCE);
    totals.acknowledged += result.acknowledged;
    totals.missing += result.missing.length;
    totals.unacknowledged += result.unacknowledged;
    totals.valid += result.report.verdict === 'VALID' ? 1 : 0;
    totals.size = result.report.size;
  }
  lost ||= totals.missing > 0 || totals.valid < rounds;
  printTable({
    name: `ledger faults on ${name}`,
    what: `${rounds} rounds: two processes with ${AT_ONCE} appends under way each, kill -9 at a random moment`,
    columns: ['counted', 'number'],
    rows: [
      ['acknowledged entries', totals.acknowledged],
      ['acknowledged and missing', totals.missing],
      ['committed without an answer seen', totals.unacknowledged],
      ['rounds after which the ledger verified', totals.valid],
      ['entries at the end', totals.size],
    ],
    notes: [],
  });
}

async function onSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-ledger-faults-'));
  try {
    await killRounds('SQLite', join(folder, 'plumbline.db'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The server goes on: it is the writer that dies. */
async function onPostgres(): Promise<void> {
  const server = await startPostgres();
  try {
    const database = await createDatabase(server.url);
    await killRounds('PostgreSQL', database.url);
    await database.drop();
  } finally {
    await server.stop();
  }
}

async function onFullDisk(): Promise<void> {
  const result = await fullDisk();
  const isGood = result === null || (result.missing === 0 && result.others === 0 && result.verdict === 'VALID');
  lost ||= !isGood;
  printTable({
    name: 'ledger on a full disk',
    what: 'SQLite on a tmpfs of 6 MB that is filled up, and freed again',
    columns: ['counted', 'number'],
    rows:
      result === null
        ? []
        : [
            ['acknowledged entries', result.acknowledged],
            ['answered 503 ledger_unavailable while it was full', result.refused],
            ['answered anything else', result.others],
            ['acknowledged and missing', result.missing],
            ['acknowledged once there was room', result.afterwards],
          ],
    notes: [result === null ? 'NOT RUN: mounting a tmpfs takes root' : `the ledger is ${result.verdict}`],
  });
}

if (values.url !== undefined) await killRounds('the database given', values.url);
else {
  if (values.store !== 'postgres') await onSqlite();
  if (values.store !== 'sqlite') await onPostgres();
  if (values.store !== 'postgres') await onFullDisk();
}
process.exitCode = lost ? 1 : 0;
