// SPDX-License-Identifier: Apache-2.0
/** A check with a second judge: the engine judges, the model is asked where the rules say so, the engine judges again. */
import { evaluate } from '@plumbline/core/engine/evaluate.ts';
import { govern, type PairOpinions } from '@plumbline/core/engine/govern/govern.ts';
import { evaluateFirst, governFirst } from '@plumbline/core/engine/judge-model/first-step.ts';
import type { Opinion, Question } from '@plumbline/core/engine/judge-model/opinion.ts';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import type { EvaluateOptions, Evaluation, Governance, Ports } from '@plumbline/core/engine/types.ts';
import type { JudgePool } from '../judge-pool.ts';
import type { Caller } from '../tiers.ts';
import type { SecondJudge } from './second-judge.ts';

export interface TwoStepsOptions {
  readonly judge: SecondJudge;
  readonly ruleset: Ruleset;
  readonly ports: Ports;
  readonly pool: JudgePool;
  /** Texts up to this many bytes are judged in the serving thread. */
  readonly inProcessBytes: number;
}

export class TwoSteps {
  readonly #options: TwoStepsOptions;

  constructor(options: TwoStepsOptions) {
    this.#options = options;
  }

  /** @throws PlumblineError overloaded, where too many long texts wait */
  async evaluate(text: string, options: EvaluateOptions, caller: Caller): Promise<Evaluation> {
    if (this.#isLong(text)) return this.#evaluateInPool(text, options, caller);
    const { judge, ruleset, ports } = this.#options;
    const { evaluation, question } = evaluateFirst(text, ruleset, ports, options);
    if (question === null) return evaluation;
    return evaluate(text, ruleset, ports, options, await judge.ask(question, text, caller));
  }

  /** Both sides are asked about at the same time. @throws PlumblineError overloaded */
  async govern(prompt: string, response: string, options: EvaluateOptions, caller: Caller): Promise<Governance> {
    const { ruleset, ports, pool } = this.#options;
    const isLong = this.#isLong(prompt, response);
    const first = isLong
      ? await pool.governFirst(prompt, response, options)
      : governFirst(prompt, response, ruleset, ports, options);
    const opinions = await this.#opinionsOn(
      { text: prompt, question: first.prompt },
      { text: response, question: first.response },
      caller,
    );
    if (opinions === null) return first.governance;
    return isLong
      ? pool.govern(prompt, response, options, opinions)
      : govern(prompt, response, ruleset, ports, options, opinions);
  }

  /** As many at once as the model takes; null where one failed, or nobody waits any more. */
  async evaluateAll(texts: readonly string[], caller: Caller, gone: AbortSignal): Promise<(Evaluation | null)[]> {
    const results: (Evaluation | null)[] = texts.map(() => null);
    const left = texts.entries();
    const work = async () => {
      for (const [i, text] of left) {
        if (gone.aborted) return;
        // One text must not cost the others their verdicts; the item is reported as failed and charged to nobody.
        results[i] = await this.#evaluateInPool(text, {}, caller, gone).catch(() => null);
      }
    };
    await Promise.all(Array.from({ length: Math.min(texts.length, this.#options.judge.inFlight) }, work));
    return results;
  }

  async #evaluateInPool(text: string, options: EvaluateOptions, caller: Caller, gone?: AbortSignal) {
    const { judge, pool } = this.#options;
    const { evaluation, question } = await pool.evaluateFirst(text, options);
    if (question === null) return evaluation;
    return pool.evaluate(text, options, await judge.ask(question, text, caller, gone));
  }

  async #opinionsOn(prompt: Asked, response: Asked, caller: Caller): Promise<PairOpinions | null> {
    if (prompt.question === null && response.question === null) return null;
    const [onPrompt, onResponse] = await Promise.all([
      this.#opinionOn(prompt, caller),
      this.#opinionOn(response, caller),
    ]);
    return {
      ...(onPrompt !== undefined && { prompt: onPrompt }),
      ...(onResponse !== undefined && { response: onResponse }),
    };
  }

  async #opinionOn({ text, question }: Asked, caller: Caller): Promise<Opinion | undefined> {
    return question === null ? undefined : this.#options.judge.ask(question, text, caller);
  }

  #isLong(...texts: readonly string[]): boolean {
    let bytes = 0;
    for (const text of texts) bytes += Buffer.byteLength(text);
    return bytes > this.#options.inProcessBytes;
  }
}

interface Asked {
  readonly text: string;
  readonly question: Question | null;
}
