// SPDX-License-Identifier: Apache-2.0
/**
 * Reads a certificate before it is anchored: an anchor over a row that somebody changed, or wrote, in the database would make
 * the ledger fail its own audit, and give out a signature for what nobody has certified.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { envelopeProblem } from '../store/ledger/certificate-row.ts';
import type { CertificateRecord } from '../store/ledger-store.ts';
import { keptCertificate } from './certificate-record.ts';
import type { Ledger } from './ledger.ts';

/** Each costs a signature or two: then it is somebody else's turn. */
const CHECKS_A_TURN = 16;
/** Counted and named; of more, it is known that there are more. */
const MAX_REMEMBERED = 1_000;
/** Of those that are remembered, looked up in one go. */
const LOOKED_UP_AT_ONCE = 16;

export class AnchorableRows {
  readonly #ledger: Pick<Ledger, 'governance' | 'crypto' | 'origin'>;
  readonly #onError: (error: Error) => void;
  readonly #damaged = new Set<string>();

  constructor(ledger: Pick<Ledger, 'governance' | 'crypto' | 'origin'>, onError: (error: Error) => void) {
    this.#ledger = ledger;
    this.#onError = onError;
  }

  /** For health: without ids, which are for whoever reads the log. Null while all is well. */
  get warning(): string | null {
    const { size } = this.#damaged;
    if (size === 0) return null;
    const count = size < MAX_REMEMBERED ? String(size) : `${size} or more`;
    return `certificates that are ratified and not anchored, because their rows do not verify: ${count}; the log and plumbline doctor name them`;
  }

  /** Those of them that may be anchored; each of the others is reported once, and looked at again the next time. */
  async sound(records: readonly CertificateRecord[]): Promise<readonly CertificateRecord[]> {
    const found: CertificateRecord[] = [];
    for (const [i, record] of records.entries()) {
      if (i % CHECKS_A_TURN === CHECKS_A_TURN - 1) await nextTurn();
      const problem = this.problem(record);
      if (problem === null) found.push(record);
      this.#note(record.id, problem);
    }
    return found;
  }

  /** Stops warning of those that were erased, revoked or taken out of the database since: nothing is left to put right. */
  async forgetEnded(isOpen: (id: string) => Promise<boolean>): Promise<void> {
    for (const id of [...this.#damaged].slice(0, LOOKED_UP_AT_ONCE)) {
      const isLeft = await isOpen(id);
      // To the end: the next beat looks at the others.
      if (this.#damaged.delete(id) && isLeft) this.#damaged.add(id);
    }
  }

  /** Why the row must not be anchored; null when it may. */
  problem(record: CertificateRecord): string | null {
    const { governance, crypto } = this.#ledger;
    const issuers = { keysAt: (at: string) => governance.issuerKeysAt(at), policies: governance.chain };
    try {
      if (record.envelope === null) return 'envelope: is not kept';
      return envelopeProblem(record.envelope, record, issuers, crypto) ?? this.#originProblem(record);
    } catch (error) {
      if (!(error instanceof FormatError || error instanceof SyntaxError)) throw error;
      return `envelope: ${error.message}`;
    }
  }

  #originProblem(record: CertificateRecord): string | null {
    const origin = keptCertificate(record, this.#ledger.crypto)?.certificate.predicate.log_origin;
    return origin === this.#ledger.origin ? null : 'envelope: is of another ledger';
  }

  #note(id: string, problem: string | null): void {
    if (problem === null) {
      this.#damaged.delete(id);
      return;
    }
    if (this.#damaged.has(id) || this.#damaged.size >= MAX_REMEMBERED) return;
    this.#damaged.add(id);
    this.#onError(new Error(`${id} is ratified and not anchored, because its row does not verify: ${problem}`));
  }
}
