// SPDX-License-Identifier: Apache-2.0
/** What travels in a bundle beside the bytes that are signed: it must be what they say, and nothing more. */

import { fromBase64Either } from '../seal/base64.ts';
import { bytesEqual } from '../seal/bytes.ts';
import type { Crypto } from '../seal/crypto.ts';
import type { DsseEnvelope } from '../seal/dsse.ts';
import { FormatError } from '../seal/format-error.ts';
import { keyIdOf } from '../seal/spki.ts';
import { isRecord } from '../seal/statement.ts';
import { requireThat } from './checks.ts';
import type { EntryHeader } from './entry.ts';

/** @throws FormatError naming a member that the form does not have */
export function requireMembers(what: string, value: object, allowed: readonly string[]): void {
  const unknown = Object.keys(value).find((name) => !allowed.includes(name));
  if (unknown !== undefined)
    throw new FormatError(what, `has an unknown member ${JSON.stringify(unknown.slice(0, 80))}`);
}

/** @throws FormatError naming a member of the envelope or of its signatures that DSSE does not have */
export function requireEnvelopeMembers(what: string, value: unknown): void {
  if (!isRecord(value)) return;
  requireMembers(what, value, ['payload', 'payloadType', 'signatures']);
  if (!Array.isArray(value.signatures)) return;
  for (const signature of value.signatures) if (isRecord(signature)) requireMembers(what, signature, ['keyid', 'sig']);
}

/**
 * A statement repeats the signatures of its entry, which are good: each copy has the same bytes, in the same order, and the
 * key id of the key that made it. @throws FormatError
 */
export function requireCopies(
  { seq, signatures }: Pick<EntryHeader, 'seq' | 'signatures'>,
  statement: DsseEnvelope,
  crypto: Pick<Crypto, 'sha256'>,
): void {
  requireThat(statement.signatures.length === signatures.length, 'statement', `of entry ${seq} has other signatures`);
  for (const [i, { signature, publicKey }] of signatures.entries()) {
    const copy = statement.signatures[i];
    const isSame = copy !== undefined && bytesEqual(fromBase64Either(copy.sig), signature);
    requireThat(isSame, 'statement', `of entry ${seq} has another signature than its entry`);
    requireThat(copy.keyid === keyIdOf(publicKey, crypto), 'statement', `of entry ${seq} names another key`);
  }
}
