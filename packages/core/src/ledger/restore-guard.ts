// SPDX-License-Identifier: Apache-2.0
/** Before a log signs again: does it still hold all that somebody remembers having been signed? */
import { bytesEqual } from '../seal/bytes.ts';
import type { Crypto } from '../seal/crypto.ts';
import type { Checkpoint } from './checkpoint.ts';
import { rootFromTiles, type TileSource } from './tile-reader.ts';

/**
 * `holds`: the remembered tree is a prefix of ours, or ours itself. `behind`: entries that were signed for are missing, as
 * after restoring an old backup. `forked`: the same size has another root. Only `holds` may sign.
 */
export type RestoreFinding = 'holds' | 'behind' | 'forked';

/**
 * @param source tiles of our log, good up to `size`
 * @param remembered a checkpoint whose signature was checked: of a witness, a backup, or a reader
 */
export async function compareWithRemembered(
  source: TileSource,
  size: number,
  remembered: Checkpoint,
  crypto: Pick<Crypto, 'sha256'>,
): Promise<RestoreFinding> {
  if (remembered.size > size) return 'behind';
  const root = await rootFromTiles(source, remembered.size, crypto);
  return bytesEqual(root, remembered.root) ? 'holds' : 'forked';
}
