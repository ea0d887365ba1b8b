// SPDX-License-Identifier: Apache-2.0
/** Values of a row in the order in which both drivers' INSERT statements name the columns. */
import type { NewCertificate, RatificationRecord } from '../ledger-store.ts';

export type Value = string | number | null | Uint8Array;

export function certificateValues(certificate: NewCertificate): Value[] {
  const { id, createdAtMs, expiresAtMs, issuerKeyId, payloadSha256, commitment, envelope } = certificate;
  return [id, createdAtMs, expiresAtMs, issuerKeyId, payloadSha256, commitment, envelope];
}

export function ratificationValues(record: RatificationRecord): Value[] {
  const { sha256, nonce, epoch, decision, submittedAtMs, expiresAtMs, scope, seq, envelope } = record;
  const window = scope.form === 'window' ? [scope.issuerKeyId, scope.fromMs, scope.untilMs] : [null, null, null];
  return [sha256, nonce, epoch, decision, submittedAtMs, expiresAtMs, ...window, seq, envelope];
}
