// SPDX-License-Identifier: Apache-2.0
/** Asks the second judge and reads its answer. It never rejects: a judge that is missing is an opinion too. */
import type { Opinion, Question } from '@plumbline/core/engine/judge-model/opinion.ts';
import { ANSWER_FORM } from '@plumbline/core/engine/judge-model/prompt.ts';
import { readAnswer } from '@plumbline/core/engine/judge-model/read-answer.ts';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import { backgroundFailure, modelFailure } from '../../events.ts';
import type { Log } from '../../log.ts';
import type { ModelEndpoint } from '../model-endpoint/endpoint.ts';
import type { ModelFailure } from '../model-endpoint/failure.ts';
import type { Caller } from '../tiers.ts';
import { OpinionCache } from './opinion-cache.ts';

/** What counts of a caller: test keys never reach what costs. */
type Asker = Pick<Caller, 'environment'>;

/** Budget, breaker and lanes of its own, beside those of the nodes. */
export const JUDGE_PURPOSE = 'judge';

export interface SecondJudgeOptions {
  readonly endpoint: ModelEndpoint;
  readonly ruleset: Ruleset;
  readonly deadlineMs: number;
  readonly cacheEntries: number;
  readonly log: Log;
}

export class SecondJudge {
  readonly #options: SecondJudgeOptions;
  readonly #cache: OpinionCache;
  /** The same text sent twice at once is asked about once. */
  readonly #running = new Map<string, Promise<Opinion>>();

  constructor(options: SecondJudgeOptions) {
    this.#options = options;
    this.#cache = new OpinionCache(options.cacheEntries);
  }

  /** Questions that the endpoint takes at once. */
  get inFlight(): number {
    return this.#options.endpoint.settings.in_flight;
  }

  /** @param text as given; quotations are looked for in it */
  async ask(question: Question, text: string, caller: Asker, gone?: AbortSignal): Promise<Opinion> {
    const known = this.#cache.get(question.key);
    if (known !== undefined) return known;
    // One that can be given up by its caller is nobody else's; a test key must not be the reason of a paid call, nor get it.
    if (gone !== undefined || caller.environment === 'test') return this.#timed(question, text, caller, gone);
    const running = this.#running.get(question.key);
    if (running !== undefined) return running;
    const asked = this.#timed(question, text, caller, gone).finally(() => this.#running.delete(question.key));
    this.#running.set(question.key, asked);
    return asked;
  }

  async #timed(question: Question, text: string, caller: Asker, gone: AbortSignal | undefined): Promise<Opinion> {
    const startedMs = performance.now();
    const opinion = await this.#asked(question, text, caller, gone).catch((error: unknown) => {
      backgroundFailure(this.#options.log, 'second judge', error);
      return { status: 'unavailable', why: 'unavailable' } as const;
    });
    const timed = { ...opinion, durationMs: performance.now() - startedMs };
    this.#cache.put(question.key, timed);
    return timed;
  }

  async #asked(question: Question, text: string, caller: Asker, gone: AbortSignal | undefined): Promise<Untimed> {
    const { endpoint, ruleset, deadlineMs, log } = this.#options;
    const reply = await endpoint.complete({
      purpose: JUDGE_PURPOSE,
      caller: caller.environment,
      messages: question.messages,
      form: ANSWER_FORM,
      deadlineMs,
      waitsOut: true,
      ...(gone !== undefined && { signal: gone }),
    });
    if (!reply.ok) return missing(reply.failure);
    const answer = readAnswer(reply.text, text, question.mark, ruleset);
    if (answer !== null) return { status: 'ok', ...answer };
    modelFailure(log, { endpoint: endpoint.name, purpose: JUDGE_PURPOSE, ...OFF_FORM }, false);
    return { status: 'unavailable', why: OFF_FORM.kind };
  }
}

type Untimed = Opinion extends infer O ? (O extends Opinion ? Omit<O, 'durationMs'> : never) : never;

const OFF_FORM = { kind: 'upstream_invalid', reason: 'form' } as const;

function missing({ kind, reason }: ModelFailure): Untimed {
  if (reason === 'test_key') return { status: 'skipped', why: 'test keys do not reach models that cost' };
  return { status: kind === 'timeout' ? 'timeout' : 'unavailable', why: kind };
}
