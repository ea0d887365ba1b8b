// SPDX-License-Identifier: Apache-2.0
/** Ends a certificate by an entry. The envelope and the anchor stay: what was true then remains provable. */
import type { BodyOf, OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import { revocationStatement, supersessionStatement } from '@plumbline/core/seal/ledger-statements.ts';
import { timestampOf } from '@plumbline/core/seal/timestamp.ts';
import type { CertificateRecord } from '../store/ledger-store.ts';
import type { Ledger } from './ledger.ts';
import { signedUnit } from './ledger-entries.ts';
import type { Publisher } from './ledger-publisher.ts';

type Request = BodyOf<Operations['revokeCertificate']>;
export type Revoked = OutputOf<Operations['revokeCertificate']>;

export class Revocation {
  readonly #ledger: Ledger;
  readonly #publisher: Publisher;

  constructor({ ledger, publisher }: { readonly ledger: Ledger; readonly publisher: Publisher }) {
    this.#ledger = ledger;
    this.#publisher = publisher;
  }

  /** @throws PlumblineError not_found, state_conflict when it or its successor is revoked already, invalid_value */
  async revoke({ certificate_id, reason, superseded_by }: Request): Promise<Revoked> {
    if ((reason === 'superseded') !== (superseded_by !== undefined) || superseded_by === certificate_id)
      throw invalid('superseded and superseded_by go together, and name another certificate.');
    const record = await this.#find(certificate_id);
    const next = superseded_by === undefined ? null : await this.#find(superseded_by);
    if (!this.#ledger.governance.isIssuer(record.issuerKeyId))
      throw new PlumblineError('state_conflict', {
        detail: 'It was issued to a test key: the ledger knows nothing of it.',
      });
    if (record.revokedSeq !== null) throw new PlumblineError('state_conflict', { detail: 'It is revoked already.' });
    const ledger = this.#ledger;
    const atMs = ledger.nowMs();
    const unit = signedUnit(
      { type: 'revoke', subject: certificate_id, atMs },
      this.#statement(record, next, reason, timestampOf(atMs)),
      [ledger.signer('anchor')],
      ledger.crypto,
    );
    const row = { kind: 'revoked', certificateId: certificate_id, supersededBy: superseded_by ?? null } as const;
    const { seq, leaf } = await ledger.append({ ...unit, rows: [row] });
    await this.#publisher.publish();
    const block_hash = toHex(leaf);
    return { certificate_id, state: 'revoked', reason, superseded_by: superseded_by ?? null, index: seq, block_hash };
  }

  #statement(record: CertificateRecord, next: CertificateRecord | null, reason: string, at: string) {
    const { origin } = this.#ledger;
    const salt = this.#ledger.salt();
    if (next === null) {
      const facts = { log_origin: origin, cert_id: record.id, revoked_at: at, reason };
      return revocationStatement(facts, record.payloadSha256, salt);
    }
    const facts = { log_origin: origin, cert_id: record.id, superseded_by: next.id, superseded_at: at };
    return supersessionStatement(facts, { older: record.payloadSha256, newer: next.payloadSha256 }, salt);
  }

  async #find(id: string): Promise<CertificateRecord> {
    const record = await this.#ledger.stores.certificates.find(id);
    if (record === null) throw new PlumblineError('not_found', { detail: `${id} was not issued here.` });
    return record;
  }
}

function invalid(detail: string): PlumblineError {
  const errors = [{ pointer: '/superseded_by', code: 'invalid_value', detail } as const];
  return new PlumblineError('invalid_value', { detail, errors });
}
