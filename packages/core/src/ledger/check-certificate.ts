// SPDX-License-Identifier: Apache-2.0
/** The checks of a certificate by itself, shared by the online verification and by the bundle that proves its anchor. */
import { type Certificate, pairDigests, parseCertificate } from '../seal/certificate.ts';
import type { Crypto, PublicKey } from '../seal/crypto.ts';
import {
  type DsseEnvelope,
  envelopePayload,
  IN_TOTO_PAYLOAD_TYPE,
  parseEnvelope,
  type SignatureResult,
  verifyEnvelope,
} from '../seal/dsse.ts';
import { toHex } from '../seal/hex.ts';
import { type CheckSink, requireThat } from './checks.ts';

export type CertificateCheck =
  | 'certificate_form'
  | 'issuer_signature'
  | 'issuer_signature_mldsa44'
  | 'certificate_not_expired'
  | 'pair_matches';

export interface CertificateInput {
  /** Not trusted: anything. */
  readonly envelope: unknown;
  /** Issuer keys whose signatures count for what was issued then: `issuerKeysOf`. */
  readonly issuerKeysAt: (issuedAt: string) => readonly PublicKey[];
  /** Null where there is no clock to trust: then expiry is not checked. */
  readonly nowMs: number | null;
  readonly prompt?: string | undefined;
  readonly response?: string | undefined;
}

/** Why a certificate may lack its second signature; null where it may not. */
export type SecondMayLack = (issuedAt: string) => string | null;

export interface CheckedCertificate {
  readonly envelope: DsseEnvelope;
  readonly certificate: Certificate;
  /** Of the Ed25519 key that signed; null when none did. */
  readonly issuerKeyId: string | null;
  /** In the order of the envelope. */
  readonly signatures: readonly SignatureResult[];
}

/** Null when it is no certificate at all; the other checks are then listed as not reached. */
export function checkCertificate(
  checks: CheckSink<CertificateCheck>,
  input: CertificateInput & { readonly secondMayLack: SecondMayLack },
  crypto: Crypto,
): CheckedCertificate | null {
  const read = checks.attempt('certificate_form', () => {
    const envelope = parseEnvelope(input.envelope);
    requireThat(envelope.payloadType === IN_TOTO_PAYLOAD_TYPE, 'certificate', 'has another payload type');
    const certificate = parseCertificate(envelopePayload(envelope), crypto);
    return [{ envelope, certificate }, certificate.predicate.cert_id];
  });
  if (!read) return null;
  const { envelope, certificate } = read;
  const keys = input.issuerKeysAt(certificate.predicate.issued_at);
  const results = verifyEnvelope(envelope, keys, crypto);
  const issuerKeyId = checkEd25519(checks, results);
  const mayLack = () => input.secondMayLack(certificate.predicate.issued_at);
  checks.set('issuer_signature_mldsa44', ...mlDsaResult(results, keys, mayLack, crypto));
  checkExpiry(checks, certificate, input.nowMs);
  checks.set('pair_matches', ...pairResult(certificate, input, crypto));
  return { envelope, certificate, issuerKeyId, signatures: results };
}

function checkEd25519(checks: CheckSink<CertificateCheck>, results: readonly SignatureResult[]): string | null {
  const own = results.filter(({ key }) => key?.algorithm === 'ed25519');
  const good = own.find(({ status }) => status === 'valid');
  const bad = own.find(({ status }) => status === 'invalid');
  if (bad) checks.set('issuer_signature', false, `the signature of key ${bad.keyId} is wrong`);
  else if (!good) checks.set('issuer_signature', false, 'no signature of an issuer key that was in force');
  else checks.set('issuer_signature', true, `Ed25519, key ${good.keyId}`);
  return good && !bad ? good.keyId : null;
}

/** Where the second signature has to be there, a certificate from which it was cut off is refused. */
function mlDsaResult(
  results: readonly SignatureResult[],
  keys: readonly PublicKey[],
  mayLack: () => string | null,
  crypto: Crypto,
): readonly [ok: boolean | null, detail: string] {
  if (!keys.some(({ algorithm }) => algorithm === 'ml-dsa-44'))
    return [null, 'there is no ML-DSA-44 key among the issuer keys to check against'];
  if (!crypto.verifyMlDsa44) return [null, 'this runtime has no ML-DSA-44; Ed25519 was checked'];
  const own = results.filter(({ key }) => key?.algorithm === 'ml-dsa-44');
  const bad = own.find(({ status }) => status !== 'valid');
  if (bad) return [false, `the signature of key ${bad.keyId} is wrong`];
  const [good] = own;
  if (good) return [true, `ML-DSA-44, key ${good.keyId}`];
  const allowed = mayLack();
  return allowed === null ? [false, 'the issuer has an ML-DSA-44 key, which did not sign'] : [null, allowed];
}

function checkExpiry(checks: CheckSink<CertificateCheck>, { predicate }: Certificate, nowMs: number | null): void {
  const { expires_at } = predicate;
  const name = 'certificate_not_expired';
  if (expires_at === null) checks.set(name, true, 'it has no expiry');
  else if (nowMs === null) checks.set(name, null, `no clock was given; it expires at ${expires_at}`);
  else checks.set(name, nowMs < Date.parse(expires_at), `it expires at ${expires_at}`);
}

function pairResult(
  { pair }: Certificate,
  { prompt, response }: CertificateInput,
  crypto: Crypto,
): readonly [ok: boolean | null, detail: string] {
  if (prompt === undefined && response === undefined) return [null, 'neither prompt nor response was given'];
  const given = pairDigests(prompt ?? '', response ?? '', crypto);
  const compared: string[] = [];
  const wrong: string[] = [];
  if (prompt !== undefined) (given.prompt_sha256 === pair.prompt_sha256 ? compared : wrong).push('prompt');
  if (response !== undefined) (given.response_sha256 === pair.response_sha256 ? compared : wrong).push('response');
  if (wrong.length > 0) return [false, `another ${wrong.join(' and ')}`];
  const [only, second] = compared;
  if (second === undefined)
    return [null, `${only} as certified; no ${only === 'prompt' ? 'response' : 'prompt'} was given, so not the pair`];
  return [true, 'prompt and response as certified'];
}

/** Hex SHA-256 of an envelope's payload: what ratifications and anchors name. @throws FormatError */
export function certificateDigest(envelope: DsseEnvelope, crypto: Pick<Crypto, 'sha256'>): string {
  return toHex(crypto.sha256(envelopePayload(envelope)));
}
