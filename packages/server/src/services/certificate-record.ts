// SPDX-License-Identifier: Apache-2.0
/** A certificate as it is kept: the envelope as it was answered, and what can be read from it. */
import { utf8Text } from '@plumbline/core/seal/bytes.ts';
import { type Certificate, parseCertificate } from '@plumbline/core/seal/certificate.ts';
import type { Crypto } from '@plumbline/core/seal/crypto.ts';
import { type DsseEnvelope, envelopePayload, envelopeText, parseEnvelope } from '@plumbline/core/seal/dsse.ts';
import type { CertificateRecord, NewCertificate } from '../store/ledger-store.ts';

/** @param times as the certificate says them */
export function newCertificate(
  { predicate, payloadSha256, commitment }: Certificate,
  envelope: DsseEnvelope,
  issuerKeyId: string,
  times: Pick<NewCertificate, 'createdAtMs' | 'expiresAtMs'>,
): NewCertificate {
  // Base 64, hexadecimal and names of ours: ASCII, which takes no encoder and a place in Node's pool.
  const bytes = Buffer.from(envelopeText(envelope), 'latin1');
  const { createdAtMs, expiresAtMs } = times;
  return {
    id: predicate.cert_id,
    createdAtMs,
    expiresAtMs,
    issuerKeyId,
    envelope: bytes,
    payloadSha256,
    commitment,
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
