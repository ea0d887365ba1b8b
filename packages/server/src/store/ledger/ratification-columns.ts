// SPDX-License-Identifier: Apache-2.0
import type { Ratification } from '@plumbline/core/seal/ratification-statement.ts';
import { timestampMs } from '@plumbline/core/seal/timestamp.ts';
import type { NewRatification, RatificationRecord } from '../ledger-store.ts';

type SignedColumns = Pick<NewRatification, 'nonce' | 'epoch' | 'decision' | 'expiresAtMs' | 'scope'>;

/** What of a row follows from what was signed: everything but its hash, its envelope, its entry and the time of that. */
export function signedColumns({ form, subjects, predicate }: Ratification): SignedColumns {
  const { nonce, epoch, decision, expires } = predicate;
  const scope: NewRatification['scope'] =
    form === 'listed'
      ? { form, certificateIds: subjects.map(({ name }) => name) }
      : {
          form,
          issuerKeyId: subjects[0]?.digest.sha256 ?? '',
          fromMs: timestampMs(predicate.from as string),
          untilMs: timestampMs(predicate.until as string),
        };
  return { nonce, epoch, decision, expiresAtMs: timestampMs(expires), scope };
}

/** The first member of a row that says something else than was signed; null where none does. */
export function columnProblem(record: RatificationRecord, ratification: Ratification): string | null {
  const signed = signedColumns(ratification);
  const names = Object.keys(signed) as (keyof SignedColumns)[];
  return names.find((name) => JSON.stringify(record[name]) !== JSON.stringify(signed[name])) ?? null;
}
