// SPDX-License-Identifier: Apache-2.0
/** Checks pattern packs: `node scripts/lint-patterns.ts FILE|DIR … [--write-verdicts]`. Exit 1 with a line per problem. */
import { parseArgs } from 'node:util';
import { lintPackFiles } from '../packages/cli/src/pack-lint.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'write-verdicts': { type: 'boolean', default: false } },
});
const paths = positionals.length > 0 ? positionals : ['patterns'];
const { problems, checked } = await lintPackFiles(paths, { writeVerdicts: values['write-verdicts'] });
for (const { path, line, column, message } of problems) console.log(`${path}:${line}:${column} ${message}`);
console.log(`${checked} patterns checked, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
