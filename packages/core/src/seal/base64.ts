// SPDX-License-Identifier: Apache-2.0
/**
 * Base 64 after RFC 4648: sections 4 (standard, padded) and 5 (URL alphabet, here unpadded). Decoding is strict: one value
 * has one spelling, so unused bits must be zero (section 3.5) and no white space is skipped (section 3.3).
 */
import { FormatError } from './format-error.ts';

const STANDARD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const URL_SAFE = `${STANDARD.slice(0, 62)}-_`;
const NONE = 255;
const PADDING = '='.charCodeAt(0);
const ASCII = new TextDecoder();

/** Of each twelve bits their two characters, the first in the low byte: half as many look-ups as one by one. */
function pairsOf(alphabet: string): Uint16Array {
  const code = (bits: number) => alphabet.charCodeAt(bits);
  return Uint16Array.from({ length: 4096 }, (_, bits) => code(bits >> 6) | (code(bits & 63) << 8));
}
const STANDARD_PAIRS = pairsOf(STANDARD);
const URL_PAIRS = pairsOf(URL_SAFE);

function valuesOf(...alphabets: readonly string[]): Uint8Array {
  const values = new Uint8Array(128).fill(NONE);
  for (const alphabet of alphabets) for (let i = 0; i < 64; i++) values[alphabet.charCodeAt(i)] = i;
  return values;
}

const STANDARD_VALUES = valuesOf(STANDARD);
const URL_VALUES = valuesOf(URL_SAFE);
const EITHER_VALUES = valuesOf(STANDARD, URL_SAFE);

/** Standard alphabet, padded. */
export function toBase64(bytes: Uint8Array): string {
  return encode(bytes, STANDARD_PAIRS, Math.ceil(bytes.length / 3) * 4);
}

/** URL alphabet, no padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return encode(bytes, URL_PAIRS, Math.ceil((bytes.length * 4) / 3));
}

/** Standard alphabet, padding required. @throws FormatError */
export function fromBase64(text: string): Uint8Array {
  if (text.length % 4 !== 0) throw new FormatError('base64', 'has a length that is no multiple of four');
  return decode(unpadded(text), STANDARD_VALUES);
}

/** URL alphabet, no padding. @throws FormatError */
export function fromBase64Url(text: string): Uint8Array {
  return decode(text, URL_VALUES);
}

/** Either alphabet, padding optional: what DSSE 1.0.2 asks a verifier to take. @throws FormatError */
export function fromBase64Either(text: string): Uint8Array {
  const bare = unpadded(text);
  if (bare.length !== text.length && text.length % 4 !== 0) throw new FormatError('base64', 'is padded wrongly');
  return decode(bare, EITHER_VALUES);
}

function unpadded(text: string): string {
  if (text.endsWith('==')) return text.slice(0, -2);
  return text.endsWith('=') ? text.slice(0, -1) : text;
}

/** Characters of the standard, padded form of so many bytes. */
export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/** Standard alphabet, padded, as bytes into `out` from `at` on. */
export function putBase64(bytes: Uint8Array, out: Uint8Array, at: number): void {
  put(bytes, STANDARD_PAIRS, out, at);
}

/** Writes character codes and decodes them at once: a string put together piece by piece costs four times as much. */
function encode(bytes: Uint8Array, pairs: Uint16Array, length: number): string {
  const out = new Uint8Array(base64Length(bytes.length));
  put(bytes, pairs, out, 0);
  return ASCII.decode(out.subarray(0, length));
}

function put(bytes: Uint8Array, pairs: Uint16Array, out: Uint8Array, from: number): void {
  const whole = bytes.length - (bytes.length % 3);
  let at = from;
  for (let i = 0; i < whole; i += 3) {
    const middle = bytes[i + 1] as number;
    const first = pairs[((bytes[i] as number) << 4) | (middle >> 4)] as number;
    const second = pairs[((middle & 15) << 8) | (bytes[i + 2] as number)] as number;
    out[at] = first;
    out[at + 1] = first >> 8;
    out[at + 2] = second;
    out[at + 3] = second >> 8;
    at += 4;
  }
  if (whole === bytes.length) return;
  const isOne = bytes.length - whole === 1;
  const middle = isOne ? 0 : (bytes[whole + 1] as number);
  const first = pairs[((bytes[whole] as number) << 4) | (middle >> 4)] as number;
  out[at] = first;
  out[at + 1] = first >> 8;
  out[at + 2] = isOne ? PADDING : (pairs[(middle & 15) << 8] as number);
  out[at + 3] = PADDING;
}

function decode(text: string, values: Uint8Array): Uint8Array {
  if (text.length % 4 === 1) throw new FormatError('base64', 'is cut short');
  const out = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let group = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const value = values[text.charCodeAt(i)] ?? NONE;
    if (value === NONE) throw new FormatError('base64', `holds a character outside its alphabet at ${i}`);
    group = ((group << 6) | value) & 0xfff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out[at++] = group >> bits;
    }
  }
  if ((group & ((1 << bits) - 1)) !== 0) throw new FormatError('base64', 'has unused bits that are not zero');
  return out;
}
