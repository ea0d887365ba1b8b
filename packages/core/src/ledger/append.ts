// SPDX-License-Identifier: Apache-2.0
/** The pure part of appending: from the head row and a batch of drafts to headers, leaf hashes and the next head row. */
import { copyBytes } from '../seal/bytes.ts';
import type { Crypto } from '../seal/crypto.ts';
import { type EntryHeader, putNextHeader } from './entry.ts';
import { Frontier } from './frontier.ts';
import { HEADER_ROOM } from './header-writer.ts';
import { HASH_BYTES } from './merkle.ts';

/** What the head row holds. */
export interface LedgerHead {
  readonly size: number;
  /** Leaf hash of the last entry; empty before the first. */
  readonly lastLeaf: Uint8Array;
  /** `Frontier.bytes()`. */
  readonly edge: Uint8Array;
}

/** An entry before it has a place: everything but `seq` and `prev`. */
export type EntryDraft = Omit<EntryHeader, 'seq' | 'prev'>;

export interface PlacedEntry {
  readonly seq: number;
  /** A view into the headers of the whole batch. */
  readonly header: Uint8Array;
  readonly leaf: Uint8Array;
}

export const EMPTY_HEAD: LedgerHead = { size: 0, lastLeaf: new Uint8Array(0), edge: new Uint8Array(0) };

/**
 * Places drafts one after another behind a head.
 * @param onTileRoot called with each new hash of a tile above the first level, in order: its tile level and the hash
 * @throws FormatError for a head that does not fit its size; RangeError or TypeError for a draft that no header may hold,
 * in which case nothing was placed
 */
export function placeEntries(
  head: LedgerHead,
  drafts: readonly EntryDraft[],
  crypto: Pick<Crypto, 'sha256'>,
  onTileRoot?: (tileLevel: number, hash: Uint8Array) => void,
): { readonly entries: readonly PlacedEntry[]; readonly head: LedgerHead; readonly root: Uint8Array } {
  if (head.lastLeaf.length !== (head.size === 0 ? 0 : HASH_BYTES)) throw new RangeError('head: has no last leaf hash');
  const frontier = Frontier.from(crypto, head.size, head.edge);
  const leaves: Uint8Array[] = [];
  const ends: number[] = [];
  let lastLeaf = head.lastLeaf;
  let end = 0;
  for (const { ts, type, subject, payloadDigest, signatures } of drafts) {
    const values = { seq: frontier.size, ts, type, subject, payloadDigest, signatures };
    const at = end;
    end = putLeafInput(values, lastLeaf, at);
    lastLeaf = crypto.sha256(page.subarray(at, end));
    frontier.append(lastLeaf, onTileRoot);
    leaves.push(lastLeaf);
    ends.push(end);
  }
  const entries = entriesOf(head.size, copyBytes(page, 0, end), ends, leaves);
  return { entries, head: { size: frontier.size, lastLeaf, edge: frontier.bytes() }, root: frontier.root() };
}

/** The headers of a batch, each behind the 0x00 of its leaf hash. One array for all: making one costs as much as hashing. */
let page = new Uint8Array(16 * HEADER_ROOM);

/** @returns the place behind the header */
function putLeafInput(values: Omit<EntryHeader, 'prev'>, lastLeaf: Uint8Array, at: number): number {
  if (at + 1 + HEADER_ROOM > page.length) {
    const larger = new Uint8Array(2 * page.length);
    larger.set(page);
    page = larger;
  }
  page[at] = 0x00;
  return putNextHeader(values, lastLeaf, page, at + 1);
}

function entriesOf(
  firstSeq: number,
  headers: Uint8Array,
  ends: readonly number[],
  leaves: readonly Uint8Array[],
): PlacedEntry[] {
  return leaves.map((leaf, i) => {
    const from = i === 0 ? 0 : (ends[i - 1] as number);
    return { seq: firstSeq + i, header: headers.subarray(from + 1, ends[i]), leaf };
  });
}
