// SPDX-License-Identifier: Apache-2.0
/**
 * The one check that people and CI run: format and lint, types, generated files up to date, every test. Each step is
 * counted beside the tests, so the closing line `N passed, N failed` leaves nothing out.
 */
import { execFile, spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

const local = (name: string) => join('node_modules', '.bin', name);

const STEPS: readonly Step[] = [
  { name: 'format and lint', command: [local('biome'), 'ci', '--error-on-warnings', '.'] },
  { name: 'types', command: [local('tsc')] },
  { name: 'generated files are up to date', command: ['node', 'scripts/generate.ts', '--check'] },
];

let passed = 0;
let failed = 0;

function run(command: readonly string[], env = process.env): boolean {
  const [program = '', ...args] = command;
  return spawnSync(program, args, { stdio: 'inherit', env }).status === 0;
}

/** Free bytes that make a folder in memory roomy enough for the databases of all tests at once (about 300 MB). */
const ROOMY = 2 ** 31;

/** Tests wait for their disk a tenth of the time. No test needs one that outlives the machine: memory serves, where there is enough. */
function scratchPlace(): string {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= ROOMY && freemem() >= ROOMY ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

// Ctrl-C reaches the step that runs, which ends by itself; this process lives on to remove what the tests wrote.
process.on('SIGINT', () => {});

/** Beside each other: only one of them keeps more than one core at work. */
const steps = STEPS.map(({ name, command: [program = '', ...args] }) => ({
  name,
  ended: promisify(execFile)(program, args, { maxBuffer: 2 ** 26 }).then(
    () => ({ ok: true, said: '' }),
    ({ stdout, stderr, message }) => ({ ok: false, said: `${stdout}${stderr}` || message }),
  ),
}));
for (const { name, ended } of steps) {
  const { ok, said } = await ended;
  process.stdout.write(said);
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}`);
  if (ok) passed += 1;
  else failed += 1;
}

const folder = mkdtempSync(join(scratchPlace(), 'plumbline-'));
// PostgreSQL, which root may not run, goes through it as another user.
chmodSync(folder, 0o711);
try {
  const report = join(folder, 'tests.json');
  const ok = run([local('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], {
    ...process.env,
    TMPDIR: folder,
  });
  const totals = JSON.parse(readFileSync(report, 'utf8')) as TestTotals;
  passed += totals.numPassedTests;
  failed += totals.numFailedTests;
  // A file that does not load, an unhandled rejection or a skipped test is a failure even when no test failed.
  if ((!ok && totals.numFailedTests === 0) || totals.numPassedTests === 0) failed += 1;
  failed += totals.numPendingTests + totals.numTodoTests;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface TestTotals {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
