// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Frontier } from '../../src/ledger/frontier.ts';
import { leafHash, nodeHash, splitPoint } from '../../src/ledger/merkle.ts';
import { consistencyRanges, inclusionRanges, verifyConsistency, verifyInclusion } from '../../src/ledger/proof.ts';
import { edgeFromTiles, proveConsistency, proveInclusion, rootFromTiles } from '../../src/ledger/tile-reader.ts';
import { TileWriter } from '../../src/ledger/tile-writer.ts';
import { utf8 } from '../../src/seal/bytes.ts';
import { FormatError } from '../../src/seal/format-error.ts';
import { fromHex, toHex } from '../../src/seal/hex.ts';
import { vector } from '../seal/vectors.ts';
import { crypto, MemoryTiles } from './test-log.ts';

interface Proofs {
  leaves: string[];
  leaf_hash_5: string;
  roots: { size: number; root: string }[];
  inclusion: { index: number; size: number; path: string[] }[];
  consistency: { from: number; to: number; proof: string[] }[];
}
const golden = vector<Proofs>('proof');
const chain = vector<{ headers: string[]; leaf_hashes: string[]; root: string }>('ledger');

/** The definition of RFC 9162 section 2.1.1, word by word: slow, and nothing like the code under test. */
function treeHash(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return crypto.sha256(new Uint8Array(0));
  if (leaves.length === 1) return leaves[0] as Uint8Array;
  const k = splitPoint(leaves.length);
  return nodeHash(treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)), crypto);
}

function build(leaves: readonly Uint8Array[]) {
  const tiles = new MemoryTiles();
  const writer = TileWriter.empty(crypto);
  const frontier = new Frontier(crypto);
  for (const leaf of leaves) {
    for (const { level, n, width, bytes } of writer.append(leaf)) tiles.put(level, n, width, bytes);
    for (const { level, n, width, bytes } of writer.partials()) tiles.put(level, n, width, bytes);
    frontier.append(leaf);
  }
  return { tiles, writer, frontier };
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => leafHash(utf8(`leaf ${i}`), crypto));
const flip = (hash: Uint8Array, at = 0) => hash.map((byte, i) => (i === at ? byte ^ 1 : byte));

describe('Frontier', () => {
  it('has the golden roots, and the chain vector', () => {
    const leaves = golden.leaves.map((data) => leafHash(fromHex(data), crypto));
    expect(toHex(leaves[5] as Uint8Array)).toBe(golden.leaf_hash_5);
    for (const { size, root } of golden.roots) expect(toHex(build(leaves.slice(0, size)).frontier.root())).toBe(root);
    const hashes = chain.headers.map((header) => leafHash(utf8(header), crypto));
    expect(hashes.map(toHex)).toEqual(chain.leaf_hashes);
    expect(toHex(build(hashes).frontier.root())).toBe(chain.root);
  });

  it('agrees with the definition at every size up to 64, and survives being written and read', () => {
    const leaves = numbered(64);
    let frontier = new Frontier(crypto);
    for (let size = 0; size <= 64; size++) {
      expect(frontier.root()).toEqual(treeHash(leaves.slice(0, size)));
      frontier = Frontier.from(crypto, size, frontier.bytes());
      if (size < 64) frontier.append(leaves[size] as Uint8Array);
    }
  });

  it('hashes less than one node per leaf', () => {
    let hashes = 0;
    const sha256 = (bytes: Uint8Array) => {
      hashes += 1;
      return crypto.sha256(bytes);
    };
    const frontier = new Frontier({ sha256 });
    for (const leaf of numbered(1000)) frontier.append(leaf);
    expect(hashes).toBeLessThan(1000);
  });

  it('refuses an edge that does not fit its size', () => {
    expect(() => Frontier.from(crypto, 3, new Uint8Array(32))).toThrow(FormatError);
    expect(() => Frontier.from(crypto, 1, new Uint8Array(31))).toThrow(FormatError);
    expect(() => new Frontier(crypto, -1)).toThrow(RangeError);
  });
});

