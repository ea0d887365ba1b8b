// SPDX-License-Identifier: Apache-2.0
/** Hashes of any subtree out of tiles: a proof touches about two tiles per level and no entry at all. */
import { copyBytes } from '../seal/bytes.ts';
import type { Crypto } from '../seal/crypto.ts';
import { HASH_BYTES, nodeHash } from './merkle.ts';
import { consistencyRanges, foldNodes, inclusionRanges, type LeafRange, type NodeId, rangeNodes } from './proof.ts';
import { TILE_HEIGHT, TILE_WIDTH, tileHashes, tileWidth } from './tiles.ts';

type Hash = Pick<Crypto, 'sha256'>;

/** Where tiles come from: a table, a folder, a web address. */
export interface TileSource {
  /**
   * The bytes of hash tile `n` at `level`, at least `width` hashes of it (a full tile may stand in for a partial one).
   * Rejects when it does not have them.
   */
  readTile(level: number, n: number, width: number): Promise<Uint8Array>;
}

/** Inclusion path of entry `index` in the tree of `size` entries, leaf side first. @throws RangeError, FormatError */
export function proveInclusion(source: TileSource, index: number, size: number, crypto: Hash): Promise<Uint8Array[]> {
  return rangeHashes(source, inclusionRanges(index, size), size, crypto);
}

/** Consistency proof between the trees of two sizes. @throws RangeError, FormatError */
export function proveConsistency(
  source: TileSource,
  oldSize: number,
  newSize: number,
  crypto: Hash,
): Promise<Uint8Array[]> {
  return rangeHashes(source, consistencyRanges(oldSize, newSize), newSize, crypto);
}

/** The root of the tree of `size` entries, out of tiles. */
export async function rootFromTiles(source: TileSource, size: number, crypto: Hash): Promise<Uint8Array> {
  if (size === 0) return crypto.sha256(new Uint8Array(0));
  return (await rangeHashes(source, [[0, size]], size, crypto))[0] as Uint8Array;
}

/** The hashes of the right edge, largest subtree first: a `Frontier` rebuilt without reading an entry. */
export async function edgeFromTiles(source: TileSource, size: number, crypto: Hash): Promise<Uint8Array[]> {
  const nodes = size === 0 ? [] : rangeNodes([0, size]);
  return readNodes(source, nodes, size, crypto);
}

async function rangeHashes(
  source: TileSource,
  ranges: readonly LeafRange[],
  size: number,
  crypto: Hash,
): Promise<Uint8Array[]> {
  const parts = ranges.map(rangeNodes);
  const hashes = await readNodes(source, parts.flat(), size, crypto);
  let at = 0;
  return parts.map((nodes) => {
    const first = at;
    at += nodes.length;
    return foldNodes(hashes.slice(first, at), crypto);
  });
}

/** Loads every tile needed once, all together, then folds each node out of its tile. */
async function readNodes(
  source: TileSource,
  nodes: readonly NodeId[],
  size: number,
  crypto: Hash,
): Promise<Uint8Array[]> {
  const tiles = new Map<string, Promise<LoadedTile>>();
  const places = nodes.map(placeOf);
  for (const { level, n } of places) {
    const key = `${level}/${n}`;
    if (tiles.has(key)) continue;
    const width = tileWidth(size, level, n);
    tiles.set(
      key,
      source.readTile(level, n, width).then((bytes) => ({ hashes: tileHashes(bytes, width), roots: rootsOf(bytes) })),
    );
  }
  await Promise.all(tiles.values());
  return Promise.all(
    places.map(async ({ level, n, from, count }) => {
      const { hashes, roots } = (await tiles.get(`${level}/${n}`)) as LoadedTile;
      // Subtrees of one size do not overlap: their first hash and their size name them.
      const key = from * 2 * TILE_WIDTH + count;
      const known = roots.get(key);
      if (known) return known;
      const root = perfectRoot(hashes, from, count, crypto);
      if (count >= MIN_REMEMBERED_LEAVES) roots.set(key, root);
      return root;
    }),
  );
}

interface LoadedTile {
  readonly hashes: Uint8Array;
  /** Roots of its subtrees, as far as they were asked for. */
  readonly roots: Map<number, Uint8Array>;
}

/** Smaller subtrees cost less to hash than to remember. */
const MIN_REMEMBERED_LEAVES = 8;

/** For sources that hand out the same bytes again: the tiles at the top and at the right edge are in every proof. */
const ROOTS = new WeakMap<Uint8Array, Map<number, Uint8Array>>();

function rootsOf(tile: Uint8Array): Map<number, Uint8Array> {
  let roots = ROOTS.get(tile);
  if (!roots) {
    roots = new Map();
    ROOTS.set(tile, roots);
  }
  return roots;
}

/** A node lies in the tile of the level below it that is a multiple of eight: 2^(level mod 8) hashes of that tile. */
function placeOf({ level, index }: NodeId): { level: number; n: number; from: number; count: number } {
  const count = 2 ** (level % TILE_HEIGHT);
  const first = index * count;
  const n = Math.floor(first / TILE_WIDTH);
  return { level: Math.floor(level / TILE_HEIGHT), n, from: first - n * TILE_WIDTH, count };
}

/** Root over `count` (a power of two) hashes of a tile. */
export function perfectRoot(tile: Uint8Array, from: number, count: number, crypto: Hash): Uint8Array {
  if (count === 1) return copyBytes(tile, from * HASH_BYTES, (from + 1) * HASH_BYTES);
  const half = count / 2;
  return nodeHash(perfectRoot(tile, from, half, crypto), perfectRoot(tile, from + half, half, crypto), crypto);
}
