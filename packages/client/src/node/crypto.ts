// SPDX-License-Identifier: Apache-2.0
/** The crypto port on node:crypto, for the server and the command line alike. ML-DSA-44 is offered where the OpenSSL of this Node has it (3.5 and later). */
import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import type { Crypto, PublicKey, SignatureAlgorithm, Signer } from '@plumbline/core/seal/crypto.ts';
import { decodeSpki, encodeSpki, keyIdOf } from '@plumbline/core/seal/spki.ts';

/** Parsing a key costs as much as a verification, and the keys of a log are few. */
const MAX_CACHED_KEYS = 256;

/** Not the Buffer itself: its `slice` is a view and its JSON another, which code written for Uint8Array trips over. */
const plain = (bytes: Buffer): Uint8Array => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);

/** Through a binary string: making a Buffer inside OpenSSL's binding costs twice the hashing of a tree node. */
function sha256(bytes: Uint8Array): Uint8Array {
  const text = hash('sha256', bytes, 'binary');
  const out = new Uint8Array(32);
  for (let i = 0; i < 32; i++) out[i] = text.charCodeAt(i);
  return out;
}

function keyReader(algorithm: SignatureAlgorithm): (raw: Uint8Array) => KeyObject {
  const cache = new Map<string, KeyObject>();
  return (raw) => {
    const id = Buffer.from(raw).toString('base64');
    const cached = cache.get(id);
    if (cached) return cached;
    const key = createPublicKey({ key: Buffer.from(encodeSpki({ algorithm, raw })), format: 'der', type: 'spki' });
    if (cache.size >= MAX_CACHED_KEYS) cache.clear();
    cache.set(id, key);
    return key;
  };
}

function verifier(algorithm: SignatureAlgorithm): NonNullable<Crypto['verifyMlDsa44']> {
  const read = keyReader(algorithm);
  return (publicKeyRaw, message, signature) => {
    try {
      return verify(null, message, read(publicKeyRaw), signature);
    } catch {
      // A key that is no point of the curve, or a signature that is no signature: not valid, which is the answer asked for.
      return false;
    }
  };
}

/** Whether this runtime has ML-DSA-44: asked of the library, since the version of Node alone does not tell. */
export function hasMlDsa44(): boolean {
  try {
    const key = { algorithm: 'ml-dsa-44', raw: new Uint8Array(1312) } as const;
    createPublicKey({ key: Buffer.from(encodeSpki(key)), format: 'der', type: 'spki' });
    return true;
  } catch {
    return false;
  }
}

export function createNodeCrypto(): Crypto {
  const crypto: Crypto = { sha256, verifyEd25519: verifier('ed25519') };
  return hasMlDsa44() ? { ...crypto, verifyMlDsa44: verifier('ml-dsa-44') } : crypto;
}

/** Raw public key of a private or public KeyObject. @throws FormatError for other algorithms than our two */
export function publicKeyOf(key: KeyObject): PublicKey {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return decodeSpki(publicKey.export({ type: 'spki', format: 'der' }));
}

/** A signer over a private KeyObject, which stays inside the closure. */
export function createNodeSigner(privateKey: KeyObject): Signer {
  const key = publicKeyOf(privateKey);
  return {
    keyId: keyIdOf(key, { sha256 }),
    algorithm: key.algorithm,
    publicKeyRaw: key.raw,
    sign: (message) => plain(sign(null, message, privateKey)),
  };
}
