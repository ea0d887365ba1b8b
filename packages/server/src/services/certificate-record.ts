// SPDX-License-Identifier: Apache-2.0
/** A certificate as it is kept: the envelope as it was answered, and what can be read from it. */
import { utf8, utf8Text } from '@plumbline/core/seal/bytes.ts';
import { type Certificate, parseCertificate } from '@plumbline/core/seal/certificate.ts';
import type { Crypto } from '@plumbline/core/seal/crypto.ts';
import { type DsseEnvelope, envelopePayload, parseEnvelope } from '@plumbline/core/seal/dsse.ts';
import { timestampMs } from '@plumbline/core/seal/timestamp.ts';
import type { CertificateRecord, NewCertificate } from '../store/ledger-store.ts';

export function newCertificate(certificate: Certificate, envelope: DsseEnvelope, issuerKeyId: string): NewCertificate {
  const { cert_id, issued_at, expires_at } = certificate.predicate;
  return {
    id: cert_id,
    createdAtMs: timestampMs(issued_at),
    expiresAtMs: expires_at === null ? null : timestampMs(expires_at),
    issuerKeyId,
    envelope: utf8(JSON.stringify(envelope)),
    payloadSha256: certificate.payloadSha256,
    commitment: certificate.commitment,
  };
}

export interface KeptCertificate {
  readonly envelope: DsseEnvelope;
  readonly certificate: Certificate;
}

/** Null once it was erased. @throws FormatError for bytes that were changed in the store */
export function keptCertificate(
  { envelope: bytes }: Pick<CertificateRecord, 'envelope'>,
  crypto: Pick<Crypto, 'sha256'>,
): KeptCertificate | null {
  if (bytes === null) return null;
  const envelope = parseEnvelope(JSON.parse(utf8Text(bytes)));
  return { envelope, certificate: parseCertificate(envelopePayload(envelope), crypto) };
}
