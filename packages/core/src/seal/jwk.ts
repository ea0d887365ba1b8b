// SPDX-License-Identifier: Apache-2.0
/** Public keys as JSON Web Keys: Ed25519 after RFC 8037 (`OKP`), ML-DSA-44 after the JOSE registration of ML-DSA (`AKP`). */
import { fromBase64Url, toBase64Url } from './base64.ts';
import { type Crypto, PUBLIC_KEY_BYTES, type PublicKey, type SignatureAlgorithm } from './crypto.ts';
import { FormatError } from './format-error.ts';
import { keyIdOf } from './spki.ts';

export type PublicJwk =
  | ({ readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string; readonly alg: 'EdDSA' } & JwkUse)
  | ({ readonly kty: 'AKP'; readonly alg: 'ML-DSA-44'; readonly pub: string } & JwkUse);

interface JwkUse {
  /** The key id: hex SHA-256 of the SPKI. */
  readonly kid: string;
  readonly use: 'sig';
}

export function publicJwk(key: PublicKey, crypto: Pick<Crypto, 'sha256'>): PublicJwk {
  const use = { kid: keyIdOf(key, crypto), use: 'sig' } as const;
  const raw = toBase64Url(key.raw);
  if (key.algorithm === 'ed25519') return { kty: 'OKP', crv: 'Ed25519', x: raw, alg: 'EdDSA', ...use };
  return { kty: 'AKP', alg: 'ML-DSA-44', pub: raw, ...use };
}

/** The key of a JSON Web Key, whose `kid` is not believed. @throws FormatError for keys of other kinds */
export function publicKeyOfJwk({ kty, crv, x, alg, pub }: Readonly<Record<string, unknown>>): PublicKey {
  if (kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string') return keyOf('ed25519', x);
  if (kty === 'AKP' && alg === 'ML-DSA-44' && typeof pub === 'string') return keyOf('ml-dsa-44', pub);
  throw new FormatError('JWK', 'is neither an Ed25519 nor an ML-DSA-44 key');
}

function keyOf(algorithm: SignatureAlgorithm, encoded: string): PublicKey {
  const raw = fromBase64Url(encoded);
  if (raw.length !== PUBLIC_KEY_BYTES[algorithm]) throw new FormatError('JWK', 'has a key of the wrong length');
  return { algorithm, raw };
}
