// SPDX-License-Identifier: Apache-2.0
/** What a certificate says: an in-toto Statement over a prompt and a response, as they were judged. */
import { fromBase64, toBase64Url } from './base64.ts';
import { utf8 } from './bytes.ts';
import type { Crypto } from './crypto.ts';
import { FormatError } from './format-error.ts';
import { isHex64, toHex } from './hex.ts';
import {
  buildStatement,
  isRecord,
  PREDICATES,
  parseStatementOf,
  SALT_BYTES,
  STATEMENT_TYPE,
  type Statement,
  subject,
} from './statement.ts';
import { isTimestamp } from './timestamp.ts';

/** `cert_` and a ULID (Crockford base 32). */
export const CERTIFICATE_ID = /^cert_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export interface CertificateFacts {
  readonly cert_id: string;
  /** The log in which it can be anchored. */
  readonly log_origin: string;
  readonly issued_at: string;
  readonly expires_at: string | null;
  readonly decision: string;
  readonly verdict: string;
  /** The classifier that took part, null for none. */
  readonly model: string | null;
  readonly constitution: { readonly version: string; readonly hash: string };
  readonly ruleset_hash: string;
  readonly stages: readonly { readonly n: number; readonly name: string; readonly status: string }[];
}

/** `state` is PREVIEW for ever: what became of a certificate is derived from the ledger, never edited into it. */
export interface CertificatePredicate extends CertificateFacts {
  readonly state: 'PREVIEW';
  /** Standard base 64 of 32 random bytes. */
  readonly salt: string;
}

export interface PairDigests {
  readonly prompt_sha256: string;
  readonly response_sha256: string;
}

/** Digests of the exact UTF-8 bytes, before any normalisation. */
export function pairDigests(prompt: string, response: string, crypto: Pick<Crypto, 'sha256'>): PairDigests {
  return {
    prompt_sha256: toHex(crypto.sha256(utf8(prompt))),
    response_sha256: toHex(crypto.sha256(utf8(response))),
  };
}

/**
 * What the public record holds in place of the digests: hex SHA-256 of the canonical JSON of
 * `{prompt_sha256, response_sha256, salt}`, the salt as unpadded base64url.
 */
export function commitmentOf(pair: PairDigests, saltBase64Url: string, crypto: Pick<Crypto, 'sha256'>): string {
  return toHex(crypto.sha256(utf8(commitmentText(pair, saltBase64Url))));
}

/** What the commitment is the digest of. In canonical order, and without a character that is written otherwise. */
export function commitmentText({ prompt_sha256, response_sha256 }: PairDigests, saltBase64Url: string): string {
  return `{"prompt_sha256":"${prompt_sha256}","response_sha256":"${response_sha256}","salt":"${saltBase64Url}"}`;
}

export function certificateStatement(
  facts: CertificateFacts,
  pair: PairDigests,
  salt: Uint8Array,
): Statement<CertificatePredicate> {
  const subjects = [subject('prompt', pair.prompt_sha256), subject('response', pair.response_sha256)];
  return buildStatement('certificate', subjects, { ...facts, state: 'PREVIEW' as const }, salt);
}

/**
 * The payload of `certificateStatement` as it is signed: its canonical JSON, written down in its order instead of finding that
 * order anew for each certificate.
 * @throws TypeError for half a surrogate pair, which has no canonical form
 */
export function certificateText(facts: CertificateFacts, pair: PairDigests, saltBase64: string): string {
  const { constitution, expires_at, model } = facts;
  let stages = '';
  for (const { n, name, status } of facts.stages)
    stages += `${stages === '' ? '' : ','}{"n":${n},"name":${quoted(name)},"status":${quoted(status)}}`;
  return `{"_type":"${STATEMENT_TYPE}","predicate":{"cert_id":${quoted(facts.cert_id)},"constitution":{"hash":"${
    constitution.hash
  }","version":${quoted(constitution.version)}},"decision":${quoted(facts.decision)},"expires_at":${
    expires_at === null ? 'null' : quoted(expires_at)
  },"issued_at":${quoted(facts.issued_at)},"log_origin":${quoted(facts.log_origin)},"model":${
    model === null ? 'null' : quoted(model)
  },"ruleset_hash":"${facts.ruleset_hash}","salt":"${saltBase64}","stages":[${stages}],"state":"PREVIEW","verdict":${quoted(
    facts.verdict,
  )}},"predicateType":"${PREDICATES.certificate}","subject":[{"digest":{"sha256":"${
    pair.prompt_sha256
  }"},"name":"prompt"},{"digest":{"sha256":"${pair.response_sha256}"},"name":"response"}]}`;
}

/** Anything but printable ASCII that JSON writes as it stands. */
const UNPLAIN = /[^ !#-[\]-~]/;

function quoted(text: string): string {
  if (!UNPLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError('certificate: holds half of a surrogate pair');
  return JSON.stringify(text);
}

export interface Certificate {
  readonly predicate: CertificatePredicate;
  readonly pair: PairDigests;
  /** Unpadded base64url, as the API gives it and the commitment uses it. */
  readonly saltBase64Url: string;
  readonly commitment: string;
  /** Hex SHA-256 of the payload bytes. */
  readonly payloadSha256: string;
}

/** @throws FormatError for bytes that are no certificate */
export function parseCertificate(payload: Uint8Array, crypto: Pick<Crypto, 'sha256'>): Certificate {
  const { subject: subjects, predicate } = parseStatementOf('certificate', payload);
  const [prompt, response] = subjects;
  if (subjects.length !== 2 || prompt?.name !== 'prompt' || response?.name !== 'response') {
    throw new FormatError('certificate', 'needs the subjects prompt and response');
  }
  assertPredicate(predicate);
  const saltBase64Url = toBase64Url(saltBytes(predicate.salt));
  const pair = { prompt_sha256: prompt.digest.sha256, response_sha256: response.digest.sha256 };
  return {
    predicate,
    pair,
    saltBase64Url,
    commitment: commitmentOf(pair, saltBase64Url, crypto),
    payloadSha256: toHex(crypto.sha256(payload)),
  };
}

function saltBytes(salt: string): Uint8Array {
  const bytes = fromBase64(salt);
  if (bytes.length !== SALT_BYTES) throw new FormatError('certificate', `needs a salt of ${SALT_BYTES} bytes`);
  return bytes;
}

function assertPredicate(
  value: Readonly<Record<string, unknown>>,
): asserts value is Readonly<Record<string, unknown>> & CertificatePredicate {
  const problem = predicateProblem(value);
  if (problem) throw new FormatError('certificate', problem);
}

function predicateProblem(value: Readonly<Record<string, unknown>>): string | null {
  if (typeof value.cert_id !== 'string' || !CERTIFICATE_ID.test(value.cert_id)) return 'has no certificate id';
  if (value.state !== 'PREVIEW') return 'claims a state of its own';
  if (typeof value.log_origin !== 'string') return 'names no log';
  if (!isTimestamp(value.issued_at)) return 'has no time of issue';
  if (value.expires_at !== null && !isTimestamp(value.expires_at)) return 'has a wrong expiry';
  if (typeof value.salt !== 'string') return 'has no salt';
  const { constitution } = value;
  if (!isRecord(constitution) || typeof constitution.version !== 'string' || !isHex64(constitution.hash)) {
    return 'names no constitution';
  }
  return isHex64(value.ruleset_hash) ? null : 'names no ruleset';
}
