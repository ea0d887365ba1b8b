// SPDX-License-Identifier: Apache-2.0
/**
 * Tree and tiles in one pass over leaf hashes: one node hash per leaf on average, and one open tile of 8 KiB per level,
 * whatever the log's length.
 */
import type { Crypto } from '../seal/crypto.ts';
import { FormatError } from '../seal/format-error.ts';
import { Frontier } from './frontier.ts';
import { HASH_BYTES } from './merkle.ts';
import { perfectRoot } from './tile-reader.ts';
import { partialTiles, TILE_WIDTH, type TileId, tileHashes } from './tiles.ts';

type Hash = Pick<Crypto, 'sha256'>;

export interface Tile extends TileId {
  readonly level: number;
  readonly bytes: Uint8Array;
}

interface OpenTile {
  n: number;
  width: number;
  bytes: Uint8Array;
}

const NO_TILES: readonly Tile[] = [];
const newTileBytes = () => new Uint8Array(TILE_WIDTH * HASH_BYTES);

export class TileWriter {
  readonly #frontier: Frontier;
  readonly #levels: OpenTile[];
  /** Tiles that the leaf being appended has filled. */
  #filled: readonly Tile[] = NO_TILES;
  readonly #onTileRoot = (level: number, hash: Uint8Array): void => this.#put(level, hash);

  private constructor(frontier: Frontier, levels: OpenTile[]) {
    this.#frontier = frontier;
    this.#levels = levels;
  }

  static empty(crypto: Hash): TileWriter {
    return new TileWriter(new Frontier(crypto), []);
  }

  /**
   * Continues after `size` entries. @param partials the tiles that `partialTiles(size)` names; they hold the right edge
   * @throws FormatError when one is missing or too short
   */
  static resume(crypto: Hash, size: number, partials: readonly Tile[]): TileWriter {
    const edge: Uint8Array[] = [];
    const levels: OpenTile[] = [];
    for (const { level, n, width } of partialTiles(size)) {
      const stored = partials.find((tile) => tile.level === level && tile.n === n);
      if (!stored) throw new FormatError('tile', `tile ${level}/${n}, ${width} wide, is needed to go on`);
      const hashes = tileHashes(stored.bytes, width);
      edge.unshift(...edgeOf(hashes, width, crypto));
      const open = { n, width, bytes: newTileBytes() };
      open.bytes.set(hashes);
      levels[level] = open;
    }
    // Levels that have just been filled have no partial tile; their next one is known from the size alone.
    for (let level = 0; level < levels.length; level++) {
      levels[level] ??= { n: Math.floor(size / TILE_WIDTH ** (level + 1)), width: 0, bytes: newTileBytes() };
    }
    return new TileWriter(new Frontier(crypto, size, edge), levels);
  }

  get size(): number {
    return this.#frontier.size;
  }

  root(): Uint8Array {
    return this.#frontier.root();
  }

  /** `Frontier.bytes()` of the tree so far. */
  edgeBytes(): Uint8Array {
    return this.#frontier.bytes();
  }

  /** Takes the next leaf hash; returns the tiles that it filled, lowest level first. Most leaves fill none. */
  append(leaf: Uint8Array): readonly Tile[] {
    this.#filled = NO_TILES;
    this.#put(0, leaf);
    this.#frontier.append(leaf, this.#onTileRoot);
    return this.#filled;
  }

  /** The right edge: a partial tile for each level that has one. */
  partials(): Tile[] {
    return this.#levels
      .map(({ n, width, bytes }, level) => ({ level, n, width, bytes: bytes.slice(0, width * HASH_BYTES) }))
      .filter(({ width }) => width > 0);
  }

  #put(level: number, hash: Uint8Array): void {
    this.#levels[level] ??= { n: 0, width: 0, bytes: newTileBytes() };
    const open = this.#levels[level];
    open.bytes.set(hash, open.width * HASH_BYTES);
    open.width += 1;
    if (open.width < TILE_WIDTH) return;
    this.#filled = [...this.#filled, { level, n: open.n, width: TILE_WIDTH, bytes: open.bytes }];
    this.#levels[level] = { n: open.n + 1, width: 0, bytes: newTileBytes() };
  }
}

/** Roots of the complete subtrees in a partial tile, largest first: one per one bit of its width. */
function edgeOf(hashes: Uint8Array, width: number, crypto: Hash): Uint8Array[] {
  const edge: Uint8Array[] = [];
  let from = 0;
  for (let count = TILE_WIDTH / 2; count >= 1; count /= 2) {
    if (Math.floor(width / count) % 2 === 0) continue;
    edge.push(perfectRoot(hashes, from, count, crypto));
    from += count;
  }
  return edge;
}
