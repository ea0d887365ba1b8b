// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js';
import { envelopePayload, pae, signEnvelope } from '@plumbline/core/seal/dsse.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { issue, KEYS, START_MS } from '../../packages/core/test/ledger/test-log.ts';
import { testPrivateKey, testSeed } from '../../packages/core/test/seal/test-keys.ts';

const certificate = issue(7, START_MS);
const message = pae(certificate.payloadType, envelopePayload(certificate));
const [ed25519, mldsa44] = certificate.signatures.map(({ sig }) => Buffer.from(sig, 'base64')) as [Buffer, Buffer];
const flip = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));

const folder = mkdtempSync(join(tmpdir(), 'plumbline-openssl-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("[strangers] the openssl program on a certificate's Ed25519 signature", () => {
  const openssl = (pem: string, body: Uint8Array, signature: Uint8Array): boolean => {
    const [key, bin, sig] = ['key.pem', 'pae.bin', 'sig.bin'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(key, pem);
    writeFileSync(bin, body);
    writeFileSync(sig, signature);
    const args = ['pkeyutl', '-verify', '-pubin', '-inkey', key, '-rawin', '-in', bin, '-sigfile', sig];
    const { status, stdout, error } = spawnSync('openssl', args, { encoding: 'utf8' });
    if (error) throw error;
    return status === 0 && stdout.includes('Verified Successfully');
  };
  const pem = (byte: number) => createPublicKey(testPrivateKey(byte)).export({ type: 'spki', format: 'pem' }) as string;

  it('verifies it over the pre-authentication encoding', () => {
    expect(openssl(pem(2), message, ed25519)).toBe(true);
  });

  it('refuses another payload, signature, key, and the bare payload', () => {
    expect(openssl(pem(2), flip(message, message.length - 9), ed25519)).toBe(false);
    expect(openssl(pem(2), message, flip(ed25519, 20))).toBe(false);
    expect(openssl(pem(1), message, ed25519)).toBe(false);
    expect(openssl(pem(2), envelopePayload(certificate), ed25519)).toBe(false);
  });
});

describe("@noble/post-quantum on a certificate's ML-DSA-44 signature", () => {
  const { publicKey } = ml_dsa44.keygen(testSeed(2));

  it('makes the same key out of the same seed, and verifies the signature', () => {
    expect(Buffer.from(publicKey).equals(KEYS.issuerPq.publicKeyRaw)).toBe(true);
    expect(ml_dsa44.verify(mldsa44, message, publicKey)).toBe(true);
  });

  it('refuses another payload, signature and key', () => {
    expect(ml_dsa44.verify(mldsa44, flip(message, message.length - 9), publicKey)).toBe(false);
    for (const at of [0, 1000, 2300]) expect(ml_dsa44.verify(flip(mldsa44, at), message, publicKey)).toBe(false);
    expect(ml_dsa44.verify(mldsa44, message, ml_dsa44.keygen(testSeed(3)).publicKey)).toBe(false);
  });

  it('signs what this runtime verifies', () => {
    const { secretKey } = ml_dsa44.keygen(testSeed(2));
    const own = signEnvelope(envelopePayload(certificate), [
      { ...KEYS.issuerPq, sign: (bytes) => ml_dsa44.sign(bytes, secretKey) },
    ]);
    expect(ml_dsa44.verify(Buffer.from(own.signatures[0]?.sig ?? '', 'base64'), message, publicKey)).toBe(true);
  });
});
