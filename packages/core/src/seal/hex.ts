// SPDX-License-Identifier: Apache-2.0
import { FormatError } from './format-error.ts';

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lower case, two digits a byte. */
export function toHex(bytes: Uint8Array): string {
  let out = '';
  for (let i = 0; i < bytes.length; i++) out += PAIRS[bytes[i] as number];
  return out;
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
