// SPDX-License-Identifier: Apache-2.0
/** Proofs out of the store: which checkpoint an entry can be shown by, and the path to its root. */
import { checkpointKeys } from '@plumbline/core/ledger/check-checkpoint.ts';
import { logVerifier } from '@plumbline/core/ledger/checkpoint.ts';
import { type Cosignature, cosignaturesOn, cosignatureVerifier } from '@plumbline/core/ledger/cosignature.ts';
import type { ProvenEntry } from '@plumbline/core/ledger/iron-bundle.ts';
import { checkNote } from '@plumbline/core/ledger/note.ts';
import type { ReadPolicy } from '@plumbline/core/ledger/policy.ts';
import { type PolicyChain, policyAt } from '@plumbline/core/ledger/policy-chain.ts';
import { proveInclusion } from '@plumbline/core/ledger/tile-reader.ts';
import { NOTE_ALGORITHMS } from '@plumbline/core/ledger/vkey.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
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

export type AnchorProof =
  | ProvenAnchor
  | { readonly status: 'pending_checkpoint' | 'pending_witnesses' }
  /** What it would be made of is missing or damaged in the store. */
  | { readonly status: 'broken'; readonly detail: string };

type Sufficient = Pick<ProvenAnchor, 'checkpoint' | 'note' | 'witnesses'>;

/** Co-signatures of the witnesses that a policy names. */
export function witnessesOn(
  note: string,
  policy: ReadPolicy,
  { origin, crypto }: Pick<Ledger, 'origin' | 'crypto'>,
): readonly Cosignature[] {
  const { witnesses } = checkpointKeys({ origin, genesis: null, vkeys: [] }, policy, crypto);
  return cosignaturesOn(
    note,
    witnesses.flatMap((key) => cosignatureVerifier(key, crypto) ?? []),
  );
}

export class ProofSource {
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /**
   * By the smallest checkpoint that covers the entry and has the witnesses that the policy in force there asks for.
   * @param alsoSeq a later entry that it has to cover too
   */
  async anchorProof(seq: number, alsoSeq = seq): Promise<AnchorProof> {
    try {
      return await this.#anchorProof(seq, Math.max(seq, alsoSeq));
    } catch (error) {
      if (error instanceof FormatError || error instanceof RangeError)
        return { status: 'broken', detail: error.message };
      throw error;
    }
  }

  async #anchorProof(seq: number, last: number): Promise<AnchorProof> {
    const first = await this.#ledger.stores.chain.checkpoints.covering(last);
    if (first === null) return { status: 'pending_checkpoint' };
    const found = await this.#sufficient(this.#candidates(last, first));
    return found === null ? { status: 'pending_witnesses' } : this.#proof(seq, found);
  }

  /**
   * For verifiers who know nothing but the keys that sign today: by a checkpoint that one of them has signed, though a
   * smaller one may prove the entry to whoever can follow the policies.
   */
  async signedToday(proof: ProvenAnchor): Promise<ProvenAnchor> {
    if (this.#isSignedToday(proof.note)) return proof;
    const newest = await this.#ledger.stores.chain.checkpoints.newest();
    const candidates = async function* (): AsyncGenerator<StoredCheckpoint> {
      if (newest !== null) yield newest;
    };
    const found = await this.#sufficient(candidates());
    return found !== null && this.#isSignedToday(found.note) ? this.#proof(proof.entry.seq, found) : proof;
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

  async #proof(seq: number, { checkpoint, note, witnesses }: Sufficient): Promise<ProvenAnchor> {
    const entry = await this.#entry(seq);
    const path = await this.path(seq, checkpoint.size);
    const inclusion = { leaf: toHex(entry.leaf), index: seq, size: checkpoint.size, path: path.map(toHex) };
    return { status: 'proven', entry, checkpoint, note, witnesses, path, inclusion };
  }

  async #sufficient(candidates: AsyncIterable<StoredCheckpoint>): Promise<Sufficient | null> {
    const { chain } = this.#ledger.governance;
    for await (const checkpoint of candidates) {
      const note = await cosignedNote(this.#ledger, checkpoint);
      const policy = policyAt(chain, checkpoint.size - 1);
      const witnesses = witnessesOn(note, policy, this.#ledger);
      if (witnesses.length >= policy.policy.witness.quorum) return { checkpoint, note, witnesses };
    }
    return null;
  }

  /** The first, then whatever may have witnesses enough. */
  async *#candidates(seq: number, first: StoredCheckpoint): AsyncGenerator<StoredCheckpoint> {
    yield first;
    const { checkpoints } = this.#ledger.stores.chain;
    const sizes = [...(await this.#cosigned(seq, first.size)), ...(await this.#unwitnessed(first.size))];
    for (const size of [...new Set(sizes)].sort((a, b) => a - b)) {
      const found = await checkpoints.find(size);
      if (found !== null) yield found;
    }
  }

  /** What had its witnesses once has them for ever, also while one of them lags behind on the newest. */
  async #cosigned(seq: number, firstSize: number): Promise<number[]> {
    const { checkpoints } = this.#ledger.stores.chain;
    const quorums = this.#epochsFrom(firstSize).map(({ policy }) => policy.witness.quorum);
    const least = Math.min(...quorums.filter((quorum) => quorum > 0));
    if (!Number.isFinite(least)) return [];
    const sizes = [
      ...(await checkpoints.cosignedBy(least, seq)),
      ...(await checkpoints.newestCosignatures()).map(({ size }) => size),
    ];
    return sizes.filter((size) => size > seq && size !== firstSize);
  }

  /** Checkpoints of later policies that ask for no witness. */
  async #unwitnessed(firstSize: number): Promise<number[]> {
    const later = this.#epochsFrom(firstSize).slice(1);
    const seqs = later.filter(({ policy }) => policy.witness.quorum === 0).map(({ seq }) => seq);
    const found = await Promise.all(seqs.map((seq) => this.#ledger.stores.chain.checkpoints.covering(seq)));
    return found.flatMap((checkpoint) => checkpoint?.size ?? []);
  }

  /** The policy in force at a checkpoint, and those after it. */
  #epochsFrom(size: number): PolicyChain {
    const { chain } = this.#ledger.governance;
    return chain.slice(chain.indexOf(policyAt(chain, size - 1)));
  }

  #isSignedToday(note: string): boolean {
    const { origin, governance, crypto } = this.#ledger;
    const keys = checkpointKeys({ origin, genesis: null, vkeys: [] }, governance.current, crypto).log;
    const first = keys.filter(({ algorithm }) => algorithm === NOTE_ALGORITHMS.ed25519);
    const verifiers = first.flatMap((key) => logVerifier(key, crypto) ?? []);
    return checkNote(note, verifiers).verified.length > 0;
  }

  async #entry(seq: number): Promise<StoredEntry> {
    const entry = await this.#ledger.stores.chain.entry(seq);
    if (entry === null) throw new FormatError('ledger', `entry ${seq} is missing`);
    return entry;
  }
}
