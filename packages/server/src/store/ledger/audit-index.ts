// SPDX-License-Identifier: Apache-2.0
/**
 * Rows of certificates and ratifications against the entries that they are an index of: what was anchored, revoked or
 * decided is what the entries say, whatever somebody with the database open has written beside them.
 */

import { parseEntryHeader } from '@plumbline/core/ledger/entry.ts';
import type { PolicyChain, PolicyEpoch } from '@plumbline/core/ledger/policy-chain.ts';
import { bytesEqual, utf8 } from '@plumbline/core/seal/bytes.ts';
import type { Crypto, PublicKey } from '@plumbline/core/seal/crypto.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { ratificationHash, ratificationOf } from '@plumbline/core/seal/ratification-statement.ts';
import { keyIdOf } from '@plumbline/core/seal/spki.ts';
import { parseStatement, type Statement } from '@plumbline/core/seal/statement.ts';
import { timestampMs } from '@plumbline/core/seal/timestamp.ts';
import type { CertificateRecord, LedgerStores, StoredEntry, StrayPointer } from '../ledger-store.ts';
import { envelopeProblem } from './certificate-row.ts';
import { entryEnvelope } from './envelope.ts';
import { columnProblem } from './ratification-columns.ts';

export interface IndexFault {
  readonly seq: number;
  readonly table: 'certificate' | 'ratification';
  readonly detail: string;
}

export type IndexedStores = Pick<LedgerStores, 'chain' | 'certificates' | 'ratifications'>;

export interface IndexRange {
  /** First entry. */
  readonly from: number;
  /** Left out. */
  readonly to: number;
  /** Of a ledger that is VALID: they name the keys that have issued. */
  readonly policies: PolicyChain;
  readonly pause?: (() => Promise<void>) | undefined;
}

/** Entries that have rows of their own. */
const INDEXED = ['anchor', 'revoke', 'ratification'];

/** Pointers that one statement compares: the thread is the service's as well. */
const POINTERS_AT_ONCE = 2_000;

const faultOf = ({ id, column, seq }: StrayPointer): IndexFault => ({
  seq,
  table: 'certificate',
  detail: `${id}: ${column}: says ${seq}, which is no such entry of this certificate`,
});

export class IndexAudit {
  readonly #stores: IndexedStores;
  readonly #policies: PolicyChain;
  readonly #crypto: Crypto;

  private constructor(stores: IndexedStores, policies: PolicyChain, crypto: Crypto) {
    this.#stores = stores;
    this.#policies = policies;
    this.#crypto = crypto;
  }

  /** In order of seq. Rejects when the store cannot be read. */
  static async run(stores: IndexedStores, range: IndexRange, crypto: Crypto): Promise<readonly IndexFault[]> {
    const audit = new IndexAudit(stores, range.policies, crypto);
    const { from, to } = range;
    const faults: IndexFault[] = [];
    for await (const page of stores.chain.entries({ from, to, types: INDEXED })) {
      for (const entry of page) {
        const detail = await audit.#problem(entry);
        const table = entry.type === 'ratification' ? 'ratification' : 'certificate';
        if (detail !== null) faults.push({ seq: entry.seq, table, detail });
        // Signatures are checked: a page of them would hold the thread for half a second and more.
        await range.pause?.();
      }
    }
    const strays = [await audit.#stray(range), await audit.#strayRatification(range)].filter((found) => found !== null);
    return strays.length === 0 ? faults : [...faults, ...strays].sort((a, b) => a.seq - b.seq);
  }

  /**
   * The other way round: every row that points at an entry of the range, or past the end of the ledger, is that entry's. By
   * now each entry has its row, so what is left over was written by somebody else.
   */
  async #stray({ from, to, pause }: IndexRange): Promise<IndexFault | null> {
    const { chain, certificates } = this.#stores;
    const { size } = await chain.head();
    const first = from === 0 ? Number.MIN_SAFE_INTEGER : from;
    for (let at = first; at < to; at = Math.max(at, 0) + POINTERS_AT_ONCE) {
      const found = await certificates.stray(at, Math.min(to, Math.max(at, 0) + POINTERS_AT_ONCE));
      if (found !== null) return faultOf(found);
      await pause?.();
    }
    const beyond = await certificates.stray(Math.max(size, to), Number.MAX_SAFE_INTEGER);
    return beyond && faultOf(beyond);
  }

