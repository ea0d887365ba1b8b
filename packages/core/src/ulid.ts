// SPDX-License-Identifier: Apache-2.0
/** Crockford base32 without I, L, O, U. Source: the ULID specification, github.com/ulid/spec. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Two digits at a time: ten bits each. */
const PAIRS = Array.from({ length: 1024 }, (_, value) => ALPHABET.charAt(value >> 5) + ALPHABET.charAt(value & 31));
const MAX_TIME_MS = 2 ** 48 - 1;
const RANDOM_BYTES = 10;
const POOLED_IDS = 512;

/**
 * A ULID: 48 bits of time, 80 bits of randomness, 26 characters. Pure: both come in.
 * @param timeMs milliseconds since 1970, integer, 0..2^48-1
 * @param random at least 10 bytes from a cryptographic generator; the first 10 are used
 * @throws RangeError when either is out of bounds
 */
export function ulid(timeMs: number, random: Uint8Array): string {
  if (random.length < RANDOM_BYTES) throw new RangeError('ulid: needs 10 random bytes');
  return timePart(timeMs) + fortyBits(random, 0) + fortyBits(random, 5);
}

/**
 * ULIDs one after the other. Random bytes are drawn for 512 of them at a time: a system call per id costs more than the id.
 * @param fillRandom fills the array from a cryptographic generator
 */
export function ulidSource(fillRandom: (pool: Uint8Array) => void): (timeMs: number) => string {
  const pool = new Uint8Array(RANDOM_BYTES * POOLED_IDS);
  let at = pool.length;
  let lastMs = 0;
  let time = timePart(lastMs);
  return (timeMs) => {
    if (at === pool.length) {
      fillRandom(pool);
      at = 0;
    }
    if (timeMs !== lastMs) {
      time = timePart(timeMs);
      lastMs = timeMs;
    }
    at += RANDOM_BYTES;
    return time + fortyBits(pool, at - RANDOM_BYTES) + fortyBits(pool, at - RANDOM_BYTES / 2);
  };
}

/** Milliseconds since 1970 of a ULID, which may stand behind a prefix. @throws RangeError when it is none */
export function ulidTimeMs(id: string): number {
  const time = id.slice(-26, -16);
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{9}$/.test(time)) throw new RangeError('ulid: has no time in it');
  return Array.from(time).reduce((sum, digit) => sum * 32 + ALPHABET.indexOf(digit), 0);
}

function timePart(timeMs: number): string {
  if (!Number.isInteger(timeMs) || timeMs < 0 || timeMs > MAX_TIME_MS) throw new RangeError('ulid: time out of bounds');
  const high = Math.floor(timeMs / 2 ** 30);
  const low = timeMs % 2 ** 30;
  return digits(high >> 10) + digits(high) + digits(low >> 20) + digits(low >> 10) + digits(low);
}

/** Five bytes are exactly eight base32 digits, most significant first. */
function fortyBits(bytes: Uint8Array, at: number): string {
  const middle = bytes[at + 2] ?? 0;
  const high = ((bytes[at] ?? 0) << 12) | ((bytes[at + 1] ?? 0) << 4) | (middle >> 4);
  const low = ((middle & 15) << 16) | ((bytes[at + 3] ?? 0) << 8) | (bytes[at + 4] ?? 0);
  return digits(high >> 10) + digits(high) + digits(low >> 10) + digits(low);
}

/** The lowest ten bits. */
function digits(value: number): string {
  return PAIRS[value & 1023] as string;
}
