// SPDX-License-Identifier: Apache-2.0
/** A published log as the verifier's source, wherever it is read from. Memory stays flat: a few bundles are under way, none is kept. */

import { utf8Text } from '../seal/bytes.ts';
import { type DsseEnvelope, parseEnvelope } from '../seal/dsse.ts';
import { FormatError } from '../seal/format-error.ts';
import { entriesFromBundles } from './bundle-reader.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { TILE_WIDTH, type TileId, tilePath } from './tiles.ts';
import type { LedgerSource } from './verify-ledger.ts';

/** A log by the paths of C2SP tlog-tiles: `checkpoint`, `tile/…`, and `statement/<seq>` beside them. */
export interface LogReader {
  /** How people know it. */
  readonly place: string;
  /**
   * The bytes at a path below the log's prefix; null when it is not there or withheld.
   * @throws SourceError when it could not be read or is longer than `maxBytes`
   */
  read(path: string, maxBytes: number): Promise<Uint8Array | null>;
}

/** The source failed, which says nothing about the log. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/** Neither a checkpoint with ten ML-DSA-44 signatures nor its co-signatures come near. */
export const MAX_CHECKPOINT_BYTES = 1_000_000;
/** 256 headers of at most 4096 bytes, each with two bytes for its length. */
const MAX_BUNDLE_BYTES = TILE_WIDTH * (4096 + 2);
const MAX_TILE_BYTES = TILE_WIDTH * 32;
const MAX_STATEMENT_BYTES = 4_000_000;
/** Enough to hide the way to a server; not enough to burden one. */
const BUNDLES_AHEAD = 6;

export interface PublishedLog extends LedgerSource {
  /** Read once: what grows meanwhile is for the next verification. */
  readonly checkpoint: string;
  /** Why the entries ended early, where they did. */
  readonly bundleProblem: () => string | null;
  /** The fault of a source that the verifier took for a missing tile. */
  readonly fault: () => SourceError | null;
}

/** @throws SourceError when there is no checkpoint, or none that can be read */
export async function publishedLog(reader: LogReader): Promise<PublishedLog> {
  const bytes = await reader.read('checkpoint', MAX_CHECKPOINT_BYTES);
  if (bytes === null) throw new SourceError(`${reader.place} has no checkpoint`);
  const [checkpoint, size] = readCheckpoint(bytes, reader.place);
  let bundleProblem: string | null = null;
  let fault: SourceError | null = null;
  return {
    checkpoint,
    bundleProblem: () => bundleProblem,
    fault: () => fault,
    newestCheckpoint: async () => checkpoint,
    async *entries(from) {
      try {
        yield* entriesFromBundles({ readEntryBundle: bundlesAhead(reader, size) }, from, size);
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        bundleProblem = error.message;
      }
    },
    tiles: {
      readTile: async (level, n, width) => {
        try {
          return await readTile(reader, { level, n, width }, MAX_TILE_BYTES);
        } catch (error) {
          if (error instanceof SourceError) fault ??= error;
          throw error;
        }
      },
    },
    statement: (seq) => readStatement(reader, seq),
  };
}

function readCheckpoint(bytes: Uint8Array, place: string): [note: string, size: number] {
  try {
    const note = utf8Text(bytes);
    return [note, parseCheckpoint(note).size];
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new SourceError(`the checkpoint of ${place} is none: ${error.message}`);
  }
}

/** Asks for the bundles that come next while one is being verified. */
function bundlesAhead(reader: LogReader, size: number): (n: number, width: number) => Promise<Uint8Array> {
  const underWay = new Map<number, Promise<Uint8Array>>();
  const ask = (n: number): void => {
    const width = Math.min(TILE_WIDTH, size - n * TILE_WIDTH);
    const bundle = readTile(reader, { level: 'entries', n, width }, MAX_BUNDLE_BYTES);
    // One that fails is thrown where it is needed; until then its failure is nobody's.
    bundle.catch(() => undefined);
    underWay.set(n, bundle);
  };
  return (n) => {
    for (let next = n; next <= n + BUNDLES_AHEAD && next * TILE_WIDTH < size; next++) {
      if (!underWay.has(next)) ask(next);
    }
    const bundle = underWay.get(n) as Promise<Uint8Array>;
    underWay.delete(n);
    return bundle;
  };
}

/** Once a tile is full, its partial forms may be gone. @throws FormatError when neither is there */
async function readTile(reader: LogReader, tile: TileId, maxBytes: number): Promise<Uint8Array> {
  const path = tilePath(tile);
  const bytes =
    (await reader.read(path, maxBytes)) ??
    (tile.width < TILE_WIDTH ? await reader.read(tilePath({ ...tile, width: TILE_WIDTH }), maxBytes) : null);
  if (bytes === null) throw new FormatError('log', `${path} is missing`);
  return bytes;
}

/** Null where the statement was erased, is withheld, or is no statement: the verifier then can't follow it, and says so. */
async function readStatement(reader: LogReader, seq: number): Promise<DsseEnvelope | null> {
  const bytes = await reader.read(`statement/${seq}`, MAX_STATEMENT_BYTES);
  if (bytes === null) return null;
  try {
    const envelope = parseEnvelope(JSON.parse(utf8Text(bytes)));
    return envelope.payload === 'erased' ? null : envelope;
  } catch (error) {
    if (error instanceof FormatError || error instanceof SyntaxError) return null;
    throw error;
  }
}