describe('proofs', () => {
  it('are the golden ones', async () => {
    const leaves = golden.leaves.map((data) => leafHash(fromHex(data), crypto));
    const { tiles } = build(leaves);
    for (const { index, size, path } of golden.inclusion) {
      expect((await proveInclusion(tiles, index, size, crypto)).map(toHex)).toEqual(path);
    }
    for (const { from, to, proof } of golden.consistency) {
      expect((await proveConsistency(tiles, from, to, crypto)).map(toHex)).toEqual(proof);
    }
  });

  it('of inclusion hold for every leaf of every size up to 64, and for no other leaf, index, size, path or root', async () => {
    const leaves = numbered(64);
    const { tiles } = build(leaves);
    for (let size = 1; size <= 64; size++) {
      const root = treeHash(leaves.slice(0, size));
      for (let index = 0; index < size; index++) {
        const leaf = leaves[index] as Uint8Array;
        const path = await proveInclusion(tiles, index, size, crypto);
        const holds = (i: number, n: number, p: readonly Uint8Array[], l = leaf, r = root) =>
          verifyInclusion(l, i, n, p, r, crypto);
        expect(holds(index, size, path)).toBe(true);
        expect(holds(index, size, path, flip(leaf))).toBe(false);
        expect(holds(index, size, path, leaf, flip(root))).toBe(false);
        expect(holds(index ^ 1, size, path)).toBe(false);
        expect(holds(index, size, [...path, leaf])).toBe(false);
        if (path.length > 0) {
          const at = index % path.length;
          const tampered = path.map((hash, i) => (i === at ? flip(hash, 31) : hash));
          expect(holds(index, size, tampered)).toBe(false);
          expect(holds(index, size, path.slice(1))).toBe(false);
        }
      }
    }
  });

  it('of consistency hold for every pair up to 64, and for no other root, size or hash', async () => {
    const leaves = numbered(64);
    const { tiles } = build(leaves);
    const roots = Array.from({ length: 65 }, (_, size) => treeHash(leaves.slice(0, size)));
    for (let to = 0; to <= 64; to++) {
      for (let from = 0; from <= to; from++) {
        const proof = await proveConsistency(tiles, from, to, crypto);
        const [old, now] = [roots[from] as Uint8Array, roots[to] as Uint8Array];
        const holds = (m: number, n: number, p: readonly Uint8Array[], a = old, b = now) =>
          verifyConsistency(m, n, p, a, b, crypto);
        expect(holds(from, to, proof)).toBe(true);
        expect(holds(from, to, proof, flip(old))).toBe(false);
        expect(holds(from, to, [...proof, now])).toBe(false);
        expect(holds(to, from, proof, now, old)).toBe(from === to);
        if (proof.length > 0) {
          expect(holds(from, to, proof, old, flip(now))).toBe(false);
          expect(holds(from + 1, to, proof)).toBe(false);
          expect(holds(from, to, proof.slice(0, -1))).toBe(false);
          const at = (from + to) % proof.length;
          expect(
            holds(
              from,
              to,
              proof.map((hash, i) => (i === at ? flip(hash) : hash)),
            ),
          ).toBe(false);
        }
      }
    }
  });

  it('refuse sizes and hashes that are none, without throwing', () => {
    const hash = new Uint8Array(32);
    for (const wrong of [-1, 0.5, Number.NaN, 2 ** 53]) {
      expect(verifyInclusion(hash, wrong, 8, [], hash, crypto)).toBe(false);
      expect(verifyInclusion(hash, 0, wrong, [], hash, crypto)).toBe(false);
      expect(verifyConsistency(wrong, 8, [], hash, hash, crypto)).toBe(false);
      expect(verifyConsistency(0, wrong, [], hash, hash, crypto)).toBe(false);
    }
    expect(verifyInclusion(hash.subarray(1), 0, 1, [], hash.subarray(1), crypto)).toBe(false);
    expect(
      verifyInclusion(
        hash,
        0,
        2,
        Array.from({ length: 70 }, () => hash),
        hash,
        crypto,
      ),
    ).toBe(false);
    expect(() => inclusionRanges(8, 8)).toThrow(RangeError);
    expect(() => consistencyRanges(9, 8)).toThrow(RangeError);
  });
});

describe('tiles as the source of hashes', () => {
  it('give root, edge and proofs of trees of several levels, and refuse flipped bytes', async () => {
    const leaves = numbered(70_000);
    const { tiles, frontier } = buildOnce(leaves);
    const root = frontier.root();
    expect(await rootFromTiles(tiles, leaves.length, crypto)).toEqual(root);
    expect(new Frontier(crypto, leaves.length, await edgeFromTiles(tiles, leaves.length, crypto)).root()).toEqual(root);
    for (const index of [0, 255, 256, 65_535, 65_536, 69_999]) {
      const path = await proveInclusion(tiles, index, leaves.length, crypto);
      expect(verifyInclusion(leaves[index] as Uint8Array, index, leaves.length, path, root, crypto)).toBe(true);
    }
    const proof = await proveConsistency(tiles, 65_537, 70_000, crypto);
    const old = buildOnce(leaves.slice(0, 65_537)).frontier.root();
    expect(verifyConsistency(65_537, 70_000, proof, old, root, crypto)).toBe(true);
    tiles.put(0, 0, 256, flip(tiles.rows.get('0/0/256') as Uint8Array, 4096));
    const wrong = await proveInclusion(tiles, 1, leaves.length, crypto);
    expect(verifyInclusion(leaves[1] as Uint8Array, 1, leaves.length, wrong, root, crypto)).toBe(false);
  });

  it('reads few tiles per proof, whatever the size', async () => {
    const reads: string[] = [];
    const bytes = new Uint8Array(8192);
    const readTile = async (level: number, n: number) => {
      reads.push(`${level}/${n}`);
      return bytes;
    };
    await proveInclusion({ readTile }, 123_456, 1_000_000_000, crypto);
    expect(reads.length).toBeLessThanOrEqual(10);
    expect(new Set(reads).size).toBe(reads.length);
  });

  it('goes on from the partial tiles of any size', () => {
    const leaves = numbered(600);
    fc.assert(
      fc.property(fc.nat(600), (size) => {
        const first = TileWriter.empty(crypto);
        for (const leaf of leaves.slice(0, size)) first.append(leaf);
        const second = TileWriter.resume(crypto, size, first.partials());
        const [a, b] = [first, second].map((writer) => leaves.slice(size).flatMap((leaf) => writer.append(leaf)));
        expect(b).toEqual(a);
        expect(second.partials()).toEqual(first.partials());
        expect(second.root()).toEqual(first.root());
        expect(second.edgeBytes()).toEqual(first.edgeBytes());
      }),
      { seed: 9162, numRuns: 25 },
    );
    expect(() => TileWriter.resume(crypto, 3, [])).toThrow(FormatError);
  });
});

function buildOnce(leaves: readonly Uint8Array[]) {
  const tiles = new MemoryTiles();
  const writer = TileWriter.empty(crypto);
  const frontier = new Frontier(crypto);
  for (const leaf of leaves) {
    for (const { level, n, width, bytes } of writer.append(leaf)) tiles.put(level, n, width, bytes);
    frontier.append(leaf);
  }
  for (const { level, n, width, bytes } of writer.partials()) tiles.put(level, n, width, bytes);
  return { tiles, frontier };
}
