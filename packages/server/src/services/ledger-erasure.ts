// SPDX-License-Identifier: Apache-2.0
/**
 * Erasure by law: what stands beside an entry is deleted, the entry and every proof of it stay, and an entry of its own says
 * that it was, why, and by whose decision.
 */
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { Crypto, Signer } from '@plumbline/core/seal/crypto.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import { erasureStatement } from '@plumbline/core/seal/ledger-statements.ts';
import { timestampOf } from '@plumbline/core/seal/timestamp.ts';
import type { AppendUnit, LedgerRow, LedgerStores, StoredEntry } from '../store/ledger-store.ts';
import { signedUnit } from './ledger-entries.ts';

export interface ErasureParts {
  readonly stores: LedgerStores;
  readonly origin: string;
  readonly anchorKey: Signer;
  readonly crypto: Crypto;
  readonly nowMs: () => number;
  readonly newId: (prefix: string) => string;
  readonly salt: () => Uint8Array;
}

export interface ErasureReason {
  readonly legalBasis: string;
  readonly decidedBy: string;
}

export interface Erased {
  readonly seq: number;
  readonly type: string;
  /** The entry that says so. */
  readonly recordedIn: number;
  /** It was erased, and said to be, before. */
  readonly isRepeated: boolean;
  /** Erased with its anchor. */
  readonly certificateId: string | null;
}

/** They hold keys, hashes and ids of the deployment itself, and every proof that comes after them needs them. */
const NEVER_ERASED: ReadonlySet<string> = new Set([
  'genesis',
  'policy',
  'key',
  'constitution',
  'ratification',
  'erasure',
]);

/** @throws PlumblineError not_found, withheld_by_policy for an entry that is nobody's, and those of the store */
export async function eraseEntry(parts: ErasureParts, seq: number, reason: ErasureReason): Promise<Erased> {
  const { stores } = parts;
  const entry = await stores.chain.entry(seq);
  if (entry === null) throw new PlumblineError('not_found', { detail: `There is no entry ${seq}.` });
  if (NEVER_ERASED.has(entry.type))
    throw new PlumblineError('withheld_by_policy', {
      detail: `Entry ${seq} is of type ${entry.type}: keys, hashes and ids of the deployment itself, which later proofs need.`,
    });
  const certificate = entry.type === 'anchor' ? await stores.certificates.find(entry.subject) : null;
  const rows = erasedRows(seq, certificate?.id ?? null, parts.nowMs());
  const { seq: recordedIn, replayed } = await stores.chain.append({ ...erasureUnit(parts, entry, reason), rows });
  // What a restored copy of the rows has brought back goes again; the entry stands once.
  if (replayed) await stores.chain.write({ rows });
  return { seq, type: entry.type, recordedIn, isRepeated: replayed, certificateId: certificate?.id ?? null };
}

/**
 * A certificate, and its anchor where it has one. Of a PREVIEW the ledger knows nothing, so no entry says that it is gone.
 * @returns null for a PREVIEW
 * @throws PlumblineError not_found, and those of the store
 */
export async function eraseCertificate(parts: ErasureParts, id: string, reason: ErasureReason): Promise<Erased | null> {
  const { stores } = parts;
  const record = await stores.certificates.find(id);
  if (record === null) throw new PlumblineError('not_found', { detail: `${id} was not issued here.` });
  if (record.anchoredSeq !== null) return eraseEntry(parts, record.anchoredSeq, reason);
  await stores.chain.write({ rows: [{ kind: 'certificate_erased', certificateId: id }] });
  return null;
}

function erasedRows(seq: number, certificateId: string | null, atMs: number): readonly LedgerRow[] {
  const payload = { kind: 'erased', seq, atMs } as const;
  return certificateId === null ? [payload] : [payload, { kind: 'certificate_erased', certificateId }];
}

function erasureUnit(parts: ErasureParts, { seq, leaf }: StoredEntry, reason: ErasureReason): AppendUnit {
  const { origin, anchorKey, crypto, nowMs, newId, salt } = parts;
  const atMs = nowMs();
  const leafHash = toHex(leaf);
  const facts = {
    log_origin: origin,
    seq,
    legal_basis: reason.legalBasis,
    decided_by: reason.decidedBy,
    erased_at: timestampOf(atMs),
  };
  const entry = { type: 'erasure', subject: newId('era_'), atMs };
  const unit = signedUnit(entry, erasureStatement(facts, leafHash, salt()), [anchorKey], crypto);
  return { ...unit, idempotency: { scope: 'erasure', key: String(seq), bodyHash: leafHash } };
}
