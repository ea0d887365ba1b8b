// SPDX-License-Identifier: Apache-2.0
/** Builds tiles from leaf hashes as they come, holding one open tile per level: 8 KiB each, whatever the log's length. */
import type { Crypto } from '../seal/crypto.ts';
import { FormatError } from '../seal/format-error.ts';
import { HASH_BYTES } from './merkle.ts';
import { perfectRoot } from './tile-reader.ts';
import { hashesAtLevel, TILE_WIDTH, type TileId, tileHashes } from './tiles.ts';

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

export class TileWriter {
  readonly #crypto: Hash;
  readonly #levels: OpenTile[] = [];
  #size = 0;

  constructor(crypto: Hash) {
    this.#crypto = crypto;
  }

  /** Continues after `size` entries, from the partial tiles of that size (`partialTiles`). @throws FormatError */
  static resume(crypto: Hash, size: number, partials: readonly Tile[]): TileWriter {
    const writer = new TileWriter(crypto);
    writer.#size = size;
    for (let level = 0; hashesAtLevel(size, level) > 0; level++) {
      const hashes = hashesAtLevel(size, level);
      const [n, width] = [Math.floor(hashes / TILE_WIDTH), hashes % TILE_WIDTH];
      const open = { n, width, bytes: new Uint8Array(TILE_WIDTH * HASH_BYTES) };
      const stored = partials.find((tile) => tile.level === level && tile.n === n && tile.width === width);
      if (width > 0 && !stored) throw new FormatError('tile', `tile ${level}/${n}, ${width} wide, is needed to go on`);
      if (stored) open.bytes.set(tileHashes(stored.bytes, width));
      writer.#levels.push(open);
    }
    return writer;
  }

  get size(): number {
    return this.#size;
  }

  /** Takes the next leaf hash; returns the tiles that it completed, lowest level first. Most leaves complete none. */
  append(leaf: Uint8Array): readonly Tile[] {
    this.#size += 1;
    return this.#push(0, leaf);
  }

  /** The right edge: a partial tile for each level that has one. */
  partials(): Tile[] {
    return this.#levels
      .map(({ n, width, bytes }, level) => ({ level, n, width, bytes: bytes.slice(0, width * HASH_BYTES) }))
      .filter(({ width }) => width > 0);
  }

  #push(level: number, hash: Uint8Array): readonly Tile[] {
    const open = this.#open(level);
    open.bytes.set(hash, open.width * HASH_BYTES);
    open.width += 1;
    if (open.width < TILE_WIDTH) return NO_TILES;
    const full = { level, n: open.n, width: TILE_WIDTH, bytes: open.bytes };
    this.#levels[level] = { n: open.n + 1, width: 0, bytes: new Uint8Array(TILE_WIDTH * HASH_BYTES) };
    return [full, ...this.#push(level + 1, perfectRoot(full.bytes, 0, TILE_WIDTH, this.#crypto))];
  }

  #open(level: number): OpenTile {
    const existing = this.#levels[level];
    if (existing) return existing;
    const created = { n: 0, width: 0, bytes: new Uint8Array(TILE_WIDTH * HASH_BYTES) };
    this.#levels[level] = created;
    return created;
  }
}

const NO_TILES: readonly Tile[] = [];
