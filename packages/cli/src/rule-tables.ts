// SPDX-License-Identifier: Apache-2.0
/** Run by scripts/bundle.ts: writes the tables of the rules that ship to the file that is named. */
import { writeTables } from '@plumbline/client/node/rule-tables.ts';
import { UsageError } from './io.ts';
import { loadRuleset } from './ruleset.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new UsageError('usage: rule-tables FILE');
const tables = loadRuleset({}).pack.tables();
// Where no kernel runs there are none, and none are missed.
if (tables !== null) writeTables(tables, file);
