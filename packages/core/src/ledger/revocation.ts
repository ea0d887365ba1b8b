// SPDX-License-Identifier: Apache-2.0
/** What an entry of type `revoke` says: that a certificate ended, or that another took its place. */
import type { Crypto } from '../seal/crypto.ts';
import type { DsseEnvelope } from '../seal/dsse.ts';
import { envelopePayload } from '../seal/dsse.ts';
import { FormatError } from '../seal/format-error.ts';
import { PREDICATES, parseStatement } from '../seal/statement.ts';
import { isTimestamp } from '../seal/timestamp.ts';
import { type LoggedStatement, readLogged } from './logged.ts';

/** Binds the statement to its entry, in whichever of the two forms it has. @throws FormatError naming what does not fit */
export function readRevocation(entry: Uint8Array, envelope: DsseEnvelope, crypto: Crypto): LoggedStatement {
  const { predicateType } = parseStatement(envelopePayload(envelope));
  const form = predicateType === PREDICATES.supersession ? 'supersession' : 'revocation';
  return readLogged(form, 'revoke', entry, envelope, crypto);
}

/** @throws FormatError unless it ends the certificate that its entry names, in this log */
export function requireRevocation({ header, statement }: LoggedStatement, origin: string): void {
  const { log_origin, cert_id, revoked_at, reason, superseded_by, superseded_at } = statement.predicate;
  const isSuperseded = statement.predicateType === PREDICATES.supersession;
  const at = isSuperseded ? superseded_at : revoked_at;
  if (log_origin !== origin) throw new FormatError('revocation', 'is of another log');
  if (cert_id !== header.subject || statement.subject[0]?.name !== cert_id)
    throw new FormatError('revocation', 'is of another certificate than its entry');
  if (typeof at !== 'string' || !isTimestamp(at)) throw new FormatError('revocation', 'has no time');
  if (isSuperseded ? typeof superseded_by !== 'string' || superseded_by === cert_id : typeof reason !== 'string')
    throw new FormatError('revocation', isSuperseded ? 'names no other certificate' : 'has no reason');
}
