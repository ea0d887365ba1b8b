// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchCertify } from './certify.ts';
import { benchAppends } from './ledger-append.ts';
import { fillLedger } from './ledger-fill.ts';
import { benchLedgerOnPostgres } from './ledger-postgres.ts';
import { benchProofs, type FilledLog } from './ledger-proofs.ts';
import { benchVerification } from './ledger-verification.ts';
import type { BenchOptions } from './run.ts';
import type { Table } from './table.ts';

const DEFAULT_ENTRIES = 100_000;
const SMALL_ENTRIES = 10_000;

/** Appending, verifying and proving on SQLite files in the temporary folder, and what certify costs over HTTP. `--entries 1000000` for the full length. */
export async function benchLedger({ entries, postgres }: BenchOptions): Promise<readonly Table[]> {
  const size = entries ?? DEFAULT_ENTRIES;
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-ledger-'));
  try {
    const append = await benchAppends(folder);
    const small: FilledLog = { url: join(folder, 'small.db'), size: SMALL_ENTRIES };
    const large: FilledLog = { url: join(folder, 'large.db'), size };
    for (const log of [small, large]) await fillLedger(log.url, log.size);
    const tables = [
      append,
      benchVerification(small, large),
      await benchProofs('ledger proofs', small, large),
      await benchCertify(),
    ];
    return postgres ? [...tables, ...(await benchLedgerOnPostgres(entries))] : tables;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
