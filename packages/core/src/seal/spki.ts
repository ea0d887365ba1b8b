// SPDX-License-Identifier: Apache-2.0
/** SubjectPublicKeyInfo in DER: Ed25519 after RFC 8410 section 4, ML-DSA-44 after RFC 9881 section 4. Two fixed prefixes. */
import { bytesEqual, concatBytes, copyBytes } from './bytes.ts';
import { type Crypto, PUBLIC_KEY_BYTES, type PublicKey, type SignatureAlgorithm } from './crypto.ts';
import { FormatError } from './format-error.ts';
import { fromHex, toHex } from './hex.ts';

const PREFIXES: readonly (readonly [SignatureAlgorithm, Uint8Array])[] = [
  // SEQUENCE { SEQUENCE { OID 1.3.101.112 }, BIT STRING (32 bytes) }
  ['ed25519', fromHex('302a300506032b6570032100')],
  // SEQUENCE { SEQUENCE { OID 2.16.840.1.101.3.4.3.17 }, BIT STRING (1312 bytes) }
  ['ml-dsa-44', fromHex('30820532300b06096086480165030403110382052100')],
];

/** @throws FormatError for a raw key of the wrong length */
export function encodeSpki(key: PublicKey): Uint8Array {
  if (key.raw.length !== PUBLIC_KEY_BYTES[key.algorithm]) throw new FormatError('public key', 'has the wrong length');
  const prefix = PREFIXES.find(([algorithm]) => algorithm === key.algorithm) as readonly [string, Uint8Array];
  return concatBytes([prefix[1], key.raw]);
}

/** DER has one encoding per key, so comparing with the prefix is the whole parser. @throws FormatError */
export function decodeSpki(der: Uint8Array): PublicKey {
  for (const [algorithm, prefix] of PREFIXES) {
    if (der.length !== prefix.length + PUBLIC_KEY_BYTES[algorithm]) continue;
    if (bytesEqual(der.subarray(0, prefix.length), prefix)) return { algorithm, raw: copyBytes(der, prefix.length) };
  }
  throw new FormatError('public key', 'is neither an Ed25519 nor an ML-DSA-44 SubjectPublicKeyInfo');
}

/** The one id of a key (keyid, key_id, kid): lower-case hex SHA-256 of the SPKI DER. */
export function keyIdOf(key: PublicKey, crypto: Pick<Crypto, 'sha256'>): string {
  return toHex(crypto.sha256(encodeSpki(key)));
}

/** Two keys are one when algorithm and bytes are: ids that travel beside a signature are not authenticated. */
export function sameKey(a: PublicKey, b: PublicKey): boolean {
  return a.algorithm === b.algorithm && bytesEqual(a.raw, b.raw);
}
