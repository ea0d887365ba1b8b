// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const COMPILER = join(ROOT, 'node_modules', 'assemblyscript', 'bin', 'asc.js');
const SOURCE = 'packages/core/kernels/index.ts';
/** No run-time library: the kernels allocate nothing. The same compiler and source give the same bytes everywhere. */
const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];
const LINE = 110;

/** The kernels, compiled, as a module that any platform can import. @throws Error with the compiler's own words */
export function kernelsModule(): string {
  const base64 = compiled().toString('base64');
  const lines = base64.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return [
    '// SPDX-License-Identifier: Apache-2.0',
    '// Generated from packages/core/kernels by npm run generate. Do not edit.',
    '',
    '/** WebAssembly in base64. */',
    'export const KERNELS: string = [',
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ].join('\n');
}

function compiled(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-kernels-'));
  try {
    const file = join(folder, 'kernels.wasm');
    const done = spawnSync(process.execPath, [COMPILER, SOURCE, ...OPTIONS, '--outFile', file], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    if (done.status !== 0) throw new Error(`the kernels do not compile:\n${done.stderr}`);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
