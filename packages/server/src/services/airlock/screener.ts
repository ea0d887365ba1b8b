// SPDX-License-Identifier: Apache-2.0
/** Judges the texts that pass the airlock: short ones here, long ones in a thread. */
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import { type Screening, screen } from '@plumbline/core/engine/screen.ts';
import type { Ports } from '@plumbline/core/engine/types.ts';
import type { JudgePool } from '../judge-pool.ts';

export interface ScreenerOptions {
  readonly ruleset: Ruleset;
  readonly ports: Ports;
  readonly pool: JudgePool;
  /** Texts up to this many bytes are judged in the serving thread. */
  readonly inProcessBytes: number;
}

export class Screener {
  readonly #options: ScreenerOptions;

  constructor(options: ScreenerOptions) {
    this.#options = options;
  }

  /** @throws PlumblineError overloaded, where too many long texts wait */
  async screen(text: string): Promise<Screening> {
    const { ruleset, ports, pool, inProcessBytes } = this.#options;
    return Buffer.byteLength(text) > inProcessBytes ? pool.screen(text) : screen(text, ruleset, ports);
  }
}
