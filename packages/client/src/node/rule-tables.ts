// SPDX-License-Identifier: Apache-2.0
/**
 * Tables of the rules that ship, beside the programs that were put together of the same sources: reading them takes a
 * fraction of making them. Programs that run from the sources have none, since the next edit would make them wrong.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { ScanTables } from '@plumbline/core/engine/precheck/matcher.ts';

/** `scripts/bundle.ts` makes this a place beside the bundle. */
const FILE = new URL('./rule-tables.bin', import.meta.url);
const OPTIONS = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** Null where there are none, or none that can be read: whoever asks then makes its own, which come to the same. */
export function shippedTables(file: URL | string = FILE): ScanTables | null {
  try {
    return deserialize(zstdDecompressSync(readFileSync(file))) as ScanTables;
  } catch {
    return null;
  }
}

export function writeTables(tables: ScanTables, file: string): void {
  const { image } = tables;
  // What is on shared memory cannot be written down.
  const own = { ...tables, image: { ...image, bytes: Uint8Array.from(image.bytes) } };
  writeFileSync(file, zstdCompressSync(serialize(own), OPTIONS));
}
