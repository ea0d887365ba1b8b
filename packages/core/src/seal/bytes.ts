// SPDX-License-Identifier: Apache-2.0
import { FormatError } from './format-error.ts';

const ENCODER = new TextEncoder();
// fatal: malformed UTF-8 is refused; ignoreBOM: a byte order mark stays a character, so that no byte is dropped in silence.
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function utf8(text: string): Uint8Array {
  return ENCODER.encode(text);
}

/** @throws FormatError for bytes that are not UTF-8 */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return DECODER.decode(bytes);
  } catch {
    throw new FormatError('text', 'is not UTF-8');
  }
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const out = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** A copy of a range. Not `slice`: on a Node Buffer that is a view, and the bytes under it may change. */
export function copyBytes(bytes: Uint8Array, from: number, to: number = bytes.length): Uint8Array {
  return new Uint8Array(bytes.subarray(from, to));
}

/** For public values: hashes, signatures, public keys. It is not constant in time. */
export function bytesEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** A safe integer as eight bytes, most significant first. @throws RangeError for what is not one */
export function uint64Bytes(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('uint64Bytes: not a safe unsigned integer');
  const out = new Uint8Array(8);
  new DataView(out.buffer).setBigUint64(0, BigInt(value));
  return out;
}

/** @throws FormatError when the number does not fit a safe integer */
export function uint64At(bytes: Uint8Array, at: number): number {
  if (at + 8 > bytes.length) throw new FormatError('uint64', 'is cut short');
  const value = new DataView(bytes.buffer, bytes.byteOffset + at, 8).getBigUint64(0);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new FormatError('uint64', 'is past 2^53-1');
  return Number(value);
}
