// SPDX-License-Identifier: Apache-2.0
/** Acknowledged appends by 64 callers at once, against transactions of 64 bare rows with the same bytes. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AppendUnit, StoredRow } from '../packages/server/src/store/ledger-store.ts';
import { openStore } from '../packages/server/src/store/open.ts';
import { noteUnit } from '../packages/server/test/store/ledger-units.ts';
import { goal, median, quantile, round, type Table } from './table.ts';

const CALLERS = 64;
const APPENDS = 12_800;
/** Many short ones: the disk is not the same from one second to the next. */
const ROUNDS = 15;
/** Rounds that are not counted: the path is still being compiled, which a service does once. */
const WARM_UP_ROUNDS = 3;
const GOAL_RATIO = 0.5;

export async function benchAppends(folder: string): Promise<Table> {
  // Signed before the clock starts: whose key signs, and where, is no business of the store.
  const units = Array.from({ length: APPENDS }, (_, i) => noteUnit(`cert_${String(i).padStart(26, '0')}`));
  const rounds: { ratio: number; cpuRatio: number; perS: number; barePerS: number; p50Ms: number; p99Ms: number }[] =
    [];
  for (let i = 0; i < WARM_UP_ROUNDS + ROUNDS; i++) {
    const ours = await appendRound(join(folder, `append-${i}.db`), units);
    const bare = bareRound(join(folder, `bare-${i}.db`), ours.rows);
    if (i < WARM_UP_ROUNDS) continue;
    rounds.push({
      ratio: bare.ms / ours.ms,
      cpuRatio: bare.cpuMs / ours.cpuMs,
      perS: (APPENDS / ours.ms) * 1000,
      barePerS: (APPENDS / bare.ms) * 1000,
      p50Ms: quantile(ours.latenciesMs, 0.5),
      p99Ms: quantile(ours.latenciesMs, 0.99),
    });
  }
  const of = (name: keyof (typeof rounds)[number]) => median(rounds.map((one) => one[name]));
  return {
    name: 'ledger appends',
    what: `${APPENDS} acknowledged appends by ${CALLERS} callers at once, SQLite, synchronous FULL; median of ${ROUNDS} rounds`,
    columns: ['writer', 'ratio', 'ratio of CPU', 'per second', 'p50 ms', 'p99 ms'],
    rows: [
      [
        `bare transactions of ${CALLERS} entries: the same two rows each, no index`,
        1,
        1,
        round(of('barePerS'), 0),
        null,
        null,
      ],
      [
        'append',
        round(of('ratio')),
        round(of('cpuRatio')),
        round(of('perS'), 0),
        round(of('p50Ms')),
        round(of('p99Ms')),
      ],
    ],
    notes: [
      goal(`at least ${GOAL_RATIO} × the bare insert`, of('ratio') >= GOAL_RATIO),
      'Both wait for the same disk: the busier it is, the nearer to 1 the ratio, and only that of CPU tells of the work.',
    ],
  };
}

/** @param url for `openStore` */
export async function appendRound(
  url: string,
  units: readonly AppendUnit[],
): Promise<{ ms: number; cpuMs: number; latenciesMs: number[]; rows: StoredRow[] }> {
  const store = await openStore({ url });
  const { chain } = store.ledger;
  const latenciesMs: number[] = [];
  let next = 0;
  const caller = async (): Promise<void> => {
    for (let unit = units[next++]; unit; unit = units[next++]) {
      const startedMs = performance.now();
      await chain.append(unit);
      latenciesMs.push(performance.now() - startedMs);
    }
  };
  const took = stopwatch();
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const { ms, cpuMs } = took();
  // Read back, since callers who keep what they were answered would be measured too.
  const rows: StoredRow[] = [];
  for await (const page of chain.rows(0, null)) rows.push(...page);
  await store.close();
  if (rows.length !== units.length) throw new Error(`${rows.length} of ${units.length} were kept`);
  return { ms, cpuMs, latenciesMs, rows };
}

/** CPU is that of all threads of this process, the compiler's and the collector's included. */
function stopwatch(): () => { ms: number; cpuMs: number } {
  const startedMs = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { ms: performance.now() - startedMs, cpuMs: (user + system) / 1000 };
  };
}

function bareRound(file: string, rows: readonly StoredRow[]): { ms: number; cpuMs: number } {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  db.exec('CREATE TABLE entry (seq INTEGER PRIMARY KEY, leaf BLOB, type TEXT, subject TEXT, header BLOB)');
  db.exec('CREATE TABLE payload (seq INTEGER PRIMARY KEY, bytes BLOB)');
  const addEntry = db.prepare('INSERT INTO entry (seq, leaf, type, subject, header) VALUES (?, ?, ?, ?, ?)');
  const addPayload = db.prepare('INSERT INTO payload (seq, bytes) VALUES (?, ?)');
  const took = stopwatch();
  for (let at = 0; at < rows.length; at += CALLERS) {
    db.exec('BEGIN IMMEDIATE');
    for (const { seq, leaf, subject, header, payload } of rows.slice(at, at + CALLERS)) {
      addEntry.run(seq, leaf, 'note', subject, header);
      addPayload.run(seq, payload ?? null);
    }
    db.exec('COMMIT');
  }
  const measured = took();
  db.close();
  return measured;
}
