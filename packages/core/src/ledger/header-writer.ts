// SPDX-License-Identifier: Apache-2.0
/**
 * Writes an entry header where it comes to lie. Canonical JSON has one byte form, so it is fixed pieces with values between
 * them; texts put together and encoded afterwards cost three times as much, and appending is mostly this.
 */
import { base64Length, putBase64 } from '../seal/base64.ts';
import { copyBytes, utf8 } from '../seal/bytes.ts';
import type { PublicKey } from '../seal/crypto.ts';
import { putHex } from '../seal/hex.ts';
import { encodeSpki } from '../seal/spki.ts';
import { MAX_HEADER_BYTES, PARTS, SCANNED_LENGTHS } from './header-scan.ts';
import { HeaderTemplate, putAscii } from './header-template.ts';

/** What a header says, checked already: `entry.ts` knows what is legal. */
export interface HeaderValues {
  readonly seq: number;
  readonly ts: string;
  readonly type: string;
  readonly subject: string;
  readonly payloadDigest: Uint8Array;
  readonly signatures: readonly { readonly signature: Uint8Array; readonly publicKey: PublicKey }[];
}

const BYTES = Object.fromEntries(Object.entries(PARTS).map(([name, text]) => [name, utf8(text)])) as Record<
  keyof typeof PARTS,
  Uint8Array
>;
const COMMA = 44;
const SIGNATURE_BYTES =
  PARTS.content.length +
  SCANNED_LENGTHS.SIGNATURE_LENGTH +
  PARTS.rawBytes.length +
  SCANNED_LENGTHS.SPKI_LENGTH +
  PARTS.signatureEnd.length;

/** Longest header that is refused before it is written: what is put down never passes the end of the page. */
export const HEADER_ROOM = 2 * MAX_HEADER_BYTES;

/** Written in place: nothing here waits, so nothing can come between. */
const ownPage = new Uint8Array(HEADER_ROOM);
let page: Uint8Array = ownPage;
let end = 0;

function put(bytes: Uint8Array): void {
  page.set(bytes, end);
  end += bytes.length;
}

function putText(text: string): void {
  putAscii(text, page, end);
  end += text.length;
}

function putEncoded(bytes: Uint8Array): void {
  putBase64(bytes, page, end);
  end += base64Length(bytes.length);
}

/**
 * @param prev 64 hexadecimal digits, or the 32 bytes that they stand for
 * @throws RangeError over 4,096 bytes
 */
export function writeHeader(values: HeaderValues, prev: string | Uint8Array): Uint8Array {
  return copyBytes(ownPage, 0, putHeader(values, prev, ownPage, 0));
}

/**
 * The same into `out` from `at` on, where `HEADER_ROOM` bytes must be left: an array of its own for each header of a batch
 * costs more than writing it.
 * @returns the place behind it
 * @throws RangeError over 4,096 bytes
 */
export function putHeader(values: HeaderValues, prev: string | Uint8Array, out: Uint8Array, at: number): number {
  if (template?.fits(values)) return template.put(values, prev, out, at);
  const behind = putParts(values, prev, out, at);
  template = HeaderTemplate.of(out.subarray(at, behind), values) ?? template;
  return behind;
}

let template: HeaderTemplate | null = null;

function putParts(values: HeaderValues, prev: string | Uint8Array, out: Uint8Array, at: number): number {
  const { signatures } = values;
  if (signatures.length * (SIGNATURE_BYTES + 1) > MAX_HEADER_BYTES) throw tooLong();
  page = out;
  end = at;
  put(BYTES.prev);
  if (typeof prev === 'string') putText(prev);
  else end = putHex(prev, page, end);
  put(BYTES.seq);
  putText(String(values.seq));
  put(BYTES.subject);
  putText(values.subject);
  put(BYTES.ts);
  putText(values.ts);
  put(BYTES.type);
  putText(values.type);
  put(BYTES.digest);
  putEncoded(values.payloadDigest);
  put(BYTES.signatures);
  for (let i = 0; i < signatures.length; i++) {
    const { signature, publicKey } = signatures[i] as (typeof signatures)[number];
    if (i > 0) page[end++] = COMMA;
    put(BYTES.content);
    putEncoded(signature);
    put(BYTES.rawBytes);
    put(spkiBytes(publicKey));
    put(BYTES.signatureEnd);
  }
  put(BYTES.end);
  if (end - at > MAX_HEADER_BYTES) throw tooLong();
  return end;
}

const tooLong = () => new RangeError(`entry header: over ${MAX_HEADER_BYTES} bytes`);

/** By the bytes of the key: who asks a signer for its key gets a new object each time, and the bytes are the same. */
const SPKI_BYTES = new WeakMap<Uint8Array, Uint8Array>();
/** Most entries are signed by one and the same key. */
let lastRaw: Uint8Array | null = null;
let lastSpki: Uint8Array = ownPage;

/** Base 64. The keys that sign entries are few, and live as long as the process. */
function spkiBytes(key: PublicKey): Uint8Array {
  if (key.raw === lastRaw) return lastSpki;
  const known = SPKI_BYTES.get(key.raw) ?? encodedSpki(key);
  lastRaw = key.raw;
  lastSpki = known;
  return known;
}

function encodedSpki(key: PublicKey): Uint8Array {
  const spki = encodeSpki(key);
  const text = new Uint8Array(base64Length(spki.length));
  putBase64(spki, text, 0);
  SPKI_BYTES.set(key.raw, text);
  return text;
}
