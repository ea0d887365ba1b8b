// SPDX-License-Identifier: Apache-2.0
import { type EntryHeader, parseEntryHeader } from '@plumbline/core/ledger/entry.ts';
import type { Crypto } from '@plumbline/core/seal/crypto.ts';
import { envelopePayload } from '@plumbline/core/seal/dsse.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { parseStatement } from '@plumbline/core/seal/statement.ts';
import type { LedgerStore, StoredEntry } from '../store/ledger-store.ts';
import { statementOf } from './ledger-entries.ts';

const UNKNOWN_TIME = 'an unknown time';

export interface RevocationEntry {
  readonly seq: number;
  readonly ts: string;
  /** Id of the certificate that took its place; null where it was revoked; undefined where nothing can be read of it any more. */
  readonly supersededBy: string | null | undefined;
  /** Empty where nothing can be read of it any more. */
  readonly why: string;
}

/**
 * The entry that ends a certificate; null for none. What is damaged is the audit's finding, and ends it all the same.
 * @param seen the entry that was seen to end it when the ledger was verified, whatever the columns say now
 */
export async function revocationOf(
  chain: LedgerStore,
  certificateId: string,
  seen: number | null,
  crypto: Pick<Crypto, 'sha256'>,
): Promise<RevocationEntry | null> {
  for (const entry of await candidates(chain, certificateId, seen)) {
    const { type, subject, ts } = headerOf(entry);
    if (entry.seq !== seen && (type !== 'revoke' || subject !== certificateId)) continue;
    const statement = await readStatement(chain, entry, crypto);
    if (statement === null) return { seq: entry.seq, ts, supersededBy: undefined, why: '' };
    const { reason, superseded_by: next } = statement;
    return { seq: entry.seq, ts, supersededBy: typeof next === 'string' ? next : null, why: String(reason ?? '') };
  }
  // It is gone from the database, and was there.
  return seen === null ? null : { seq: seen, ts: UNKNOWN_TIME, supersededBy: undefined, why: '' };
}

async function candidates(
  chain: LedgerStore,
  certificateId: string,
  seen: number | null,
): Promise<readonly StoredEntry[]> {
  const known = seen === null ? null : await chain.entry(seen);
  return known === null ? chain.findBySubject(certificateId) : [known];
}

/** By the signed bytes; by the row where those cannot be read. */
function headerOf({ header, type, subject }: StoredEntry): Pick<EntryHeader, 'type' | 'subject' | 'ts'> {
  try {
    return parseEntryHeader(header);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { type, subject, ts: UNKNOWN_TIME };
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
