// SPDX-License-Identifier: Apache-2.0
/**
 * Verifies the ledger as it is stored: core's verification over the headers, checkpoints and tiles, and in the same pass
 * every column beside them, payloads included. One batch of rows is held at a time.
 */
import type { Pins } from '@plumbline/core/ledger/check-checkpoint.ts';
import { parseCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { erasureOf } from '@plumbline/core/ledger/erasure.ts';
import { newHeaderOffsets, PARTS, SCANNED_LENGTHS, scanHeader } from '@plumbline/core/ledger/header-scan.ts';
import type { Erasure, LedgerReport, VerifiedPrefix } from '@plumbline/core/ledger/ledger-report.ts';
import type { TileSource } from '@plumbline/core/ledger/tile-reader.ts';
import { type LedgerSource, verifyLedger } from '@plumbline/core/ledger/verify-ledger.ts';
import { bytesEqual } from '@plumbline/core/seal/bytes.ts';
import type { Crypto } from '@plumbline/core/seal/crypto.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import { parseStatementOf } from '@plumbline/core/seal/statement.ts';
import type { LedgerStore, StoredCheckpoint, StoredEntry } from '../ledger-store.ts';
import { entryEnvelope } from './envelope.ts';

/** A column that does not say what the signed bytes say. */
export interface StoreFault {
  readonly seq: number;
  readonly table: 'ledger_head' | 'ledger_entry' | 'ledger_payload' | 'ledger_checkpoint';
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
  /** Reads and hashes the payloads too. Default true. */
  readonly payloads?: boolean;
  readonly onProgress?: ((done: number, total: number | null) => void) | undefined;
  /** Verifies only what this checkpoint covers. Absent: everything. */
  readonly upTo?: StoredCheckpoint | undefined;
  /** Waited for after each page of rows. What it throws ends the audit. */
  readonly pause?: (() => Promise<void>) | undefined;
}

/** Statements that anyone may read; of the others the headers alone are public. */
const PUBLIC_STATEMENTS = new Set([
  'genesis',
  'policy',
  'key',
  'constitution',
  'ratification',
  'revoke',
  'membership',
  'erasure',
]);

/** Rejects when the store cannot be read. */
export async function auditLedger(
  store: LedgerStore,
  options: AuditOptions,
  crypto: Crypto,
): Promise<StoredLedgerReport> {
  const { pins, from, onProgress } = options;
  const source = new AuditedSource(store, crypto, options);
  const report = await verifyLedger({ source, pins, from, onProgress }, crypto);
  await source.compareErasures(report);
  await source.compareHead(report);
  await source.blameHeader(report);
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
  readonly #withPayloads: boolean;
  readonly #upTo: StoredCheckpoint | null;
  readonly #pause: (() => Promise<void>) | undefined;
  #lastLeaf: Uint8Array | null = null;
  /** As it was when the audit began; null where it could not be read, or does not matter. */
  #head: Awaited<ReturnType<LedgerStore['head']>> | null = null;

  constructor(store: LedgerStore, crypto: Crypto, { payloads, upTo, pause }: AuditOptions) {
    this.#store = store;
    this.#crypto = crypto;
    this.#withPayloads = payloads ?? true;
    this.#upTo = upTo ?? null;
    this.#pause = pause;
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
    const to = this.#end;
    for await (const page of this.#store.entries(to === null ? { from } : { from, to })) {
      const payloads = this.#withPayloads ? await this.#payloadsOf(page) : null;
      for (const entry of page) this.#checkRow(entry, payloads?.get(entry.seq));
      yield page.map(({ header }) => header);
      await this.#pause?.();
    }
  }

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
        if (payload?.state === 'kept') yield erasureOf(parseStatementOf('erasure', payload.bytes), seq);
      }
    }
  }

  async compareHead({ size, head, root }: LedgerReport): Promise<void> {
    const last = Math.max(0, size - 1);
    if (this.#lastLeaf && toHex(this.#lastLeaf) !== head) this.#fault('ledger_entry', last, 'leaf: is another hash');
    if (!this.#head) return;
    const stored = this.#head;
    if (stored.size !== size) this.#fault('ledger_head', last, `says ${stored.size} entries; there are ${size}`);
    if (toHex(stored.lastLeaf) !== head) this.#fault('ledger_head', last, 'names another last entry');
    if (!bytesEqual(stored.root, root)) this.#fault('ledger_head', last, 'holds another right edge of the tree');
  }

  /**
   * The walk sees a changed header by the entry after it, which names another hash. Where the stored leaf is the one that is
   * named there, it is the header that changed.
   */
  async blameHeader({ checks }: LedgerReport): Promise<void> {
    const failed = checks.find(({ name, ok }) => name === 'prev_hashes' && ok === false);
    const seq = (failed?.firstFailingSeq ?? 0) - 1;
    const leaf = seq < 0 ? null : await this.#store.leafOf(seq);
    if (leaf && toHex(leaf) === failed?.observed)
      this.#fault('ledger_entry', seq, 'header: hashes to another leaf than the next entry names');
  }

  async #payloadsOf(page: readonly StoredEntry[]): Promise<ReadonlyMap<number, Uint8Array>> {
    const first = page[0]?.seq ?? 0;
    const last = page.at(-1)?.seq ?? first;
    const payloads = await this.#store.payloads(first, last + 1);
    if (payloads.size === page.length) return payloads;
    for (const { seq } of page) {
      if (payloads.has(seq)) continue;
      // Erased is one thing, and said so in the row; a row that is not there is another.
      if ((await this.#store.payload(seq)) === null) this.#fault('ledger_payload', seq, 'the row is missing');
      else this.#erased.push(seq);
    }
    return payloads;
  }

  /** A head that cannot even be read is a finding like any other. */
  async #readHead(): Promise<Awaited<ReturnType<LedgerStore['head']>> | null> {
    try {
      return await this.#store.head();
    } catch (error) {
      if (!(error instanceof FormatError || error instanceof RangeError)) throw error;
      this.#fault('ledger_head', 0, error.message);
      return null;
    }
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

  /**
   * The columns against the header. They are spelt out as the header would have them and compared in two pieces: a second
   * scan would cost as much as the first. The leaf is compared with the `prev` of the next header, which core verifies.
   */
  #checkRow(entry: StoredEntry, payload: Uint8Array | undefined): void {
    const { seq, type, subject, header, leaf } = entry;
    const bytes = bufferOf(header);
    const before = this.#lastLeaf ? bufferOf(this.#lastLeaf).toString('hex') : textAt(bytes, PREV_AT, PREV_END);
    const place = `${before}${PARTS.seq}${seq}${PARTS.subject}${subject}${PARTS.ts}`;
    const typeAt = PREV_AT + place.length + SCANNED_LENGTHS.TIMESTAMP_LENGTH;
    const digest = payload ? `${PARTS.digest}${this.#digestOf(payload)}` : PARTS.digest;
    const kind = `${PARTS.type}${type}${digest}`;
    const isAsStored =
      textAt(bytes, PREV_AT, PREV_AT + place.length) === place && textAt(bytes, typeAt, typeAt + kind.length) === kind;
    if (!isAsStored) this.#nameFault(entry, before, payload);
    this.#lastLeaf = leaf;
  }

  /** Which column it was. A header of the wrong form is core's finding. */
  #nameFault({ seq, type, subject, header }: StoredEntry, before: string, payload: Uint8Array | undefined): void {
    const at = newHeaderOffsets();
    if (!scanHeader(header, at)) return;
    const bytes = bufferOf(header);
    if (at.seq !== seq) this.#fault('ledger_entry', seq, 'seq: the header says another');
    if (textAt(bytes, at.subject, at.subjectEnd) !== subject)
      this.#fault('ledger_entry', seq, 'subject: the header says another');
    if (textAt(bytes, at.type, at.typeEnd) !== type) this.#fault('ledger_entry', seq, 'type: the header says another');
    if (textAt(bytes, at.prev, at.prev + 64) !== before)
      this.#fault('ledger_entry', seq - 1, 'leaf: is another hash than the next entry names');
    const digest = textAt(bytes, at.digest, at.digest + SCANNED_LENGTHS.DIGEST_LENGTH);
    if (payload && this.#digestOf(payload) !== digest)
      this.#fault('ledger_payload', seq, 'has another digest than the header names');
  }

  #digestOf(payload: Uint8Array): string {
    return bufferOf(this.#crypto.sha256(payload)).toString('base64');
  }
}

const PREV_AT = PARTS.prev.length;
const PREV_END = PREV_AT + 64;

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
const textAt = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);
