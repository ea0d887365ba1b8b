// SPDX-License-Identifier: Apache-2.0
/**
 * The persistent side of the ledger, as narrow asynchronous interfaces that both drivers answer. Headers, leaf hashes,
 * payloads and envelopes are kept as the bytes that were hashed or signed, never as a re-serialisation. No interface takes
 * a prompt, a response or an address.
 *
 * Every method rejects with PlumblineError `ledger_unavailable` (503, with Retry-After) when the disk is full or the
 * database is away.
 */
import type { EntryDraft, LedgerHead } from '@plumbline/core/ledger/append.ts';
import type { SealedPayload } from '@plumbline/core/ledger/sealed-payload.ts';
import type { TileSource } from '@plumbline/core/ledger/tile-reader.ts';

export interface LedgerStores {
  readonly chain: LedgerStore;
  readonly certificates: CertificateStore;
  readonly ratifications: RatificationStore;
  readonly idempotency: IdempotencyStore;
}

/** One entry and whatever must be true exactly when it is: all of it shares one transaction. */
export interface AppendUnit extends Effect {
  /** Everything of the header but its place and its digest. Signed over `payload` already: no payload needs the place. */
  readonly entry: Omit<EntryDraft, 'payloadDigest'>;
  /** The statement: the DSSE payload. Kept beside the entry, erasable. */
  readonly payload: SealedPayload;
  /** Absent: every call appends. */
  readonly idempotency?: AppendKey;
}

/** Ledger.md's `idem`: the same key and body give the entry that stands already. */
export interface AppendKey {
  /** Whose key it is: a caller, or the part of the service that appends, such as `anchor`. */
  readonly scope: string;
  /** For ratifying and anchoring: certificate id and state. */
  readonly key: string;
  /** Hex SHA-256 of what was asked for, without salts and times. */
  readonly bodyHash: string;
}

/** Rows and an answer that share a transaction with an entry, or stand alone (`LedgerStore.write`). */
export interface Effect {
  readonly rows?: readonly LedgerRow[];
  /** Closes a claim on an Idempotency-Key with the answer that the caller will get. */
  readonly answer?: ClaimedAnswer;
}

export type LedgerRow =
  | { readonly kind: 'certificate'; readonly certificate: NewCertificate }
  /** Points the certificate at the entry of its unit. Refused unless it is a PREVIEW. */
  | { readonly kind: 'anchored'; readonly certificateId: string }
  /** Refused when it is revoked or superseded already, or when what takes its place is: nothing may be superseded in a circle. */
  | { readonly kind: 'revoked'; readonly certificateId: string; readonly supersededBy: string | null }
  /** Deletes by law, for good, where the driver can: the payload of an entry that stands already. Nothing for one that is erased. */
  | { readonly kind: 'erased'; readonly seq: number; readonly atMs: number }
  /** The same of a certificate: its envelope, salt included, and answers that are kept for an Idempotency-Key. */
  | { readonly kind: 'certificate_erased'; readonly certificateId: string }
  /** Refused when its nonce was used. */
  | { readonly kind: 'ratification'; readonly ratification: NewRatification };

export interface AppendedEntry {
  readonly seq: number;
  readonly leaf: Uint8Array;
  /** The entry stood already, under the same idempotency key. Nothing was written, `rows` and `answer` included. */
  readonly replayed: boolean;
}

export interface AppendOptions {
  /** The size that the caller saw: another one is refused with `state_conflict`. A fresh chain begins with 0. */
  readonly requireSize?: number;
  /** The newest entry of type `policy` that the caller judged by: another one is refused with `state_conflict`. */
  readonly requirePolicySeq?: number;
  /** The newest entry of type `ratification` that the caller judged by, null for none: another one is refused with `state_conflict`. */
  readonly requireRatificationSeq?: number | null;
}

export interface StoredEntry {
  readonly seq: number;
  readonly type: string;
  readonly subject: string;
  readonly header: Uint8Array;
  readonly leaf: Uint8Array;
}

export interface StoredRow extends StoredEntry {
  /** Null once erased; undefined where the row is missing. */
  readonly payload: Uint8Array | null | undefined;
}

export interface EntryRange {
  /** First seq, included. */
  readonly from: number;
  /** Last seq, left out. Absent: to the end as it stands when the page is read. */
  readonly to?: number;
  /** Only entries of these types. */
  readonly types?: readonly string[];
  /** Newest first. */
  readonly descending?: boolean;
  /** Rows at most, over all pages. */
  readonly limit?: number;
}

/** `erased`: the bytes were deleted by law, and the entry stands. */
export type StoredPayload =
  | { readonly state: 'kept'; readonly bytes: Uint8Array }
  | { readonly state: 'erased'; readonly erasedAtMs: number };

