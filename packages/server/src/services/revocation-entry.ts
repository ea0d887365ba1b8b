// SPDX-License-Identifier: Apache-2.0
import { parseEntryHeader } from '@plumbline/core/ledger/entry.ts';
import type { Crypto } from '@plumbline/core/seal/crypto.ts';
import { envelopePayload } from '@plumbline/core/seal/dsse.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { parseStatement } from '@plumbline/core/seal/statement.ts';
import type { LedgerStore, StoredEntry } from '../store/ledger-store.ts';
import { statementOf } from './ledger-entries.ts';

export interface RevocationEntry {
  readonly seq: number;
  readonly ts: string;
  /** Id of the certificate that took its place; null where it was revoked; undefined where nothing can be read of it any more. */
  readonly supersededBy: string | null | undefined;
  /** Empty where nothing can be read of it any more. */
  readonly why: string;
}

/** The entry that ends a certificate; null for none. What is damaged is the audit's finding, and ends it all the same. */
export async function revocationOf(
  chain: LedgerStore,
  certificateId: string,
  crypto: Pick<Crypto, 'sha256'>,
): Promise<RevocationEntry | null> {
  for (const entry of await chain.findBySubject(certificateId)) {
    const { type, ts } = headerOf(entry);
    if (type !== 'revoke') continue;
    const statement = await readStatement(chain, entry, crypto);
    if (statement === null) return { seq: entry.seq, ts, supersededBy: undefined, why: '' };
    const { reason, superseded_by: next } = statement;
    return { seq: entry.seq, ts, supersededBy: typeof next === 'string' ? next : null, why: String(reason ?? '') };
  }
  return null;
}

/** By the signed bytes; by the row where those cannot be read. */
function headerOf({ header, type }: StoredEntry): { readonly type: string; readonly ts: string } {
  try {
    return parseEntryHeader(header);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { type, ts: 'an unknown time' };
  }
}

async function readStatement(
  chain: LedgerStore,
  entry: StoredEntry,
  crypto: Pick<Crypto, 'sha256'>,
): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const envelope = await statementOf(chain, entry, crypto);
    return envelope && { ...parseStatement(envelopePayload(envelope)).predicate };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return null;
  }
}
