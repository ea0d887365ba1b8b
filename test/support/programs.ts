// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCES = { server: 'packages/server/src/main.ts', cli: 'packages/cli/src/main.ts' } as const;
const CHOOSE = '. bin/node-env.sh; choose_program "$1" "$2"; echo "$PROGRAM"';

/** The file that `bin/up` or `bin/plumbline` runs: the bundle, made anew where a source has changed. */
export function programFile(name: keyof typeof SOURCES): string {
  return execFileSync('bash', ['-euc', CHOOSE, 'bash', name, SOURCES[name]], { cwd: ROOT, encoding: 'utf8' }).trim();
}
