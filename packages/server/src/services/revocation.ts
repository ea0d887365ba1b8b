// SPDX-License-Identifier: Apache-2.0
/** Ends a certificate by an entry. The envelope and the anchor stay: what was true then remains provable. */
import type { BodyOf, OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { Crypto, Signer } from '@plumbline/core/seal/crypto.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import { revocationStatement, supersessionStatement } from '@plumbline/core/seal/ledger-statements.ts';
import { timestampOf } from '@plumbline/core/seal/timestamp.ts';
import type { AppendedEntry, AppendUnit, CertificateRecord, LedgerStores } from '../store/ledger-store.ts';
import type { Ledger } from './ledger.ts';
import { signedUnit } from './ledger-entries.ts';
import type { Governance } from './ledger-governance.ts';
import type { Publisher } from './ledger-publisher.ts';

export type RevocationRequest = BodyOf<Operations['revokeCertificate']>;
export type Revoked = OutputOf<Operations['revokeCertificate']>;

/** What an entry that ends a certificate is made of: those of the service, or of a command beside it. */
export interface RevocationParts {
  readonly stores: Pick<LedgerStores, 'certificates'>;
  readonly origin: string;
  readonly governance: Pick<Governance, 'isIssuer'>;
  readonly crypto: Crypto;
  /** Asked for once nothing else speaks against it. */
  readonly anchorKey: () => Signer;
  readonly nowMs: () => number;
  readonly salt: () => Uint8Array;
}

export class Revocation {
  readonly #ledger: Ledger;
  readonly #publisher: Publisher;

  constructor({ ledger, publisher }: { readonly ledger: Ledger; readonly publisher: Publisher }) {
    this.#ledger = ledger;
    this.#publisher = publisher;
  }

  /** @throws PlumblineError not_found, state_conflict when it or its successor is revoked already, invalid_value */
  async revoke(request: RevocationRequest): Promise<Revoked> {
    const ledger = this.#ledger;
    const { stores, origin, governance, crypto, nowMs, salt } = ledger;
    const anchorKey = () => ledger.signer('anchor');
    const unit = await revocationUnit({ stores, origin, governance, crypto, anchorKey, nowMs, salt }, request);
    const appended = await ledger.append(unit);
    await this.#publisher.publish();
    return revokedBy(request, appended);
  }
}

/** @throws PlumblineError not_found, state_conflict when it is revoked already, invalid_value */
export async function revocationUnit(parts: RevocationParts, request: RevocationRequest): Promise<AppendUnit> {
  const { certificate_id, reason, superseded_by } = request;
  if ((reason === 'superseded') !== (superseded_by !== undefined) || superseded_by === certificate_id)
    throw invalid('superseded and superseded_by go together, and name another certificate.');
  const record = await find(parts, certificate_id);
  const next = superseded_by === undefined ? null : await find(parts, superseded_by);
  if (!parts.governance.isIssuer(record.issuerKeyId))
    throw new PlumblineError('state_conflict', {
      detail: 'It was issued to a test key: the ledger knows nothing of it.',
    });
  if (record.revokedSeq !== null) throw new PlumblineError('state_conflict', { detail: 'It is revoked already.' });
  const atMs = parts.nowMs();
  const unit = signedUnit(
    { type: 'revoke', subject: certificate_id, atMs },
    statementOf(parts, record, next, { reason, at: timestampOf(atMs) }),
    [parts.anchorKey()],
    parts.crypto,
  );
  const row = { kind: 'revoked', certificateId: certificate_id, supersededBy: superseded_by ?? null } as const;
  return { ...unit, rows: [row] };
}

/** What is answered once the entry is written. */
export function revokedBy(request: RevocationRequest, { seq, leaf }: AppendedEntry): Revoked {
  const { certificate_id, reason, superseded_by = null } = request;
  return { certificate_id, state: 'revoked', reason, superseded_by, index: seq, block_hash: toHex(leaf) };
}

function statementOf(
  { origin, salt }: RevocationParts,
  record: CertificateRecord,
  next: CertificateRecord | null,
  { reason, at }: { readonly reason: string; readonly at: string },
) {
  if (next === null) {
    const facts = { log_origin: origin, cert_id: record.id, revoked_at: at, reason };
    return revocationStatement(facts, record.payloadSha256, salt());
  }
  const facts = { log_origin: origin, cert_id: record.id, superseded_by: next.id, superseded_at: at };
  return supersessionStatement(facts, { older: record.payloadSha256, newer: next.payloadSha256 }, salt());
}

async function find({ stores }: RevocationParts, id: string): Promise<CertificateRecord> {
  const record = await stores.certificates.find(id);
  if (record === null) throw new PlumblineError('not_found', { detail: `${id} was not issued here.` });
  return record;
}

function invalid(detail: string): PlumblineError {
  const errors = [{ pointer: '/superseded_by', code: 'invalid_value', detail } as const];
  return new PlumblineError('invalid_value', { detail, errors });
}
