// SPDX-License-Identifier: Apache-2.0
/**
 * Puts the server, its judging threads and the command line, with the packages that they load at every start, into a few files: two thousand
 * modules take longer to find and read than to run. `bin/up` and `bin/plumbline` call it when a source has changed.
 *
 *   node scripts/bundle.ts FOLDER     makes FOLDER/<moment>/{server,cli,judge-worker}.mjs and points FOLDER/current there
 *
 * Beside them lie the tables of the rules that ship, made by the programs that read them.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const PROGRAMS = {
  server: join(ROOT, 'packages/server/src/main.ts'),
  cli: join(ROOT, 'packages/cli/src/main.ts'),
  // Threads too: what changes on disk while a service runs must not judge beside what it started with.
  'judge-worker': join(ROOT, 'packages/server/src/services/judge-worker.ts'),
  'rule-tables': join(ROOT, 'packages/cli/src/rule-tables.ts'),
};
/** What a source finds beside itself, and the bundle beside the bundle. */
const BESIDE = { './judge-worker.ts': './judge-worker.mjs', './rule-tables.bin': './rule-tables.bin' };
/** These find files of their own beside their modules, or are loaded by few services only. */
const LEFT_OUT =
  /^(?:piscina|pino|pg|recheck|ai|zod|@ai-sdk\/.*|@echogarden\/.*|@bjorn3\/.*|wasm-media-encoders)(?:\/|$)/;
/** A running service still loads parts of the bundle that it was started from, and starts its threads from it. */
const KEPT = 8;

const [argument] = process.argv.slice(2);
if (argument === undefined) throw new Error('usage: node scripts/bundle.ts FOLDER');
const bundles = resolve(argument);
const name = `${Date.now()}-${process.pid}`;
try {
  await bundle(join(bundles, name));
  pointTo(name);
  removeOld();
} catch (error) {
  // A disk that is full must not be filled further by each start.
  for (const left of [name, `link-${name}`]) rmSync(join(bundles, left), { recursive: true, force: true });
  process.stderr.write(`${bundles}: ${reasonOf(error)}\n`);
  process.exitCode = 1;
}

async function bundle(target: string): Promise<void> {
  mkdirSync(target, { recursive: true });
  // Before the first source is read: what changes from here on is newer.
  writeFileSync(join(target, 'begun'), '');
  const made = await rolldown({
    input: PROGRAMS,
    platform: 'node',
    // What is constant in one source is so in all: 2 % less of a check's processor time.
    optimization: { inlineConst: { mode: 'all', pass: 3 } },
    external: [/^node:/, LEFT_OUT],
    plugins: [keepPlaces(target)],
    logLevel: 'silent',
  });
  await made.write({
    dir: target,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: 'part-[hash].mjs',
    sourcemap: true,
  });
  await made.close();
  writeTables(target);
}

/** Without them a start makes its own, which takes it half a second longer; and where the rules have a fault it says so. */
function writeTables(target: string): void {
  const file = join(target, 'rule-tables.bin');
  const { status } = spawnSync(process.execPath, [join(target, 'rule-tables.mjs'), file], { stdio: 'ignore' });
  if (status === 0) return;
  rmSync(file, { force: true });
  process.stderr.write('plumbline: the tables of the rules could not be made beforehand: each start makes its own\n');
}

/** The bundler wraps what the system says in a report of its own insides. */
function reasonOf(error: unknown): string {
  const { message } = error as Error;
  return /^.*\(os error \d+\)$/m.exec(message)?.[0].trim() ?? message;
}

/** A source finds files by its own place. From the bundle that is a way relative to it, so that a clone may be moved. */
function keepPlaces(target: string): Plugin {
  return {
    name: 'keep-places',
    transform(code, file) {
      if (!code.includes('import.meta.') || file.includes('node_modules')) return null;
      const url = (path: string) => `new URL(${JSON.stringify(relative(target, path))}, import.meta.url)`;
      const found = Object.entries(BESIDE).reduce(
        (text, [source, made]) => text.replaceAll(`new URL('${source}', import.meta.url)`, `new URL('${made}', HERE)`),
        code,
      );
      return found
        .replaceAll('import.meta.url', `${url(file)}.href`)
        .replaceAll('import.meta.dirname', `process.getBuiltinModule('node:url').fileURLToPath(${url(dirname(file))})`)
        .replaceAll('HERE)', 'import.meta.url)');
    },
  };
}

/** In one step: a second start finds the old or the new one. */
function pointTo(name: string): void {
  const link = join(bundles, `link-${name}`);
  symlinkSync(name, link);
  renameSync(link, join(bundles, 'current'));
}

/** By when they were begun, whatever their names say: a clock may have gone back. */
function removeOld(): void {
  const made = readdirSync(bundles)
    .filter((entry) => entry !== name && /^\d+-\d+$/.test(entry))
    .map((entry) => ({ entry, begunMs: statSync(join(bundles, entry)).mtimeMs }))
    .sort((a, b) => b.begunMs - a.begunMs);
  for (const { entry } of made.slice(KEPT)) rmSync(join(bundles, entry), { recursive: true, force: true });
}
