// SPDX-License-Identifier: Apache-2.0
/** What the appending algorithm asks of a driver inside one transaction. SQLite answers at once, PostgreSQL by a promise. */
import type { LedgerHead } from '@plumbline/core/ledger/append.ts';
import type {
  AppendKey,
  Claim,
  NewCertificate,
  RatificationRecord,
  StoredAnswer,
  StoredCheckpoint,
  StoredRow,
} from '../ledger-store.ts';
import type { EntryTable } from './schema.ts';

export type Eventually<T> = T | Promise<T>;

/** Entries that say what may follow them. */
export type DecisionType = 'policy' | 'ratification';

export interface KeptKey extends AppendKey {
  readonly seq: number;
  readonly leaf: Uint8Array;
}

export interface CertificateState {
  readonly id: string;
  readonly anchoredSeq: number | null;
  readonly revokedSeq: number | null;
}

export interface EntryRow extends EntryTable {
  readonly payload: Uint8Array;
}

export interface TileRow {
  readonly level: number;
  readonly n: number;
  readonly bytes: Uint8Array;
}

/** All that a batch writes. */
export interface BatchRows {
  /** Null when no entry was placed. `oldSize` is compared and set. */
  readonly head: { readonly oldSize: number; readonly next: LedgerHead } | null;
  readonly entries: readonly EntryRow[];
  readonly keys: readonly (AppendKey & { readonly seq: number })[];
  readonly tiles: readonly TileRow[];
  readonly certificates: readonly NewCertificate[];
  readonly anchored: readonly { readonly id: string; readonly seq: number }[];
  readonly revoked: readonly { readonly id: string; readonly seq: number; readonly supersededBy: string | null }[];
  readonly erased: readonly { readonly seq: number; readonly atMs: number }[];
  readonly erasedCertificates: readonly string[];
  readonly ratifications: readonly RatificationRecord[];
  readonly answers: readonly { readonly claim: Claim; readonly answer: StoredAnswer }[];
}

export const NO_ROWS: BatchRows = {
  head: null,
  entries: [],
  keys: [],
  tiles: [],
  certificates: [],
  anchored: [],
  revoked: [],
  erased: [],
  erasedCertificates: [],
  ratifications: [],
  answers: [],
};

export interface LedgerTx {
  /** Locks the head row: from here to the end of the transaction nobody else appends. */
  lockHead(): Eventually<LedgerHead>;
  keys(keys: readonly AppendKey[]): Eventually<readonly KeptKey[]>;
  /** Those that are still open under their token; locked. */
  openClaims(claims: readonly Claim[]): Eventually<readonly Claim[]>;
  certificates(ids: readonly string[]): Eventually<readonly CertificateState[]>;
  /** Those of them that were used. */
  usedNonces(nonces: readonly string[]): Eventually<readonly string[]>;
  newestSeq(type: DecisionType): Eventually<number | null>;
  leaves(from: number, to: number): Eventually<readonly Uint8Array[]>;
  tile(level: number, n: number): Eventually<Uint8Array | null>;
  putTiles(tiles: readonly TileRow[]): Eventually<void>;
  write(rows: BatchRows): Eventually<void>;
  newestCheckpoint(): Eventually<StoredCheckpoint | null>;
  insertCheckpoint(checkpoint: StoredCheckpoint): Eventually<void>;
  clearTiles(): Eventually<void>;
  /** Whether what the proof names is there. */
  holds(proof: CommitProof): Eventually<boolean>;
}

/** Something that a transaction wrote and that no other one can have written: it settles an unknown outcome. */
export type CommitProof =
  | { readonly kind: 'entry'; readonly seq: number; readonly leaf: Uint8Array }
  | { readonly kind: 'certificate'; readonly id: string }
  | { readonly kind: 'answer'; readonly claim: Claim }
  | { readonly kind: 'checkpoint'; readonly size: number; readonly note: string };

export interface TxResult<T> {
  readonly value: T;
  /** Null when nothing was written, or when writing it twice does no harm. */
  readonly proof: CommitProof | null;
}

export interface LedgerDriver {
  /** Runs `work` in one durable transaction; it may be run again when it conflicts with another. */
  transact<T>(work: (tx: LedgerTx) => Promise<TxResult<T>>): Promise<T>;
  /** Entries with what is kept beside them, past Kysely: a pass over a whole ledger is mostly this. `to` is left out. */
  readRows(from: number, to: number, limit: number): Promise<readonly StoredRow[]>;
  /** Runs a statement that deletes by law: nothing of the old bytes may stay where the driver can prevent it. */
  erasing<T>(work: () => Promise<T>): Promise<T>;
  /** Turns a fault of the driver into `ledger_unavailable`; everything else stays as it is. */
  publicFault(error: unknown): unknown;
}
