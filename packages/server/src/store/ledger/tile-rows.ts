// SPDX-License-Identifier: Apache-2.0
/**
 * The tiles that a batch fills or lets grow. Level 0 is written once, when its 256 leaf hashes are there (until then the
 * entries hold them); the levels above change once in 256 entries. So a tile costs an append next to nothing.
 */
import type { LedgerHead, PlacedEntry } from '@plumbline/core/ledger/append.ts';
import { HASH_BYTES } from '@plumbline/core/ledger/merkle.ts';
import { TILE_WIDTH } from '@plumbline/core/ledger/tiles.ts';
import { bytesEqual, concatBytes } from '@plumbline/core/seal/bytes.ts';
import type { LedgerTx, TileRow } from './tx.ts';

/** New hashes above level 0, by level, in order. */
export class TileRoots {
  readonly levels = new Map<number, Uint8Array[]>();
  readonly take = (level: number, hash: Uint8Array): void => {
    const hashes = this.levels.get(level);
    if (hashes) hashes.push(hash);
    else this.levels.set(level, [hash]);
  };
}

/**
 * The leaf hashes behind the last full tile, as this process wrote them. They are those of the database exactly when the
 * last one is the head's: each names the one before. Otherwise another process appended, and they are read.
 */
export class OpenLeaves {
  #size = 0;
  #leaves: Uint8Array[] = [];

  /** Hashes from `from` up to the head. */
  async from(tx: Pick<LedgerTx, 'leaves'>, from: number, head: LedgerHead): Promise<readonly Uint8Array[]> {
    const first = this.#size - this.#leaves.length;
    return this.#fits(head) && first <= from ? this.#leaves.slice(from - first) : tx.leaves(from, head.size);
  }

  /** @param head before the batch, which is not yet committed: should it fail, the next head will not fit */
  add(head: LedgerHead, placed: readonly PlacedEntry[]): void {
    if (!this.#fits(head)) this.#leaves = [];
    for (const { leaf } of placed) this.#leaves.push(leaf);
    this.#size = head.size + placed.length;
    if (this.#leaves.length > MAX_REMEMBERED) this.#leaves = this.#leaves.slice(-TILE_WIDTH);
  }

  #fits({ size, lastLeaf }: LedgerHead): boolean {
    return this.#size === size && bytesEqual(this.#leaves.at(-1) ?? NO_LEAF, lastLeaf);
  }
}

/** No more than a tile is ever asked for; cutting at each batch would move them all. */
const MAX_REMEMBERED = 8 * TILE_WIDTH;
const NO_LEAF = new Uint8Array(0);

/** @param head before the batch */
export async function tileRows(
  tx: Pick<LedgerTx, 'leaves' | 'tile'>,
  head: LedgerHead,
  placed: readonly PlacedEntry[],
  { levels }: TileRoots,
  open: OpenLeaves,
): Promise<TileRow[]> {
  const rows = await fullLeafTiles(tx, head, placed, open);
  for (const [level, hashes] of levels) {
    const before = Math.floor(head.size / TILE_WIDTH ** level);
    rows.push(...(await grownTiles(tx, level, before, hashes)));
  }
  return rows;
}

async function fullLeafTiles(
  tx: Pick<LedgerTx, 'leaves'>,
  head: LedgerHead,
  placed: readonly PlacedEntry[],
  open: OpenLeaves,
): Promise<TileRow[]> {
  const rows: TileRow[] = [];
  const oldSize = head.size;
  const newSize = oldSize + placed.length;
  for (let n = Math.floor(oldSize / TILE_WIDTH); (n + 1) * TILE_WIDTH <= newSize; n++) {
    const first = n * TILE_WIDTH;
    const known = first < oldSize ? await open.from(tx, first, head) : [];
    if (known.length !== Math.max(0, oldSize - first))
      throw new Error(`ledger_entry: rows from ${first} on are missing`);
    const from = Math.max(0, first - oldSize);
    const fresh = placed.slice(from, first + TILE_WIDTH - oldSize).map(({ leaf }) => leaf);
    rows.push({ level: 0, n, bytes: concatBytes([...known, ...fresh]) });
  }
  if (placed.length > 0) open.add(head, placed);
  return rows;
}

/** @param count hashes that the level had before */
async function grownTiles(
  tx: Pick<LedgerTx, 'tile'>,
  level: number,
  count: number,
  hashes: readonly Uint8Array[],
): Promise<TileRow[]> {
  const rows: TileRow[] = [];
  for (let taken = 0; taken < hashes.length; ) {
    const n = Math.floor((count + taken) / TILE_WIDTH);
    const width = (count + taken) % TILE_WIDTH;
    const before = width === 0 ? new Uint8Array(0) : await tx.tile(level, n);
    if (before?.length !== width * HASH_BYTES)
      throw new Error(`ledger_tile: ${level}/${n} is not ${width} hashes wide; rebuild the tiles`);
    const part = hashes.slice(taken, taken + TILE_WIDTH - width);
    rows.push({ level, n, bytes: concatBytes([before, ...part]) });
    taken += part.length;
  }
  return rows;
}
