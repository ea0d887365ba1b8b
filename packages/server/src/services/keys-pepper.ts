// SPDX-License-Identifier: Apache-2.0
import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';
import { makeFolder } from '../folder.ts';
import type { KeyStore } from '../store/store.ts';

const PEPPER_FILE = 'key-pepper';
const PEPPER_BYTES = 32;
const MIN_CONFIGURED_CHARACTERS = 32;
const FILE_MODE = 0o600;

/**
 * The secret under which keys are hashed: the configured one, else one that is made on first start. Processes on several
 * machines need the configured one.
 * @param configured PLUMBLINE_KEY_PEPPER
 * @throws ConfigError when the configured one is too short, the file is damaged, or it is missing and keys need it
 */
export async function openPepper(
  dataDir: string,
  configured: string | null,
  keys: Pick<KeyStore, 'list'>,
  nowMs: number,
): Promise<Uint8Array> {
  const known = knownPepper(dataDir, configured);
  if (known !== null) return known;
  const problem = await lostPepper(dataDir, keys, nowMs);
  if (problem !== null) throw new ConfigError([problem]);
  return createPepper(dataDir, join(dataDir, PEPPER_FILE));
}

/** As `openPepper`, and makes none. @returns null where there is none yet */
export function knownPepper(dataDir: string, configured: string | null): Uint8Array | null {
  if (configured === null) return readPepper(join(dataDir, PEPPER_FILE));
  if (configured.length < MIN_CONFIGURED_CHARACTERS)
    throw new ConfigError([`PLUMBLINE_KEY_PEPPER: needs at least ${MIN_CONFIGURED_CHARACTERS} characters`]);
  return Buffer.from(configured, 'utf8');
}

/**
 * A new one would turn away every key that was issued under the one that is gone: after a restore, or on a second machine.
 * Asked where none is known. @returns null where no issued key needs it
 */
export async function lostPepper(dataDir: string, keys: Pick<KeyStore, 'list'>, nowMs: number): Promise<string | null> {
  const inUse = (await keys.list()).filter(
    ({ state, expiresAtMs }) => state !== 'revoked' && (expiresAtMs ?? Infinity) > nowMs,
  );
  if (inUse.length === 0) return null;
  return (
    `${join(dataDir, PEPPER_FILE)}: is missing, and ${inUse.length} issued key${inUse.length === 1 ? '' : 's'} cannot be checked without it: put a ` +
    'copy in its place or set PLUMBLINE_KEY_PEPPER; where no copy is left, write 64 random hexadecimal digits there, which ' +
    'makes the keys issued so far void'
  );
}

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
  makeFolder(dataDir);
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
