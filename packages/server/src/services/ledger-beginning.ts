// SPDX-License-Identifier: Apache-2.0
/**
 * Whether a ledger may be begun with the keys that are there. Keys without a ledger have mostly signed one that was lost, and
 * a second genesis by the same keys is a second history. So keys carry a mark from before they are made until genesis is on
 * disk: a start that died in between goes on, and any other start on an empty database finds keys without it and refuses.
 */
import { closeSync, existsSync, fsyncSync, openSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';
import { makeFolder } from '../folder.ts';
import { LEDGER_KEYS_FOLDER, readKeyring } from './ledger-keys.ts';
import { RECOVERY } from './signed-for.ts';

/** In the folder of the keys: they have signed nothing yet. */
export const UNUSED_MARK = 'not-used-yet';
const FILE_MODE = 0o600;

/** @returns why no ledger may be begun with what is in the folder; null when one may */
export function beginningProblem(keysDir: string): string | null {
  if (existsSync(join(keysDir, UNUSED_MARK))) return null;
  const { signers, overlap, successors, problems } = readKeyring(keysDir);
  const names = [signers, overlap, successors].flatMap((keys) => Object.keys(keys));
  if (names.length + problems.length === 0) return null;
  return `the database holds no ledger, and ${keysDir} holds ledger keys (${[...names, ...problems].join(', ')}) that may have signed one which was lost; ${RECOVERY}. To begin another ledger on purpose, move the keys away: new ones are made (the default folder is ${LEDGER_KEYS_FOLDER} in the data folder). Only for keys that have never signed anything make an empty file ${UNUSED_MARK} beside them`;
}

/** Before the keys are made. */
export function markUnused(keysDir: string): void {
  makeFolder(keysDir);
  const mark = openSync(join(keysDir, UNUSED_MARK), 'a', FILE_MODE);
  fsyncSync(mark);
  closeSync(mark);
  syncFolder(keysDir);
}

/** Once genesis is on disk, and where an earlier start did not get so far. @throws ConfigError where the mark cannot be taken away */
export function markUsed(keysDir: string): void {
  const mark = join(keysDir, UNUSED_MARK);
  try {
    unlinkSync(mark);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    const why = (error as Error).message;
    throw new ConfigError([`${mark} cannot be removed, and the keys beside it have signed: remove it (${why})`]);
  }
  syncFolder(keysDir);
}

/** A name is on disk once its folder is. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
