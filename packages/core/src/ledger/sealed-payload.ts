// SPDX-License-Identifier: Apache-2.0
import type { Crypto } from '../seal/crypto.ts';

/**
 * A payload with its SHA-256. Hashing the bytes is the only way to make one, so that nobody who is handed it has to hash
 * them again to know that the two belong together.
 */
export class SealedPayload {
  readonly #bytes: Uint8Array;
  readonly #digest: Uint8Array;

  /** @param bytes must not change any more */
  constructor(bytes: Uint8Array, crypto: Pick<Crypto, 'sha256'>) {
    this.#bytes = bytes;
    this.#digest = crypto.sha256(bytes);
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get digest(): Uint8Array {
    return this.#digest;
  }
}
