// SPDX-License-Identifier: Apache-2.0
// The crypto that core's verifiers ask for, on noble: browsers have no synchronous one, and few have ML-DSA-44.
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js';

/** noble throws for keys and signatures that cannot be decoded: then they are not valid. */
function orFalse(check) {
  try {
    return check();
  } catch {
    return false;
  }
}

export const crypto = {
  sha256,
  verifyEd25519: (key, message, signature) => orFalse(() => ed25519.verify(signature, message, key, { zip215: false })),
  verifyMlDsa44: (key, message, signature) => orFalse(() => ml_dsa44.verify(signature, message, key)),
};
