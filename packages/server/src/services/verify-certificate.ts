// SPDX-License-Identifier: Apache-2.0
/**
 * What became of a certificate. The state is derived from the ledger each time; an anchored one is proven by the very code
 * that verifies a bundle offline, on the bundle that a caller would get before the second signature is put to it.
 */
import { hash } from 'node:crypto';
import type { BundleFormat } from '@plumbline/core/contract/bundle-formats.ts';
import type { OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { Check } from '@plumbline/core/ledger/checks.ts';
import { verifyCertificate } from '@plumbline/core/ledger/verify-certificate.ts';
import { verifyIronBundle } from '@plumbline/core/ledger/verify-iron.ts';
import type { Certificate } from '@plumbline/core/seal/certificate.ts';
import { type PublicKey, signerKey } from '@plumbline/core/seal/crypto.ts';
import type { DsseEnvelope } from '@plumbline/core/seal/dsse.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import { expiryOf } from '../store/ledger/certificate-row.ts';
import type { CertificateRecord } from '../store/ledger-store.ts';
import type { Anchoring } from './anchoring.ts';
import { type AnchorFinding, entryChecks, evidenceOf, known } from './certificate-findings.ts';
import { type KeptCertificate, keptCertificate } from './certificate-record.ts';
import { Standings, signedFacts } from './certificate-standing.ts';
import type { Ledger } from './ledger.ts';
import type { LedgerAudit } from './ledger-audit.ts';
import type { AnchorProof, ProofSource, ProvenAnchor } from './ledger-proofs.ts';
import type { Bundle, ProofBundles } from './proof-bundles.ts';
import { ProvenCertificates } from './proven-certificates.ts';
import { type Countersigned, SecondSignatures, secondNote } from './second-signatures.ts';

type Own = ReturnType<typeof verifyCertificate>;
export type CertificateReport = OutputOf<Operations['verifyCertificate']>;
export type DocumentReport = OutputOf<Operations['verifyDocument']>;

type Reason = CertificateReport['reason'];

export interface Pair {
  readonly prompt?: string | undefined;
  readonly response?: string | undefined;
}

export interface VerifyOptions {
  readonly ledger: Ledger;
  readonly proofs: ProofSource;
  readonly bundles: ProofBundles;
  readonly anchoring: Pick<Anchoring, 'refresh' | 'vetoes' | 'endedWindow'>;
  readonly audit: Pick<LedgerAudit, 'integrity' | 'isPending' | 'problem' | 'revocationOf'>;
  readonly constitutionHash: string;
}

export class VerifyCertificate {
  readonly #options: VerifyOptions;
  readonly #proven = new ProvenCertificates<Proven>();
  readonly #seconds: SecondSignatures;
  readonly #standings: Standings;

  constructor(options: VerifyOptions) {
    this.#options = options;
    this.#seconds = new SecondSignatures(options.ledger);
    this.#standings = new Standings(options);
  }

  async byId(id: string): Promise<CertificateReport> {
    const { ledger } = this.#options;
    await ledger.follow();
    const record = await ledger.stores.certificates.find(id);
    if (record === null) return this.#unknown(id, 'unknown_certificate', [known(false)]);
    const kept = keptOrNull(record, ledger);
    if (kept === null) return this.#gone(record);
    const { envelope } = record;
    return this.#derive(record, kept, {}, envelope === null ? null : sha256Of(envelope));
  }

  /** What is not kept any more cannot be verified; that it was anchored still can. */
  async #gone(record: CertificateRecord): Promise<CertificateReport> {
    const { ledger, proofs } = this.#options;
    const isErased = record.envelope === null;
    const detail = isErased ? 'the certificate was erased by law' : 'the certificate is damaged';
    const finding = { status: isErased ? 'erased' : 'broken', checks: null, proof: null } as const;
    const { state, reason, checks } = await this.#standings.of(
      record,
      {
        signatureValid: true,
        expiresAtMs: record.expiresAtMs,
        rowProblem: isErased ? null : detail,
      },
      finding,
    );
    const all = [known(true), { name: 'kept', ok: false, detail }, ...checks];
    const proof = record.anchoredSeq === null ? null : await proofs.anchorProof(record.anchoredSeq);
    if (proof?.status !== 'proven') return { ...this.#unknown(record.id, reason, all), state };
    const proven = entryChecks(await proofs.signedToday(proof), ledger);
    return { ...this.#unknown(record.id, reason, [...all, ...proven]), state, chain_evidence: evidenceOf(proof) };
  }

  /** @param keySet issuer keys of another deployment */
  async document(envelope: DsseEnvelope, pair: Pair, keySet: readonly PublicKey[]): Promise<DocumentReport> {
    const { ledger } = this.#options;
    await ledger.follow();
    const found = await this.#find(envelope);
    const report =
      found === null
        ? await this.#foreign(envelope, pair, keySet)
        : await this.#derive(found.record, { envelope, certificate: found.certificate }, pair);
    const matches = report.checks.find(({ name }) => name === 'pair_matches')?.ok ?? null;
    return { ...report, pair_matches: matches };
  }

  /** @throws PlumblineError not_found for what was not issued here, gated for what is not anchored and covered */
  async bundle(format: BundleFormat, envelope: DsseEnvelope): Promise<Bundle> {
    const { ledger, proofs, bundles } = this.#options;
    await ledger.follow();
    const found = await this.#find(envelope);
    if (found === null) throw new PlumblineError('not_found', { detail: 'This certificate was not issued here.' });
    const { anchoredSeq } = found.record;
    if (anchoredSeq === null)
      throw new PlumblineError('gated', { detail: 'The certificate is a PREVIEW: it has no anchor to prove.' });
    const proof = await proofs.anchorProof(anchoredSeq);
    if (proof.status === 'broken') throw damaged(proof.detail);
    if (proof.status !== 'proven')
      throw new PlumblineError('gated', { detail: `The anchor has no sufficient checkpoint yet: ${proof.status}.` });
    const isErased = (await ledger.stores.chain.payload(anchoredSeq))?.state === 'erased';
    if (isErased && format !== 'tlog-proof')
      throw new PlumblineError('not_found', {
        detail: 'What the anchor says was erased by law; format=tlog-proof still proves its entry.',
      });
    try {
      const signed = format === 'iron' ? await this.#signedTwice(found, envelope, proof) : { envelope };
      const shown = format === 'iron' ? (signed.proof ?? proof) : await proofs.signedToday(proof);
      const bundle = await bundles.bundle(format, signed.envelope, shown);
      // The bundle ends at its checkpoint; what came after is for whoever fetches it to know.
      const revoked = await this.#standings.revocation(found.record);
      const headers = { ...(revoked !== null && { 'certificate-state': revoked.reason }) };
      return { ...bundle, headers };
    } catch (error) {
      if (error instanceof FormatError || error instanceof RangeError) throw damaged(error.message);
      throw error;
    }
  }

  /**
   * What is taken along is the certificate as it is kept, with both signatures. The second is made for what verifies, and for
   * nothing else; a key that a later policy names needs a checkpoint that covers that policy.
   */
  async #signedTwice(
    { record }: Found,
    given: DsseEnvelope,
    proof: ProvenAnchor,
  ): Promise<Countersigned & { readonly proof?: ProvenAnchor }> {
    const { ledger, proofs } = this.#options;
    const { envelope: bytes } = record;
    const kept = keptOrNull(record, ledger);
    if (bytes === null) throw new PlumblineError('not_found', { detail: 'The certificate was erased by law.' });
    const found = kept && (await this.#prove(record, kept, {}, sha256Of(bytes)));
    if (kept === null || found?.own.signatureValid !== true || found.anchor.status !== 'proven')
      throw new PlumblineError('ledger_unavailable', {
        detail: 'What is kept of this certificate does not verify: no bundle is made of it.',
      });
    const signed = this.#seconds.countersign(kept.envelope, given, kept.certificate);
    const { namedAt } = signed;
    if (namedAt === undefined || namedAt < proof.checkpoint.size) return signed;
    const later = await proofs.anchorProof(proof.entry.seq, namedAt);
    if (later.status === 'proven') return { ...signed, proof: later };
    if (later.status === 'broken') throw damaged(later.detail);
    throw new PlumblineError('gated', {
      detail: `No sufficient checkpoint covers the policy that names the key of the second signature yet: ${later.status}.`,
    });
  }

  /** @param bytes hash of the certificate as it is kept; null where something else is asked about it as well */
  async #derive(
    record: CertificateRecord,
    kept: KeptCertificate,
    pair: Pair,
    bytes: string | null = null,
  ): Promise<CertificateReport> {
    const { own, anchor } = await this.#prove(record, kept, pair, bytes);
    const standing = await this.#standings.of(record, signedFacts(record, kept.certificate, own), anchor);
    const { predicate } = kept.certificate;
    const checks = [known(true), ...(anchor.checks ?? own.checks), ...standing.checks];
    return {
      certificate_id: record.id,
      verified: standing.reason === 'anchored' && !pairMismatch(checks),
      state: standing.state,
      signature_valid: own.signatureValid,
      checks: checks.filter(({ name }, i) => checks.findLastIndex((other) => other.name === name) === i),
      issued_at: predicate.issued_at,
      constitution: { version: predicate.constitution.version, hash: predicate.constitution.hash },
      constitution_current: predicate.constitution.hash === this.#options.constitutionHash,
      chain_evidence: anchor.proof === null ? null : evidenceOf(anchor.proof),
      reason: pairMismatch(checks) && standing.reason === 'anchored' ? 'pair_mismatch' : standing.reason,
    };
  }

  /** The certificate alone, and its anchor; both from memory where the same bytes were proven a moment ago. */
  async #prove(record: CertificateRecord, kept: KeptCertificate, pair: Pair, bytes: string | null): Promise<Proven> {
    const { ledger, proofs } = this.#options;
    const proof = record.anchoredSeq === null ? null : await proofs.anchorProof(record.anchoredSeq);
    const nowMs = ledger.nowMs();
    const expiresAtMs = expiryOf(kept.certificate);
    const isExpired = expiresAtMs !== null && expiresAtMs <= nowMs;
    const key = proof?.status === 'proven' && bytes !== null ? this.#keyOf(bytes, proof, isExpired) : null;
    const known = key === null ? null : this.#proven.get(key, nowMs);
    if (known !== null) return known;
    const own = this.#checkItself(kept, pair);
    const found = { own, anchor: await this.#checkAnchor(kept, pair, proof) };
    if (key !== null && own.signatureValid === true && found.anchor.status === 'proven')
      this.#proven.put(key, found, nowMs);
    return found;
  }

  /** The policy in force names the witnesses and the issuers; whether it has expired is one of the checks. */
  #keyOf(bytes: string, { entry, inclusion, note }: ProvenAnchor, isExpired: boolean): string {
    const { seq } = this.#options.ledger.governance.current;
    const parts = [bytes, toHex(entry.header), inclusion, note, seq, isExpired];
    return sha256Of(JSON.stringify(parts));
  }

  #checkItself(kept: KeptCertificate, pair: Pair): Own {
    const { ledger } = this.#options;
    const test = ledger.ownKey('test-issuer');
    const isTest = test !== null && kept.envelope.signatures.some(({ keyid }) => keyid === test.keyId);
    const report = verifyCertificate(
      {
        envelope: kept.envelope,
        issuerKeysAt: (issuedAt) => (isTest ? [signerKey(test)] : ledger.governance.issuerKeysAt(issuedAt)),
        nowMs: ledger.nowMs(),
        ...pair,
      },
      ledger.crypto,
    );
    return report;
  }

  async #checkAnchor(kept: KeptCertificate, pair: Pair, proof: AnchorProof | null): Promise<AnchorFinding> {
    const { ledger, bundles } = this.#options;
    if (proof === null) return { status: 'preview', checks: null, proof: null };
    if (proof.status !== 'proven') return { ...proof, checks: null, proof: null };
    const { origin, hash: genesis } = ledger.governance.genesis;
    if ((await ledger.stores.chain.payload(proof.entry.seq))?.state === 'erased')
      return { status: 'erased', checks: entryChecks(await this.#options.proofs.signedToday(proof), ledger), proof };
    try {
      const iron = await bundles.iron(kept.envelope, proof);
      const pins = { origin, genesis, vkeys: [] };
      const secondMayLack = secondNote(ledger, kept.certificate.predicate.issued_at);
      const options = { nowMs: ledger.nowMs(), ...pair, secondMayLack };
      const report = verifyIronBundle(iron, pins, options, ledger.crypto);
      const holds = report.checks.every(
        ({ name, ok }) => ok !== false || name === 'certificate_not_expired' || name === 'pair_matches',
      );
      return { status: holds ? 'proven' : 'broken', checks: report.checks, proof };
    } catch (error) {
      if (!(error instanceof FormatError || error instanceof RangeError)) throw error;
      return { status: 'broken', checks: [{ name: 'bundle_form', ok: false, detail: error.message }], proof };
    }
  }

  /** The record of a certificate that was issued here with exactly these bytes. */
  async #find(envelope: DsseEnvelope): Promise<Found | null> {
    const { ledger } = this.#options;
    const read = verifyCertificate({ envelope, issuerKeysAt: () => [], nowMs: null }, ledger.crypto).certificate;
    if (read === null || read.certificate.predicate.log_origin !== ledger.origin) return null;
    const record = await ledger.stores.certificates.find(read.certificate.predicate.cert_id);
    return record?.payloadSha256 === read.certificate.payloadSha256 ? { record, certificate: read.certificate } : null;
  }

  async #foreign(envelope: DsseEnvelope, pair: Pair, keySet: readonly PublicKey[]): Promise<CertificateReport> {
    const { ledger } = this.#options;
    const keysAt = (issuedAt: string) => (keySet.length > 0 ? keySet : ledger.governance.issuerKeysAt(issuedAt));
    const report = verifyCertificate({ envelope, issuerKeysAt: keysAt, nowMs: ledger.nowMs(), ...pair }, ledger.crypto);
    const certificate = report.certificate?.certificate;
    const checks = [known(false), ...report.checks];
    if (certificate === undefined) return this.#unknown(null, 'not_a_certificate', checks);
    const { cert_id, log_origin, issued_at, constitution } = certificate.predicate;
    const reason = log_origin === ledger.origin ? 'unknown_certificate' : 'other_deployment';
    return {
      ...this.#unknown(cert_id, reason, checks),
      signature_valid: report.signatureValid,
      issued_at,
      constitution: { version: constitution.version, hash: constitution.hash },
      constitution_current: constitution.hash === this.#options.constitutionHash,
    };
  }

  #unknown(id: string | null, reason: Reason, checks: readonly Check[]): CertificateReport {
    return {
      certificate_id: id,
      verified: false,
      state: 'unknown',
      signature_valid: null,
      checks,
      constitution_current: false,
      chain_evidence: null,
      reason,
    };
  }
}

interface Found {
  readonly record: CertificateRecord;
  readonly certificate: Certificate;
}

interface Proven {
  readonly own: Own;
  readonly anchor: AnchorFinding;
}

const damaged = (detail: string) => new PlumblineError('ledger_unavailable', { detail });

const sha256Of = (bytes: Uint8Array | string) => hash('sha256', bytes, 'hex');

const pairMismatch = (checks: readonly Check[]) =>
  checks.some(({ name, ok }) => name === 'pair_matches' && ok === false);

function keptOrNull(record: CertificateRecord, { crypto }: Ledger): KeptCertificate | null {
  try {
    return keptCertificate(record, crypto);
  } catch (error) {
    if (error instanceof FormatError || error instanceof SyntaxError) return null;
    throw error;
  }
}
