// SPDX-License-Identifier: Apache-2.0
/**
 * Inclusion and consistency proofs: RFC 9162 sections 2.1.3 and 2.1.4. Proving is split in two: which ranges of leaves a
 * proof needs (pure arithmetic, here), and their hashes (from tiles, `tile-reader.ts`, or from memory).
 */
import { bytesEqual } from '../seal/bytes.ts';
import type { Crypto } from '../seal/crypto.ts';
import { HASH_BYTES, nodeHash, splitPoint } from './merkle.ts';

type Hash = Pick<Crypto, 'sha256'>;

/** Half-open range of leaves whose Merkle tree hash is asked for. */
export type LeafRange = readonly [from: number, to: number];

/** A complete subtree: hash number `index` at `level`, over leaves [index·2^level, (index+1)·2^level). */
export interface NodeId {
  readonly level: number;
  readonly index: number;
}

/** The longest proof there can be for sizes up to 2^53-1. */
export const MAX_PROOF_HASHES = 64;

/** PATH(index, D[size]), leaf side first. @throws RangeError unless 0 <= index < size */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  if (!isSize(size) || !isSize(index) || index >= size) throw new RangeError('inclusion: index out of bounds');
  const ranges: LeafRange[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitPoint(to - from);
    ranges.push(index < middle ? [middle, to] : [from, middle]);
    if (index < middle) to = middle;
    else from = middle;
  }
  return ranges.reverse();
}

/** PROOF(from, D[to]). Empty for equal sizes and for a first size of 0. @throws RangeError unless from <= to */
export function consistencyRanges(oldSize: number, newSize: number): LeafRange[] {
  if (!isSize(oldSize) || !isSize(newSize) || oldSize > newSize)
    throw new RangeError('consistency: sizes out of bounds');
  if (oldSize === newSize || oldSize === 0) return [];
  const ranges: LeafRange[] = [];
  let [from, to] = [0, newSize];
  while (oldSize !== to) {
    const middle = from + splitPoint(to - from);
    ranges.push(oldSize <= middle ? [middle, to] : [from, middle]);
    if (oldSize <= middle) to = middle;
    else from = middle;
  }
  // The whole old tree is known to the verifier; a part of it is not.
  if (from !== 0) ranges.push([from, to]);
  return ranges.reverse();
}

/** The complete subtrees that make up a range of a tree's recursion, left to right. */
export function rangeNodes([from, to]: LeafRange): NodeId[] {
  const nodes: NodeId[] = [];
  let at = from;
  while (at < to) {
    let level = 0;
    let width = 1;
    while (at % (width * 2) === 0 && at + width * 2 <= to) {
      width *= 2;
      level += 1;
    }
    nodes.push({ level, index: at / width });
    at += width;
  }
  return nodes;
}

/** The hash of a range from those of its nodes, in the order of `rangeNodes`. */
export function foldNodes(hashes: readonly Uint8Array[], crypto: Hash): Uint8Array {
  let hash = hashes.at(-1) as Uint8Array;
  for (let i = hashes.length - 2; i >= 0; i--) hash = nodeHash(hashes[i] as Uint8Array, hash, crypto);
  return hash;
}

/** RFC 9162 section 2.1.3.2. Never throws: what does not fit is not included. */
export function verifyInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  root: Uint8Array,
  crypto: Hash,
): boolean {
  if (!isSize(index) || !isSize(size) || index >= size || !areHashes([leaf, root, ...path])) return false;
  let fn = index;
  let sn = size - 1;
  let hash = leaf;
  for (const part of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      hash = nodeHash(part, hash, crypto);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      hash = nodeHash(hash, part, crypto);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && bytesEqual(hash, root);
}

/** RFC 9162 section 2.1.4.2, with the two edges of size 0 and of equal sizes. Never throws. */
export function verifyConsistency(
  oldSize: number,
  newSize: number,
  proof: readonly Uint8Array[],
  oldRoot: Uint8Array,
  newRoot: Uint8Array,
  crypto: Hash,
): boolean {
  if (!isSize(oldSize) || !isSize(newSize) || oldSize > newSize) return false;
  if (!areHashes([oldRoot, newRoot, ...proof])) return false;
  if (oldSize === newSize) return proof.length === 0 && bytesEqual(oldRoot, newRoot);
  if (oldSize === 0) return proof.length === 0 && bytesEqual(oldRoot, crypto.sha256(new Uint8Array(0)));
  const parts = isPowerOfTwo(oldSize) ? [oldRoot, ...proof] : proof;
  const [first] = parts;
  return first !== undefined && proof.length > 0 && foldConsistency(oldSize, newSize, parts, oldRoot, newRoot, crypto);
}

function foldConsistency(
  oldSize: number,
  newSize: number,
  parts: readonly Uint8Array[],
  oldRoot: Uint8Array,
  newRoot: Uint8Array,
  crypto: Hash,
): boolean {
  let fn = oldSize - 1;
  let sn = newSize - 1;
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
  let oldHash = parts[0] as Uint8Array;
  let newHash = oldHash;
  for (const part of parts.slice(1)) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      oldHash = nodeHash(part, oldHash, crypto);
      newHash = nodeHash(part, newHash, crypto);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      newHash = nodeHash(newHash, part, crypto);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && bytesEqual(oldHash, oldRoot) && bytesEqual(newHash, newRoot);
}

/** Sizes go up to 2^53-1, so no 32-bit shifts. */
const half = (value: number): number => Math.floor(value / 2);

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function isPowerOfTwo(size: number): boolean {
  let power = 1;
  while (power < size) power *= 2;
  return power === size;
}

function areHashes(hashes: readonly Uint8Array[]): boolean {
  return hashes.length <= MAX_PROOF_HASHES + 2 && hashes.every((hash) => hash.length === HASH_BYTES);
}
