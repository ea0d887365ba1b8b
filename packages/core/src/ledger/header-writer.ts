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

/** Written in place and copied out: nothing here waits, so nothing can come between. */
const page = new Uint8Array(2 * MAX_HEADER_BYTES);
let end = 0;

function put(bytes: Uint8Array): void {
  page.set(bytes, end);
  end += bytes.length;
}

function putAscii(text: string): void {
  for (let i = 0; i < text.length; i++) page[end + i] = text.charCodeAt(i);
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
  const { signatures } = values;
  if (signatures.length * (SIGNATURE_BYTES + 1) > MAX_HEADER_BYTES) throw tooLong();
  end = 0;
  put(BYTES.prev);
  if (typeof prev === 'string') putAscii(prev);
  else end = putHex(prev, page, end);
  put(BYTES.seq);
  putAscii(String(values.seq));
  put(BYTES.subject);
  putAscii(values.subject);
  put(BYTES.ts);
  putAscii(values.ts);
  put(BYTES.type);
  putAscii(values.type);
  put(BYTES.digest);
  putEncoded(values.payloadDigest);
  put(BYTES.signatures);
  for (const [i, { signature, publicKey }] of signatures.entries()) {
    if (i > 0) page[end++] = COMMA;
    put(BYTES.content);
    putEncoded(signature);
    put(BYTES.rawBytes);
    put(spkiBytes(publicKey));
    put(BYTES.signatureEnd);
  }
  put(BYTES.end);
  if (end > MAX_HEADER_BYTES) throw tooLong();
  return copyBytes(page, 0, end);
}

const tooLong = () => new RangeError(`entry header: over ${MAX_HEADER_BYTES} bytes`);

const SPKI_BYTES = new WeakMap<PublicKey, Uint8Array>();

/** Base 64. The keys that sign entries are few, and their objects live as long as the process. */
function spkiBytes(key: PublicKey): Uint8Array {
  const known = SPKI_BYTES.get(key);
  if (known !== undefined) return known;
  const spki = encodeSpki(key);
  const text = new Uint8Array(base64Length(spki.length));
  putBase64(spki, text, 0);
  SPKI_BYTES.set(key, text);
  return text;
}
