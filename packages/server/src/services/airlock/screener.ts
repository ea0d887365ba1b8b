// SPDX-License-Identifier: Apache-2.0
/** Judges the texts that pass the airlock: short ones here, long ones in a thread. */
import { screenFirst } from '@plumbline/core/engine/judge-model/first-step.ts';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import { type Screening, screen } from '@plumbline/core/engine/screen.ts';
import type { Ports } from '@plumbline/core/engine/types.ts';
import type { SecondJudge } from '../judge-model/second-judge.ts';
import type { JudgePool } from '../judge-pool.ts';

export interface ScreenerOptions {
  readonly ruleset: Ruleset;
  readonly ports: Ports;
  readonly pool: JudgePool;
  /** Texts up to this many bytes are judged in the serving thread. */
  readonly inProcessBytes: number;
  /** Null where the embedded scan judges alone. */
  readonly secondJudge: SecondJudge | null;
}

/** Routes of nodes take no credentials, so no caller is one whose texts must not reach what costs. */
const PUBLIC = { environment: 'live' } as const;

export class Screener {
  readonly #options: ScreenerOptions;

  constructor(options: ScreenerOptions) {
    this.#options = options;
  }

  /** By the embedded stages. @throws PlumblineError overloaded, where too many long texts wait */
  async screen(text: string): Promise<Screening> {
    const { ruleset, ports, pool } = this.#options;
    return this.#isLong(text) ? pool.screen(text) : screen(text, ruleset, ports);
  }

  /**
   * With the second judge, where one is configured and the rules ask for it, within its deadline. Where it is away the text
   * is judged as a text with a failed stage is: no better than review, unless the operator has said otherwise.
   * @throws PlumblineError overloaded
   */
  async consult(text: string): Promise<Screening> {
    const { ruleset, ports, pool, secondJudge } = this.#options;
    if (secondJudge === null) return this.screen(text);
    const isLong = this.#isLong(text);
    const { screening, question } = isLong ? await pool.screenFirst(text) : screenFirst(text, ruleset, ports);
    if (question === null) return screening;
    const opinion = await secondJudge.ask(question, text, PUBLIC);
    return isLong ? pool.screen(text, opinion) : screen(text, ruleset, ports, opinion);
  }

  #isLong(text: string): boolean {
    return Buffer.byteLength(text) > this.#options.inProcessBytes;
  }
}
