// SPDX-License-Identifier: Apache-2.0
import { FormatError } from '../seal/format-error.ts';
import type { Statement } from '../seal/statement.ts';
import { isTimestamp } from '../seal/timestamp.ts';
import type { Erasure } from './ledger-report.ts';

/**
 * What an entry of type `erasure` says.
 * @param recordedIn seq of that entry: only what stood before it can have been erased
 * @throws FormatError
 */
export function erasureOf({ predicate }: Statement, recordedIn: number): Erasure {
  const { seq, legal_basis: legalBasis, decided_by: decidedBy, erased_at: erasedAt } = predicate;
  if (!Number.isSafeInteger(seq) || (seq as number) < 0 || (seq as number) >= recordedIn)
    throw new FormatError('erasure', 'names no entry before it');
  if (typeof legalBasis !== 'string' || typeof decidedBy !== 'string')
    throw new FormatError('erasure', 'has no reason');
  if (typeof erasedAt !== 'string' || !isTimestamp(erasedAt)) throw new FormatError('erasure', 'has no time');
  return { seq: seq as number, recordedIn, legalBasis, decidedBy, erasedAt };
}
