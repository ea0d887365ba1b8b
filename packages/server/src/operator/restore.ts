// SPDX-License-Identifier: Apache-2.0
/**
 * `plumbline restore [SRC]`: puts a backup in place, once it is proven to hold everything that was signed for. A ledger that
 * goes on from an older state would sign a second history; so what is behind is refused, and nothing overrides that.
 */
import { chmodSync, copyFileSync, existsSync, linkSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { type Config, ConfigError } from '../config.ts';
import { makeFolder } from '../folder.ts';
import { MEMORY_FILE } from '../services/ledger-memory.ts';
import { openStore, storeUrl } from '../store/open.ts';
import { StoreError } from '../store/store-error.ts';
import { CHECKPOINT_FILE, DATABASE_FILE, readBackup, syncPath } from './backup-folder.ts';
import { ArgumentError, exitCodeOf, type OperatorIo } from './keys-deployment.ts';
import { readCheckpointAt } from './remembered-source.ts';
import {
  ledgerProblem,
  type Remembered,
  rememberedProblem,
  type StoredLedger,
  verifyStoredLedger,
} from './stored-ledger.ts';
import { commandConfig, requireDatabase } from './working-folder.ts';

const USAGE = `Usage: plumbline restore SRC [--verify] [--checkpoint FILE|URL ...] [--genesis HASH] [--replace] [--dry-run]
       plumbline restore --verify [--checkpoint FILE|URL ...] [--genesis HASH]     the database that is in place
`;
const FILE_MODE = 0o600;

interface RestoreOptions {
  readonly checkpoints: readonly string[];
  readonly genesis: string | undefined;
  readonly replace: boolean;
  readonly dryRun: boolean;
}

/** @returns exit code: 0, 1 when it is refused, 2 for wrong arguments */
export function runRestore(args: string[], io: OperatorIo): Promise<number> {
  return exitCodeOf(io, USAGE, async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        // Verification is not optional: the flag says aloud what happens anyway.
        verify: { type: 'boolean', default: false },
        checkpoint: { type: 'string', multiple: true, default: [] },
        genesis: { type: 'string' },
        replace: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    });
    const [source, ...more] = positionals;
    if (more.length > 0 || (source === undefined && !values.verify))
      throw new ArgumentError('restore: name one backup');
    const { checkpoint: checkpoints, genesis, replace } = values;
    const options = { checkpoints, genesis, replace, dryRun: values['dry-run'] };
    const config = commandConfig(io.env);
    const told = source === undefined ? await verifyInPlace(config, options) : await restore(source, config, options);
    io.stdout.write(`${told}\n`);
  });
}

/** The database that the deployment has: after a restore by other tools, PostgreSQL's among them. */
async function verifyInPlace(config: Config, options: RestoreOptions): Promise<string> {
  const url = storeUrl(config.dataDir, config.secrets.databaseUrl);
  requireDatabase(config);
  const remembered = [...memoryOf(config), ...(await given(options.checkpoints))];
  return `in place: ${proven(await proveDatabase(url, remembered, options.genesis))}`;
}

async function restore(source: string, config: Config, options: RestoreOptions): Promise<string> {
  if (config.secrets.databaseUrl !== null) {
    throw new ConfigError(["this deployment is on PostgreSQL: use pg_restore, then 'plumbline restore --verify'"]);
  }
  await readBackup(source);
  const target = storeUrl(config.dataDir, null);
  const inBackup = checkpointFile(join(source, CHECKPOINT_FILE), 'the checkpoint of the backup');
  const inPlace = existsSync(target) ? await newestIn(target) : [];
  const remembered = [...inBackup, ...memoryOf(config), ...inPlace, ...(await given(options.checkpoints))];
  makeFolder(config.dataDir);
  // Beside its place, so that the last step is a rename; opened there, since opening must not write into the backup.
  const aside = mkdtempSync(join(config.dataDir, 'restoring-'));
  try {
    const copy = join(aside, DATABASE_FILE);
    copyFileSync(join(source, DATABASE_FILE), copy);
    chmodSync(copy, FILE_MODE);
    const ledger = await proveDatabase(copy, remembered, options.genesis);
    if (options.dryRun) return `would restore: ${proven(ledger)}`;
    refuseLeftovers(target);
    const kept = existsSync(target) ? keepAside(target, options.replace) : null;
    syncPath(copy);
    renameSync(copy, target);
    syncPath(dirname(target));
    return `restored: ${proven(ledger)}${kept ? `\nthe former database is ${kept}` : ''}`;
  } finally {
    rmSync(aside, { recursive: true });
  }
}

