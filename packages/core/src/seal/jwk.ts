// SPDX-License-Identifier: Apache-2.0
/** Public keys as JSON Web Keys: Ed25519 after RFC 8037 (`OKP`), ML-DSA-44 after the JOSE registration of ML-DSA (`AKP`). */
import { toBase64Url } from './base64.ts';
import type { Crypto, PublicKey } from './crypto.ts';
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
