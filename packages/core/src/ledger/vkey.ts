// SPDX-License-Identifier: Apache-2.0
/** Verifier keys of signed notes, c2sp.org/signed-note: `name+hex(key id)+base64(algorithm byte || public key)`. */
import { fromBase64, toBase64 } from '../seal/base64.ts';
import { concatBytes, utf8 } from '../seal/bytes.ts';
import type { Crypto, PublicKey } from '../seal/crypto.ts';
import { FormatError } from '../seal/format-error.ts';
import { toHex } from '../seal/hex.ts';

type Hash = Pick<Crypto, 'sha256'>;

/** Algorithm bytes that we know. Others are carried along and count for nothing. */
export const NOTE_ALGORITHMS = {
  /** Ed25519 over the note text: the log's own signature. */
  ed25519: 0x01,
  /** Timestamped Ed25519 co-signature, c2sp.org/tlog-cosignature. */
  cosignature: 0x04,
  /** ML-DSA-44 over the note text: the log's second signature. */
  mldsa44: 0x06,
} as const;

export interface VerifierKey {
  readonly name: string;
  /** Eight hex digits: the first four bytes of H(name || LF || algorithm || public key). */
  readonly keyHash: string;
  readonly algorithm: number;
  /** Null for an algorithm that is not known here. */
  readonly publicKey: PublicKey | null;
  /** The bytes after the algorithm byte. */
  readonly raw: Uint8Array;
  readonly text: string;
}

/** No white space, no `+`, no control character: the name stands in a line of its own grammar. */
export function isKeyName(name: string): boolean {
  return name !== '' && !/[\s+\p{Cc}]/u.test(name) && name.isWellFormed();
}

export function noteKeyHash(name: string, algorithm: number, raw: Uint8Array, crypto: Hash): string {
  const material = concatBytes([utf8(`${name}\n`), Uint8Array.of(algorithm), raw]);
  return toHex(crypto.sha256(material).subarray(0, 4));
}

/** @throws TypeError for a name that cannot stand in a note */
export function verifierKey(name: string, algorithm: number, raw: Uint8Array, crypto: Hash): VerifierKey {
  if (!isKeyName(name)) throw new TypeError(`verifier key: "${name}" is no key name`);
  const keyHash = noteKeyHash(name, algorithm, raw, crypto);
  const text = `${name}+${keyHash}+${toBase64(concatBytes([Uint8Array.of(algorithm), raw]))}`;
  return { name, keyHash, algorithm, publicKey: publicKeyFor(algorithm, raw), raw, text };
}

/** The log's verifier key for one of its public keys. */
export function logVerifierKey(origin: string, key: PublicKey, crypto: Hash): VerifierKey {
  const { ed25519, mldsa44 } = NOTE_ALGORITHMS;
  return verifierKey(origin, key.algorithm === 'ed25519' ? ed25519 : mldsa44, key.raw, crypto);
}

/** @throws FormatError, also when the key id is not that of name and key */
export function parseVerifierKey(text: string, crypto: Hash): VerifierKey {
  const [name = '', keyHash = '', ...rest] = text.split('+');
  const bytes = fromBase64(rest.join('+'));
  if (!isKeyName(name) || bytes.length < 2) throw new FormatError('verifier key', 'is not name+id+key');
  const key = verifierKey(name, bytes[0] as number, bytes.slice(1), crypto);
  if (key.keyHash !== keyHash) throw new FormatError('verifier key', 'has an id that is not that of its key');
  const isKnown = Object.values(NOTE_ALGORITHMS).some((algorithm) => algorithm === key.algorithm);
  if (isKnown && !key.publicKey) throw new FormatError('verifier key', 'has a key of the wrong length');
  return key;
}

function publicKeyFor(algorithm: number, raw: Uint8Array): PublicKey | null {
  const { ed25519, cosignature, mldsa44 } = NOTE_ALGORITHMS;
  if ((algorithm === ed25519 || algorithm === cosignature) && raw.length === 32) return { algorithm: 'ed25519', raw };
  return algorithm === mldsa44 && raw.length === 1312 ? { algorithm: 'ml-dsa-44', raw } : null;
}
