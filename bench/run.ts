// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run bench [-- NAME …] [--data DIR] [--entries N] [--postgres]`: prints ratios against a baseline of the same run
 * and keeps them in bench/results.json. With --postgres `ledger` runs on PostgreSQL as well. With --data the quality columns use the labelled development set in that folder.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { printTable, type Table } from './table.ts';

export interface BenchOptions {
  readonly dataDir: string | null;
  /** Length of the log in `ledger`; null takes the usual one. */
  readonly entries: number | null;
  /** `ledger` on PostgreSQL as well. */
  readonly postgres: boolean;
}

type Bench = (options: BenchOptions) => Promise<readonly Table[]>;

const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  engine: async () => (await import('./engine.ts')).benchEngine,
  gateway: async () => (await import('./gateway.ts')).benchGateway,
  http: async () => (await import('./http.ts')).benchHttp,
  isolation: async () => (await import('./isolation.ts')).benchIsolation,
  ledger: async () => (await import('./ledger.ts')).benchLedger,
  start: async () => (await import('./start.ts')).benchStart,
  peers: async () => (await import('./peers.ts')).benchPeers,
};

const RESULTS = new URL('./results.json', import.meta.url);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string' }, entries: { type: 'string' }, postgres: { type: 'boolean', default: false } },
});
const names = positionals.length > 0 ? positionals : Object.keys(BENCHES);
const results: Record<string, unknown> = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};

for (const name of names) {
  const load = BENCHES[name];
  if (!load) throw new Error(`no bench '${name}'; there are: ${Object.keys(BENCHES).join(', ')}`);
  const bench = await load();
  const tables = await bench({
    dataDir: values.data ?? null,
    entries: values.entries === undefined ? null : Number(values.entries),
    postgres: values.postgres,
  });
  for (const table of tables) printTable(table);
  results[name] = {
    measured_on: new Date().toISOString().slice(0, 10),
    node: process.version,
    cores: cpus().length,
    tables,
  };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}
