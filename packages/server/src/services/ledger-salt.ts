// SPDX-License-Identifier: Apache-2.0
import { randomFillSync } from 'node:crypto';
import { SALT_BYTES } from '@plumbline/core/seal/statement.ts';

/** Salts drawn at once: asking the system for one costs as much as hashing a certificate. */
const DRAWN_AT_ONCE = 128;

const drawn = new Uint8Array(DRAWN_AT_ONCE * SALT_BYTES);
let at = drawn.length;

/** Random bytes of the system, each given out once and kept nowhere here afterwards. */
export function freshSalt(): Uint8Array {
  if (at === drawn.length) {
    randomFillSync(drawn);
    at = 0;
  }
  const salt = drawn.slice(at, at + SALT_BYTES);
  drawn.fill(0, at, at + SALT_BYTES);
  at += SALT_BYTES;
  return salt;
}
