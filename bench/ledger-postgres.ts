// SPDX-License-Identifier: Apache-2.0
/**
 * The ledger's figures on PostgreSQL: the server that PLUMBLINE_TEST_POSTGRES_URL names, else the embedded one, flushing to disk
 * as a server does. Times are of the wall, since half of the work is the server's; both sides of a ratio use the same server.
 */
import pg from 'pg';
import { auditLedger } from '../packages/server/src/store/ledger/audit.ts';
import type { AppendUnit, StoredRow } from '../packages/server/src/store/ledger-store.ts';
import { openStore } from '../packages/server/src/store/open.ts';
import { crypto, noteUnit, pinsOf } from '../packages/server/test/store/ledger-units.ts';
import { createDatabase, startPostgres } from '../test/support/postgres.ts';
import { appendRound } from './ledger-append.ts';
import { fillLedger } from './ledger-fill.ts';
import { benchProofs } from './ledger-proofs.ts';
import { goal, median, quantile, round, type Table } from './table.ts';

const CALLERS = 64;
const APPENDS = 6_400;
const ROUNDS = 3;
const SMALL_ENTRIES = 10_000;
const DEFAULT_ENTRIES = 50_000;
const PAGE_ROWS = 500;
const GOALS = { append: 0.5, verify: 0.5 };

export async function benchLedgerOnPostgres(entries: number | null): Promise<readonly Table[]> {
  const size = entries ?? DEFAULT_ENTRIES;
  const server = await startPostgres({ flushes: true });
  try {
    const place = async () => (await createDatabase(server.url)).url;
    const append = await appendTable(place);
    const [small, large] = [await place(), await place()];
    await fillLedger(small, SMALL_ENTRIES);
    await fillLedger(large, size);
    return [
      append,
      await verifyTable(large, size),
      await benchProofs('ledger proofs, PostgreSQL', { url: small, size: SMALL_ENTRIES }, { url: large, size }),
    ];
  } finally {
    await server.stop();
  }
}

async function appendTable(place: () => Promise<string>): Promise<Table> {
  const units: AppendUnit[] = Array.from({ length: APPENDS }, (_, i) =>
    noteUnit(`cert_${String(i).padStart(26, '0')}`),
  );
  const rounds: { ratio: number; perS: number; barePerS: number; p99Ms: number }[] = [];
  for (let i = 0; i <= ROUNDS; i++) {
    const ours = await appendRound(await place(), units);
    const bareMs = await bareRound(await place(), ours.rows);
    if (i === 0) continue;
    const perS = (ms: number) => (APPENDS / ms) * 1000;
    const p99Ms = quantile(ours.latenciesMs, 0.99);
    rounds.push({ ratio: bareMs / ours.ms, perS: perS(ours.ms), barePerS: perS(bareMs), p99Ms });
  }
  const of = (name: keyof (typeof rounds)[number]) => median(rounds.map((one) => one[name]));
  return {
    name: 'ledger appends, PostgreSQL',
    what: `${APPENDS} acknowledged appends by ${CALLERS} callers at once, synchronous_commit on; median of ${ROUNDS} rounds`,
    columns: ['writer', 'ratio', 'per second', 'p99 ms'],
    rows: [
      [`bare transactions of ${CALLERS} entries: the same two rows each, no index`, 1, round(of('barePerS'), 0), null],
      ['append', round(of('ratio')), round(of('perS'), 0), round(of('p99Ms'))],
    ],
    notes: [goal(`at least ${GOALS.append} × the bare insert`, of('ratio') >= GOALS.append)],
  };
}

async function bareRound(url: string, rows: readonly StoredRow[]): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CREATE TABLE entry (seq int8 PRIMARY KEY, leaf bytea, type text, subject text, header bytea)');
    await client.query('CREATE TABLE payload (seq int8 PRIMARY KEY, bytes bytea)');
    const startedMs = performance.now();
    for (let at = 0; at < rows.length; at += CALLERS) {
      const batch = rows.slice(at, at + CALLERS);
      const column = <K extends keyof StoredRow>(name: K) => batch.map((row) => bufferOf(row[name]));
      await client.query('BEGIN');
      await client.query(
        "INSERT INTO entry SELECT s, l, 'note', t, h FROM unnest($1::int8[], $2::bytea[], $3::text[], $4::bytea[]) AS r (s, l, t, h)",
        [column('seq'), column('leaf'), column('subject'), column('header')],
      );
      const payloads = [column('seq'), column('payload')];
      await client.query('INSERT INTO payload SELECT * FROM unnest($1::int8[], $2::bytea[])', payloads);
      await client.query('COMMIT');
    }
    return performance.now() - startedMs;
  } finally {
    await client.end();
  }
}

const bufferOf = (value: StoredRow[keyof StoredRow]) => (value instanceof Uint8Array ? Buffer.from(value) : value);

async function verifyTable(url: string, size: number): Promise<Table> {
  const rounds: { readMs: number; verifyMs: number }[] = [];
  for (let i = 0; i <= ROUNDS; i++) {
    const one = { readMs: await readMs(url), verifyMs: await verifyMs(url) };
    if (i > 0) rounds.push(one);
  }
  const ratio = median(rounds.map(({ readMs, verifyMs }) => readMs / verifyMs));
  const perS = (name: 'readMs' | 'verifyMs') => round((size / median(rounds.map((one) => one[name]))) * 1000, 0);
  return {
    name: 'ledger verification, PostgreSQL',
    what: `${size} entries with their payloads: every check of the spine and every column, against reading and hashing`,
    columns: ['pass', 'ratio', 'entries/s'],
    rows: [
      ['read the rows and hash them', 1, perS('readMs')],
      [`verify ${size}`, round(ratio), perS('verifyMs')],
    ],
    notes: [goal(`at least ${GOALS.verify} × reading and hashing`, ratio >= GOALS.verify)],
  };
}

async function readMs(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const startedMs = performance.now();
  const page = (table: string, from: number) =>
    client.query<{ header: Buffer; bytes: Buffer }>(
      `SELECT * FROM ${table} WHERE seq >= ${from} ORDER BY seq LIMIT ${PAGE_ROWS}`,
    );
  for (let count = 0, read = PAGE_ROWS; read > 0; count += read) {
    const { rows } = await page('ledger_entry', count);
    for (const { header } of rows) crypto.sha256(header);
    for (const { bytes } of (await page('ledger_payload', count)).rows) crypto.sha256(bytes);
    read = rows.length;
  }
  const ms = performance.now() - startedMs;
  await client.end();
  return ms;
}

async function verifyMs(url: string): Promise<number> {
  const store = await openStore({ url });
  const { chain } = store.ledger;
  const startedMs = performance.now();
  const { verdict } = await auditLedger(chain, { pins: await pinsOf(chain) }, crypto);
  const ms = performance.now() - startedMs;
  await store.close();
  if (verdict !== 'VALID') throw new Error(`the ledger is ${verdict}`);
  return ms;
}
