// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { buildRuleset } from '@plumbline/core/engine/ruleset.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { ConfigError, type Settings } from '../config.ts';
import { KeyService } from '../services/keys.ts';
import { openPepper } from '../services/keys-pepper.ts';
import { type TierTable, tierTable } from '../services/tiers.ts';
import { openStore, storeUrl } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import { systemProblem } from '../store/system-problem.ts';
import { commandConfig, hasDatabase, requireDatabase } from './working-folder.ts';

/** What an operator's command may touch. */
export interface OperatorIo {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For callers that run many commands by the same rules. */
  readonly build?: typeof buildRuleset;
}

/** The command's words were wrong: exit code 2. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

/** A deployment's data as a command sees it, beside a server that may be running. */
export interface Deployment {
  readonly store: Store;
  readonly keys: KeyService;
  readonly tiers: TierTable;
  readonly settings: Settings;
}

/**
 * Opens the data folder or database of the environment, and closes it when `action` is done.
 * @param mayBegin whether the command makes sense for a database that it makes itself
 * @throws ConfigError where there is no database, and the command begins none
 */
export async function withDeployment<T>(
  io: OperatorIo,
  action: (deployment: Deployment) => Promise<T>,
  { mayBegin = false } = {},
): Promise<T> {
  const config = commandConfig(io.env, { needsModelKeys: false });
  if (!mayBegin) requireDatabase(config);
  const begins = mayBegin && !hasDatabase(config);
  const tiers = tierTable(config.settings.tiers);
  const store = await openStore({
    url: storeUrl(config.dataDir, config.secrets.databaseUrl),
    recordDays: config.settings.retention.record_days,
    hashDays: config.settings.airlock.hash_days,
  });
  if (begins) io.stderr.write(`a new database is made: ${storeUrl(config.dataDir, null)}\n`);
  try {
    const keys = new KeyService({
      store: store.keys,
      pepper: await openPepper(config.dataDir, config.secrets.keyPepper, store.keys, Date.now()),
      prefix: config.settings.key_prefix,
      tiers,
      nowMs: Date.now,
      randomBytes,
    });
    return await action({ store, keys, tiers, settings: config.settings });
  } finally {
    await store.close();
  }
}

/** Runs a command; errors that a person can mend become one line on stderr. */
export async function exitCodeOf(io: OperatorIo, usage: string, command: () => Promise<void>): Promise<number> {
  try {
    await command();
    return 0;
  } catch (error) {
    if (error instanceof ArgumentError || isParseArgsError(error)) {
      io.stderr.write(`${(error as Error).message}\n\n${usage}`);
      return 2;
    }
    if (error instanceof PlumblineError && error.status < 500) {
      io.stderr.write(`${error.detail}\n`);
      return error.code === 'invalid_value' ? 2 : 1;
    }
    if (error instanceof ConfigError || error instanceof PlumblineError) {
      // Callers are told no more than that the store does not work; whoever runs it needs to know why.
      const why = error.cause instanceof Error ? ` (${error.cause.message})` : '';
      io.stderr.write(`${error.message}${why}\n`);
      return 1;
    }
    const problem = error instanceof StoreError ? error.message : systemProblem(error);
    if (problem === null) throw error;
    io.stderr.write(`${problem}\n`);
    return 1;
  }
}

/** What node:util parseArgs throws about wrong options. */
function isParseArgsError(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}
