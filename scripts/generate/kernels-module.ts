// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const COMPILER = join(ROOT, 'node_modules', 'assemblyscript', 'bin', 'asc.js');
const SOURCE = 'packages/core/kernels/index.ts';
/** No run-time library: the kernels allocate nothing. The same compiler and source give the same bytes everywhere. */
const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];
const LINE = 110;
/** What was compiled stays beside the packages, under a digest of all that went into it: it takes three seconds. */
const CACHE = join(ROOT, 'node_modules/.cache/plumbline-kernels');
const INGREDIENTS = ['package-lock.json', 'packages/core/kernels/*.{ts,json}', 'scripts/generate/kernels-module.ts'];

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
  const kept = join(CACHE, `${digest()}.wasm`);
  if (!existsSync(kept)) compile(kept);
  return readFileSync(kept);
}

function digest(): string {
  const hash = createHash('sha256');
  for (const path of globSync(INGREDIENTS, { cwd: ROOT }).sort()) {
    const bytes = readFileSync(join(ROOT, path));
    hash.update(`${path} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

function compile(target: string): void {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'making-'));
  try {
    const file = join(folder, 'kernels.wasm');
    const done = spawnSync(process.execPath, [COMPILER, SOURCE, ...OPTIONS, '--outFile', file], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    if (done.status !== 0) throw new Error(`the kernels do not compile:\n${done.stderr}`);
    // In one step: what lies there under its name is whole.
    renameSync(file, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
