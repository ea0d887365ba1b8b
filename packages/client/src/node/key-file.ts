// SPDX-License-Identifier: Apache-2.0
/** Private keys in files: PKCS #8 PEM, readable by their owner alone. The key itself never leaves the signer. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { SignatureAlgorithm, Signer } from '@plumbline/core/seal/crypto.ts';
import { createNodeSigner } from './crypto.ts';

const OTHERS = 0o077;
const OWNER_ONLY = 0o600;
const MAX_KEY_FILE_BYTES = 65_536;

/** A key file that cannot be used, with the reason and, where there is one, the cure. Holds nothing of the key. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

/** @throws KeyFileError when it is missing, open to other users of the machine, or no key of ours */
export function readKeyFile(path: string): Signer {
  const key = readPrivateKey(path);
  try {
    return createNodeSigner(key);
  } catch {
    throw new KeyFileError(`${path}: holds neither an Ed25519 nor an ML-DSA-44 key`);
  }
}

function readPrivateKey(path: string): KeyObject {
  let pem: Buffer;
  try {
    const { mode, size } = statSync(path);
    // Windows has no such modes and reports them all as open.
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
      throw new KeyFileError(`${path}: is open to other users of this machine; 'chmod 600 ${path}' closes it`);
    }
    if (size > MAX_KEY_FILE_BYTES) throw new KeyFileError(`${path}: is too long to be a key`);
    pem = readFileSync(path);
  } catch (error) {
    if (error instanceof KeyFileError) throw error;
    throw new KeyFileError(`${path}: cannot be read: ${(error as Error).message}`);
  }
  try {
    return createPrivateKey(pem);
  } catch {
    throw new KeyFileError(`${path}: is no private key in PEM without a passphrase`);
  }
}

/**
 * Makes a key pair and writes the private half to a new file, on disk before this returns.
 * @throws KeyFileError when the file exists: a key that was written over cannot be had back
 */
export function writeNewKeyFile(path: string, algorithm: SignatureAlgorithm = 'ed25519'): Signer {
  const { privateKey } =
    algorithm === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ml-dsa-44' as 'ed25519');
  let file: number;
  try {
    file = openSync(path, 'wx', OWNER_ONLY);
  } catch (error) {
    throw new KeyFileError(`${path}: cannot be made: ${(error as Error).message}`);
  }
  try {
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return createNodeSigner(privateKey);
}

/** SPKI PEM of a public key, from its DER. */
export function publicPem(spki: Uint8Array): string {
  const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  return key.export({ type: 'spki', format: 'pem' }).toString();
}
