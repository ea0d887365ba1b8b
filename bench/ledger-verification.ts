// SPDX-License-Identifier: Apache-2.0
/** A whole ledger verified, each pass in a process of its own: its processor time, and its peak memory against the length. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FilledLog } from './ledger-proofs.ts';
import { goal, median, round, type Table } from './table.ts';

const ROUNDS = 3;
/** One pass over a short log is quick, and its peak differs from one to the next by a tenth. */
const SHORT_PASSES = 5;
const GOALS = { verifyRatio: 0.5, memoryRatio: 1.25 };
/** Without a bound, or with one that a short pass does not come near, peak memory says how much garbage there was time to leave. */
const HEAP_MB = 24;
const BOUNDED_HEAP = [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=1'];
const VERIFY_PROGRAM = fileURLToPath(new URL('./ledger-verify-process.ts', import.meta.url));

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

export function benchVerification(small: FilledLog, large: FilledLog): Table {
  const { size } = large;
  const rounds = Array.from({ length: ROUNDS }, () => ({
    read: pass('read', large.url),
    verify: pass('verify', large.url),
  }));
  const ratio = median(rounds.map(({ read, verify }) => read.cpuMs / verify.cpuMs));
  const bounded = ({ url }: FilledLog, times: number) =>
    Array.from({ length: times }, () => pass('verify', url, BOUNDED_HEAP));
  const short = bounded(small, SHORT_PASSES);
  const long = bounded(large, ROUNDS);
  const row = (name: string, passes: readonly Pass[], share: number | null) => [
    name,
    share,
    round(median(passes.map(({ entries, cpuMs }) => entries / cpuMs)) * 1000, 0),
    round(peakMb(passes), 0),
  ];
  return {
    name: 'ledger verification',
    what: `${size} entries with their payloads: every check of the spine and every column, against reading and hashing; processor time`,
    columns: ['pass', 'ratio', 'entries/cpu s', 'median peak MB'],
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
      row(`verify ${size}, heap of ${HEAP_MB} MB`, long, null),
      row(`verify ${small.size}, heap of ${HEAP_MB} MB`, short, null),
    ],
    notes: [
      goal(`at least ${GOALS.verifyRatio} × reading and hashing`, ratio >= GOALS.verifyRatio),
      goal(
        `in a bounded heap, peak memory at most ${GOALS.memoryRatio} × that of ${small.size} entries`,
        peakMb(long) <= GOALS.memoryRatio * peakMb(short),
      ),
    ],
  };
}

const peakMb = (passes: readonly Pass[]) => median(passes.map(({ maxRssMb }) => maxRssMb));
