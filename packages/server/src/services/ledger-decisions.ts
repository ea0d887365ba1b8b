// SPDX-License-Identifier: Apache-2.0
/**
 * The ratifications of the policy in force, as the ledger holds them. Rows are an index over what was signed and nothing
 * more: one that says something else, that has no entry, or that is missing, is found out before anything is anchored by it.
 */
import { parseEntryHeader } from '@plumbline/core/ledger/entry.ts';
import { acceptRatification } from '@plumbline/core/ledger/ratification.ts';
import { bytesEqual, utf8Text } from '@plumbline/core/seal/bytes.ts';
import { type DsseEnvelope, envelopePayload, parseEnvelope } from '@plumbline/core/seal/dsse.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { type Ratification, ratificationHash } from '@plumbline/core/seal/ratification-statement.ts';
import { timestampMs } from '@plumbline/core/seal/timestamp.ts';
import { columnProblem } from '../store/ledger/ratification-columns.ts';
import type { RatificationRecord, StoredEntry } from '../store/ledger-store.ts';
import type { Ledger } from './ledger.ts';

export interface Decision {
  readonly record: RatificationRecord;
  readonly ratification: Ratification;
}

interface Verified {
  readonly envelope: Uint8Array;
  readonly decision: Decision;
}

/** A ratification that is not in the ledger as its row has it. */
export class RatificationProblem extends FormatError {
  readonly seq: number;

  constructor(seq: number, text: string) {
    super('ratification', text);
    this.seq = seq;
  }
}

export class Decisions {
  readonly #ledger: Pick<Ledger, 'stores' | 'governance' | 'crypto' | 'origin'>;
  /** Verified before, with the bytes that were: signatures are not checked again for every new ratification. */
  #known: ReadonlyMap<number, Verified> = new Map();

  constructor(ledger: Pick<Ledger, 'stores' | 'governance' | 'crypto' | 'origin'>) {
    this.#ledger = ledger;
  }

  /** Oldest first. @throws RatificationProblem naming the first that does not hold */
  async read(): Promise<readonly Decision[]> {
    const { stores, governance } = this.#ledger;
    const { policy } = governance.current;
    const entries = await this.#entries();
    // After the entries: each of them has its row by now, and what other processes add meanwhile is for the next time.
    const rows = new Map<number | null, RatificationRecord>();
    for (const row of await stores.ratifications.ofEpoch(policy.epoch)) {
      if (rows.has(row.seq)) throw problem(row.seq, 'has two rows');
      rows.set(row.seq, row);
    }
    const known = new Map<number, Verified>();
    for (const entry of entries) {
      const row = rows.get(entry.seq);
      if (row === undefined) throw problem(entry.seq, 'has no row any more');
      rows.delete(entry.seq);
      known.set(entry.seq, { envelope: row.envelope, decision: this.#decisionOf(entry, row) });
    }
    const last = entries.at(-1)?.seq ?? -1;
    for (const { seq, sha256 } of rows.values())
      if (seq === null || seq < last)
        throw new RatificationProblem(seq ?? last, `${sha256} has no entry in the ledger`);
    this.#known = known;
    return [...known.values()].map(({ decision }) => decision);
  }

  /** Those of the policy in force. */
  async #entries(): Promise<readonly StoredEntry[]> {
    const { stores, governance } = this.#ledger;
    const from = governance.current.seq;
    const found: StoredEntry[] = [];
    for await (const page of stores.chain.entries({ from, types: ['ratification'] })) found.push(...page);
    const next = (await stores.chain.newestOfType('policy'))?.seq ?? from;
    return next > from ? found.filter(({ seq }) => seq < next) : found;
  }

  #decisionOf(entry: StoredEntry, record: RatificationRecord): Decision {
    const before = this.#known.get(entry.seq);
    const ratification =
      before !== undefined && bytesEqual(before.envelope, record.envelope)
        ? before.decision.ratification
        : this.#verified(entry, record);
    const column = columnProblem(record, ratification);
    if (column !== null) throw problem(entry.seq, `has a row that says something else: ${column}`);
    return { record, ratification };
  }

  /** The same judgement as when it was submitted, at the time of its entry. */
  #verified({ seq, header }: StoredEntry, record: RatificationRecord): Ratification {
    const { governance, crypto, origin } = this.#ledger;
    const envelope = readEnvelope(seq, record.envelope);
    const { ts, payloadDigest } = parseEntryHeader(header);
    if (!bytesEqual(crypto.sha256(envelopePayload(envelope)), payloadDigest))
      throw problem(seq, 'has a row with another statement');
    if (ratificationHash(envelope, crypto) !== record.sha256) throw problem(seq, 'has a row with another hash');
    const context = {
      policy: governance.current,
      origin,
      nowMs: timestampMs(ts),
      hasNonce: () => false,
      vetoes: [],
    };
    const verdict = acceptRatification(envelope, context, crypto);
    const taken = verdict.accepted ? verdict : verdict.veto;
    if (taken === null) throw problem(seq, `does not hold: ${verdict.accepted ? '' : verdict.reason}`);
    return taken.ratification;
  }
}

function readEnvelope(seq: number, bytes: Uint8Array): DsseEnvelope {
  try {
    return parseEnvelope(JSON.parse(utf8Text(bytes)));
  } catch (error) {
    if (error instanceof FormatError || error instanceof SyntaxError) throw problem(seq, 'has a row that is damaged');
    throw error;
  }
}

const problem = (seq: number | null, text: string) => new RatificationProblem(seq ?? 0, `in entry ${seq} ${text}`);
