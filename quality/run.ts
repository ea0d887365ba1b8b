// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run quality [-- --data DIR] [--peers]`: how good the checks are on labelled texts, by source, and what the training
 * run found on families that it left out. Leaves quality/evidence.json, from which /api/cal/evidence and
 * docs/reference/quality.md are made. With --data the labelled development set of that folder is judged too, by the peers as well
 * where they are installed; --peers installs them. The evidence names the command that makes it on a fresh clone.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { peersTable } from '../bench/peers.ts';
import { printTable, type Table } from '../bench/table.ts';
import { loadRuleset } from '../packages/cli/src/ruleset.ts';
import { command, gatherEvidence } from './evidence.ts';
import { runPeers } from './published.ts';
import { externalSets, isHeldBack, repositorySets } from './sets.ts';
import {
  calibrationTables,
  familiesTable,
  goalsTable,
  leftOutTables,
  obfuscationTable,
  setsTable,
  thresholdsTable,
} from './tables.ts';

const { values } = parseArgs({ options: { data: { type: 'string' }, peers: { type: 'boolean' } } });

const ruleset = loadRuleset({});
const own = repositorySets(ruleset.constitution);
const sets = values.data === undefined ? own : [...own, ...externalSets(values.data)];
const today = new Date().toISOString().slice(0, 10);
// What is held back stays unread: not even the names of its misses are listed.
const listed = own.map(({ name }) => name).filter((name) => !isHeldBack(name));
const dataDir = values.data ?? null;
const peers = await runPeers(dataDir, values.peers === true, sets);
const evidence = gatherEvidence(
  ruleset,
  sets,
  new Set(listed),
  today,
  peers,
  command(dataDir !== null, peers.missing === null),
);
const metrics = JSON.parse(readFileSync(new URL('../models/metrics.json', import.meta.url), 'utf8'));

const tables: Table[] = [
  goalsTable(evidence),
  obfuscationTable(evidence),
  setsTable(evidence),
  ...calibrationTables(evidence),
  ...leftOutTables(metrics),
  familiesTable(evidence),
  thresholdsTable(evidence),
];
if (peers.missing === null) tables.push(peersTable([...peers.pooled, ...peers.bySet], dataDir));
for (const table of tables) printTable(table);
if (peers.missing !== null) console.log(`\n${peers.missing}`);
writeFileSync(new URL('./evidence.json', import.meta.url), `${JSON.stringify(evidence, null, 2)}\n`);
