// SPDX-License-Identifier: Apache-2.0
import { TileWriter } from '@plumbline/core/ledger/tile-writer.ts';
import { bytesEqual } from '@plumbline/core/seal/bytes.ts';
import type { Crypto } from '@plumbline/core/seal/crypto.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import type { LedgerTx, TxResult } from './tx.ts';

const LEAVES_AT_ONCE = 4_096;

/**
 * All tiles anew from the leaf hashes, under the lock of the head. Resolves to the number of tiles.
 * @throws FormatError when that is not the tree of the head
 */
export async function rebuildTiles(tx: LedgerTx, crypto: Pick<Crypto, 'sha256'>): Promise<TxResult<number>> {
  const { size, edge } = await tx.lockHead();
  await tx.clearTiles();
  const writer = TileWriter.empty(crypto);
  let count = 0;
  for (let from = 0; from < size; from += LEAVES_AT_ONCE) {
    const leaves = await tx.leaves(from, Math.min(size, from + LEAVES_AT_ONCE));
    const full = leaves.flatMap((leaf) => writer.append(leaf));
    await tx.putTiles(full);
    count += full.length;
  }
  if (writer.size !== size || !bytesEqual(writer.edgeBytes(), edge))
    throw new FormatError('tiles', 'cannot be written anew: the entries are not those of the head');
  // Level 0 has no open tile in the table: the entries hold its hashes.
  const open = writer.partials().filter(({ level }) => level > 0);
  await tx.putTiles(open);
  return { value: count + open.length, proof: null };
}
