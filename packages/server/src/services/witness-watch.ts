// SPDX-License-Identifier: Apache-2.0
/** What is amiss with the witnesses, for health and status: nothing is anchored while too few of them co-sign. */
import { timestampOf } from '@plumbline/core/seal/timestamp.ts';
import type { Ledger } from './ledger.ts';
import { witnessesOn } from './ledger-proofs.ts';
import { cosignedNote } from './ledger-publisher.ts';

/** A witness is asked every five seconds: so long it may take, or miss a turn, before it is worth a warning. */
const GRACE_MS = 30_000;

export class WitnessWatch {
  readonly #ledger: Ledger;
  readonly #unheard: () => readonly string[];
  /** Largest size that is known to have had witnesses enough, and the policy that asked for them. */
  #met = { size: 0, policySeq: -1 };

  /** @param unheard names of those that have not said since the start what they know of this log */
  constructor(ledger: Ledger, unheard: () => readonly string[]) {
    this.#ledger = ledger;
    this.#unheard = unheard;
  }

  /** In a sentence; null while all is well. */
  async warning(): Promise<string | null> {
    return (await this.#quorumWarning()) ?? this.#silence();
  }

  #silence(): string | null {
    const names = this.#unheard();
    return names.length === 0 ? null : `not heard of since the start: ${names.join(', ')}`;
  }

  async #quorumWarning(): Promise<string | null> {
    const { governance, stores, nowMs } = this.#ledger;
    const { quorum } = governance.current.policy.witness;
    const { checkpoints } = stores.chain;
    const newest = await checkpoints.newest();
    if (quorum === 0 || newest === null) return null;
    await this.#advance(quorum, newest.size);
    // The oldest one that still waits: under load the newest one always does, for a moment.
    const waiting = this.#met.size >= newest.size ? null : await checkpoints.covering(this.#met.size);
    if (waiting === null || nowMs() - waiting.atMs <= GRACE_MS) return null;
    const count = witnessesOn(await cosignedNote(this.#ledger, newest), governance.current, this.#ledger).length;
    return `witness quorum not met since ${timestampOf(waiting.atMs)}: ${count} of ${quorum} have co-signed the newest checkpoint, and nothing newer counts as anchored`;
  }

  async #advance(quorum: number, newestSize: number): Promise<void> {
    const { governance, stores } = this.#ledger;
    const { checkpoints } = stores.chain;
    const { seq } = governance.current;
    if (this.#met.policySeq !== seq) this.#met = { size: 0, policySeq: seq };
    const sizes = [
      newestSize,
      ...(await checkpoints.newestCosignatures()).map(({ size }) => size),
      ...(await checkpoints.cosignedBy(quorum, this.#met.size)),
    ];
    for (const size of [...new Set(sizes)].sort((a, b) => b - a)) {
      if (size <= this.#met.size) return;
      const found = await checkpoints.find(size);
      if (found === null) continue;
      const note = await cosignedNote(this.#ledger, found);
      if (witnessesOn(note, governance.current, this.#ledger).length < quorum) continue;
      this.#met = { size, policySeq: seq };
      return;
    }
  }
}
