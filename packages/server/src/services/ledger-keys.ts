// SPDX-License-Identifier: Apache-2.0
/**
 * The private keys of the ledger: one file a role, PKCS #8 in PEM, readable by the owner alone. Made once, before there is
 * a ledger; from then on a missing key is a loss to report and never a reason to make another.
 */
import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignatureAlgorithm, Signer } from '@plumbline/core/seal/crypto.ts';
import { createNodeSigner, hasMlDsa44 } from '../crypto.ts';
import { makeFolder } from '../folder.ts';

/** Folder in the data folder, unless `ledger.keys_dir` names another. */
export const LEDGER_KEYS_FOLDER = 'ledger-keys';
const FILE_MODE = 0o600;
const OTHERS = 0o077;

/** The test issuer signs for test keys and stands in no policy. */
export const KEY_FILES = {
  log: 'ed25519',
  'log-mldsa44': 'ml-dsa-44',
  issuer: 'ed25519',
  'issuer-mldsa44': 'ml-dsa-44',
  anchor: 'ed25519',
  'test-issuer': 'ed25519',
} as const satisfies Readonly<Record<string, SignatureAlgorithm>>;
export type KeyName = keyof typeof KEY_FILES;

const NAMES = Object.keys(KEY_FILES) as KeyName[];

/** Beside the log key while one follows another: both sign checkpoints, as long as the policy in force names both. */
export const OVERLAP_FILES = { next: 'log.next.pem', former: 'log.former.pem' } as const;

/** Of the other roles the key that `keys ledger rotate` has made: it signs from the policy on that names it alone. */
const SUCCESSORS = ['issuer', 'anchor'] as const;

/** Beside the issuer's ML-DSA-44 key the one before it or after it: bundles may need either (`issuer-mldsa44.former.pem`). */
const OTHER_SECONDS = /^issuer-mldsa44\.[\w-]+\.pem$/;

/** What could be read, and why something could not. */
export interface Keyring {
  readonly signers: Readonly<Partial<Record<KeyName, Signer>>>;
  readonly overlap: Readonly<Partial<Record<keyof typeof OVERLAP_FILES, Signer>>>;
  readonly successors: Readonly<Partial<Record<(typeof SUCCESSORS)[number], Signer>>>;
  /** ML-DSA-44 keys of the issuer, the one in place first: they sign certificates that are taken along. */
  readonly seconds: readonly Signer[];
  /** Those of them that are not in place, by what their file says after the role: `former`, `next`. */
  readonly otherSeconds: ReadonlyMap<string, Signer>;
  readonly problems: readonly string[];
}

export function keyFile(folder: string, name: KeyName): string {
  return join(folder, `${name}.pem`);
}

/** Reads what is there. Never throws for a file that is missing, open to others or damaged: it is a problem to report. */
export function readKeyring(folder: string): Keyring {
  const signers: Partial<Record<KeyName, Signer>> = {};
  const problems: string[] = [];
  for (const name of NAMES) {
    const found = readSigner(folder, `${name}.pem`, KEY_FILES[name]);
    if (typeof found === 'string') problems.push(found);
    else if (found !== null) signers[name] = found;
  }
  const overlap: Partial<Record<keyof typeof OVERLAP_FILES, Signer>> = {};
  for (const name of ['next', 'former'] as const) {
    const found = readSigner(folder, OVERLAP_FILES[name], 'ed25519');
    if (typeof found === 'string') problems.push(found);
    else if (found !== null) overlap[name] = found;
  }
  const successors: Partial<Record<(typeof SUCCESSORS)[number], Signer>> = {};
  for (const name of SUCCESSORS) {
    const found = readSigner(folder, `${name}.next.pem`, 'ed25519');
    if (typeof found === 'string') problems.push(found);
    else if (found !== null) successors[name] = found;
  }
  const seconds = signers['issuer-mldsa44'] === undefined ? [] : [signers['issuer-mldsa44']];
  const otherSeconds = new Map<string, Signer>();
  for (const name of filesIn(folder).filter((name) => OTHER_SECONDS.test(name))) {
    const found = readSigner(folder, name, 'ml-dsa-44');
    if (typeof found === 'string') problems.push(found);
    else if (found !== null) otherSeconds.set(name.split('.')[1] as string, found);
  }
  seconds.push(...otherSeconds.values());
  return { signers, overlap, successors, seconds, otherSeconds, problems };
}

/** In the order of their names; none where there is no folder yet. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Makes the keys that are not there yet. Only for a ledger that does not exist yet. */
export function createKeyring(folder: string): Keyring {
  makeFolder(folder);
  for (const name of NAMES) {
    if (KEY_FILES[name] === 'ml-dsa-44' && !hasMlDsa44()) continue;
    if (readSigner(folder, `${name}.pem`, KEY_FILES[name]) === null) createKey(folder, name);
  }
  return readKeyring(folder);
}

/** Null: there is no such file. A text: why it cannot be used. */
function readSigner(folder: string, name: string, algorithm: SignatureAlgorithm): Signer | string | null {
  const file = join(folder, name);
  let pem: string;
  try {
    if ((statSync(file).mode & OTHERS) !== 0) return `the key file ${name} is open to others; chmod 600 closes it`;
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return `the key file ${name} cannot be read: ${(error as NodeJS.ErrnoException).code}`;
  }
  try {
    const signer = createNodeSigner(createPrivateKey(pem));
    return signer.algorithm === algorithm ? signer : `the key file ${name} holds a key of another algorithm`;
  } catch {
    return `the key file ${name} is damaged`;
  }
}

/** Written aside and linked into place: of two processes that start at once, both end up with the key that came first. */
function createKey(folder: string, name: KeyName): void {
  const pair = KEY_FILES[name] === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ml-dsa-44');
  const aside = join(folder, `.${name}.${process.pid}.${randomBytes(6).toString('hex')}`);
  const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(aside, pem, { mode: FILE_MODE, flag: 'wx', flush: true });
  try {
    linkSync(aside, keyFile(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(aside);
  }
}
