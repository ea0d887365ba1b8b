// SPDX-License-Identifier: Apache-2.0
import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';

const PEPPER_FILE = 'key-pepper';
const PEPPER_BYTES = 32;
const MIN_CONFIGURED_CHARACTERS = 32;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * The secret under which keys are hashed: the configured one, else one that is made on first start. Processes on several
 * machines need the configured one.
 * @param configured PLUMBLINE_KEY_PEPPER
 * @throws ConfigError when the configured one is too short or the file is damaged
 */
export function loadPepper(dataDir: string, configured: string | null): Uint8Array {
  if (configured !== null) {
    if (configured.length < MIN_CONFIGURED_CHARACTERS)
      throw new ConfigError([`PLUMBLINE_KEY_PEPPER: needs at least ${MIN_CONFIGURED_CHARACTERS} characters`]);
    return Buffer.from(configured, 'utf8');
  }
  const file = join(dataDir, PEPPER_FILE);
  return readPepper(file) ?? createPepper(dataDir, file);
}

/** As `loadPepper`, and makes none. @returns null where there is none yet */
export const knownPepper = (dataDir: string, configured: string | null): Uint8Array | null =>
  configured === null ? readPepper(join(dataDir, PEPPER_FILE)) : loadPepper(dataDir, configured);

function readPepper(file: string): Uint8Array | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new ConfigError([`${file}: is damaged, and keys cannot be checked without it: put a copy in its place`]);
  return Buffer.from(text, 'hex');
}

/** Written aside and linked into place: of two processes that start at once, both end up with the one that came first. */
function createPepper(dataDir: string, file: string): Uint8Array {
  mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE });
  const aside = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  writeFileSync(aside, `${randomBytes(PEPPER_BYTES).toString('hex')}\n`, { mode: FILE_MODE, flag: 'wx', flush: true });
  try {
    linkSync(aside, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(aside);
  }
  const pepper = readPepper(file);
  if (pepper === null) throw new ConfigError([`${file}: could not be made`]);
  return pepper;
}

/** How a key is stored (contract 1.4). */
export function keyHash(pepper: Uint8Array, key: string): Buffer {
  return createHmac('sha256', pepper).update(key, 'utf8').digest();
}
