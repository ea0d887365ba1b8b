// SPDX-License-Identifier: Apache-2.0
/**
 * A model at an address. One deadline covers waiting, both tries and the whole reply; the reply is complete or it is a
 * failure. Failures are values of five kinds, and nothing that the upstream sent is in them.
 */
import type { ModelSettings } from '../../config-models.ts';
import type { ModelBudgetStore, ModelSpend } from '../../store/model-budget-store.ts';
import type { Breaker, BreakerState } from './breaker.ts';
import { ModelBudget } from './budget.ts';
import { type ModelFailure, ModelFault } from './failure.ts';
import { Lanes } from './lanes.ts';
import type { TokenCounts } from './money.ts';
import { Pause } from './pause.ts';
import type { SdkCall, SdkReply } from './sdk.ts';
import { boundedCounts, countsAtMost, estimatedCounts } from './tokens.ts';

/** On whose behalf: callers with a `test` key never reach an upstream that costs (contract 1.4). */
export type ModelCaller = 'public' | 'live' | 'test';

export interface ModelCall {
  /** Whose budget, breaker and lanes: a node's id, or `judge`. Never a text of a caller. */
  readonly purpose: string;
  readonly caller: ModelCaller;
  readonly messages: readonly { readonly role: 'system' | 'user'; readonly content: string }[];
  /** JSON schema that the answer should follow; the caller checks whether it does. */
  readonly form?: { readonly name: string; readonly schema: object };
  /** What the messages come to, from above. Default: estimated. */
  readonly promptTokens?: number;
  /** These three can only tighten what the settings say. */
  readonly maxAnswerTokens?: number;
  readonly maxReplyBytes?: number;
  readonly deadlineMs?: number;
  /** An upstream that asks to be left alone is asked once more within the deadline; else the call fails at once. */
  readonly waitsOut?: boolean;
  /** Fires when nobody waits for the answer any more; with a TimeoutError where a deadline of ours is up. */
  readonly signal?: AbortSignal;
}

export type ModelReply =
  | {
      readonly ok: true;
      readonly text: string;
      readonly truncated: boolean;
      /** As reported, as far as that can be, or estimated from the lengths. */
      readonly tokens: TokenCounts;
    }
  | { readonly ok: false; readonly failure: ModelFailure };

export interface EndpointOptions {
  readonly name: string;
  readonly settings: ModelSettings;
  readonly key: string | undefined;
  readonly budgets: ModelBudgetStore;
  readonly nowMs: () => number;
  /** A fault of ours while a call was accounted for; the reply is given all the same. */
  readonly onError: (error: unknown) => void;
  readonly onFailure: (endpoint: string, purpose: string, failure: ModelFailure) => void;
  /** The budget of the day refused a call for the first time. */
  readonly onSpent?: (endpoint: string, purpose: string) => void;
}

/** What is kept apart for each purpose. */
interface Line {
  readonly lanes: Lanes;
  readonly budget: ModelBudget;
  readonly pause: Pause;
  breaker: Breaker | null;
}

export class ModelEndpoint {
  readonly name: string;
  /** Names the model in `engine` and ruleset hashes. */
  readonly model: string;
  readonly settings: ModelSettings;
  /** Unless it is said to be free: priced, or unpriced and behind a key. */
  readonly isPaid: boolean;
  readonly #options: EndpointOptions;
  readonly #lines = new Map<string, Line>();

  constructor(options: EndpointOptions) {
    const { name, settings, key } = options;
    this.name = name;
    this.model = settings.model;
    this.settings = settings;
    this.#options = options;
    const prices = [settings.price_input_per_million, settings.price_output_per_million];
    this.isPaid = prices.some((price) => (price === null ? key !== undefined : !/^[0.]+$/.test(price)));
  }

  /** Never rejects for what the upstream does. */
  async complete(call: ModelCall): Promise<ModelReply> {
    try {
      return await this.#complete(call);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      this.#options.onFailure(this.name, call.purpose, error.failure);
      return { ok: false, failure: error.failure };
    }
  }

  /** What the day has come to for a purpose. */
  spent(purpose: string): Promise<ModelSpend> {
    return this.#line(purpose).budget.spent();
  }

  /** Whether the last call for a purpose was refused for its budget, and the day is not over. */
  isSpent(purpose: string): boolean {
    return this.#lines.get(purpose)?.budget.isSpent ?? false;
  }

