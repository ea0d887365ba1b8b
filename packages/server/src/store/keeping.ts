// SPDX-License-Identifier: Apache-2.0
/**
 * A certificate that shares the transaction of its charge and its count: either all three are on disk, with the answer
 * for the caller's Idempotency-Key, or none of them.
 */
import type { QueuedCheck } from './batch.ts';
import { type BatchRows, NO_ROWS } from './ledger/tx.ts';
import type { Claim, NewCertificate } from './ledger-store.ts';

export function claimsOf(batch: readonly QueuedCheck[]): Claim[] {
  return batch.flatMap(({ unit }) => unit.keep?.answer?.claim ?? []);
}

/**
 * Refuses units whose claim another request has taken over or closed, within the batch too.
 * @param open the claims that are open, as read and locked in this transaction
 * @returns the others
 */
export function withOpenClaims(batch: readonly QueuedCheck[], open: readonly Claim[]): readonly QueuedCheck[] {
  const left = new Set(open.map(({ token }) => token));
  return batch.filter((item) => {
    const token = item.unit.keep?.answer?.claim.token;
    if (token === undefined || left.delete(token)) return true;
    item.outcome = { granted: false, used: 0, claimLost: true };
    return false;
  });
}

/** What the granted units keep; null for nothing. Each answer is built here, so `outcome` must be set. */
export function keptRows(batch: readonly QueuedCheck[]): BatchRows | null {
  const certificates: NewCertificate[] = [];
  const answers: BatchRows['answers'][number][] = [];
  for (const { unit, outcome } of batch) {
    if (unit.keep === undefined || !outcome?.granted) continue;
    const { certificate, answer } = unit.keep;
    certificates.push(certificate);
    if (answer !== undefined) answers.push({ claim: answer.claim, answer: answer.build(outcome.used) });
  }
  if (certificates.length === 0) return null;
  return { ...NO_ROWS, certificates, answers };
}
