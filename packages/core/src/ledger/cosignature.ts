// SPDX-License-Identifier: Apache-2.0
/** Timestamped co-signatures of witnesses, c2sp.org/tlog-cosignature, Ed25519 form (algorithm 4). */
import { concatBytes, uint64At, uint64Bytes, utf8 } from '../seal/bytes.ts';
import { type Crypto, type Signer, verifySignature } from '../seal/crypto.ts';
import { FormatError } from '../seal/format-error.ts';
import { type NoteVerifier, parseNote, signatureLine } from './note.ts';
import { NOTE_ALGORITHMS, type VerifierKey, verifierKey } from './vkey.ts';

const SIGNATURE_LENGTH = 8 + 64;

function cosignedBytes(text: Uint8Array, timeS: number): Uint8Array {
  return concatBytes([utf8(`cosignature/v1\ntime ${timeS}\n`), text]);
}

/**
 * One line by which a witness says: at this time I saw this checkpoint, and it extends what I saw before.
 * @param timeS whole seconds since 1970
 */
export function cosign(text: string, name: string, signer: Signer, timeS: number, crypto: Crypto): string {
  if (signer.algorithm !== 'ed25519') throw new TypeError('cosignature: takes an Ed25519 key');
  const { keyHash } = verifierKey(name, NOTE_ALGORITHMS.cosignature, signer.publicKeyRaw, crypto);
  const signature = signer.sign(cosignedBytes(utf8(text), timeS));
  return signatureLine(name, keyHash, concatBytes([uint64Bytes(timeS), signature]));
}

export interface CosignatureVerifier extends NoteVerifier {
  readonly key: VerifierKey;
}

/** Null for keys that are no co-signature keys of a known algorithm. */
export function cosignatureVerifier(key: VerifierKey, crypto: Crypto): CosignatureVerifier | null {
  const { publicKey, name, keyHash, algorithm } = key;
  if (!publicKey || algorithm !== NOTE_ALGORITHMS.cosignature) return null;
  const verify = (text: Uint8Array, signature: Uint8Array): boolean | null => {
    if (signature.length !== SIGNATURE_LENGTH) return false;
    const message = cosignedBytes(text, cosignatureTimeS(signature));
    return verifySignature(crypto, publicKey, message, signature.subarray(8));
  };
  return { key, name, keyHash, verify };
}

/** Seconds since 1970, as signed. @throws FormatError */
export function cosignatureTimeS(signature: Uint8Array): number {
  if (signature.length !== SIGNATURE_LENGTH) throw new FormatError('cosignature', 'has the wrong length');
  return uint64At(signature, 0);
}

export interface Cosignature {
  readonly name: string;
  readonly keyHash: string;
  readonly timeS: number;
}

/** The good co-signatures on a note, one per key, the newest time of each. @throws FormatError for a note that is none */
export function cosignaturesOn(note: string, verifiers: readonly CosignatureVerifier[]): readonly Cosignature[] {
  const { text, signatures } = parseNote(note);
  const message = utf8(text);
  const newest = new Map<CosignatureVerifier, Cosignature>();
  for (const { name, keyHash, signature } of signatures) {
    const verifier = verifiers.find((candidate) => candidate.name === name && candidate.keyHash === keyHash);
    if (!verifier || signature.length !== SIGNATURE_LENGTH || verifier.verify(message, signature) !== true) continue;
    const timeS = cosignatureTimeS(signature);
    if ((newest.get(verifier)?.timeS ?? -1) < timeS) newest.set(verifier, { name, keyHash, timeS });
  }
  return [...newest.values()];
}
