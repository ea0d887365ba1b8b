// SPDX-License-Identifier: Apache-2.0
import type { WindowScore } from '../classify/windows.ts';
import { DeepNetwork, type Reading } from './network.ts';
import type { DeepDescription, DeepTables } from './tables.ts';

/** A window that the network has read too. Its margins are those of both tiers together. */
export interface JudgedWindow extends WindowScore {
  /** What the network read, piece by piece; empty where the model has no network. */
  readonly readings: readonly Reading[];
}

/** Below every bar by so much, in units of the margins: of 5,000 wrapped requests for harm that a part gives away 2 % lie there. */
const CLEARLY = 2;

/**
 * Asks the network about the windows that the first tier is not sure of. A window below every bar is ordinary: most of
 * what people write ends there, at no cost.
 */
export class SecondTier {
  readonly #d: DeepDescription;
  readonly #network: DeepNetwork;

  constructor(description: DeepDescription, tables: DeepTables) {
    this.#d = description;
    this.#network = new DeepNetwork(description, tables);
  }

  /** In text order; none where the text is clearly ordinary. */
  judge(text: string, windows: readonly WindowScore[]): JudgedWindow[] {
    // Most texts end here, and lists of nothing cost as much as lists of something.
    if (windows.every((window) => this.#above(window) < 0)) return [];
    return windows
      .map((window) => ({ window, above: this.#above(window) }))
      .filter(({ above }) => above >= 0)
      .sort((a, b) => b.above - a.above || a.window.start - b.window.start)
      .slice(0, this.#d.most_windows)
      .sort((a, b) => a.window.start - b.window.start)
      .map(({ window }) => this.judged(text, window));
  }

  /** Whether the first tier is so sure of all windows that no part of one can be suspicious by itself either. */
  isClear(windows: readonly WindowScore[]): boolean {
    return windows.every((window) => this.#above(window) < -CLEARLY);
  }

  #above({ margins }: WindowScore): number {
    const { bars } = this.#d;
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < margins.length; k++) most = Math.max(most, margins[k]! - bars[k]!);
    return most;
  }

  /** One window, however sure the first tier is of it. */
  judged(text: string, window: WindowScore): JudgedWindow {
    const readings = this.#network.read(text, window.start, window.end);
    const margins = window.margins.map((margin, k) => {
      const logit = Math.max(...readings.map(({ logits }) => logits[k]!));
      return margin + this.#d.factors[k]! * logit + this.#d.offsets[k]!;
    });
    return { ...window, margins, readings };
  }

  /** Where a score comes from: the last unit of each word of the piece that speaks loudest for it, and its weight. */
  weigh(window: JudgedWindow, score: number): { readonly at: number; readonly weight: number }[] {
    const [loudest] = [...window.readings].sort((a, b) => b.logits[score]! - a.logits[score]!);
    if (loudest === undefined) return [];
    const weights = this.#network.weigh(loudest, score);
    const factor = this.#d.factors[score]!;
    return loudest.tokens.map(({ end }, i) => ({ at: end - 1, weight: factor * weights[i]! }));
  }
}
