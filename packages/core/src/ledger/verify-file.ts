// SPDX-License-Identifier: Apache-2.0
/** Verifies a file of any of the bundle forms, or a bare certificate: the form is told from the content. */

import { certificateEnvelopeIn } from '../seal/certificate-in.ts';
import type { Crypto, PublicKey } from '../seal/crypto.ts';
import { isRecord } from '../seal/statement.ts';
import type { Pins } from './check-checkpoint.ts';
import type { Check } from './checks.ts';
import { givenKeysCheck, givenTimeCheck } from './given-checks.ts';
import type { GivenTrust } from './given-keys.ts';
import { checkpointNoteIn } from './origin-in-bundle.ts';
import { verifyCertificate } from './verify-certificate.ts';
import { type BundleReport, type VerifyOptions, verifyIronBundle } from './verify-iron.ts';
import { verifySigstoreBundle } from './verify-sigstore.ts';
import { verifyTlogProof } from './verify-tlog-proof.ts';

export interface FileTrust extends Pins {
  /** For a bare certificate: the issuer's keys. */
  readonly issuerKeys: readonly PublicKey[];
  /** For a Sigstore bundle: the key that signs entries. */
  readonly anchorKey: PublicKey | null;
  /** The keys as they were handed in, of which the report then says what became of them. */
  readonly given?: Pick<GivenTrust, 'vkeys' | 'publicKeys'>;
}

export interface VerifyFileOptions extends VerifyOptions {
  /** The caller named the moment: the report says whether anything was judged at it. */
  readonly namesMoment?: boolean;
}

/** Never throws for what a stranger sent. @throws FormatError for trusted keys that are none */
export function verifyFile(text: string, trust: FileTrust, options: VerifyFileOptions, crypto: Crypto): BundleReport {
  const report = verifyForm(text, trust, options, crypto);
  const place = { form: report.form, origin: trust.origin, note: checkpointNoteIn(text) };
  const keys = trust.given ? givenKeysCheck(trust.given, place, crypto) : null;
  const time = options.namesMoment ? givenTimeCheck(report, options.nowMs) : null;
  return { ...report, checks: [...report.checks, ...(keys ? [keys] : []), ...(time ? [time] : [])] };
}

function verifyForm(text: string, trust: FileTrust, options: VerifyOptions, crypto: Crypto): BundleReport {
  if (text.startsWith('c2sp.org/tlog-proof@')) return verifyTlogProof(text, null, trust, crypto);
  const value = parseJson(text);
  if (isRecord(value) && 'mediaType' in value) return verifySigstoreBundle(value, trust, trust.anchorKey, crypto);
  if (isRecord(value) && 'policy_chain' in value) return verifyIronBundle(value, trust, options, crypto);
  const envelope = certificateEnvelopeIn(value);
  if (isRecord(envelope) && 'payloadType' in envelope) return verifyBareCertificate(envelope, trust, options, crypto);
  const check = { name: 'file_form', ok: false, detail: 'is neither a certificate nor one of the three bundle forms' };
  return { verified: false, form: 'unknown', checks: [check], certificate: null, checkpoint: null };
}

/** A certificate without its anchor is a PREVIEW at best, and a PREVIEW is not verified. */
function verifyBareCertificate(
  envelope: unknown,
  trust: FileTrust,
  options: VerifyOptions,
  crypto: Crypto,
): BundleReport {
  const input = { envelope, issuerKeysAt: () => trust.issuerKeys, ...options };
  const { checks, certificate } = verifyCertificate(input, crypto);
  const origin = originCheck(trust.origin, certificate?.certificate.predicate.log_origin);
  const anchored = {
    name: 'anchored',
    ok: false,
    detail: 'a certificate alone proves no anchor: its state is PREVIEW',
  };
  return {
    verified: false,
    form: 'certificate',
    checks: [...checks, ...(origin ? [origin] : []), anchored],
    certificate: certificate?.certificate ?? null,
    checkpoint: null,
  };
}

/** Where the caller names a log, the certificate must name the same. */
function originCheck(origin: string, named: string | undefined): Check | null {
  if (origin === '') return null;
  const name = 'log_origin';
  if (named === undefined) return { name, ok: null, detail: 'not reached: an earlier check failed' };
  return { name, ok: named === origin, detail: named };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
