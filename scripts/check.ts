// SPDX-License-Identifier: Apache-2.0
/**
 * The one check that people and CI run: format and lint, types, generated files up to date, every test. Each step is
 * counted beside the tests, so the closing line `N passed, N failed` leaves nothing out.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

function run(command: readonly string[]): boolean {
  const [program = '', ...args] = command;
  return spawnSync(program, args, { stdio: 'inherit' }).status === 0;
}

for (const step of STEPS) {
  const ok = run(step.command);
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${step.name}`);
  if (ok) passed += 1;
  else failed += 1;
}

const folder = mkdtempSync(join(tmpdir(), 'plumbline-check-'));
try {
  const report = join(folder, 'tests.json');
  const ok = run([local('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
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