  async #strayRatification({ from, to }: IndexRange): Promise<IndexFault | null> {
    const found = await this.#stores.ratifications.stray(from);
    if (found === null) return null;
    const detail = `${found.sha256}: the row is that of no entry, or of more than was signed`;
    return { seq: found.seq ?? Math.max(0, to - 1), table: 'ratification', detail };
  }

  async #problem(entry: StoredEntry): Promise<string | null> {
    const payload = await this.#stores.chain.payload(entry.seq);
    const bytes = payload?.state === 'kept' ? payload.bytes : null;
    try {
      if (entry.type === 'ratification') return bytes && (await this.#ratificationProblem(entry, bytes));
      const row = await this.#stores.certificates.find(entry.subject);
      if (row === null) return `${entry.subject}: the row is missing`;
      const statement = bytes && parseStatement(bytes);
      const found =
        entry.type === 'anchor' ? this.#anchorProblem(entry, row, statement) : revokeProblem(entry, row, statement);
      return found && `${row.id}: ${found}`;
    } catch (error) {
      if (!(error instanceof FormatError || error instanceof SyntaxError)) throw error;
      return `${entry.subject}: ${error.message}`;
    }
  }

  #anchorProblem({ seq }: StoredEntry, row: CertificateRecord, statement: Statement<object> | null): string | null {
    if (row.anchoredSeq !== seq) return `anchored_seq: says ${row.anchoredSeq}`;
    const digest = statement?.subject[0]?.digest.sha256;
    if (digest !== undefined && digest !== row.payloadSha256) return 'payload_sha256: the entry says another';
    const commitment = (statement?.predicate as { readonly commitment?: unknown } | undefined)?.commitment;
    if (commitment !== undefined && commitment !== row.commitment) return 'commitment: the entry says another';
    return row.envelope && this.#envelopeProblem(row.envelope, row);
  }

  #envelopeProblem(bytes: Uint8Array, row: CertificateRecord): string | null {
    const keysAt = (issuedAt: string) => this.#issuerKeys(row.issuerKeyId, issuedAt);
    return envelopeProblem(bytes, row, { keysAt, policies: this.#policies }, this.#crypto);
  }

  /** Of the policy in force then; of the last one that named the key, where a new policy overtook what was being issued. */
  #issuerKeys(keyId: string, issuedAt: string): readonly PublicKey[] {
    const names = ({ keys }: PolicyEpoch) => keys.issuer.some((key) => keyIdOf(key, this.#crypto) === keyId);
    const inForce = this.#policies.findLast(({ ts }) => ts <= issuedAt);
    const found = inForce !== undefined && names(inForce) ? inForce : this.#policies.findLast(names);
    return found?.keys.issuer ?? [];
  }

  async #ratificationProblem({ seq, header }: StoredEntry, payload: Uint8Array): Promise<string | null> {
    const envelope = entryEnvelope(header, payload, this.#crypto);
    const row = await this.#stores.ratifications.find(ratificationHash(envelope, this.#crypto));
    if (row === null) return 'the row is missing';
    if (row.seq !== seq) return `seq: says ${row.seq}`;
    if (!bytesEqual(utf8(JSON.stringify(envelope)), row.envelope)) return 'envelope: is not what the entry holds';
    if (row.submittedAtMs !== timestampMs(parseEntryHeader(header).ts)) return 'submittedAtMs: the entry says another';
    const column = columnProblem(row, ratificationOf(envelope));
    return column && `${column}: the statement says another`;
  }
}

function revokeProblem(
  { seq }: StoredEntry,
  row: CertificateRecord,
  statement: Statement<object> | null,
): string | null {
  if (row.revokedSeq !== seq) return `revoked_seq: says ${row.revokedSeq}`;
  if (statement === null) return null;
  const { superseded_by: next = null } = statement.predicate as { readonly superseded_by?: unknown };
  return row.supersededBy === next ? null : `superseded_by: says ${row.supersededBy}`;
}
