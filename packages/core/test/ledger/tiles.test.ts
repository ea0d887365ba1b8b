// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeEntryBundle,
  encodeEntryBundle,
  hashesAtLevel,
  isTileOf,
  parseTilePath,
  partialTiles,
  type TileId,
  tilePath,
  tilesOf,
} from '../../src/ledger/tiles.ts';
import { FormatError } from '../../src/seal/format-error.ts';
import { vector } from '../seal/vectors.ts';

interface Golden {
  tiles: (TileId & { path: string })[];
  tile_sizes: { size: number; tiles: { level: number; full: number; partial_width: number }[] }[];
}
const golden = vector<Golden>('ledger');

describe('tilePath', () => {
  it('writes the golden paths and reads them back', () => {
    for (const { path, ...tile } of golden.tiles) {
      expect(tilePath(tile)).toBe(path);
      expect(parseTilePath(path)).toEqual(tile);
    }
  });

  it('gives every tile one path, and takes no other spelling', () => {
    const tile = fc.record({
      level: fc.oneof(fc.nat(6), fc.constant('entries' as const)),
      n: fc.nat(2 ** 40),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(tile, (id) => {
        expect(parseTilePath(tilePath(id))).toEqual(id);
      }),
      { seed: 256, numRuns: 500 },
    );
    const wrong = [
      'tile/0/5',
      'tile/0/x000/005',
      'tile/7/000',
      'tile/0/000.p/0',
      'tile/0/000.p/256',
      'tile/0/000.p/007',
    ];
    for (const path of [...wrong, 'tile/0/../000', 'tile/0/000/', 'checkpoint', 'tile/0/1234']) {
      expect(parseTilePath(path)).toBeNull();
    }
  });
});

describe('tilesOf', () => {
  it('lists the golden widths', () => {
    for (const { size, tiles } of golden.tile_sizes) {
      const listed = [...tilesOf(size)];
      const perLevel = tiles.map(({ level }) => ({
        level,
        full: listed.filter((tile) => tile.level === level && tile.width === 256).length,
        partial_width: listed.find((tile) => tile.level === level && tile.width < 256)?.width ?? 0,
      }));
      expect(perLevel).toEqual(tiles);
      expect(listed.every((tile) => isTileOf(size, tile))).toBe(true);
      expect(hashesAtLevel(size, 3)).toBe(0);
    }
  });

  it('serves no tile that the published size does not imply', () => {
    expect(isTileOf(255, { level: 0, n: 0, width: 256 })).toBe(false);
    expect(isTileOf(255, { level: 0, n: 0, width: 255 })).toBe(true);
    expect(isTileOf(255, { level: 1, n: 0, width: 1 })).toBe(false);
    expect(isTileOf(300, { level: 'entries', n: 1, width: 44 })).toBe(true);
    expect(isTileOf(300, { level: 'entries', n: 1, width: 45 })).toBe(false);
  });

  it('names the partial tiles that a writer needs to go on', () => {
    expect(partialTiles(70_000).map(({ width }) => width)).toEqual([112, 17, 1]);
    expect(partialTiles(256)).toEqual([{ level: 1, n: 0, width: 1 }]);
    expect(partialTiles(0)).toEqual([]);
  });
});

describe('entry bundles', () => {
  it('are read back as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 600 }), { maxLength: 20 }), (entries) => {
        expect(decodeEntryBundle(encodeEntryBundle(entries))).toEqual(entries);
      }),
      { seed: 16, numRuns: 100 },
    );
  });

  it('are refused when cut short or too full', () => {
    const bundle = encodeEntryBundle([new Uint8Array(300)]);
    for (const length of [1, 2, 301]) expect(() => decodeEntryBundle(bundle.subarray(0, length))).toThrow(FormatError);
    expect(() => decodeEntryBundle(new Uint8Array(2 * 257))).toThrow(FormatError);
    expect(() => encodeEntryBundle([new Uint8Array(65_536)])).toThrow(RangeError);
  });
});