  /** By purpose, those that were asked since the start. */
  breakers(): ReadonlyMap<string, BreakerState> {
    return new Map([...this.#lines].map(([purpose, { breaker }]) => [purpose, breaker?.state() ?? 'closed']));
  }

  async #complete(call: ModelCall): Promise<ModelReply> {
    if (call.caller === 'test' && this.isPaid) throw new ModelFault('test_key');
    // The first call of a process waits for the SDK; the endpoint's time begins when it can be asked.
    await loadSdk();
    const { settings } = this.#options;
    const deadlineMs = Math.min(call.deadlineMs ?? settings.deadline_ms, settings.deadline_ms);
    const endsMs = performance.now() + deadlineMs;
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = call.signal === undefined ? deadline : AbortSignal.any([deadline, call.signal]);
    const line = this.#line(call.purpose);
    return line.lanes.run(signal, () => this.#patient(line, call, signal, call.waitsOut === true ? endsMs : 0));
  }

  /** @param endsMs until when a pause may be waited out; 0: not at all */
  async #patient(line: Line, call: ModelCall, signal: AbortSignal, endsMs: number): Promise<ModelReply> {
    await this.#leftAlone(line, call, signal, endsMs);
    try {
      return await this.#heeding(line, call, signal);
    } catch (error) {
      const paused = error instanceof ModelFault && error.pauseS !== null;
      if (!paused || performance.now() + line.pause.leftMs() >= endsMs) throw error;
    }
    await this.#leftAlone(line, call, signal, endsMs);
    return this.#heeding(line, call, signal);
  }

  /** Remembers for the calls to come that the upstream wants to be left alone. */
  #heeding(line: Line, call: ModelCall, signal: AbortSignal): Promise<ModelReply> {
    return this.#guarded(line, call, signal).catch((error: unknown) => {
      if (error instanceof ModelFault && error.pauseS !== null) line.pause.extend(error.pauseS);
      throw error;
    });
  }

  #leftAlone(line: Line, call: ModelCall, signal: AbortSignal, endsMs: number): Promise<void> {
    return line.pause.over(endsMs, signal).catch((error: unknown) => {
      throw faultOf(error, call.signal) ?? error;
    });
  }

  async #guarded(line: Line, call: ModelCall, signal: AbortSignal): Promise<ModelReply> {
    const { createBreaker } = await import('./breaker.ts');
    line.breaker ??= createBreaker(this.#options.settings);
    const { breaker, budget } = line;
    // Before the budget is touched. While one call tries whether it works again, the others need not wait for it.
    if (breaker.state() === 'open' || breaker.isTrying()) throw breaker.refusal();
    return this.#accounted(budget, breaker, call, signal);
  }

  /** Reserved before, settled after; what may have been billed is charged as reserved. */
  async #accounted(budget: ModelBudget, breaker: Breaker, call: ModelCall, signal: AbortSignal): Promise<ModelReply> {
    const { max_answer_tokens, max_reply_bytes } = this.#options.settings;
    const maxAnswerTokens = Math.min(call.maxAnswerTokens ?? max_answer_tokens, max_answer_tokens);
    const maxReplyBytes = Math.min(call.maxReplyBytes ?? max_reply_bytes, max_reply_bytes);
    const held = await budget.hold(countsAtMost(call, maxAnswerTokens));
    const settle = (counts: TokenCounts | null) => held.settle(counts).catch(this.#options.onError);
    try {
      const sent = { ...call, form: call.form ?? null, maxAnswerTokens, maxReplyBytes };
      const reply = await breaker.execute(() => this.#tried(sent, signal));
      const { text, usage } = reply;
      const tokens = usage === null ? estimatedCounts(call, text) : boundedCounts(usage, call, text, maxAnswerTokens);
      await settle(tokens);
      return { ok: true, text, truncated: reply.truncated, tokens };
    } catch (error) {
      const fault = error instanceof ModelFault ? error : null;
      await settle(fault?.facts.billed === false ? NOTHING : null);
      throw fault ?? error;
    }
  }

  /** Once more where no connection came about; where one did, the work may have been done. */
  async #tried(call: SdkCall & Pick<ModelCall, 'signal'>, signal: AbortSignal): Promise<SdkReply> {
    const { settings, key } = this.#options;
    const { callModel } = await loadSdk();
    const attempt = () =>
      callModel(settings, key, call, signal).catch((error: unknown) => {
        throw faultOf(error, call.signal) ?? error;
      });
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ModelFault && error.failure.reason === 'connect')) throw error;
    }
    return attempt();
  }

  #line(purpose: string): Line {
    const known = this.#lines.get(purpose);
    if (known !== undefined) return known;
    const { name, settings, budgets, nowMs, onSpent } = this.#options;
    const budget = new ModelBudget(budgets, `${name}/${purpose}`, settings, nowMs, () => onSpent?.(name, purpose));
    const line = { lanes: new Lanes(settings.in_flight), budget, pause: new Pause(), breaker: null };
    this.#lines.set(purpose, line);
    return line;
  }
}

const NOTHING: TokenCounts = { input: 0, output: 0 };

/** Heavy, and needed by nobody who has no model: see decision 0134. */
export async function loadSdk() {
  const [sdk] = await Promise.all([import('./sdk.ts'), import('./breaker.ts')]);
  return sdk;
}

/**
 * A caller who has gone says nothing about the endpoint; one whose deadline is up does, and aborts with a TimeoutError as
 * our own deadline does. Null: a fault of ours.
 */
function faultOf(error: unknown, gone: AbortSignal | undefined): ModelFault | null {
  if (error instanceof ModelFault) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') return new ModelFault('deadline');
  return gone?.aborted === true ? new ModelFault('cancelled') : null;
}
