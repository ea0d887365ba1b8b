// SPDX-License-Identifier: Apache-2.0
/** Keys out of fixed seeds, for tests only: 32 times one byte. Nothing that protects anything may be made this way. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { createNodeSigner } from '@plumbline/server/crypto.ts';
import type { SignatureAlgorithm, Signer } from '../../src/seal/crypto.ts';

/** PKCS #8 up to the seed: RFC 8410 for Ed25519, the seed-only form of RFC 9881 for ML-DSA-44. */
const PKCS8 = {
  ed25519: '302e020100300506032b657004220420',
  'ml-dsa-44': '3034020100300b060960864801650304031104228020',
} as const;

export function testSeed(byte: number): Uint8Array {
  return new Uint8Array(32).fill(byte);
}

export function testPrivateKey(byte: number, algorithm: SignatureAlgorithm = 'ed25519'): KeyObject {
  const der = Buffer.concat([Buffer.from(PKCS8[algorithm], 'hex'), testSeed(byte)]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

export function testSigner(byte: number, algorithm: SignatureAlgorithm = 'ed25519'): Signer {
  return createNodeSigner(testPrivateKey(byte, algorithm));
}
