// SPDX-License-Identifier: Apache-2.0
/**
 * A certificate by itself, against issuer keys that the caller trusts: what can be said without a ledger. It carries the
 * Ed25519 signature, and the second one only where it was issued with it: otherwise that is made for its bundle.
 */
import type { Crypto } from '../seal/crypto.ts';
import {
  type CertificateCheck,
  type CertificateInput,
  type CheckedCertificate,
  checkCertificate,
} from './check-certificate.ts';
import { type Check, Checks, type Recipe } from './checks.ts';

export const CERTIFICATE_RECIPE: Recipe<CertificateCheck> = {
  required: ['certificate_form', 'issuer_signature'],
  optional: ['issuer_signature_mldsa44', 'certificate_not_expired', 'pair_matches'],
};

const ALONE = 'not with a certificate alone: once it is anchored, its iron bundle carries it';

export interface CertificateReport {
  /** Form, signatures, expiry and pair. A PREVIEW passes them: whether it is anchored is another question. */
  readonly valid: boolean;
  readonly signatureValid: boolean | null;
  readonly checks: readonly Check[];
  readonly certificate: CheckedCertificate | null;
}

/** Never throws for what a stranger sent. */
export function verifyCertificate(input: CertificateInput, crypto: Crypto): CertificateReport {
  const checks = new Checks(CERTIFICATE_RECIPE);
  const certificate = checkCertificate(checks, { ...input, secondMayLack: () => ALONE }, crypto);
  const second = checks.get('issuer_signature_mldsa44');
  const signatureValid = certificate ? checks.get('issuer_signature') === true && second !== false : null;
  return { valid: checks.verified, signatureValid, checks: checks.list(), certificate };
}
