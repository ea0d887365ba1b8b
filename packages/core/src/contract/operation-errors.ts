// SPDX-License-Identifier: Apache-2.0
import { ERRORS, type ErrorCode } from '../errors.ts';
import type { Operation } from './operation.ts';

const ANY: readonly ErrorCode[] = [
  'not_acceptable',
  'uri_too_long',
  'header_too_large',
  'credential_in_url',
  'internal',
  'overloaded',
];

/** contract 1.2, in the order in which they are found. */
const BODY: readonly ErrorCode[] = [
  'media_type_unsupported',
  'content_encoding_unsupported',
  'payload_too_large',
  'request_timeout',
  'invalid_unicode',
  'invalid_json',
  'duplicate_member',
  'too_deep',
  'unknown_member',
  'missing_member',
  'invalid_type',
  'too_short',
  'too_long',
  'too_many',
  'invalid_value',
  // Unknown query parameters are refused on POST; on GET they are ignored with a warning.
  'invalid_parameter',
];

const CREDENTIAL: readonly ErrorCode[] = [
  'scheme_unsupported',
  'credential_malformed',
  'credential_unknown',
  'credential_expired',
  'credential_revoked',
  'scope_insufficient',
];

const CODES = Object.keys(ERRORS) as ErrorCode[];

/** Every code that the operation can answer with, in the order of the catalogue. */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...ANY, ...operation.errors]);
  const add = (more: readonly ErrorCode[]) => more.forEach((code) => void codes.add(code));
  if (operation.body !== undefined) add(BODY);
  if (operation.query !== undefined) add(['invalid_parameter']);
  if (operation.access.kind !== 'open') add([...CREDENTIAL, 'rate_limited']);
  if (operation.access.kind === 'required') add(['credential_required']);
  if (operation.idempotent === true) add(['idempotency_in_flight', 'idempotency_mismatch']);
  if (operation.limits.length > 0) add(['rate_limited']);
  if (operation.limits.includes('verify-burst')) add(['concurrency_limited']);
  if (operation.limits.includes('check-day')) add(['daily_quota_exhausted']);
  return CODES.filter((code) => codes.has(code));
}
