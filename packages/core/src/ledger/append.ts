// SPDX-License-Identifier: Apache-2.0
/** The pure part of appending: from the head row and a batch of drafts to headers, leaf hashes and the next head row. */
import type { Crypto } from '../seal/crypto.ts';
import type { EntryHeader } from './entry.ts';
import { Frontier } from './frontier.ts';
import { HeaderPage } from './header-page.ts';
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
  /** A view into the page: it lasts until the next batch is written there. */
  readonly header: Uint8Array;
  readonly leaf: Uint8Array;
}

export const EMPTY_HEAD: LedgerHead = { size: 0, lastLeaf: new Uint8Array(0), edge: new Uint8Array(0) };

/**
 * Places drafts one after another behind a head.
 * @param page where the headers are written; a new one where the caller has none
 * @param onTileRoot called with each new hash of a tile above the first level, in order: its tile level and the hash
 * @throws FormatError for a head that does not fit its size; RangeError or TypeError for a draft that no header may hold,
 * in which case nothing was placed
 */
export function placeEntries(
  head: LedgerHead,
  drafts: readonly EntryDraft[],
  crypto: Pick<Crypto, 'sha256'>,
  page: HeaderPage = new HeaderPage(),
  onTileRoot?: (tileLevel: number, hash: Uint8Array) => void,
): { readonly entries: readonly PlacedEntry[]; readonly head: LedgerHead; readonly root: Uint8Array } {
  if (head.lastLeaf.length !== (head.size === 0 ? 0 : HASH_BYTES)) throw new RangeError('head: has no last leaf hash');
  const frontier = Frontier.from(crypto, head.size, head.edge);
  page.clear();
  const leaves: Uint8Array[] = [];
  let lastLeaf = head.lastLeaf;
  for (const { ts, type, subject, payloadDigest, signatures } of drafts) {
    const values = { seq: frontier.size, ts, type, subject, payloadDigest, signatures };
    lastLeaf = crypto.sha256(page.add(values, lastLeaf));
    frontier.append(lastLeaf, onTileRoot);
    leaves.push(lastLeaf);
  }
  const entries = page.headers().map((header, i) => ({ seq: head.size + i, header, leaf: leaves[i] as Uint8Array }));
  return { entries, head: { size: frontier.size, lastLeaf, edge: frontier.bytes() }, root: frontier.root() };
}
