// SPDX-License-Identifier: Apache-2.0
/** `plumbline doctor`: would a server start here, and would it work? Reads, probes, and asks models and witnesses; changes nothing here but a probe row. */
import { parseArgs } from 'node:util';
import { type DoctorCheck, examine } from './doctor-checks.ts';
import { exitCodeOf, type OperatorIo } from './keys-deployment.ts';
import { workingFolder } from './working-folder.ts';

const USAGE = 'Usage: plumbline doctor [--json]\n';
const MARKS = { pass: 'ok  ', warn: 'WARN', fail: 'FAIL' } as const;

/** @returns exit code: 0 when nothing fails, 1 when something does, 2 for wrong arguments */
export async function runDoctor(args: string[], io: OperatorIo): Promise<number> {
  let failed = false;
  const code = await exitCodeOf(io, USAGE, async () => {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
    const checks = await examine(io.env, workingFolder(io.env, process.cwd()), io.build);
    failed = checks.some(({ status }) => status === 'fail');
    io.stdout.write(values.json ? `${JSON.stringify({ ok: !failed, checks })}\n` : table(checks));
  });
  return code === 0 && failed ? 1 : code;
}

function table(checks: readonly DoctorCheck[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks.map(({ name, status, detail }) => `${MARKS[status]}  ${name.padEnd(width)}  ${detail}\n`).join('');
}
