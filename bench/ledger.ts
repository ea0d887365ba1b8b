// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchCertify } from './certify.ts';
import { benchAppends } from './ledger-append.ts';
import { fillLedger } from './ledger-fill.ts';
import { benchLedgerOnPostgres } from './ledger-postgres.ts';
import { benchProofs } from './ledger-proofs.ts';
import type { BenchOptions } from './run.ts';
import { goal, median, round, type Table } from './table.ts';

const DEFAULT_ENTRIES = 100_000;
const SMALL_ENTRIES = 10_000;
const ROUNDS = 3;
const GOALS = { verifyRatio: 0.5, memoryRatio: 1.25 };
/** Without a bound the collector lets garbage lie, and peak memory says how long a pass took instead of what it needs. */
const BOUNDED_HEAP = ['--max-old-space-size=40', '--max-semi-space-size=2'];
const VERIFY_PROGRAM = fileURLToPath(new URL('./ledger-verify-process.ts', import.meta.url));

/** Appending, verifying and proving on SQLite files in the temporary folder, and what certify costs over HTTP. `--entries 1000000` for the full length. */
export async function benchLedger({ entries, postgres }: BenchOptions): Promise<readonly Table[]> {
  const size = entries ?? DEFAULT_ENTRIES;
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-ledger-'));
  try {
    const append = await benchAppends(folder);
    const small = join(folder, 'small.db');
    const large = join(folder, 'large.db');
    await fillLedger(small, SMALL_ENTRIES);
    await fillLedger(large, size);
    const tables = [
      append,
      verifyTable(small, large, size),
      await benchProofs('ledger proofs', { url: small, size: SMALL_ENTRIES }, { url: large, size }),
      await benchCertify(),
    ];
    return postgres ? [...tables, ...(await benchLedgerOnPostgres(entries))] : tables;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Pass {
  readonly entries: number;
  readonly cpuMs: number;
  readonly maxRssMb: number;
}

/** In a process of its own: its peak memory is that of the pass alone. */
function pass(kind: 'verify' | 'read', file: string, flags: readonly string[] = []): Pass {
  return JSON.parse(
    execFileSync(process.execPath, [...flags, VERIFY_PROGRAM, kind, file], { encoding: 'utf8' }),
  ) as Pass;
}

function verifyTable(small: string, large: string, size: number): Table {
  const rounds = Array.from({ length: ROUNDS }, () => ({ read: pass('read', large), verify: pass('verify', large) }));
  const ratio = median(rounds.map(({ read, verify }) => read.cpuMs / verify.cpuMs));
  const short = pass('verify', small, BOUNDED_HEAP);
  const long = pass('verify', large, BOUNDED_HEAP);
  const row = (name: string, passes: readonly Pass[], share: number | null) => [
    name,
    share,
    round(median(passes.map(({ entries, cpuMs }) => entries / cpuMs)) * 1000, 0),
    round(Math.max(...passes.map(({ maxRssMb }) => maxRssMb)), 0),
  ];
  return {
    name: 'ledger verification',
    what: `${size} entries with their payloads: every check of the spine and every column, against reading and hashing; processor time`,
    columns: ['pass', 'ratio', 'entries/cpu s', 'peak MB'],
    rows: [
      row(
        'read the rows and hash them',
        rounds.map(({ read }) => read),
        1,
      ),
      row(
        `verify ${size}`,
        rounds.map(({ verify }) => verify),
        round(ratio),
      ),
      row(`verify ${size}, heap of 40 MB`, [long], null),
      row(`verify ${SMALL_ENTRIES}, heap of 40 MB`, [short], null),
    ],
    notes: [
      goal(`at least ${GOALS.verifyRatio} × reading and hashing`, ratio >= GOALS.verifyRatio),
      goal(
        `in a bounded heap, peak memory at most ${GOALS.memoryRatio} × that of ${SMALL_ENTRIES} entries`,
        long.maxRssMb <= GOALS.memoryRatio * short.maxRssMb,
      ),
    ],
  };
}
