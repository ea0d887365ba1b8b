// SPDX-License-Identifier: Apache-2.0
/**
 * The public header of a ledger entry, which is the leaf of the Merkle tree: a Rekor `dsse` 0.0.2 body with one member
 * more, `iron`. It holds hashes, ids, times and signatures, and no preimage of anything.
 */
import { fromBase64 } from '../seal/base64.ts';
import type { Crypto, PublicKey } from '../seal/crypto.ts';
import { FormatError } from '../seal/format-error.ts';
import { isHex64, toHex } from '../seal/hex.ts';
import { decodeSpki, keyIdOf } from '../seal/spki.ts';
import { isTimestamp } from '../seal/timestamp.ts';
import {
  asciiText,
  type HeaderOffsets,
  MAX_SUBJECT_LENGTH,
  newHeaderOffsets,
  SCANNED_LENGTHS,
  scanHeader,
} from './header-scan.ts';
import { type HeaderValues, putHeader, writeHeader } from './header-writer.ts';
import { leafHash } from './merkle.ts';

export const ENTRY_TYPES = [
  'genesis',
  'policy',
  'key',
  'constitution',
  'ratification',
  'anchor',
  'revoke',
  'membership',
  'town',
  'incident',
  'erasure',
  'heartbeat',
  'note',
] as const;
/** The list is open: a verifier takes any lower-case word as a type. */
export type EntryType = (typeof ENTRY_TYPES)[number];

/** Types of the entries whose statements anybody may read (ledger format, section 7, and erasures). */
export const PUBLIC_STATEMENTS: ReadonlySet<string> = new Set<EntryType>([
  'genesis',
  'policy',
  'key',
  'constitution',
  'ratification',
  'revoke',
  'membership',
  'erasure',
]);

/** `prev` of entry 0. */
export const GENESIS_PREV = '0'.repeat(64);

export interface EntrySignature {
  /** 64 bytes, over the PAE of the payload. */
  readonly signature: Uint8Array;
  readonly publicKey: PublicKey;
}

export interface EntryHeader {
  readonly seq: number;
  /** Hex leaf hash of the entry before. */
  readonly prev: string;
  readonly ts: string;
  readonly type: string;
  /** A random id, never readable text nor a customer's name: `[A-Za-z0-9_.:-]{1..128}`. */
  readonly subject: string;
  /** SHA-256 of the payload bytes. */
  readonly payloadDigest: Uint8Array;
  readonly signatures: readonly EntrySignature[];
}

const TYPE = /^[a-z]{1,32}$/;
const SUBJECT = new RegExp(`^[A-Za-z0-9_.:-]{1,${MAX_SUBJECT_LENGTH}}$`);

/** The header's canonical bytes. @throws RangeError or TypeError for values that no header may hold */
export function entryHeaderBytes(header: EntryHeader): Uint8Array {
  if (!isHex64(header.prev)) throw new TypeError('entry header: prev is no hash');
  assertValues(header);
  return writeHeader(header, header.prev);
}

/**
 * The same for a header behind an entry whose leaf hash is known, since `prev` comes from nowhere else, written into `out`
 * from `at` on. @returns the place behind it
 */
export function putNextHeader(header: HeaderValues, lastLeaf: Uint8Array, out: Uint8Array, at: number): number {
  assertValues(header);
  return putHeader(header, header.seq === 0 ? GENESIS_PREV : lastLeaf, out, at);
}

function assertValues(header: HeaderValues): void {
  if (!Number.isSafeInteger(header.seq) || header.seq < 0) throw new RangeError('entry header: seq out of bounds');
  if (!isTimestamp(header.ts)) throw new TypeError('entry header: ts is no timestamp');
  if (!TYPE.test(header.type)) throw new TypeError('entry header: type is no lower-case word');
  if (!SUBJECT.test(header.subject)) throw new TypeError('entry header: subject is no id');
  if (header.payloadDigest.length !== 32) throw new TypeError('entry header: payload digest is no SHA-256');
  if (header.signatures.length === 0) throw new TypeError('entry header: has no signature');
  for (const { signature, publicKey } of header.signatures) {
    // One ML-DSA-44 signature alone is 3.2 kB in base 64: the ledger carries Ed25519, certificates carry both.
    if (publicKey.algorithm !== 'ed25519' || signature.length !== 64) {
      throw new TypeError('entry header: carries Ed25519 signatures only');
    }
  }
}

/** @throws FormatError for bytes that are not exactly one canonical header */
export function parseEntryHeader(bytes: Uint8Array): EntryHeader {
  const offsets = newHeaderOffsets();
  if (!scanHeader(bytes, offsets)) throw new FormatError('entry header', `has a wrong byte at ${offsets.problemAt}`);
  return headerAt(bytes, offsets);
}

/** The values of a header that `scanHeader` has accepted. @throws FormatError for base 64 or keys that are none */
export function headerAt(bytes: Uint8Array, offsets: HeaderOffsets): EntryHeader {
  const { DIGEST_LENGTH, SIGNATURE_LENGTH, SPKI_LENGTH, TIMESTAMP_LENGTH } = SCANNED_LENGTHS;
  const base64At = (at: number, length: number) => fromBase64(asciiText(bytes, at, at + length));
  const ts = asciiText(bytes, offsets.ts, offsets.ts + TIMESTAMP_LENGTH);
  if (!isTimestamp(ts)) throw new FormatError('entry header', 'has a time that is none');
  const signatures: EntrySignature[] = [];
  for (let i = 0; i < offsets.signatures.length; i += 2) {
    const signature = base64At(offsets.signatures[i] as number, SIGNATURE_LENGTH);
    const publicKey = decodeSpki(base64At(offsets.signatures[i + 1] as number, SPKI_LENGTH));
    if (signature.length !== 64) throw new FormatError('entry header', 'has a signature of the wrong length');
    signatures.push({ signature, publicKey });
  }
  const payloadDigest = base64At(offsets.digest, DIGEST_LENGTH);
  if (payloadDigest.length !== 32) throw new FormatError('entry header', 'has a payload digest of the wrong length');
  return {
    seq: offsets.seq,
    prev: asciiText(bytes, offsets.prev, offsets.prev + 64),
    ts,
    type: asciiText(bytes, offsets.type, offsets.typeEnd),
    subject: asciiText(bytes, offsets.subject, offsets.subjectEnd),
    payloadDigest,
    signatures,
  };
}

/** What the strict table shows of an entry: hashes, ids and sizes. Names of contract section 5. */
export interface StrictRow {
  readonly index: number;
  readonly timestamp: string;
  readonly kind: string;
  readonly block_hash: string;
  readonly prev_hash: string;
  readonly payload_hash: string;
  readonly signer_key_id: string;
  readonly bytes: number;
}

/** @throws FormatError */
export function strictRow(bytes: Uint8Array, crypto: Pick<Crypto, 'sha256'>): StrictRow {
  const header = parseEntryHeader(bytes);
  const [first] = header.signatures;
  return {
    index: header.seq,
    timestamp: header.ts,
    kind: header.type,
    block_hash: toHex(leafHash(bytes, crypto)),
    prev_hash: header.prev,
    payload_hash: toHex(header.payloadDigest),
    signer_key_id: keyIdOf((first as EntrySignature).publicKey, crypto),
    bytes: bytes.length,
  };
}
