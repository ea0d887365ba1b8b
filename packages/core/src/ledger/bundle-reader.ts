// SPDX-License-Identifier: Apache-2.0
/** Entries out of published entry bundles: how a log is verified from a folder or an address, without its database. */
import { FormatError } from '../seal/format-error.ts';
import { decodeEntryBundle, TILE_WIDTH } from './tiles.ts';

export interface EntryBundleSource {
  /** The bytes of `tile/entries/<n>`, at least `width` entries of it. Rejects when it does not have them. */
  readEntryBundle(n: number, width: number): Promise<Uint8Array>;
}

/** Headers from entry `from` up to `size`, a bundle at a time. @throws FormatError for a bundle that is too short */
export async function* entriesFromBundles(
  source: EntryBundleSource,
  from: number,
  size: number,
): AsyncGenerator<readonly Uint8Array[]> {
  for (let n = Math.floor(from / TILE_WIDTH); n * TILE_WIDTH < size; n++) {
    const first = n * TILE_WIDTH;
    const width = Math.min(TILE_WIDTH, size - first);
    const entries = decodeEntryBundle(await source.readEntryBundle(n, width));
    if (entries.length < width) throw new FormatError('entry bundle', `${n} holds fewer than ${width} entries`);
    yield entries.slice(Math.max(0, from - first), width);
  }
}
