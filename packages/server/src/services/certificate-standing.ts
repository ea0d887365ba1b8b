// SPDX-License-Identifier: Apache-2.0
/** What became of a certificate that was issued here: by the entries of the ledger, and by whether that ledger still verifies. */
import type { OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import type { Check } from '@plumbline/core/ledger/checks.ts';
import { coversCertificate } from '@plumbline/core/ledger/ratification.ts';
import type { CertificateReport } from '@plumbline/core/ledger/verify-certificate.ts';
import type { Certificate } from '@plumbline/core/seal/certificate.ts';
import { columnsProblem, expiryOf } from '../store/ledger/certificate-row.ts';
import type { CertificateRecord } from '../store/ledger-store.ts';
import { type Anchoring, coveredBy } from './anchoring.ts';
import { ANCHOR_DETAILS, type AnchorFinding, VETOED } from './certificate-findings.ts';
import type { Ledger } from './ledger.ts';
import type { LedgerAudit } from './ledger-audit.ts';
import { revocationOf } from './revocation-entry.ts';

type Report = OutputOf<Operations['verifyCertificate']>;

export interface Standing extends Pick<Report, 'state' | 'reason'> {
  readonly checks: readonly Check[];
}

/** What the certificate says of itself, and whether the columns beside it agree: nothing is derived from those. */
export interface SignedFacts {
  readonly signatureValid: boolean | null;
  readonly expiresAtMs: number | null;
  /** The first column that says something else. */
  readonly rowProblem: string | null;
}

export function signedFacts(
  record: CertificateRecord,
  certificate: Certificate,
  own: Pick<CertificateReport, 'signatureValid' | 'certificate'>,
): SignedFacts {
  const signer = own.certificate?.issuerKeyId ?? null;
  const other = signer === null || signer === record.issuerKeyId ? null : 'issuer_key_id: another key has signed';
  const rowProblem = columnsProblem(record, certificate) ?? other;
  return { signatureValid: own.signatureValid, expiresAtMs: expiryOf(certificate), rowProblem };
}

export interface StandingsOptions {
  readonly ledger: Ledger;
  readonly anchoring: Pick<Anchoring, 'refresh' | 'vetoes' | 'endedWindow'>;
  readonly audit: Pick<LedgerAudit, 'integrity' | 'isPending' | 'problem' | 'revocationOf'>;
}

export class Standings {
  readonly #options: StandingsOptions;

  constructor(options: StandingsOptions) {
    this.#options = options;
  }

  /** The first of these that holds says what became of it. */
  async of(
    record: CertificateRecord,
    { signatureValid, expiresAtMs, rowProblem }: SignedFacts,
    anchor: AnchorFinding,
  ): Promise<Standing> {
    const { ledger } = this.#options;
    const integrity = this.#integrity();
    const revoked = await this.revocation(record);
    if (revoked !== null) {
      const ended = { name: 'not_revoked', ok: false, detail: revoked.detail };
      return { state: 'revoked', reason: revoked.reason, checks: [ended, integrity] };
    }
    const isAnchored = anchor.status === 'proven';
    const isVetoed = anchor.status === 'preview' && (await this.#isVetoed(record));
    const known = anchor.detail === undefined ? '' : `: ${anchor.detail}`;
    const ended = anchor.status === 'preview' ? this.#options.anchoring.endedWindow(coveredBy(record)) : null;
    const said = ended === null ? `${ANCHOR_DETAILS[anchor.status]}${known}` : `it is a PREVIEW: ${ended}`;
    const detail = isVetoed ? VETOED : said;
    const checks = [
      await this.#notRevoked(),
      { name: 'anchored', ok: isAnchored, detail },
      { name: 'row_as_signed', ok: rowProblem === null, detail: rowProblem ?? 'what is kept beside it was signed so' },
      integrity,
    ];
    if (signatureValid !== true) {
      // Without the policies nobody knows by which keys it could be good.
      const reason = ledger.governance.isRead ? 'bad_signature' : 'ledger_broken';
      return { state: 'unknown', reason, checks };
    }
    if (anchor.status === 'erased') return { state: 'unknown', reason: 'erased', checks };
    if (anchor.status === 'broken') return { state: 'unknown', reason: 'broken_proof', checks };
    if (expiresAtMs !== null && expiresAtMs <= ledger.nowMs()) return { state: 'expired', reason: 'expired', checks };
    // What is whole in a ledger that is not may lack what came after it, a revocation for one.
    if (integrity.ok === false || (isAnchored && rowProblem !== null))
      return { state: 'unknown', reason: 'ledger_broken', checks };
    return isAnchored
      ? { state: 'anchored', reason: 'anchored', checks }
      : { state: 'PREVIEW', reason: isVetoed ? 'vetoed' : (anchor.status as Report['reason']), checks };
  }

  /** The entries decide, not the row: it could be written by whoever can write to the database. */
  async revocation(record: CertificateRecord): Promise<{ reason: Report['reason']; detail: string } | null> {
    const { ledger, audit } = this.#options;
    const ended = await revocationOf(ledger.stores.chain, record.id, audit.revocationOf(record.id), ledger.crypto);
    if (ended !== null) {
      const at = `entry ${ended.seq} of ${ended.ts}`;
      const next = ended.supersededBy === undefined ? record.supersededBy : ended.supersededBy;
      if (next !== null) return { reason: 'superseded', detail: `superseded by ${next} in ${at}` };
      return { reason: 'revoked', detail: `revoked in ${at}${ended.why === '' ? '' : `: ${ended.why}`}` };
    }
    const { revokedSeq } = record;
    if (revokedSeq === null) return null;
    return { reason: 'revoked', detail: `revoked in entry ${revokedSeq}, which does not say so` };
  }

  async #notRevoked(): Promise<Check> {
    const { size } = await this.#options.ledger.stores.chain.head();
    return { name: 'not_revoked', ok: true, detail: `no entry up to ${size - 1} revokes it` };
  }

  #integrity(): Check {
    const { audit } = this.#options;
    const name = 'ledger_integrity';
    if (audit.problem !== null) return { name, ok: false, detail: `the ledger does not verify: ${audit.problem}` };
    if (audit.isPending) return { name, ok: null, detail: 'the ledger was not verified since the start yet' };
    return audit.integrity() === 'valid'
      ? { name, ok: true, detail: 'the ledger verifies, as it was last read' }
      : { name, ok: null, detail: 'a part of the ledger could not be verified' };
  }

  /** By the authority, under the policy in force: as itself, or with all that was issued in a window. */
  async #isVetoed(record: CertificateRecord): Promise<boolean> {
    const { anchoring } = this.#options;
    await anchoring.refresh();
    return anchoring.vetoes.some((veto) => coversCertificate(veto, coveredBy(record)));
  }
}
