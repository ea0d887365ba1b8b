// SPDX-License-Identifier: Apache-2.0
/** The crypto port on noble: a second library, in no way related to the first, and the one that browsers will run. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js';
import type { Crypto } from '../../src/seal/crypto.ts';

function orFalse(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    // noble throws for keys and signatures that cannot be decoded.
    return false;
  }
}

export const nobleCrypto: Crypto = {
  sha256,
  verifyEd25519: (key, message, signature) => orFalse(() => ed25519.verify(signature, message, key, { zip215: false })),
  verifyMlDsa44: (key, message, signature) => orFalse(() => ml_dsa44.verify(signature, message, key)),
};
