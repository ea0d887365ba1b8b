// SPDX-License-Identifier: Apache-2.0
/** Crockford base32 without I, L, O, U. Source: the ULID specification, github.com/ulid/spec. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const MAX_TIME_MS = 2 ** 48 - 1;

/**
 * A ULID: 48 bits of time, 80 bits of randomness, 26 characters. Pure: both come in.
 * @param timeMs milliseconds since 1970, integer, 0..2^48-1
 * @param random at least 10 bytes from a cryptographic generator; the first 10 are used
 * @throws RangeError when either is out of bounds
 */
export function ulid(timeMs: number, random: Uint8Array): string {
  if (!Number.isInteger(timeMs) || timeMs < 0 || timeMs > MAX_TIME_MS) throw new RangeError('ulid: time out of bounds');
  if (random.length < 10) throw new RangeError('ulid: needs 10 random bytes');
  return timePart(timeMs) + fortyBits(random, 0) + fortyBits(random, 5);
}

function timePart(timeMs: number): string {
  let out = '';
  for (let i = 0, rest = timeMs; i < 10; i++) {
    out = (ALPHABET[rest % 32] ?? '') + out;
    rest = Math.floor(rest / 32);
  }
  return out;
}

/** Five bytes are exactly eight base32 digits, most significant first. */
function fortyBits(bytes: Uint8Array, at: number): string {
  const high = ((bytes[at] ?? 0) << 12) | ((bytes[at + 1] ?? 0) << 4) | ((bytes[at + 2] ?? 0) >> 4);
  const low = (((bytes[at + 2] ?? 0) & 15) << 16) | ((bytes[at + 3] ?? 0) << 8) | (bytes[at + 4] ?? 0);
  return twentyBits(high) + twentyBits(low);
}

function twentyBits(value: number): string {
  return (
    (ALPHABET[(value >> 15) & 31] ?? '') +
    (ALPHABET[(value >> 10) & 31] ?? '') +
    (ALPHABET[(value >> 5) & 31] ?? '') +
    (ALPHABET[value & 31] ?? '')
  );
}
