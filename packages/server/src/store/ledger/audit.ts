// SPDX-License-Identifier: Apache-2.0
/**
 * Verifies the ledger as it is stored: core's verification over the headers, checkpoints and tiles, and in the same pass
 * every column beside them, payloads included. One batch of rows is held at a time.
 */
import { hash } from 'node:crypto';
import type { Pins } from '@plumbline/core/ledger/check-checkpoint.ts';
import { parseCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { PUBLIC_STATEMENTS } from '@plumbline/core/ledger/entry.ts';
import { erasureOf } from '@plumbline/core/ledger/erasure.ts';
import { asciiText, SCANNED_LENGTHS } from '@plumbline/core/ledger/header-scan.ts';
import type { Erasure, LedgerReport, VerifiedPrefix } from '@plumbline/core/ledger/ledger-report.ts';
import type { EntryListener } from '@plumbline/core/ledger/ledger-walk.ts';
import type { TileSource } from '@plumbline/core/ledger/tile-reader.ts';
import { type LedgerSource, verifyLedger } from '@plumbline/core/ledger/verify-ledger.ts';
import { bytesEqual } from '@plumbline/core/seal/bytes.ts';
import type { Crypto } from '@plumbline/core/seal/crypto.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import { parseStatementOf } from '@plumbline/core/seal/statement.ts';
import type { LedgerStore, StoredCheckpoint, StoredRow } from '../ledger-store.ts';
import { IndexAudit, type IndexedStores, type IndexFault } from './audit-index.ts';
import { entryEnvelope } from './envelope.ts';

/** A column that does not say what the signed bytes say. */
export interface StoreFault {
  readonly seq: number;
  /** `audit`: the verification itself could not go on from this entry. */
  readonly table:
    | 'ledger_head'
    | 'ledger_entry'
    | 'ledger_payload'
    | 'ledger_checkpoint'
    | 'audit'
    | IndexFault['table'];
  readonly detail: string;
}

export interface StoredLedgerReport extends LedgerReport {
  /** First of each table, in order of seq. With any, the verdict is BROKEN. */
  readonly storeFaults: readonly StoreFault[];
}

export interface AuditOptions {
  readonly pins: Pins;
  /** Go on from an earlier VALID report. */
  readonly from?: VerifiedPrefix | undefined;
  readonly onProgress?: ((done: number, total: number | null) => void) | undefined;
  /** Verifies only what this checkpoint covers. Absent: everything. */
  readonly upTo?: StoredCheckpoint | undefined;
  /** Compares rows of certificates and ratifications with the entries as well. */
  readonly index?: Omit<IndexedStores, 'chain'> | undefined;
  /** Told of each entry whose header says that it ends a certificate. */
  readonly onRevocation?: ((certificateId: string, seq: number) => void) | undefined;
  /** Waited for after each page of rows, and after each entry that has rows of its own. What it throws ends the audit. */
  readonly pause?: (() => Promise<void>) | undefined;
}

/** Rejects when the store cannot be read. */
export async function auditLedger(
  store: LedgerStore,
  options: AuditOptions,
  crypto: Crypto,
): Promise<StoredLedgerReport> {
  const { pins, from, onProgress } = options;
  const source = new AuditedSource(store, crypto, options);
  const report = await verifyLedger({ source, pins, from, onProgress, onEntry: source.compareRow }, crypto);
  await source.compareErasures(report);
  await source.compareHead(report);
  await source.compareIndex(report, options);
  const storeFaults = [...source.faults.values()].sort((a, b) => a.seq - b.seq);
  if (storeFaults.length === 0) return { ...report, storeFaults };
  return { ...report, verdict: 'BROKEN', canonicalSpineValid: false, prefix: null, storeFaults };
}

class AuditedSource implements LedgerSource {
  readonly faults = new Map<StoreFault['table'], StoreFault>();
  readonly tiles: TileSource;
  /** Entries whose payload the store says to be erased. */
  readonly #erased: number[] = [];
  readonly #store: LedgerStore;
  readonly #crypto: Crypto;
  readonly #upTo: StoredCheckpoint | null;
  readonly #pause: (() => Promise<void>) | undefined;
  readonly #onRevocation: AuditOptions['onRevocation'];
  #page: readonly StoredRow[] = [];
  #at = 0;
  /** As it was when the audit began; null where it could not be read, or does not matter. */
  #head: Awaited<ReturnType<LedgerStore['head']>> | null = null;

  constructor(store: LedgerStore, crypto: Crypto, { upTo, pause, onRevocation }: AuditOptions) {
    this.#store = store;
    this.#crypto = crypto;
    this.#upTo = upTo ?? null;
    this.#pause = pause;
    this.#onRevocation = onRevocation;
    this.tiles = store.storedTiles;
  }

  async newestCheckpoint(): Promise<string | null> {
    const newest = this.#upTo ?? (await this.#store.checkpoints.newest());
    if (newest) this.#checkCheckpoint(newest);
    // Read after the checkpoint, so that it covers it: what is appended from here on is left for the next time.
    if (!this.#upTo) this.#head = await this.#readHead();
    return newest?.note ?? null;
  }

  get #end(): number | null {
    return this.#upTo?.size ?? this.#head?.size ?? null;
  }

  async *entries(from: number): AsyncGenerator<readonly Uint8Array[]> {
    for await (const page of this.#store.rows(from, this.#end)) {
      this.#page = page;
      this.#at = 0;
      yield page.map(({ header }) => header);
      await this.#pause?.();
    }
  }

  /** The columns against the header, while core has it open: nothing is scanned or hashed twice. */
  readonly compareRow: EntryListener = (header, at, leaf) => {
    const row = this.#page[this.#at++] as StoredRow;
    const { seq, type, subject, payload } = row;
    if (!bytesEqual(leaf, row.leaf)) this.#fault('ledger_entry', seq, 'leaf: is not the hash of the header');
    if (payload === undefined) this.#fault('ledger_payload', seq, 'the row is missing');
    else if (payload === null) this.#erased.push(seq);
    // A header of the wrong form is core's finding.
    if (at === null) return;
    if (at.seq !== seq) this.#fault('ledger_entry', seq, 'seq: the header says another');
    if (!isTextAt(header, at.subject, at.subjectEnd, subject))
      this.#fault('ledger_entry', seq, 'subject: the header says another');
    if (!isTextAt(header, at.type, at.typeEnd, type)) this.#fault('ledger_entry', seq, 'type: the header says another');
    if (this.#onRevocation && isTextAt(header, at.type, at.typeEnd, 'revoke'))
      this.#onRevocation(asciiText(header, at.subject, at.subjectEnd), seq);
    if (payload && !isTextAt(header, at.digest, at.digest + SCANNED_LENGTHS.DIGEST_LENGTH, digestOf(payload)))
      this.#fault('ledger_payload', seq, 'has another digest than the header names');
  };

  async *checkpoints(size: number): AsyncGenerator<string> {
    for await (const page of this.#store.checkpoints.after(size)) {
      for (const checkpoint of page) {
        if (checkpoint.size >= (this.#end ?? Number.POSITIVE_INFINITY)) return;
        this.#checkCheckpoint(checkpoint);
        yield checkpoint.note;
      }
    }
  }

  async statement(seq: number): Promise<ReturnType<typeof entryEnvelope> | null> {
    const entry = await this.#store.entry(seq);
    if (!entry || !PUBLIC_STATEMENTS.has(entry.type)) return null;
    const payload = await this.#store.payload(seq);
    return payload?.state === 'kept' ? entryEnvelope(entry.header, payload.bytes, this.#crypto) : null;
  }

  /** What was erased by law is on record: without an entry that says so it was taken away. */
  async compareErasures({ erasures }: LedgerReport): Promise<void> {
    const recorded = new Set(erasures.map(({ seq }) => seq));
    let open = this.#erased.filter((seq) => !recorded.has(seq));
    if (open.length === 0) return;
    // The entry may lie behind what this audit read.
    for await (const { seq } of this.#recordedErasures()) open = open.filter((erased) => erased !== seq);
    const [taken] = open;
    if (taken !== undefined) this.#fault('ledger_payload', taken, 'was erased, and no entry says so');
  }

  async *#recordedErasures(): AsyncGenerator<Erasure> {
    for await (const page of this.#store.entries({ from: 0, types: ['erasure'] })) {
      for (const { seq } of page) {
        const payload = await this.#store.payload(seq);
        const erasure = payload?.state === 'kept' ? readErasure(payload.bytes, seq) : null;
        if (erasure !== null) yield erasure;
      }
    }
  }

  /** Only beside entries that hold: of others their own findings come first. */
  async compareIndex({ policies, size }: LedgerReport, { index, from, pause }: AuditOptions): Promise<void> {
    if (index === undefined || policies === null) return;
    const range = { from: from?.size ?? 0, to: size, policies, pause };
    const found = await IndexAudit.run({ chain: this.#store, ...index }, range, this.#crypto);
    for (const { table, seq, detail } of found) this.#fault(table, seq, detail);
  }

  async compareHead({ size, head, root }: LedgerReport): Promise<void> {
    const last = Math.max(0, size - 1);
    if (!this.#head || this.#head.problem !== undefined) return;
    const stored = this.#head;
    if (stored.size !== size) this.#fault('ledger_head', last, `says ${stored.size} entries; there are ${size}`);
    if (toHex(stored.lastLeaf) !== head) this.#fault('ledger_head', last, 'names another last entry');
    if (!bytesEqual(stored.root, root)) this.#fault('ledger_head', last, 'holds another right edge of the tree');
  }

  /** One that cannot be read says how far the entries go all the same. */
  async #readHead(): Promise<Awaited<ReturnType<LedgerStore['head']>>> {
    const head = await this.#store.head();
    if (head.problem !== undefined) this.#fault('ledger_head', Math.max(0, head.size - 1), head.problem);
    return head;
  }

  #fault(table: StoreFault['table'], seq: number, detail: string): void {
    if (!this.faults.has(table)) this.faults.set(table, { seq, table, detail });
  }

  #checkCheckpoint({ size, root, note }: StoredCheckpoint): void {
    const last = Math.max(0, size - 1);
    try {
      const signed = parseCheckpoint(note);
      if (signed.size !== size) this.#fault('ledger_checkpoint', last, `size: the note says ${signed.size}`);
      if (!bytesEqual(signed.root, root)) this.#fault('ledger_checkpoint', last, 'root: the note says another');
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.#fault('ledger_checkpoint', last, error.message);
    }
  }
}

/** Null for bytes that record nothing: that they are damaged is found where they stand. */
function readErasure(payload: Uint8Array, seq: number): Erasure | null {
  try {
    return erasureOf(parseStatementOf('erasure', payload), seq);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return null;
  }
}

/** Base 64, as headers have it; the one hash that core has no use for. */
const digestOf = (payload: Uint8Array): string => hash('sha256', payload, 'base64');

function isTextAt(bytes: Uint8Array, from: number, to: number, text: string): boolean {
  if (to - from !== text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[from + i] !== text.charCodeAt(i)) return false;
  return true;
}
