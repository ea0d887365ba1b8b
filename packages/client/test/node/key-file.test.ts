// SPDX-License-Identifier: Apache-2.0
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeSpki } from '@plumbline/core/seal/spki.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNodeCrypto, hasMlDsa44 } from '../../src/node/crypto.ts';
import { KeyFileError, publicPem, readKeyFile, writeNewKeyFile } from '../../src/node/key-file.ts';

describe('key files', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keys-'));
    path = join(folder, 'council.pem');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are made closed to others, and read back to the same key', () => {
    const made = writeNewKeyFile(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const read = readKeyFile(path);
    expect(read.keyId).toBe(made.keyId);
    const message = Buffer.from('upright');
    expect(createNodeCrypto().verifyEd25519(made.publicKeyRaw, message, read.sign(message))).toBe(true);
    expect(publicPem(encodeSpki({ algorithm: 'ed25519', raw: made.publicKeyRaw }))).toContain('BEGIN PUBLIC KEY');
  });

  it('are never written over', () => {
    const { keyId } = writeNewKeyFile(path);
    expect(() => writeNewKeyFile(path)).toThrow(KeyFileError);
    expect(readKeyFile(path).keyId).toBe(keyId);
  });

  it.each([0o640, 0o604, 0o644])('are refused with mode %o', (mode) => {
    writeNewKeyFile(path);
    chmodSync(path, mode);
    expect(() => readKeyFile(path)).toThrow('chmod 600');
  });

  it('are refused when missing, no key, or of another algorithm', () => {
    expect(() => readKeyFile(path)).toThrow('cannot be read');
    writeFileSync(path, 'no key', { mode: 0o600 });
    expect(() => readKeyFile(path)).toThrow('no private key');
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    writeFileSync(path, other.export({ type: 'pkcs8', format: 'pem' }));
    expect(() => readKeyFile(path)).toThrow('neither an Ed25519');
  });

  it.runIf(hasMlDsa44())('hold ML-DSA-44 keys too', () => {
    writeNewKeyFile(path, 'ml-dsa-44');
    expect(readKeyFile(path)).toMatchObject({ algorithm: 'ml-dsa-44' });
  });
});
