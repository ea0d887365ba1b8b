// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';
import { EXIT, type Io, UsageError } from '../io.ts';
import { lintPackFiles } from '../pack-lint.ts';

/** `pack lint FILE|DIR …`: 0 when the pack may be used, 1 with one `path:line:column message` per problem. */
export async function packCommand(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'write-verdicts': { type: 'boolean' }, json: { type: 'boolean' } },
  });
  const [verb, ...paths] = positionals;
  if (verb !== 'lint' || paths.length === 0) throw new UsageError('usage: plumbline pack lint FILE|DIR ...');
  const report = await lintPackFiles(paths, { writeVerdicts: values['write-verdicts'] === true });
  if (values.json) io.stdout.write(`${JSON.stringify(report)}\n`);
  else {
    for (const { path, line, column, message } of report.problems) {
      io.stdout.write(`${path}:${line}:${column} ${message}\n`);
    }
    io.stdout.write(`${report.checked} patterns checked, ${report.problems.length} problems\n`);
    if (values['write-verdicts'] && report.problems.length > 0) io.stdout.write('no verdicts were written\n');
  }
  return report.problems.length === 0 ? EXIT.pass : EXIT.fail;
}
