// SPDX-License-Identifier: Apache-2.0
/** Proofs out of the store: which checkpoint an entry can be shown by, and the path to its root. */
import { PlumblineError } from '@plumbline/core/errors.ts';
import { checkpointKeys } from '@plumbline/core/ledger/check-checkpoint.ts';
import { type Cosignature, cosignaturesOn, cosignatureVerifier } from '@plumbline/core/ledger/cosignature.ts';
import type { ProvenEntry } from '@plumbline/core/ledger/iron-bundle.ts';
import { proveInclusion } from '@plumbline/core/ledger/tile-reader.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import type { StoredCheckpoint, StoredEntry } from '../store/ledger-store.ts';
import type { Ledger } from './ledger.ts';
import { statementOf } from './ledger-entries.ts';
import { cosignedNote } from './ledger-publisher.ts';

export interface Inclusion {
  readonly leaf: string;
  readonly index: number;
  readonly size: number;
  readonly path: readonly string[];
}

export interface ProvenAnchor {
  readonly status: 'proven';
  readonly entry: StoredEntry;
  readonly checkpoint: StoredCheckpoint;
  /** With the co-signatures that came for it. */
  readonly note: string;
  readonly witnesses: readonly Cosignature[];
  readonly path: readonly Uint8Array[];
  readonly inclusion: Inclusion;
}

export type AnchorProof = ProvenAnchor | { readonly status: 'pending_checkpoint' | 'pending_witnesses' };

export class ProofSource {
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** By the smallest checkpoint that covers the entry and has the witnesses that the policy asks for. */
  async anchorProof(seq: number): Promise<AnchorProof> {
    const entry = await this.#entry(seq);
    const found = await this.#sufficient(seq);
    if (typeof found === 'string') return { status: found };
    const { checkpoint, note, witnesses } = found;
    const path = await this.path(seq, checkpoint.size);
    const inclusion = { leaf: toHex(entry.leaf), index: seq, size: checkpoint.size, path: path.map(toHex) };
    return { status: 'proven', entry, checkpoint, note, witnesses, path, inclusion };
  }

  path(seq: number, size: number): Promise<Uint8Array[]> {
    return proveInclusion(this.#ledger.stores.chain.tiles, seq, size, this.#ledger.crypto);
  }

  /** An entry with its statement and its path, as bundles carry it. Null where the statement was erased. */
  async proven(seq: number, size: number): Promise<ProvenEntry | null> {
    const { chain } = this.#ledger.stores;
    const entry = await this.#entry(seq);
    const statement = await statementOf(chain, entry, this.#ledger.crypto);
    return statement && { entry: entry.header, statement, path: await this.path(seq, size) };
  }

  /** Co-signatures of the witnesses that the policy names. */
  witnessesOn(note: string): readonly Cosignature[] {
    const { governance, crypto, origin } = this.#ledger;
    const { witnesses } = checkpointKeys({ origin, genesis: null, vkeys: [] }, governance.current, crypto);
    return cosignaturesOn(
      note,
      witnesses.flatMap((key) => cosignatureVerifier(key, crypto) ?? []),
    );
  }

  async #sufficient(seq: number) {
    const { checkpoints } = this.#ledger.stores.chain;
    const first = await checkpoints.covering(seq);
    if (first === null) return 'pending_checkpoint' as const;
    const { quorum } = this.#ledger.governance.current.policy.witness;
    // What had its witnesses once has them for ever, also while one of them lags behind on the newest.
    const cosigned =
      quorum === 0
        ? []
        : [
            ...(await checkpoints.cosignedBy(quorum, seq)),
            ...(await checkpoints.newestCosignatures()).map(({ size }) => size),
          ];
    const sizes = [...new Set(cosigned.filter((size) => size > seq && size !== first.size))].sort((a, b) => a - b);
    for (const candidate of [first, ...(await Promise.all(sizes.map((size) => checkpoints.find(size))))]) {
      if (candidate === null) continue;
      const note = await cosignedNote(this.#ledger, candidate);
      const witnesses = this.witnessesOn(note);
      if (witnesses.length >= quorum) return { checkpoint: candidate, note, witnesses };
    }
    return 'pending_witnesses' as const;
  }

  async #entry(seq: number): Promise<StoredEntry> {
    const entry = await this.#ledger.stores.chain.entry(seq);
    if (entry === null) throw new PlumblineError('ledger_unavailable', { detail: `Entry ${seq} is missing.` });
    return entry;
  }
}
