// SPDX-License-Identifier: Apache-2.0
/**
 * The form of a key: `{prefix}_{live|test}_{50 base62}`, the fifty being 12 of id, 32 of secret and 6 of checksum
 * (contract 1.4). A mistyped or cut key is told from a foreign one without any lookup, and one expression finds keys in
 * a text.
 */
export const DEFAULT_KEY_PREFIX = 'plb';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 12;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** The largest multiple of 62 that fits a byte: larger bytes are skipped, so that all digits are equally likely. */
const UNBIASED_BELOW = 248;
/** `{prefix}_live_` and `{prefix}_test_` are equally long. */
const MARK_LENGTH = 6;

export type CredentialEnvironment = 'live' | 'test';

export interface Credential {
  readonly environment: CredentialEnvironment;
  /** 12 characters; public, names the key in lists and logs. */
  readonly id: string;
}

/** The expression published by GET /api/v1; it says nothing about the checksum. */
export function credentialRegex(prefix: string = DEFAULT_KEY_PREFIX): string {
  return `^${prefix}_(live|test)_[0-9A-Za-z]{50}$`;
}

/**
 * Reads a key's parts when its form and its checksum are right. Says nothing about whether the key exists.
 * @param text as sent, without the scheme
 * @returns null for a wrong form or checksum
 */
export function parseCredential(text: string, prefix: string = DEFAULT_KEY_PREFIX): Credential | null {
  const start = prefix.length + MARK_LENGTH;
  const end = start + ID_LENGTH + SECRET_LENGTH;
  if (text.length !== end + CHECKSUM_LENGTH || !text.startsWith(prefix)) return null;
  const mark = text.slice(prefix.length, start);
  if (mark !== '_live_' && mark !== '_test_') return null;
  for (let i = start; i < text.length; i++) if (!isBase62(text.charCodeAt(i))) return null;
  if (text.slice(end) !== checksum(text.slice(0, end))) return null;
  return { environment: mark === '_live_' ? 'live' : 'test', id: text.slice(start, start + ID_LENGTH) };
}

/**
 * Makes a key. Pure: the randomness comes in.
 * @param random at least 96 bytes from a cryptographic generator; bytes that would bias a digit are skipped
 * @throws RangeError when the bytes do not suffice
 */
export function mintCredential(
  environment: CredentialEnvironment,
  random: Uint8Array,
  prefix: string = DEFAULT_KEY_PREFIX,
): { readonly key: string; readonly id: string } {
  let digits = '';
  for (const byte of random) {
    if (digits.length === ID_LENGTH + SECRET_LENGTH) break;
    if (byte < UNBIASED_BELOW) digits += ALPHABET[byte % 62];
  }
  if (digits.length < ID_LENGTH + SECRET_LENGTH) throw new RangeError('credential: needs more random bytes');
  const body = `${prefix}_${environment}_${digits}`;
  return { key: body + checksum(body), id: digits.slice(0, ID_LENGTH) };
}

/** All that logs and findings may show of a key: `plb_live_{id}…`. */
export function maskCredential({ environment, id }: Credential, prefix: string = DEFAULT_KEY_PREFIX): string {
  return `${prefix}_${environment}_${id}…`;
}

function isBase62(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function checksum(body: string): string {
  let value = crc32(body);
  let out = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    out = ALPHABET[value % 62] + out;
    value = Math.floor(value / 62);
  }
  return out;
}

/** CRC-32 (IEEE 802.3, reflected, polynomial EDB88320) of an ASCII string. */
export function crc32(ascii: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < ascii.length; i++) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ ascii.charCodeAt(i)) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
