// SPDX-License-Identifier: Apache-2.0
/**
 * The right edge of the tree: one hash per one bit of the size, from the largest subtree to the smallest. It is all that
 * appending needs: a new leaf costs one node hash on average, and any root at most log2(size) more.
 */
import { concatBytes, copyBytes } from '../seal/bytes.ts';
import type { Crypto } from '../seal/crypto.ts';
import { FormatError } from '../seal/format-error.ts';
import { emptyRoot, HASH_BYTES, nodeHash } from './merkle.ts';
import { TILE_HEIGHT } from './tiles.ts';

type Hash = Pick<Crypto, 'sha256'>;

export class Frontier {
  readonly #crypto: Hash;
  readonly #edge: Uint8Array[];
  #size: number;

  constructor(crypto: Hash, size = 0, edge: readonly Uint8Array[] = []) {
    if (!Number.isSafeInteger(size) || size < 0) throw new RangeError('frontier: size out of bounds');
    if (edge.length !== oneBits(size)) throw new FormatError('frontier', 'has not one hash per one bit of the size');
    this.#crypto = crypto;
    this.#size = size;
    this.#edge = [...edge];
  }

  /** Reads what `bytes()` wrote. @throws FormatError */
  static from(crypto: Hash, size: number, bytes: Uint8Array): Frontier {
    if (bytes.length % HASH_BYTES !== 0) throw new FormatError('frontier', 'is no list of hashes');
    const edge: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += HASH_BYTES) edge.push(copyBytes(bytes, at, at + HASH_BYTES));
    return new Frontier(crypto, size, edge);
  }

  get size(): number {
    return this.#size;
  }

  /** The hashes, one after another, largest subtree first. */
  bytes(): Uint8Array {
    return concatBytes(this.#edge);
  }

  /** @param onTileRoot called with each new subtree of 256, 256² … leaves: the hashes of the tiles above the first level */
  append(leaf: Uint8Array, onTileRoot?: (tileLevel: number, hash: Uint8Array) => void): void {
    let hash = leaf;
    let level = 0;
    // A carry of the binary counter: each trailing one bit of the size is a complete subtree of the same height.
    for (let rest = this.#size; rest % 2 === 1; rest = (rest - 1) / 2) {
      hash = nodeHash(this.#edge.pop() as Uint8Array, hash, this.#crypto);
      level += 1;
      if (onTileRoot && level % TILE_HEIGHT === 0) onTileRoot(level / TILE_HEIGHT, hash);
    }
    this.#edge.push(hash);
    this.#size += 1;
  }

  root(): Uint8Array {
    let root = this.#edge.at(-1);
    if (!root) return emptyRoot(this.#crypto);
    for (let i = this.#edge.length - 2; i >= 0; i--) root = nodeHash(this.#edge[i] as Uint8Array, root, this.#crypto);
    return root;
  }
}

function oneBits(size: number): number {
  let count = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}
