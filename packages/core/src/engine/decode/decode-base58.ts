// SPDX-License-Identifier: Apache-2.0
import { isPlausible, MAX_FOUND, type Run, textOf } from './decode-plausible.ts';
import { isNeverText } from './decode-runs.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const NO_VALUE = 255;
const VALUES = new Uint8Array(128).fill(NO_VALUE);
for (let i = 0; i < ALPHABET.length; i++) VALUES[ALPHABET.charCodeAt(i)] = i;

/** Names in camel case are shorter or have no digit; addresses and hashes of this alphabet are no text. */
const MIN_RUN = 26;
/** The work grows with the square of a run. */
const MAX_RUN = 1_024;
const MAX_WORK = 4_000_000;
/** Four characters at once, into parts of three bytes: products stay exact. */
const DIGITS = 4;
const PART = 2 ** 24;

/** Text encoded as base58 (the alphabet of Bitcoin). */
export function base58Texts(text: string, runs: readonly (readonly [number, number])[]): Run[] {
  const found: Run[] = [];
  let work = 0;
  for (const [start, end] of runs) {
    const length = end - start;
    if (length < MIN_RUN || length > MAX_RUN || !isOfAlphabet(text, start, end)) continue;
    work += length * length;
    if (work > MAX_WORK || found.length >= MAX_FOUND) break;
    const bytes = bytesOf(text, start, end);
    if (bytes.some(isNeverText)) continue;
    const decoded = textOf(bytes);
    if (decoded !== null && isPlausible(decoded)) found.push({ text: decoded, start, end });
  }
  return found;
}

/** Of digits, capitals and small letters, each. */
function isOfAlphabet(text: string, start: number, end: number): boolean {
  let digits = 0;
  let capitals = 0;
  let small = 0;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if ((VALUES[unit] as number) === NO_VALUE) return false;
    if (unit < 0x41) digits++;
    else if (unit < 0x61) capitals++;
    else small++;
  }
  return digits > 0 && capitals > 0 && small > 0;
}

/** The bytes of one number in base 58, highest first. */
function bytesOf(text: string, start: number, end: number): Uint8Array {
  /** Lowest first. */
  const parts: number[] = [];
  for (let i = start; i < end; ) {
    let carry = 0;
    let base = 1;
    for (const stop = Math.min(end, i + DIGITS); i < stop; i++) {
      carry = carry * 58 + (VALUES[text.charCodeAt(i)] as number);
      base *= 58;
    }
    for (let at = 0; at < parts.length; at++) {
      const sum = (parts[at] as number) * base + carry;
      parts[at] = sum % PART;
      carry = Math.floor(sum / PART);
    }
    if (carry > 0) parts.push(carry);
  }
  const bytes: number[] = [];
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at] as number;
    bytes.push(part >>> 16, (part >>> 8) & 0xff, part & 0xff);
  }
  const first = bytes.findIndex((byte) => byte !== 0);
  return Uint8Array.from(first < 0 ? [] : bytes.slice(first));
}
