// SPDX-License-Identifier: Apache-2.0
/** Answers for a node by asking a model, grounded on the same passages as local retrieval. */
import type { ModelEndpoint } from '../model-endpoint/endpoint.ts';
import type { ModelFailure } from '../model-endpoint/failure.ts';
import { type EngineFailure, type EngineReply, groundingOf, type NodeEngine, type NodePrompt } from './engine.ts';

export class ModelEngine implements NodeEngine {
  readonly kind = 'model';
  readonly name: string;
  readonly #endpoint: ModelEndpoint;
  readonly #nowMs: () => number;

  /** @param nowMs wall clock, for the end of an empty budget */
  constructor(endpoint: ModelEndpoint, nowMs: () => number) {
    // The operator's name for it: the model's own name would tell who the provider is.
    this.name = endpoint.name;
    this.#endpoint = endpoint;
    this.#nowMs = nowMs;
  }

  /** Routes of nodes let no test key in, and a live one changes nothing: the caller is the public. */
  async answer({ node, messages, retrieved, limits }: NodePrompt, signal: AbortSignal): Promise<EngineReply> {
    const reply = await this.#endpoint.complete({ purpose: node.id, caller: 'public', messages, ...limits, signal });
    if (!reply.ok) return { ok: false, failure: engineFailure(reply.failure, this.#nowMs()) };
    return { ok: true, text: reply.text, grounding: groundingOf(retrieved.passages), truncated: reply.truncated };
  }
}

/** An upstream that limits us is away for a while; its own limits are not told. */
function engineFailure({ kind, retryAfterS }: ModelFailure, nowMs: number): EngineFailure {
  switch (kind) {
    case 'rate_limited':
    case 'unavailable':
      return { kind: 'unavailable', retryAfterS };
    case 'timeout':
      return { kind, retryAfterS };
    case 'upstream_invalid':
      return { kind: 'invalid', retryAfterS };
    case 'budget_exhausted':
      return { kind, resetsAtMs: nowMs + retryAfterS * 1_000 };
  }
}