export interface LedgerStore {
  /**
   * Resolves once entry and effect are on disk. Many calls share a commit.
   * @throws PlumblineError `idempotency_mismatch` for another body under the same key; `state_conflict` for a row or an
   * option that does not hold; `idempotency_in_flight` when the claim of `answer` ran out and another request has it
   * @throws RangeError or TypeError for a bad draft
   */
  append(unit: AppendUnit, options?: AppendOptions): Promise<AppendedEntry>;
  /** All of them one after another, or none. */
  appendAll(units: readonly AppendUnit[], options?: AppendOptions): Promise<AppendedEntry[]>;
  /** Rows without an entry, in the same group commit: certificates that are PREVIEW. `anchored` and `revoked` rows are a TypeError here. */
  write(effect: Effect): Promise<void>;

  /** Where its row is missing or cannot be read, `problem` says so, and the rest is derived from entries and tiles as far as they go. */
  head(): Promise<LedgerHead & { readonly root: Uint8Array; readonly problem?: string }>;
  entry(seq: number): Promise<StoredEntry | null>;
  /** In pages of a few hundred rows: memory does not grow with the range. The order is that of `seq`. */
  entries(range: EntryRange): AsyncIterable<readonly StoredEntry[]>;
  /** Oldest first; at most 1,000. */
  findBySubject(subject: string): Promise<StoredEntry[]>;
  /** Newest entry of a type. */
  newestOfType(type: string): Promise<StoredEntry | null>;
  leafOf(seq: number): Promise<Uint8Array | null>;
  /** Null when there is no such entry. */
  payload(seq: number): Promise<StoredPayload | null>;
  /** Entries with all that is kept beside them, in pages, `to` left out; null: to the end. For verification. */
  rows(from: number, to: number | null): AsyncIterable<readonly StoredRow[]>;

  readonly checkpoints: CheckpointStore;
  /** Hash tiles up to the size of the head; which ones are published is the caller's business. Some are remembered. */
  readonly tiles: TileSource;
  /** The same, each read off the database: for verification. */
  readonly storedTiles: TileSource;
  /**
   * Writes every tile anew from the leaf hashes of the entries. They are a cache.
   * @throws FormatError when the entries are not those of the head; nothing is written then
   */
  rebuildTiles(): Promise<number>;
  /** The same where rows of tiles are missing. Resolves to the number of tiles that were written, 0 where none lacks. */
  mendTiles(): Promise<number>;
}

export interface StoredCheckpoint {
  readonly size: number;
  readonly root: Uint8Array;
  /** The signed note, without cosignatures. */
  readonly note: string;
  readonly atMs: number;
}

export interface StoredCosignature {
  readonly size: number;
  /** Name of the witness's key. */
  readonly witness: string;
  /** The signature line as the witness gave it, without its line feed. */
  readonly line: string;
  /** The witness's own time. */
  readonly witnessedAtS: number;
}

/** `behind`: the newest checkpoint is larger than the ledger; `forked`: one size, two roots. Nothing was signed. */
export type Publication =
  | { readonly status: 'published' | 'unchanged'; readonly checkpoint: StoredCheckpoint }
  | { readonly status: 'behind' | 'forked'; readonly newest: StoredCheckpoint; readonly size: number };

export interface CheckpointStore {
  /**
   * Locks the head, compares it with the newest checkpoint, signs and stores, all in one transaction. `sign` is called
   * only when the tree has grown. Of an empty ledger nothing is published: null.
   * @throws whatever `sign` throws; nothing is stored then
   */
  publish(
    sign: (tree: { readonly size: number; readonly root: Uint8Array }) => string,
    atMs: number,
  ): Promise<Publication | null>;
  newest(): Promise<StoredCheckpoint | null>;
  find(size: number): Promise<StoredCheckpoint | null>;
  /** The smallest one that covers an entry. */
  covering(seq: number): Promise<StoredCheckpoint | null>;
  /** Those larger than `size`, smallest first, in pages. */
  after(size: number): AsyncIterable<readonly StoredCheckpoint[]>;
  /** Keeps the newest line of each witness for a size. False when there is no such checkpoint. */
  addCosignature(cosignature: StoredCosignature): Promise<boolean>;
  cosignatures(size: number): Promise<StoredCosignature[]>;
  /**
   * Sizes larger than `after` that at least `least` witnesses have co-signed, smallest first. Looks through a few thousand
   * cosignatures and gives a few sizes: enough to find one without reading all that was ever co-signed.
   */
  cosignedBy(least: number, after: number): Promise<number[]>;
  /** Newest cosignature of each witness. */
  newestCosignatures(): Promise<StoredCosignature[]>;
}

export interface NewCertificate {
  /** `cert_` + ULID. */
  readonly id: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  /** Hex H(SPKI) of the issuer. */
  readonly issuerKeyId: string;
  /** JSON of the DSSE envelope as it was answered: digests and a salt, no text. */
  readonly envelope: Uint8Array;
  /** Hex SHA-256 of the payload in the envelope. */
  readonly payloadSha256: string;
  /** Hex. */
  readonly commitment: string;
}

/** What state follows from; the state itself also needs checkpoints, expiry and the clock. */
export interface CertificateRecord extends Omit<NewCertificate, 'envelope'> {
  /** Null once erased. */
  readonly envelope: Uint8Array | null;
  readonly anchoredSeq: number | null;
  readonly revokedSeq: number | null;
  /** Id of the certificate that took its place; set together with `revokedSeq`. */
  readonly supersededBy: string | null;
}

