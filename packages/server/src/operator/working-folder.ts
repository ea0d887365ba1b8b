// SPDX-License-Identifier: Apache-2.0
/** Where a command finds the deployment that it is meant for. */
import { existsSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { type Config, ConfigError, type Environment, loadConfig } from '../config.ts';
import { storeUrl } from '../store/open.ts';

const SETTINGS_FILE = 'plumbline.yaml';
const DATABASE = storeUrl('data', null);
/** Settings that name a place, which stays relative to the caller's folder. */
const PLACES = /^PLUMBLINE_(?:CONFIG|\w+_(?:DIR|FILE))$/;

/**
 * `bin/plumbline` of a clone names that clone in PLUMBLINE_CLONE: its commands are about what `bin/up` serves, wherever they are
 * given. A folder that has settings or data of its own stays what is meant.
 * @param cwd the caller's folder
 */
export function workingFolder(env: Environment, cwd: string): string {
  const clone = env.PLUMBLINE_CLONE || cwd;
  const isOwn = [SETTINGS_FILE, DATABASE].some((name) => existsSync(join(cwd, name)));
  return isOwn || namesPlace(env) ? cwd : clone;
}

function namesPlace(env: Environment): boolean {
  return Object.entries(env).some(([name, value]) => PLACES.test(name) && value && !isAbsolute(value));
}

/** @throws ConfigError with all problems */
export function commandConfig(env: Environment, options?: Parameters<typeof loadConfig>[2]): Config {
  return loadConfig(env, workingFolder(env, process.cwd()), options);
}

/** False where the first start, or the first key, would make one. @throws the system's error where it cannot be told */
export function hasDatabase({ dataDir, secrets }: Config): boolean {
  if (secrets.databaseUrl !== null) return true;
  try {
    statSync(storeUrl(dataDir, null));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** An empty database would answer as one that holds nothing. @throws ConfigError where there is none */
export function requireDatabase(config: Config): void {
  if (hasDatabase(config)) return;
  throw new ConfigError([
    `there is no database ${storeUrl(config.dataDir, null)}; another data folder is named by PLUMBLINE_DATA_DIR, or by data_dir in ${SETTINGS_FILE}`,
  ]);
}
