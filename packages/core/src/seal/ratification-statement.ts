// SPDX-License-Identifier: Apache-2.0
/** What council and human authority sign: a decision over listed certificates, or over a window of one issuer key. */
import { utf8 } from './bytes.ts';
import type { Crypto } from './crypto.ts';
import { type DsseEnvelope, envelopePayload } from './dsse.ts';
import { FormatError } from './format-error.ts';
import { isHex64, toHex } from './hex.ts';
import { canonicalJson } from './jcs.ts';
import { buildStatement, parseStatementOf, type Statement, type Subject, subject } from './statement.ts';
import { isTimestamp, timestampMs } from './timestamp.ts';

export const MAX_WINDOW_MS = 31 * 24 * 3600 * 1000;
/** Room for every certificate of a sitting; larger sets are windows. */
export const MAX_LISTED = 1000;
/** 128 random bits at least, as base64url or hex. */
const NONCE = /^[A-Za-z0-9_-]{22,128}$/;

export interface RatificationTerms {
  readonly decision: 'approve' | 'reject';
  readonly epoch: number;
  readonly policy_sha256: string;
  readonly expires: string;
  /** Accepted once. */
  readonly nonce: string;
  readonly log_origin: string;
}

export interface RatificationPredicate extends RatificationTerms {
  /** The certificate where exactly one is listed; null for several and for a window. */
  readonly cert_id: string | null;
  /** Window form only: the half-open interval of `issued_at`, both null in the listed form. */
  readonly from: string | null;
  readonly until: string | null;
  readonly salt: string;
}

export interface Ratification {
  readonly form: 'listed' | 'window';
  readonly subjects: readonly Subject[];
  readonly predicate: RatificationPredicate;
}

export interface ListedCertificate {
  readonly certId: string;
  readonly payloadSha256: string;
}

export function listedRatification(
  terms: RatificationTerms,
  certificates: readonly ListedCertificate[],
  salt: Uint8Array,
): Statement<RatificationPredicate> {
  const subjects = certificates.map(({ certId, payloadSha256 }) => subject(certId, payloadSha256));
  const cert_id = certificates.length === 1 ? (certificates[0] as ListedCertificate).certId : null;
  return buildStatement('ratification', subjects, { ...terms, cert_id, from: null, until: null }, salt);
}

/** @param issuerKeyId hex SHA-256 of the issuer key's SPKI */
export function windowRatification(
  terms: RatificationTerms,
  issuerKeyId: string,
  window: { readonly from: string; readonly until: string },
  salt: Uint8Array,
): Statement<RatificationPredicate> {
  const { from, until } = window;
  return buildStatement(
    'ratification',
    [subject('issuer', issuerKeyId)],
    { ...terms, cert_id: null, from, until },
    salt,
  );
}

/** @throws FormatError for bytes that are no ratification, or whose window is over 31 days or runs backwards */
export function parseRatification(payload: Uint8Array): Ratification {
  const { subject: subjects, predicate } = parseStatementOf('ratification', payload);
  const problem =
    termsProblem(predicate) ?? (predicate.from === null ? listProblem : windowProblem)(subjects, predicate);
  if (problem) throw new FormatError('ratification', problem);
  const form = predicate.from === null ? 'listed' : 'window';
  return { form, subjects, predicate: predicate as unknown as RatificationPredicate };
}

const MEMBERS: ReadonlySet<string> = new Set([
  'decision',
  'epoch',
  'policy_sha256',
  'expires',
  'nonce',
  'log_origin',
  'cert_id',
  'from',
  'until',
  'salt',
] satisfies (keyof RatificationPredicate)[]);

/** The first member of a predicate that means nothing here; null for none. As with policies, what has one is not taken in. */
export function unknownRatificationMember({ predicate }: Ratification): string | null {
  return Object.keys(predicate).find((name) => !MEMBERS.has(name)) ?? null;
}

type Members = Readonly<Record<string, unknown>>;

function termsProblem(value: Members): string | null {
  if (value.decision !== 'approve' && value.decision !== 'reject') return 'decides neither approve nor reject';
  if (!Number.isSafeInteger(value.epoch) || (value.epoch as number) < 0) return 'has no epoch';
  if (!isHex64(value.policy_sha256)) return 'names no policy';
  if (!isTimestamp(value.expires)) return 'has no expiry';
  if (typeof value.nonce !== 'string' || !NONCE.test(value.nonce)) return 'has no nonce of 22 to 128 characters';
  return typeof value.log_origin === 'string' ? null : 'names no log';
}

function listProblem(subjects: readonly Subject[], value: Members): string | null {
  if (value.until !== null) return 'is half a window';
  if (subjects.length > MAX_LISTED) return `lists over ${MAX_LISTED} certificates`;
  if (new Set(subjects.map(({ name }) => name)).size !== subjects.length) return 'lists a certificate twice';
  const only = subjects.length === 1 ? subjects[0]?.name : null;
  return value.cert_id === only ? null : 'names another certificate than it lists';
}

function windowProblem(subjects: readonly Subject[], value: Members): string | null {
  if (!isTimestamp(value.from) || !isTimestamp(value.until)) return 'has a window without two ends';
  if (value.cert_id !== null) return 'is a window and names a certificate';
  if (subjects.length !== 1 || subjects[0]?.name !== 'issuer') return 'is a window that names no issuer';
  const lengthMs = timestampMs(value.until) - timestampMs(value.from);
  if (lengthMs <= 0) return 'has a window that runs backwards';
  return lengthMs > MAX_WINDOW_MS ? 'has a window of more than 31 days' : null;
}

/**
 * What an anchor names: hex SHA-256 of the canonical JSON of the envelope, signatures sorted by keyid, so that the order in
 * which people signed does not matter.
 */
export function ratificationHash(envelope: DsseEnvelope, crypto: Pick<Crypto, 'sha256'>): string {
  const signatures = envelope.signatures
    .map(({ keyid, sig }) => ({ keyid, sig }))
    .sort((a, b) => (a.keyid < b.keyid ? -1 : a.keyid > b.keyid ? 1 : 0));
  const { payload, payloadType } = envelope;
  return toHex(crypto.sha256(utf8(canonicalJson({ payload, payloadType, signatures }))));
}

/** @throws FormatError */
export function ratificationOf(envelope: DsseEnvelope): Ratification {
  return parseRatification(envelopePayload(envelope));
}