/** @throws ConfigError with every reason why this database must not be used */
async function proveDatabase(
  url: string,
  remembered: readonly Remembered[],
  genesis: string | undefined,
): Promise<StoredLedger | null> {
  const store = await openStore({ url }).catch(asRefusal);
  try {
    const { chain } = store.ledger;
    const ledger = await verifyStoredLedger(store.ledger).catch(asRefusal);
    if (ledger === null) {
      if (remembered.length === 0 && genesis === undefined) return null;
      throw new ConfigError([
        `refused: it has no ledger, and ${remembered[0]?.who ?? '--genesis'} says that there was one`,
      ]);
    }
    const problems = [ledgerProblem(ledger)];
    if (genesis !== undefined && genesis !== ledger.genesis) problems.push(`its genesis is ${ledger.genesis}`);
    for (const one of remembered) problems.push(await rememberedProblem(ledger, one, chain));
    const found = problems.filter((problem) => problem !== null);
    if (found.length > 0) throw new ConfigError(found.map((problem) => `refused: ${problem}`));
    return ledger;
  } finally {
    await store.close();
  }
}

/** Damage that no check gets to see is a reason like any other. */
function asRefusal(error: unknown): never {
  if (error instanceof FormatError || isSqliteError(error))
    throw new ConfigError([`refused: ${(error as Error).message}`]);
  throw error;
}

function isSqliteError(error: unknown): boolean {
  const cause = error instanceof StoreError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_SQLITE_ERROR';
}

function proven(ledger: StoredLedger | null): string {
  if (ledger === null) return 'a database whose ledger has not been begun';
  const { origin, genesis, report } = ledger;
  const erased = report.erasures.length === 0 ? '' : ` (payloads erased by law: ${report.erasures.length})`;
  return `${origin}, ${report.size} entries, every one verified${erased}; genesis ${genesis}, head ${report.head}`;
}

const memoryOf = (config: Config) => checkpointFile(join(config.dataDir, MEMORY_FILE), 'the data folder');

function checkpointFile(path: string, who: string): Remembered[] {
  return existsSync(path) ? [{ who, note: readFileSync(path, 'utf8') }] : [];
}

const given = (places: readonly string[]) => Promise.all(places.map(readCheckpointAt));

/** What the database that is to be replaced knows; one that is too damaged to say so knows nothing. */
async function newestIn(file: string): Promise<Remembered[]> {
  try {
    const store = await openStore({ url: file });
    try {
      const newest = await store.ledger.chain.checkpoints.newest();
      return newest ? [{ who: 'the database in place', note: newest.note }] : [];
    } finally {
      await store.close();
    }
  } catch (error) {
    if (isSqliteError(error)) return [];
    throw error;
  }
}

/**
 * Gives the database in place a second name, so that the rename over it loses nothing and a crash leaves one of the two.
 * @throws ConfigError unless that was asked for and nobody has it open
 */
function keepAside(target: string, replace: boolean): string {
  if (!replace) throw new ConfigError([`${target} is in place; --replace keeps it under another name`]);
  const db = new DatabaseSync(target);
  try {
    // Leaving write-ahead mode empties the log into the one file, and is refused while another process has it open.
    db.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('locked'))) throw error;
    throw new ConfigError([`${target} is open in another process: stop the service first`]);
  } finally {
    db.close();
  }
  const kept = `${target}.${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  linkSync(target, kept);
  return kept;
}

/** A log of another database would be played into the restored one. */
function refuseLeftovers(target: string): void {
  const leftover = [`${target}-wal`, `${target}-journal`].find((path) => existsSync(path) && !existsSync(target));
  if (leftover) throw new ConfigError([`${leftover} is left over from a database that is gone: move it away first`]);
}
