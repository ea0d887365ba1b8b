// SPDX-License-Identifier: Apache-2.0
/** `plumbline witness`: watches logs from outside, as a process of its own with its own key and memory. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { EXIT, type Io, UsageError } from '../io.ts';
import { readTrustedKeys } from '../verify/trust.ts';
import { initWitness, type OpenWitness, openWitness, trustLogs } from '../witness/folder.ts';
import { witnessServer } from '../witness/server.ts';

const DEFAULT_PORT = '8788';

const VERBS: Readonly<Record<string, (args: string[], io: Io) => Promise<number>>> = {
  init,
  trust,
  key,
  status,
  serve,
};

export function witnessCommand(args: string[], io: Io): Promise<number> {
  const [verb = '', ...rest] = args;
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!run) throw new UsageError(`usage: plumbline witness ${Object.keys(VERBS).join('|')} --dir DIR ...`);
  return run(rest, io);
}

function folderOf(dir: string | undefined): string {
  if (dir === undefined) throw new UsageError('--dir DIR is missing: the folder of the witness');
  return dir;
}

async function withWitness(
  dir: string | undefined,
  action: (open: OpenWitness) => void | Promise<void>,
  options: { readonly isNew?: boolean } = {},
): Promise<number> {
  const open = openWitness(folderOf(dir), options);
  try {
    await action(open);
  } finally {
    open.store.close();
  }
  return EXIT.pass;
}

async function init(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { dir: { type: 'string' }, name: { type: 'string' }, log: { type: 'string', multiple: true } },
  });
  if (values.name === undefined) throw new UsageError('--name NAME is missing, such as witness.example/w1');
  const { vkeys } = readTrustedKeys(values.log ?? []);
  initWitness(folderOf(values.dir), values.name);
  return withWitness(
    values.dir,
    ({ store, witness }) => {
      trustLogs(store, vkeys);
      io.stdout.write(`${witness.vkey}\n`);
    },
    { isNew: true },
  );
}

async function trust(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { dir: { type: 'string' } } });
  const { vkeys } = readTrustedKeys(positionals);
  if (vkeys.length === 0) throw new UsageError('usage: plumbline witness trust VKEY|FILE ... --dir DIR');
  return withWitness(values.dir, ({ store }) => {
    trustLogs(store, vkeys);
    io.stdout.write(`${store.origins().join('\n')}\n`);
  });
}

async function key(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({ args, options: { dir: { type: 'string' } } });
  return withWitness(values.dir, ({ witness }) => void io.stdout.write(`${witness.vkey}\n`));
}

async function status(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({ args, options: { dir: { type: 'string' } } });
  return withWitness(values.dir, ({ store }) => {
    for (const origin of store.origins()) {
      const seen = store.find(origin);
      const what = seen ? `${seen.size} entries, seen ${new Date(seen.atMs).toISOString()}` : 'nothing seen yet';
      io.stdout.write(`${origin}  ${what}\n`);
    }
  });
}

async function serve(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      dir: { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: DEFAULT_PORT },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError('--port must be a port');
  return withWitness(values.dir, async ({ name, witness }) => {
    const server = witnessServer(witness, (error) => io.stderr.write(`${(error as Error).message}\n`));
    server.listen({ host: values.host, port });
    await Promise.race([once(server, 'listening'), once(server, 'error').then(([error]) => refuseListening(error))]);
    const { port: bound } = server.address() as AddressInfo;
    io.stdout.write(
      `${name} listens on http://${values.host.includes(':') ? `[${values.host}]` : values.host}:${bound}\n`,
    );
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
    server.closeIdleConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}

function refuseListening(error: unknown): never {
  throw new UsageError(`cannot listen: ${(error as Error).message}`);
}
