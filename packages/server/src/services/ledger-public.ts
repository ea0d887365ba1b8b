// SPDX-License-Identifier: Apache-2.0
/** What the ledger shows to anybody: status, proofs, tiles, statements. Names of contract section 5. */
import type { OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { PUBLIC_STATEMENTS, parseEntryHeader, type StrictRow, strictRow } from '@plumbline/core/ledger/entry.ts';
import { proveConsistency, proveInclusion, rootFromTiles } from '@plumbline/core/ledger/tile-reader.ts';
import { encodeEntryBundle, isTileOf, parseTilePath, TILE_WIDTH, tileHashes } from '@plumbline/core/ledger/tiles.ts';
import { IN_TOTO_PAYLOAD_TYPE } from '@plumbline/core/seal/dsse.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import { timestampOf } from '@plumbline/core/seal/timestamp.ts';
import type { StoredCheckpoint, StoredEntry } from '../store/ledger-store.ts';
import type { Ledger } from './ledger.ts';
import { envelopeOf } from './ledger-entries.ts';
import { witnessesOn } from './ledger-proofs.ts';
import { cosignedNote } from './ledger-publisher.ts';

type Status = OutputOf<Operations['chainStatus']>;
/** A checkpoint follows an entry within seconds; more is silence. */
const SLACK_S = 120;
/** A feed looks back over so many entries at most. */
const RECENT_ENTRIES = 500;

export interface LedgerPublicOptions {
  readonly ledger: Ledger;
  readonly heartbeatMs: number;
  /** What the last verification found. */
  readonly integrity: () => Status['integrity'];
  /** What is amiss with the witnesses; null while all is well. */
  readonly warning: () => Promise<string | null>;
}

export class LedgerPublic {
  readonly #options: LedgerPublicOptions;

  constructor(options: LedgerPublicOptions) {
    this.#options = options;
  }

  async status(): Promise<Status> {
    const { ledger, heartbeatMs, integrity, warning } = this.#options;
    await ledger.follow();
    const { chain } = ledger.stores;
    const [newest, { size, lastLeaf }, seen] = await Promise.all([
      this.newest(),
      chain.head(),
      chain.checkpoints.newestCosignatures(),
    ]);
    // It may be missing; status has to answer all the same.
    const last = await chain.entry(size - 1);
    const covered = newest.size === size ? last : await chain.entry(newest.size - 1);
    // By what is signed: whoever writes to the database could keep the time beside a checkpoint young for ever.
    const ageS = Math.max(0, Math.round((ledger.nowMs() - Date.parse(timeOf(covered, newest))) / 1000));
    const maxAgeS = Math.round(heartbeatMs / 1000) + SLACK_S;
    const { genesis, current } = ledger.governance;
    const { quorum } = current.policy.witness;
    const note = await cosignedNote(ledger, newest);
    const warned = await warning();
    return {
      integrity: integrity(),
      height: size,
      head: { index: size - 1, hash: toHex(last?.leaf ?? lastLeaf), timestamp: timeOf(last, newest) },
      genesis: { hash: genesis.hash, timestamp: genesis.timestamp },
      freshness: { age_s: ageS, expected_max_age_s: maxAgeS, fresh: ageS <= maxAgeS },
      checkpoint: note,
      witnesses: seen.map(({ witness, size: seenSize, witnessedAtS }) => ({
        name: witness,
        seen_height: seenSize,
        at: new Date(witnessedAtS * 1000).toISOString(),
      })),
      witness_quorum: quorum,
      witness_quorum_met: witnessesOn(note, current, ledger).length >= quorum,
      ...(warned !== null && { witness_warning: warned }),
      origin: ledger.origin,
      policy_epoch: current.policy.epoch,
      writer: {
        mode: ledger.refusal === null ? 'writing' : 'refusing',
        lag: size - newest.size,
        ...(ledger.refusal !== null && { reason: ledger.refusal }),
      },
    };
  }

  async latest(): Promise<OutputOf<Operations['chainLatest']>> {
    const { ledger } = this.#options;
    await ledger.follow();
    const newest = await this.newest();
    const entry = await this.#entry(newest.size - 1);
    const checkpoint = await cosignedNote(ledger, newest);
    // The log itself, and each witness that the policy names: who else has co-signed confirms nothing to its readers.
    const confirmations = 1 + witnessesOn(checkpoint, ledger.governance.current, ledger).length;
    return { block: rowOf(entry, ledger.crypto), checkpoint, confirmations };
  }

  async checkpoint(): Promise<string> {
    return cosignedNote(this.#options.ledger, await this.newest());
  }

  /** @throws PlumblineError ledger_unavailable before the first one */
  async newest(): Promise<StoredCheckpoint> {
    const newest = await this.#options.ledger.stores.chain.checkpoints.newest();
    if (newest === null)
      throw new PlumblineError('ledger_unavailable', { detail: 'No checkpoint has been signed yet.' });
    return newest;
  }

  async inclusion(index: number, size: number | null): Promise<OutputOf<Operations['inclusionProof']>> {
    const { stores, crypto } = this.#options.ledger;
    const { checkpoints, tiles } = stores.chain;
    const to = await this.#publishedSize('size', size);
    if (index >= to)
      throw outOfBounds('index', 0, to - 1, size === null ? UNPUBLISHED : `a tree of ${to} entries ends there`);
    const [entry, path, root, signed] = await Promise.all([
      this.#entry(index),
      whole(proveInclusion(tiles, index, to, crypto)),
      whole(rootFromTiles(tiles, to, crypto)),
      checkpoints.find(to),
    ]);
    return {
      leaf: toHex(entry.leaf),
      index,
      size: to,
      path: path.map(toHex),
      root: toHex(root),
      checkpoint: signed && (await cosignedNote(this.#options.ledger, signed)),
    };
  }

  async consistency(from: number, to: number | null): Promise<OutputOf<Operations['consistencyProof']>> {
    const { stores, crypto } = this.#options.ledger;
    const { tiles } = stores.chain;
    const newer = await this.#publishedSize('to', to);
    if (from < 1) throw outOfBounds('from', 1, newer, EMPTY);
    if (from > newer)
      throw outOfBounds('from', 1, newer, to === null ? UNPUBLISHED : 'the older tree is no larger than the newer one');
    const [path, older, root] = await Promise.all([
      whole(proveConsistency(tiles, from, newer, crypto)),
      whole(rootFromTiles(tiles, from, crypto)),
      whole(rootFromTiles(tiles, newer, crypto)),
    ]);
    return { from, to: newer, from_root: toHex(older), to_root: toHex(root), path: path.map(toHex) };
  }

  /** The bytes of a tile that a published checkpoint implies; null for any other path. */
  async tile(path: string): Promise<{ readonly bytes: Uint8Array; readonly isFull: boolean } | null> {
    const tile = parseTilePath(`tile/${path}`);
    if (tile === null || !isTileOf((await this.newest()).size, tile)) return null;
    const { level, n, width } = tile;
    const isFull = width === TILE_WIDTH;
    if (level === 'entries') return { bytes: await this.#entryBundle(n, width), isFull };
    const bytes = await whole(this.#options.ledger.stores.chain.tiles.readTile(level, n, width));
    return { bytes: tileHashes(bytes, width), isFull };
  }

  async #entryBundle(n: number, width: number): Promise<Uint8Array> {
    const headers: Uint8Array[] = [];
    const from = n * TILE_WIDTH;
    for await (const page of this.#options.ledger.stores.chain.entries({ from, to: from + width }))
      headers.push(...page.map(({ header }) => header));
    return encodeEntryBundle(headers);
  }

  /** @throws PlumblineError not_found, withheld_by_policy */
  async statement(seq: number): Promise<OutputOf<Operations['logStatement']>> {
    const { stores, crypto } = this.#options.ledger;
    const entry = await stores.chain.entry(seq);
    if (entry === null) throw new PlumblineError('not_found', { detail: 'There is no such entry.' });
    if (!PUBLIC_STATEMENTS.has(entry.type))
      throw new PlumblineError('withheld_by_policy', {
        detail: `Statements of ${entry.type} entries are given to nobody.`,
      });
    const payload = await stores.chain.payload(seq);
    if (payload?.state === 'kept')
      return whole(Promise.resolve().then(() => envelopeOf(entry.header, payload.bytes, crypto)));
    return { payload: 'erased', payloadType: IN_TOTO_PAYLOAD_TYPE, signatures: [] };
  }

  /** The newest checkpoints, newest first. */
  async recentCheckpoints(limit: number): Promise<StoredCheckpoint[]> {
    const { size } = await this.newest();
    const found: StoredCheckpoint[] = [];
    const pages = this.#options.ledger.stores.chain.checkpoints.after(Math.max(0, size - RECENT_ENTRIES));
    for await (const page of pages) found.push(...page);
    return found.toReversed().slice(0, limit);
  }

  async #publishedSize(name: string, size: number | null): Promise<number> {
    const newest = await this.newest();
    if (size === null) return newest.size;
    if (size < 1) throw outOfBounds(name, 1, newest.size, EMPTY);
    if (size > newest.size) throw outOfBounds(name, 1, newest.size, UNPUBLISHED);
    return size;
  }

  async #entry(seq: number): Promise<StoredEntry> {
    const entry = await this.#options.ledger.stores.chain.entry(seq);
    if (entry === null) throw new PlumblineError('ledger_unavailable', { detail: `Entry ${seq} is missing.` });
    return entry;
  }
}

/** A damaged entry has no time of its own; status has to answer all the same. */
function timeOf(entry: StoredEntry | null, { atMs }: StoredCheckpoint): string {
  if (entry === null) return timestampOf(atMs);
  try {
    return parseEntryHeader(entry.header).ts;
  } catch (error) {
    if (error instanceof FormatError) return timestampOf(atMs);
    throw error;
  }
}

/** @throws PlumblineError ledger_unavailable for an entry that is damaged in the store */
export function rowOf({ seq, header }: Pick<StoredEntry, 'seq' | 'header'>, crypto: Ledger['crypto']): StrictRow {
  try {
    return strictRow(header, crypto);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const detail = `Entry ${seq} is damaged in the store; /api/ironledger/verify tells what else is.`;
    throw new PlumblineError('ledger_unavailable', { detail, retryAfterS: 60 });
  }
}

const UNPUBLISHED = 'larger trees are not published yet';
const EMPTY = 'a tree has one entry at least';

/** @throws PlumblineError ledger_unavailable where tiles or entries are missing or damaged in the store */
async function whole<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof RangeError)) throw error;
    const detail = `Damaged in the store (${error.message}); /api/ironledger/verify tells what else is.`;
    throw new PlumblineError('ledger_unavailable', { detail, retryAfterS: 60 });
  }
}

function outOfBounds(name: string, least: number, most: number, why: string): PlumblineError {
  const detail = `Must be from ${least} to ${most}: ${why}.`;
  return new PlumblineError('invalid_parameter', {
    detail,
    errors: [{ pointer: `/${name}`, code: 'invalid_parameter', detail, limit: most }],
  });
}
