// SPDX-License-Identifier: Apache-2.0
/**
 * `node bench/ledger-faults.ts [--rounds N] [--url URL]`: two processes append, both are killed at a random moment, and the
 * ledger is opened and verified; fifty times on one database. Prints what was counted; ends with 1 if anything was lost.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { beginChain, killRound } from '../packages/server/test/store/ledger-rounds.ts';
import { printTable } from './table.ts';

const AT_ONCE = 32;
const MAX_WORK_MS = 250;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '50' }, url: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'plumbline-ledger-faults-'));
const url = values.url ?? join(folder, 'plumbline.db');
const rounds = Number(values.rounds);
const totals = { acknowledged: 0, missing: 0, unacknowledged: 0, valid: 0, size: 0 };

try {
  await beginChain(url);
  for (let round = 1; round <= rounds; round++) {
    const result = await killRound(url, `r${round}`, Math.random() * MAX_WORK_MS, AT_ONCE);
    totals.acknowledged += result.acknowledged;
    totals.missing += result.missing.length;
    totals.unacknowledged += result.unacknowledged;
    totals.valid += result.report.verdict === 'VALID' ? 1 : 0;
    totals.size = result.report.size;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

printTable({
  name: 'ledger faults',
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
process.exitCode = totals.missing === 0 && totals.valid === rounds ? 0 : 1;
