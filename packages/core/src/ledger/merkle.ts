// SPDX-License-Identifier: Apache-2.0
/** Hashes of the Merkle tree: RFC 9162 section 2.1.1. The leaf hash of an entry is also its link in the chain. */
import { utf8 } from '../seal/bytes.ts';
import type { Crypto } from '../seal/crypto.ts';

export const HASH_BYTES = 32;

type Hash = Pick<Crypto, 'sha256'>;

/**
 * Inputs are put together in place: arrays of this size live outside the JavaScript heap, and making one per hash costs
 * more than the hash. Hashing is synchronous, so nothing can come between filling and reading.
 */
let leafInput = new Uint8Array(4096 + 1);
const nodeInput = new Uint8Array(1 + 2 * HASH_BYTES).fill(1, 0, 1);

/** H(0x00 || data) */
export function leafHash(data: Uint8Array, crypto: Hash): Uint8Array {
  if (data.length >= leafInput.length) leafInput = new Uint8Array(2 * data.length);
  leafInput.set(data, 1);
  return crypto.sha256(leafInput.subarray(0, data.length + 1));
}

/** H(0x01 || left || right) */
export function nodeHash(left: Uint8Array, right: Uint8Array, crypto: Hash): Uint8Array {
  nodeInput.set(left, 1);
  nodeInput.set(right, 1 + HASH_BYTES);
  return crypto.sha256(nodeInput);
}

/** H("") */
export function emptyRoot(crypto: Hash): Uint8Array {
  return crypto.sha256(utf8(''));
}

/** The largest power of two below `size`, for sizes of two and more up to 2^53-1. */
export function splitPoint(size: number): number {
  let k = 1;
  while (k * 2 < size) k *= 2;
  return k;
}
