// SPDX-License-Identifier: Apache-2.0
/** An entry together with the statement beside it: what a public record of genesis, policy or ratification consists of. */
import { bytesEqual } from '../seal/bytes.ts';
import type { Crypto, PublicKey } from '../seal/crypto.ts';
import { type DsseEnvelope, envelopePayload, IN_TOTO_PAYLOAD_TYPE } from '../seal/dsse.ts';
import { FormatError } from '../seal/format-error.ts';
import { type PredicateName, parseStatementOf, type Statement } from '../seal/statement.ts';
import { type EntryHeader, parseEntryHeader } from './entry.ts';
import { leafHash } from './merkle.ts';
import { headerSigners } from './signers.ts';

export interface LoggedStatement {
  readonly header: EntryHeader;
  readonly leaf: Uint8Array;
  readonly payload: Uint8Array;
  readonly statement: Statement;
  /** Distinct, each with a good signature in the header. */
  readonly signers: readonly PublicKey[];
}

/**
 * Binds a statement to its entry: the payload has the digest that the header names, and every signature in the header is
 * good over it. @throws FormatError naming what does not fit
 */
export function readLogged(
  type: PredicateName,
  entryType: string,
  entry: Uint8Array,
  envelope: DsseEnvelope,
  crypto: Crypto,
): LoggedStatement {
  const header = parseEntryHeader(entry);
  const payload = envelopePayload(envelope);
  if (header.type !== entryType) throw new FormatError('entry', `is of type ${header.type}, not ${entryType}`);
  if (envelope.payloadType !== IN_TOTO_PAYLOAD_TYPE) throw new FormatError('entry', 'has a payload of another type');
  if (!bytesEqual(crypto.sha256(payload), header.payloadDigest)) {
    throw new FormatError('entry', `${header.seq} has another payload than its header names`);
  }
  const signers = headerSigners(header, payload, crypto);
  if (!signers.ok) throw new FormatError('entry', `${signers.reason}: ${signers.detail}`);
  const statement = parseStatementOf(type, payload);
  return { header, leaf: leafHash(entry, crypto), payload, statement, signers: signers.keys };
}
