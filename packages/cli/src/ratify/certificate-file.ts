// SPDX-License-Identifier: Apache-2.0
import { issuerKeysOf } from '@plumbline/core/ledger/policy-chain.ts';
import { verifyCertificate } from '@plumbline/core/ledger/verify-certificate.ts';
import type { Certificate } from '@plumbline/core/seal/certificate.ts';
import { certificateEnvelopeIn } from '@plumbline/core/seal/certificate-in.ts';
import { nodeCrypto } from '../crypto.ts';
import { readTextFile } from '../files.ts';
import { UsageError } from '../io.ts';
import type { Pin } from './pin.ts';

const MAX_CERTIFICATE_BYTES = 1_000_000;

export interface CertificateFile {
  readonly path: string;
  readonly certificate: Certificate;
}

/**
 * A certificate as it was issued: the envelope alone, or the answer of `certify` around it.
 * @throws UsageError unless an issuer of the pinned policies signed it for this log
 */
export function readCertificateFile(path: string, pin: Pin): CertificateFile {
  let value: unknown;
  try {
    value = JSON.parse(readTextFile(path, MAX_CERTIFICATE_BYTES));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path}: is no JSON`);
  }
  const issuerKeysAt = (issuedAt: string) => issuerKeysOf(pin.chain, issuedAt);
  const { certificate, checks } = verifyCertificate(
    { envelope: certificateEnvelopeIn(value), issuerKeysAt, nowMs: null },
    nodeCrypto,
  );
  const failed = checks.find(({ ok }) => ok === false);
  if (failed || !certificate)
    throw new UsageError(`${path}: ${failed?.name ?? 'form'}: ${failed?.detail ?? 'no certificate'}`);
  if (certificate.certificate.predicate.log_origin !== pin.origin) {
    throw new UsageError(`${path}: is for the log ${certificate.certificate.predicate.log_origin}`);
  }
  return { path, certificate: certificate.certificate };
}
