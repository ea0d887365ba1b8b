// SPDX-License-Identifier: Apache-2.0
/**
 * Crypto comes in as a port: the server stands on its runtime's library, a browser on another, and `core` on neither. All
 * of it is synchronous, as both libraries are; an asynchronous hash would cost more than hashing.
 */

export type SignatureAlgorithm = 'ed25519' | 'ml-dsa-44';

/** A raw public key: 32 bytes for Ed25519 (RFC 8032), 1312 for ML-DSA-44 (FIPS 204). */
export interface PublicKey {
  readonly algorithm: SignatureAlgorithm;
  readonly raw: Uint8Array;
}

export interface Crypto {
  /** 32 bytes. */
  sha256(bytes: Uint8Array): Uint8Array;
  /** Never throws: a key or signature of the wrong form is simply not valid. */
  verifyEd25519(publicKeyRaw: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
  /** FIPS 204, pure mode, empty context. Absent where the runtime has no ML-DSA-44. */
  readonly verifyMlDsa44?: (publicKeyRaw: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
}

/** A private key that signs, wherever it lives. The key itself never crosses this interface. */
export interface Signer {
  /** Lower-case hex SHA-256 of the key's SPKI DER. */
  readonly keyId: string;
  readonly algorithm: SignatureAlgorithm;
  readonly publicKeyRaw: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

export const SIGNATURE_BYTES: Readonly<Record<SignatureAlgorithm, number>> = { ed25519: 64, 'ml-dsa-44': 2420 };
export const PUBLIC_KEY_BYTES: Readonly<Record<SignatureAlgorithm, number>> = { ed25519: 32, 'ml-dsa-44': 1312 };

/** True or false as checked; null when this runtime cannot check the algorithm, which a report must say. */
export function verifySignature(
  crypto: Crypto,
  key: PublicKey,
  message: Uint8Array,
  signature: Uint8Array,
): boolean | null {
  if (key.raw.length !== PUBLIC_KEY_BYTES[key.algorithm]) return false;
  if (signature.length !== SIGNATURE_BYTES[key.algorithm]) return false;
  if (key.algorithm === 'ed25519') return crypto.verifyEd25519(key.raw, message, signature);
  return crypto.verifyMlDsa44 ? crypto.verifyMlDsa44(key.raw, message, signature) : null;
}

export function signerKey(signer: Signer): PublicKey {
  return { algorithm: signer.algorithm, raw: signer.publicKeyRaw };
}
