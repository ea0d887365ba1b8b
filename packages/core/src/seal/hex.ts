// SPDX-License-Identifier: Apache-2.0
import { FormatError } from './format-error.ts';

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lower case, two digits a byte. */
export function toHex(bytes: Uint8Array): string {
  let out = '';
  for (let i = 0; i < bytes.length; i++) out += PAIRS[bytes[i] as number];
  return out;
}

const DIGITS = new Uint8Array(Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0)));

/** The same as bytes into `out` from `at` on. @returns the place behind them */
export function putHex(bytes: Uint8Array, out: Uint8Array, at: number): number {
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    out[at + 2 * i] = DIGITS[byte >> 4] as number;
    out[at + 2 * i + 1] = DIGITS[byte & 15] as number;
  }
  return at + 2 * bytes.length;
}

/** Lower case only: one value has one spelling. @throws FormatError */
export function fromHex(text: string): Uint8Array {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) throw new FormatError('hex', 'is not lower-case hexadecimal');
  const out = new Uint8Array(text.length / 2);
  for (let i = 0; i < out.length; i++) out[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return out;
}

/** Whether the text is a SHA-256 in lower-case hexadecimal. */
export function isHex64(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
}
