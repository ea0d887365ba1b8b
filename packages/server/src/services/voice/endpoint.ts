// SPDX-License-Identifier: Apache-2.0
/**
 * A speech endpoint that speaks the OpenAI protocol (POST …/audio/speech), when the operator configured one. Bounded as a
 * model is: by a deadline, a breaker, and a budget of characters and money for the day.
 */
import { type ErrorCode, PlumblineError } from '@plumbline/core/errors.ts';
import type { Breaker, BreakerSettings, BreakerState } from '../model-endpoint/breaker.ts';
import type { HeldBudget, ModelBudget } from '../model-endpoint/budget.ts';
import { type ModelFailure, type ModelFailureKind, ModelFault } from '../model-endpoint/failure.ts';
import { guardedFetch } from '../model-endpoint/guarded-fetch.ts';
import type { SpeechEngine } from './engine.ts';

export interface SpeechEndpointOptions {
  /** Without `/audio/speech`. */
  readonly url: string;
  readonly model: string;
  /** Our name of each voice, and the endpoint's. The first is the default. */
  readonly voices: ReadonlyMap<string, string>;
  /** Bearer credential; never logged. */
  readonly apiKey: string | null;
  /** One sentence. */
  readonly timeoutMs: number;
  /** Sentences that may be on their way at once. */
  readonly maxQueue: number;
  readonly breaker: BreakerSettings;
  /** Counts characters (code points) where that of a model counts tokens. */
  readonly budget: ModelBudget;
  readonly onFailure: (failure: ModelFailure) => void;
  /** A fault of ours while a sentence was accounted for; the sound is given all the same. */
  readonly onError: (error: unknown) => void;
}

/** One sentence of 300 units at 320 kbit/s lasts no minute. */
const MAX_BYTES = 2_400_000;
const BUSY_RETRY_AFTER_S = 10;
/** ID3v2.4 section 3.1: ten bytes, the last four of them the size, seven bits a byte. */
const ID3_HEADER_BYTES = 10;

export class SpeechEndpoint implements SpeechEngine {
  readonly name: string;
  readonly voices: readonly string[];
  readonly #options: SpeechEndpointOptions;
  #breaker: Breaker | null = null;
  #asked = 0;

  constructor(options: SpeechEndpointOptions) {
    this.#options = options;
    this.name = `${options.model} (configured endpoint)`;
    this.voices = [...options.voices.keys()];
  }

  get breakerState(): BreakerState {
    return this.#breaker?.state() ?? 'closed';
  }

  readable(sentence: string): string {
    return /[\p{L}\p{N}]/u.test(sentence) ? sentence : '';
  }

  async speak(sentence: string, voice: string, gone: AbortSignal): Promise<Buffer> {
    // An endpoint that hangs must not gather the sentences of a crowd.
    if (this.#asked >= this.#options.maxQueue)
      throw new PlumblineError('overloaded', {
        detail: 'Too many texts wait to be spoken.',
        retryAfterS: BUSY_RETRY_AFTER_S,
      });
    this.#asked++;
    try {
      return await this.#guarded(sentence, voice, gone);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      this.#options.onFailure(error.failure);
      throw refusalOf(error.failure);
    } finally {
      this.#asked--;
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #guarded(sentence: string, voice: string, gone: AbortSignal): Promise<Buffer> {
    const { createBreaker } = await import('../model-endpoint/breaker.ts');
    this.#breaker ??= createBreaker(this.#options.breaker);
    const breaker = this.#breaker;
    // Before the budget is touched. While one sentence tries whether it works again, the others need not wait for it.
    if (breaker.state() === 'open' || breaker.isTrying()) throw breaker.refusal();
    const characters = { input: [...sentence].length, output: 0 };
    const held = await this.#options.budget.hold(characters);
    try {
      const frames = await breaker.execute(() => this.#spoken(sentence, voice, gone));
      await this.#settle(held, characters);
      return frames;
    } catch (error) {
      const isFree = error instanceof ModelFault && !error.facts.billed;
      await this.#settle(held, isFree ? { input: 0, output: 0 } : characters);
      throw error;
    }
  }

  async #settle(held: HeldBudget, counts: Parameters<HeldBudget['settle']>[0]): Promise<void> {
    await held.settle(counts).catch(this.#options.onError);
  }

  /** @throws ModelFault */
  async #spoken(sentence: string, voice: string, gone: AbortSignal): Promise<Buffer> {
    const late = AbortSignal.timeout(this.#options.timeoutMs);
    const faults: ModelFault[] = [];
    try {
      const response = await this.#request(sentence, voice, AbortSignal.any([gone, late]), faults);
      return framesOf(Buffer.from(await response.arrayBuffer()));
    } catch (error) {
      if (error instanceof ModelFault) throw error;
      // What the guard saw first says more than what the stream made of it.
      if (faults[0] !== undefined) throw faults[0];
      if (late.aborted) throw new ModelFault('deadline');
      throw new ModelFault(gone.aborted ? 'cancelled' : 'cut_off');
    }
  }

  #request(sentence: string, voice: string, signal: AbortSignal, faults: ModelFault[]): Promise<Response> {
    const { url, model, voices, apiKey } = this.#options;
    const ask = guardedFetch({ type: 'audio/*', maxReplyBytes: MAX_BYTES, onFault: (fault) => faults.push(fault) });
    return ask(`${url}/audio/speech`, {
      method: 'POST',
      signal,
      headers: {
        'content-type': 'application/json',
        accept: 'audio/mpeg',
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, input: sentence, voice: voices.get(voice), response_format: 'mp3' }),
    });
  }
}

const REFUSALS: Readonly<Record<ModelFailureKind, readonly [code: ErrorCode, detail: string]>> = {
  unavailable: ['node_unavailable', 'The configured voice does not answer.'],
  rate_limited: ['node_unavailable', 'The configured voice does not answer.'],
  timeout: ['upstream_timeout', 'The configured voice did not answer in time.'],
  upstream_invalid: ['upstream_invalid', 'The configured voice did not answer with MP3.'],
  budget_exhausted: ['budget_exhausted', 'The voice has used up what it may cost today.'],
};

/** What the endpoint says of itself stays here: its text could hold anything. */
function refusalOf({ kind, retryAfterS }: ModelFailure): PlumblineError {
  const [code, detail] = REFUSALS[kind];
  return new PlumblineError(code, { detail, retryAfterS });
}

/** Without the endpoint's own tag, which may name an account; the mark is ours. @throws ModelFault */
function framesOf(bytes: Buffer): Buffer {
  const frames = bytes.toString('latin1', 0, 3) === 'ID3' ? bytes.subarray(tagLength(bytes)) : bytes;
  const isMp3 = frames.length > 4 && frames[0] === 0xff && ((frames[1] as number) & 0xe6) === 0xe2;
  if (!isMp3) throw new ModelFault(frames.length === 0 ? 'empty' : 'protocol');
  return frames;
}

function tagLength(bytes: Buffer): number {
  if (bytes.length < ID3_HEADER_BYTES) return bytes.length;
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, ID3_HEADER_BYTES);
  return ID3_HEADER_BYTES + (((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (d & 0x7f));
}
