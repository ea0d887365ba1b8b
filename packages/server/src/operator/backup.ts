// SPDX-License-Identifier: Apache-2.0
/** `plumbline backup DEST`: a consistent copy beside a running service, verified before it counts as one. */
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { ConfigError } from '../config.ts';
import { makeFolder } from '../folder.ts';
import { openStore, storeUrl } from '../store/open.ts';
import {
  CHECKPOINT_FILE,
  DATABASE_FILE,
  type Manifest,
  syncPath,
  writeDurably,
  writeManifest,
} from './backup-folder.ts';
import { ArgumentError, exitCodeOf, type OperatorIo } from './keys-deployment.ts';
import { ledgerProblem, type StoredLedger, verifyStoredLedger } from './stored-ledger.ts';
import { commandConfig, requireDatabase } from './working-folder.ts';

const USAGE = 'Usage: plumbline backup DEST [--json]\n';
const FILE_MODE = 0o600;
const BUSY_TIMEOUT_MS = 10_000;

/** @returns exit code: 0, 1 when it could not be done or the ledger is broken, 2 for wrong arguments */
export function runBackup(args: string[], io: OperatorIo): Promise<number> {
  return exitCodeOf(io, USAGE, async () => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } });
    const [dest, ...more] = positionals;
    if (dest === undefined || more.length > 0)
      throw new ArgumentError('backup: name one folder that does not exist yet');
    const source = databaseFile(io);
    prepareFolder(dest);
    copyDatabase(source, join(dest, DATABASE_FILE));
    const ledger = await verifyCopy(join(dest, DATABASE_FILE));
    if (ledger?.checkpoint) writeDurably(join(dest, CHECKPOINT_FILE), ledger.checkpoint);
    const manifest = await writeManifest(dest, { made_at: new Date().toISOString(), ledger: ledgerFacts(ledger) });
    const problem = ledger && ledgerProblem(ledger);
    if (problem) throw new ConfigError([`${dest} holds the copy, but its ledger does not verify: ${problem}`]);
    io.stdout.write(values.json ? `${JSON.stringify(manifest)}\n` : saying(dest, manifest));
  });
}

/** @throws ConfigError for PostgreSQL, which has its own tools, and where there is no database */
function databaseFile(io: OperatorIo): string {
  const config = commandConfig(io.env);
  if (config.secrets.databaseUrl !== null) {
    throw new ConfigError([
      "this deployment is on PostgreSQL: use 'pg_dump --format=custom', which is consistent by itself; after pg_restore, " +
        "'plumbline restore --verify' proves the ledger before the service signs again",
    ]);
  }
  requireDatabase(config);
  return storeUrl(config.dataDir, null);
}

function prepareFolder(dest: string): void {
  makeFolder(dest);
  if (readdirSync(dest).length > 0)
    throw new ArgumentError(`backup: ${dest} is not empty; an older backup is never written over`);
}

/** VACUUM INTO copies one moment of the database, whatever others write meanwhile, and leaves out erased bytes. */
function copyDatabase(source: string, dest: string): void {
  const db = new DatabaseSync(source, { timeout: BUSY_TIMEOUT_MS });
  try {
    db.prepare('VACUUM INTO ?').run(dest);
  } finally {
    db.close();
  }
  chmodSync(dest, FILE_MODE);
  syncPath(dest);
}

async function verifyCopy(file: string): Promise<StoredLedger | null> {
  const store = await openStore({ url: file });
  try {
    return await verifyStoredLedger(store.ledger);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new ConfigError([`${file} holds the copy, but its ledger cannot be read: ${error.message}`]);
  } finally {
    await store.close();
  }
}

function ledgerFacts(ledger: StoredLedger | null): Manifest['ledger'] {
  if (ledger === null) return null;
  const { origin, genesis, report } = ledger;
  return { origin, genesis, size: report.size, head: report.head, checkpoint_size: report.checkpointSize };
}

function saying(dest: string, { ledger }: Manifest): string {
  const what = ledger
    ? `ledger ${ledger.origin}: ${ledger.size} entries, verified; checkpoint of ${ledger.checkpoint_size ?? 'no'} entries\n`
    : 'the ledger has not been begun\n';
  const keys =
    'Not in it, on purpose: the private keys of the ledger and the key pepper. Keep copies of them elsewhere.\n';
  return `backed up to ${dest}\n${what}${keys}`;
}
