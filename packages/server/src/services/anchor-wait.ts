// SPDX-License-Identifier: Apache-2.0
/** Waits for what makes an anchor count: a checkpoint that covers it, and the co-signatures that the policy asks for. */
import type { AnchorProof, ProofSource } from './ledger-proofs.ts';
import type { Publisher } from './ledger-publisher.ts';

/** Another process on this database may be the one whom the witnesses answer: it is looked for this often. */
const LOOK_MS = 500;
/** While witnesses are away, callers are not kept waiting for longer: their anchors count once the witnesses are back. */
const SHORT_WAIT_MS = 500;

export interface AnchorWaitOptions {
  readonly publisher: Pick<Publisher, 'covering' | 'onCheckpoint'>;
  readonly proofs: Pick<ProofSource, 'anchorProof'>;
  /** Tells of each co-signature that this process has kept. */
  readonly onCosigned: (listener: () => void) => () => void;
}

export class AnchorWait {
  readonly #options: AnchorWaitOptions;
  /** The last one waited for its witnesses in vain. */
  #areWitnessesLate = false;

  constructor(options: AnchorWaitOptions) {
    this.#options = options;
  }

  /** The proof of an anchor as soon as there is one, or what is still missing when the time is over. */
  async proof(seq: number, withinMs: number): Promise<AnchorProof> {
    const { publisher, proofs } = this.#options;
    const startedMs = performance.now();
    await publisher.covering(seq, withinMs);
    const leftMs = withinMs - (performance.now() - startedMs);
    const first = await proofs.anchorProof(seq);
    if (first.status !== 'pending_witnesses') return first;
    const found = await this.#cosigned(seq, this.#areWitnessesLate ? Math.min(SHORT_WAIT_MS, leftMs) : leftMs);
    this.#areWitnessesLate = found.status === 'pending_witnesses';
    return found;
  }

  async #cosigned(seq: number, withinMs: number): Promise<AnchorProof> {
    const { publisher, proofs, onCosigned } = this.#options;
    const endMs = performance.now() + withinMs;
    const news = new News();
    const stops = [onCosigned(() => news.tell()), publisher.onCheckpoint(() => news.tell())];
    try {
      for (;;) {
        // Before it is looked: what comes while it is looked for is looked at next.
        const told = news.next();
        const proof = await proofs.anchorProof(seq);
        const leftMs = endMs - performance.now();
        if (proof.status !== 'pending_witnesses' || leftMs <= 0) return proof;
        await within(told, Math.min(LOOK_MS, leftMs));
      }
    } finally {
      for (const stop of stops) stop();
    }
  }
}

class News {
  #waiting = Promise.withResolvers<void>();

  tell(): void {
    this.#waiting.resolve();
  }

  next(): Promise<void> {
    this.#waiting = Promise.withResolvers<void>();
    return this.#waiting.promise;
  }
}

async function within(told: Promise<void>, ms: number): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  await Promise.race([told, over.promise]);
  clearTimeout(timer);
}
