// SPDX-License-Identifier: Apache-2.0
import { utf8 } from '@plumbline/core/seal/bytes.ts';
import type { DsseEnvelope } from '@plumbline/core/seal/dsse.ts';
import type { Ratification } from '@plumbline/core/seal/ratification-statement.ts';
import { signedColumns } from '../store/ledger/ratification-columns.ts';
import type { NewRatification } from '../store/ledger-store.ts';

/** A ratification as it is looked up: everything in the row follows from what was signed. */
export function ratificationRow(
  ratification: Ratification,
  sha256: string,
  envelope: DsseEnvelope,
  nowMs: number,
): NewRatification {
  const bytes = utf8(JSON.stringify(envelope));
  return { sha256, submittedAtMs: nowMs, envelope: bytes, ...signedColumns(ratification) };
}