/** A row that names an entry which is not there, of another type, or of another certificate. */
export interface StrayPointer {
  readonly id: string;
  readonly column: 'anchored_seq' | 'revoked_seq';
  readonly seq: number;
}

export interface CertificateStore {
  find(id: string): Promise<CertificateRecord | null>;
  /** Neither anchored nor revoked nor erased, of one issuer, `fromMs` included and `untilMs` not; as they were issued, then by id. */
  previews(
    issuerKeyId: string,
    fromMs: number,
    untilMs: number,
    page: { readonly after: Pick<CertificateRecord, 'id' | 'createdAtMs'> | null; readonly limit: number },
  ): Promise<CertificateRecord[]>;
  /** The first row, by the entry that it points at, that says to be anchored or revoked by an entry in `[from, to)` that is not so. */
  stray(from: number, to: number): Promise<StrayPointer | null>;
  /** Certificates issued in `[fromMs, untilMs)` by what became of them. */
  counts(
    fromMs: number,
    untilMs: number,
  ): Promise<{ readonly preview: number; readonly anchored: number; readonly revoked: number }>;
}

export interface NewRatification {
  /** Hex SHA-256 of the canonical JSON of the envelope, its signatures sorted by keyid. */
  readonly sha256: string;
  /** Unique for ever: a replay is refused. */
  readonly nonce: string;
  readonly epoch: number;
  readonly decision: 'approve' | 'reject';
  readonly submittedAtMs: number;
  readonly expiresAtMs: number;
  /** JSON of the envelope as submitted. */
  readonly envelope: Uint8Array;
  /** `listed`: these certificates. `window`: whatever the issuer issued in `[fromMs, untilMs)`. */
  readonly scope:
    | { readonly form: 'listed'; readonly certificateIds: readonly string[] }
    | { readonly form: 'window'; readonly issuerKeyId: string; readonly fromMs: number; readonly untilMs: number };
}

export interface RatificationRecord extends NewRatification {
  /** Its ledger entry; null for one that was recorded without an entry. */
  readonly seq: number | null;
}

export interface RatificationStore {
  find(sha256: string): Promise<RatificationRecord | null>;
  findByNonce(nonce: string): Promise<RatificationRecord | null>;
  /** Every one that lists the certificate, oldest first. */
  listing(certificateId: string): Promise<RatificationRecord[]>;
  /** Windows of an issuer that hold the moment `atMs`, oldest first. */
  windowsAt(issuerKeyId: string, atMs: number): Promise<RatificationRecord[]>;
  /** Of one policy epoch, oldest first: a veto counts against all of them. */
  ofEpoch(epoch: number): Promise<RatificationRecord[]>;
  /**
   * A row that names no entry, or from `from` on one that is no ratification or that another row names too; or certificates that
   * are listed for a window. Null for none.
   */
  stray(from: number): Promise<{ readonly sha256: string; readonly seq: number | null } | null>;
}

/** What a caller gets again for the same Idempotency-Key: status and body, byte for byte. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: Uint8Array;
}

/** The right to answer for a key until the lease runs out. */
export interface Claim {
  readonly scope: string;
  readonly key: string;
  /** Random, of this attempt. */
  readonly token: string;
}

export interface ClaimedAnswer {
  readonly claim: Claim;
  /** Called inside the transaction; `entry` is the one appended with it, null for `write`. Must not wait for anything. */
  readonly build: (entry: AppendedEntry | null) => StoredAnswer;
  /**
   * The effect stands and the request goes on: whoever asks meanwhile is told that it is in flight. `complete` puts the final
   * answer in its place; where that never comes, because the process died, this one holds once the lease has run out.
   */
  readonly isProvisional?: boolean;
}

export interface ClaimRequest {
  /** Caller and route. */
  readonly scope: string;
  /** The header's value. */
  readonly key: string;
  /** Hex SHA-256 of the canonical JSON of the body. */
  readonly bodyHash: string;
  readonly nowMs: number;
  /** When a claim whose process died may be taken over. */
  readonly leaseEndsAtMs: number;
}

export type ClaimOutcome =
  | { readonly status: 'claimed'; readonly claim: Claim }
  | { readonly status: 'replay'; readonly answer: StoredAnswer }
  | { readonly status: 'in_flight' }
  | { readonly status: 'mismatch' };

/** Contract 1.7: answers are kept for 24 hours. A claim is closed by the `answer` of an effect, by `complete`, or given back by `release`. */
export interface IdempotencyStore {
  claim(request: ClaimRequest): Promise<ClaimOutcome>;
  /** For answers without an effect here, and after a provisional one. False when the lease ran out and another request has the key. */
  complete(claim: Claim, answer: StoredAnswer): Promise<boolean>;
  /** After a failure that is not kept (5xx): the next request starts anew, or gets the provisional answer where the effect stands. */
  release(claim: Claim): Promise<void>;
  /** Removes answers older than a day and claims whose lease has ended. Resolves to the number of rows removed. */
  sweep(nowMs: number): Promise<number>;
}
