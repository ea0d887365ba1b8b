// SPDX-License-Identifier: Apache-2.0
/** A row of a certificate against itself: whether its envelope is what an issuer signed, and the columns that a proof rests on say the same. */
import type { CheckedCertificate } from '@plumbline/core/ledger/check-certificate.ts';
import type { PolicyChain } from '@plumbline/core/ledger/policy-chain.ts';
import { verifyCertificate } from '@plumbline/core/ledger/verify-certificate.ts';
import { fromBase64Either, toBase64 } from '@plumbline/core/seal/base64.ts';
import { bytesEqual, utf8, utf8Text } from '@plumbline/core/seal/bytes.ts';
import type { Certificate } from '@plumbline/core/seal/certificate.ts';
import type { Crypto, PublicKey } from '@plumbline/core/seal/crypto.ts';
import { envelopePayload } from '@plumbline/core/seal/dsse.ts';
import { keyIdOf } from '@plumbline/core/seal/spki.ts';
import { timestampMs } from '@plumbline/core/seal/timestamp.ts';
import type { CertificateRecord } from '../ledger-store.ts';

/** What its signatures are checked with. */
export interface RowIssuers {
  /** Keys whose signatures count for what was issued then. */
  readonly keysAt: (issuedAt: string) => readonly PublicKey[];
  /** They name the keys that have issued. */
  readonly policies: PolicyChain;
}

/**
 * Form, payload, signatures and key ids: every byte of it.
 * @returns null where nothing is wrong
 * @throws SyntaxError or FormatError for bytes that cannot be read
 */
export function envelopeProblem(
  bytes: Uint8Array,
  record: CertificateRecord,
  { keysAt, policies }: RowIssuers,
  crypto: Crypto,
): string | null {
  const envelope: unknown = JSON.parse(utf8Text(bytes));
  const report = verifyCertificate({ envelope, issuerKeysAt: keysAt, nowMs: null }, crypto);
  if (report.certificate === null || report.signatureValid !== true)
    return `envelope: ${report.checks.find(({ ok }) => ok === false)?.detail ?? 'is no certificate'}`;
  const { certificate, issuerKeyId } = report.certificate;
  const problem = columnsProblem(record, certificate);
  if (problem !== null) return problem;
  if (issuerKeyId !== record.issuerKeyId) return 'issuer_key_id: another key has signed';
  if (!bytesEqual(written(report.certificate, policies, crypto), bytes)) return 'envelope: is written otherwise';
  return null;
}

/** The first column that says something else than the certificate that is kept in the row; null where none does. */
export function columnsProblem(record: CertificateRecord, certificate: Certificate): string | null {
  const { cert_id, issued_at, expires_at } = certificate.predicate;
  if (certificate.payloadSha256 !== record.payloadSha256) return 'envelope: is another certificate than the row says';
  if (cert_id !== record.id) return 'id: the envelope says another';
  if (certificate.commitment !== record.commitment) return 'commitment: the envelope says another';
  if (timestampMs(issued_at) !== record.createdAtMs) return 'created_at_ms: the envelope says another time';
  if (expiryOf(certificate) !== record.expiresAtMs)
    return `expires_at_ms: the envelope says ${expires_at === null ? 'that it has no expiry' : 'another time'}`;
  return null;
}

/** As it was signed; null for none. */
export function expiryOf({ predicate }: Certificate): number | null {
  return predicate.expires_at === null ? null : timestampMs(predicate.expires_at);
}

/** As it was answered: verifiers take key ids as hints, and either alphabet. */
function written({ envelope }: CheckedCertificate, policies: PolicyChain, crypto: Crypto): Uint8Array {
  const keys = policies.flatMap((policy) => policy.keys.issuer.map((key) => keyIdOf(key, crypto)));
  const signatures = envelope.signatures.map(({ keyid, sig }) => ({
    keyid: keys.includes(keyid) ? keyid : '',
    sig: toBase64(fromBase64Either(sig)),
  }));
  const payload = toBase64(envelopePayload(envelope));
  return utf8(JSON.stringify({ payload, payloadType: envelope.payloadType, signatures }));
}
