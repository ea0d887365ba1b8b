// SPDX-License-Identifier: Apache-2.0
import { utf8 } from '@plumbline/core/seal/bytes.ts';
import type { DsseEnvelope } from '@plumbline/core/seal/dsse.ts';
import type { Ratification } from '@plumbline/core/seal/ratification-statement.ts';
import { timestampMs } from '@plumbline/core/seal/timestamp.ts';
import type { NewRatification } from '../store/ledger-store.ts';

/** A ratification as it is looked up: everything in the row follows from what was signed. */
export function ratificationRow(
  ratification: Ratification,
  sha256: string,
  envelope: DsseEnvelope,
  nowMs: number,
): NewRatification {
  const { nonce, epoch, decision, expires } = ratification.predicate;
  return {
    sha256,
    nonce,
    epoch,
    decision,
    submittedAtMs: nowMs,
    expiresAtMs: timestampMs(expires),
    envelope: utf8(JSON.stringify(envelope)),
    scope: scopeOf(ratification),
  };
}

export function scopeOf({ form, subjects, predicate }: Ratification): NewRatification['scope'] {
  if (form === 'listed') return { form, certificateIds: subjects.map(({ name }) => name) };
  return {
    form,
    issuerKeyId: subjects[0]?.digest.sha256 ?? '',
    fromMs: timestampMs(predicate.from as string),
    untilMs: timestampMs(predicate.until as string),
  };
}
