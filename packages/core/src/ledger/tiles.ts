// SPDX-License-Identifier: Apache-2.0
/** Tiles of the log: c2sp.org/tlog-tiles. 256 hashes of one level, or the entries themselves, under a path that never changes. */
import { FormatError } from '../seal/format-error.ts';
import { HASH_BYTES } from './merkle.ts';

/** log2 of the hashes in a full tile. */
export const TILE_HEIGHT = 8;
export const TILE_WIDTH = 256;
/** ceil(53 / 8): levels of the largest log that safe integers can number. */
const MAX_TILE_LEVEL = 6;

export interface TileId {
  /** Tile level: 0 holds leaf hashes, each level above the roots of 256 full hashes below; `entries` holds the data. */
  readonly level: number | 'entries';
  readonly n: number;
  /** 256 for a full tile, 1..255 for a partial one. */
  readonly width: number;
}

/** Path below the log's prefix: `tile/0/x001/x234/067`, `tile/entries/000.p/17`. @throws RangeError */
export function tilePath({ level, n, width }: TileId): string {
  if (!Number.isSafeInteger(n) || n < 0 || width < 1 || width > TILE_WIDTH) throw new RangeError('tile: out of bounds');
  let groups = String(n % 1000).padStart(3, '0');
  for (let rest = Math.floor(n / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups = `x${String(rest % 1000).padStart(3, '0')}/${groups}`;
  }
  return `tile/${level}/${groups}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** The one tile that a path names, or null: every tile has one path, so `x000/005` names none. */
export function parseTilePath(path: string): TileId | null {
  const match = /^tile\/(entries|[0-6])\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  if (!match) return null;
  const n = Number((match[2] as string).replaceAll(/[x/]/g, ''));
  const width = match[3] === undefined ? TILE_WIDTH : Number(match[3]);
  if (!Number.isSafeInteger(n) || width > TILE_WIDTH) return null;
  const tile: TileId = { level: match[1] === 'entries' ? 'entries' : Number(match[1]), n, width };
  return tilePath(tile) === path ? tile : null;
}

/** How many hashes tile level `level` holds in a log of `size` entries: floor(size / 256^level). */
export function hashesAtLevel(size: number, level: number): number {
  return Math.floor(size / TILE_WIDTH ** level);
}

/** The widths of tile `n` at a level, in a log of `size` entries: 0 when it does not exist yet. */
export function tileWidth(size: number, level: number, n: number): number {
  return Math.max(0, Math.min(TILE_WIDTH, hashesAtLevel(size, level) - n * TILE_WIDTH));
}

/** Whether a log of `size` published entries implies this tile: only those are served. */
export function isTileOf(size: number, { level, n, width }: TileId): boolean {
  const hashes = level === 'entries' ? size : hashesAtLevel(size, level);
  return n * TILE_WIDTH + width <= hashes;
}

/** Every tile of a log: the full ones, and the partial one at each level's right edge. Entry bundles not included. */
export function* tilesOf(size: number): Generator<TileId & { readonly level: number }> {
  for (let level = 0; level <= MAX_TILE_LEVEL && hashesAtLevel(size, level) > 0; level++) {
    const hashes = hashesAtLevel(size, level);
    for (let n = 0; n * TILE_WIDTH < hashes; n++) yield { level, n, width: tileWidth(size, level, n) };
  }
}

/** The partial tiles at the right edge of a log: what `TileWriter.resume` needs. */
export function partialTiles(size: number): (TileId & { readonly level: number })[] {
  return [...tilesAtEdge(size)].filter(({ width }) => width > 0);
}

function* tilesAtEdge(size: number): Generator<TileId & { readonly level: number }> {
  for (let level = 0; hashesAtLevel(size, level) > 0; level++) {
    const hashes = hashesAtLevel(size, level);
    yield { level, n: Math.floor(hashes / TILE_WIDTH), width: hashes % TILE_WIDTH };
  }
}

/** @throws FormatError when the bytes hold fewer hashes than `width`; a wider tile is cut, as the right edge grows. */
export function tileHashes(bytes: Uint8Array, width: number): Uint8Array {
  if (bytes.length % HASH_BYTES !== 0 || bytes.length > TILE_WIDTH * HASH_BYTES)
    throw new FormatError('tile', 'is no tile');
  if (bytes.length < width * HASH_BYTES) throw new FormatError('tile', `holds fewer than ${width} hashes`);
  return bytes.subarray(0, width * HASH_BYTES);
}

/** Entry bundle: per entry its length as two bytes, most significant first, and its header. */
export function encodeEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length > TILE_WIDTH) throw new RangeError('entry bundle: over 256 entries');
  const out = new Uint8Array(entries.reduce((total, entry) => total + 2 + entry.length, 0));
  let at = 0;
  for (const entry of entries) {
    if (entry.length > 0xffff) throw new RangeError('entry bundle: an entry is over 65535 bytes');
    out[at] = entry.length >> 8;
    out[at + 1] = entry.length & 255;
    out.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return out;
}

/** @throws FormatError for bytes that do not end with an entry, or hold more than 256 */
export function decodeEntryBundle(bytes: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = ((bytes[at] as number) << 8) | (bytes[at + 1] ?? 0);
    if (at + 2 + length > bytes.length) throw new FormatError('entry bundle', 'is cut short');
    if (entries.length === TILE_WIDTH) throw new FormatError('entry bundle', 'holds over 256 entries');
    entries.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return entries;
}
