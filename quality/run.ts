// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run quality [-- --data DIR] [--peers]`: how good the checks are on labelled texts, by source, and what the training
 * run found on families that it left out. Leaves quality/evidence.json, from which /api/cal/evidence and
 * docs/reference/quality.md are made. With --data the labelled development set of that folder is judged too.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benchPeers } from '../bench/peers.ts';
import { printTable, type Table } from '../bench/table.ts';
import { loadRuleset } from '../packages/cli/src/ruleset.ts';
import { gatherEvidence } from './evidence.ts';
import { externalSets, isHeldBack, repositorySets } from './sets.ts';
import { calibrationTable, goalsTable, leftOutTables, obfuscationTable, setsTable } from './tables.ts';

const { values } = parseArgs({ options: { data: { type: 'string' }, peers: { type: 'boolean' } } });

const ruleset = loadRuleset({});
const own = repositorySets(ruleset.constitution);
const sets = values.data === undefined ? own : [...own, ...externalSets(values.data)];
const today = new Date().toISOString().slice(0, 10);
// What is held back stays unread: not even the names of its misses are listed.
const listed = own.map(({ name }) => name).filter((name) => !isHeldBack(name));
const evidence = gatherEvidence(ruleset, sets, new Set(listed), today);
const metrics = JSON.parse(readFileSync(new URL('../models/metrics.json', import.meta.url), 'utf8'));

const tables: Table[] = [
  goalsTable(evidence),
  obfuscationTable(evidence),
  setsTable(evidence),
  calibrationTable(evidence),
  ...leftOutTables(metrics),
];
if (values.peers === true) tables.push(...(await benchPeers({ dataDir: values.data ?? null, entries: null })));
for (const table of tables) printTable(table);
writeFileSync(new URL('./evidence.json', import.meta.url), `${JSON.stringify(evidence, null, 2)}\n`);
