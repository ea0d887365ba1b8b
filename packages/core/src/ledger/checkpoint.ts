// SPDX-License-Identifier: Apache-2.0
/** Checkpoints, c2sp.org/tlog-checkpoint: origin, size and root in three lines, signed as a note. No extension lines. */
import { fromBase64, toBase64 } from '../seal/base64.ts';
import { utf8 } from '../seal/bytes.ts';
import { type Crypto, type Signer, signerKey, verifySignature } from '../seal/crypto.ts';
import { FormatError } from '../seal/format-error.ts';
import { HASH_BYTES } from './merkle.ts';
import { formatNote, type NoteVerifier, parseNote, signatureLine } from './note.ts';
import { isKeyName, logVerifierKey, NOTE_ALGORITHMS, type VerifierKey } from './vkey.ts';

export interface Checkpoint {
  /** Scheme-less address, no spaces, no `+`; also the name of the log's key. */
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

/** The three lines that are signed. @throws RangeError, TypeError */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  if (!isKeyName(origin)) throw new TypeError('checkpoint: the origin is no key name');
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError('checkpoint: size out of bounds');
  if (root.length !== HASH_BYTES) throw new RangeError('checkpoint: the root is no hash');
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/**
 * Reads the signed text. Extension lines are refused: witnesses do not vouch for them.
 * @throws FormatError
 */
export function parseCheckpointText(text: string): Checkpoint {
  const [origin = '', size = '', root = '', end, ...rest] = text.split('\n');
  if (end !== '' || rest.length > 0) throw new FormatError('checkpoint', 'has not exactly three lines');
  if (!isKeyName(origin)) throw new FormatError('checkpoint', 'has no origin');
  const hash = fromBase64(root);
  if (hash.length !== HASH_BYTES) throw new FormatError('checkpoint', 'has a root that is no hash');
  return { origin, size: parseSize(size), root: hash };
}

/** Decimal, no leading zero, at most 2^53-1. @throws FormatError */
export function parseSize(text: string): number {
  const size = Number(text);
  if (!/^(0|[1-9]\d{0,15})$/.test(text) || !Number.isSafeInteger(size)) {
    throw new FormatError('checkpoint', 'has a size that is no number');
  }
  return size;
}

/** The checkpoint that a note holds, signatures unchecked. @throws FormatError */
export function parseCheckpoint(note: string): Checkpoint {
  return parseCheckpointText(parseNote(note).text);
}

/** Signs with every key of the log: Ed25519 always, ML-DSA-44 beside it, both log keys during an overlap. */
export function signCheckpoint(checkpoint: Checkpoint, signers: readonly Signer[], crypto: Crypto): string {
  if (!signers.some(({ algorithm }) => algorithm === 'ed25519')) {
    throw new TypeError('checkpoint: needs an Ed25519 key');
  }
  const text = checkpointText(checkpoint);
  const lines = signers.map((signer) => {
    const { name, keyHash } = logVerifierKey(checkpoint.origin, signerKey(signer), crypto);
    return signatureLine(name, keyHash, signer.sign(utf8(text)));
  });
  return formatNote(text, lines);
}

export interface LogVerifier extends NoteVerifier {
  readonly key: VerifierKey;
}

/** Verifier of a log's own signatures (algorithms 1 and 6). Null for other keys, which say nothing about a log. */
export function logVerifier(key: VerifierKey, crypto: Crypto): LogVerifier | null {
  const { publicKey, name, keyHash, algorithm } = key;
  if (!publicKey || algorithm === NOTE_ALGORITHMS.cosignature) return null;
  return { key, name, keyHash, verify: (text, signature) => verifySignature(crypto, publicKey, text, signature) };
}
