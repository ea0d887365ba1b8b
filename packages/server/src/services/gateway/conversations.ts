// SPDX-License-Identifier: Apache-2.0
/** One question to one node: through the airlock, counted, and its failures as the wire knows them. */
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { GatewayStore } from '../../store/gateway-store.ts';
import type { Airlock, AirlockAnswer, AirlockRequest, AirlockResult } from '../airlock/airlock.ts';
import type { AnsweringNode, EngineFailure } from '../nodes/engine.ts';
import type { Nodes, PublicNode } from '../nodes.ts';

export interface Question {
  /** Names the counts: `query`, `chat`. */
  readonly route: string;
  readonly node: PublicNode;
  /** As the caller wrote it, or the default. */
  readonly requested: string;
  readonly text: string;
  readonly history?: AirlockRequest['history'];
  readonly sessionContext?: AirlockRequest['sessionContext'];
  readonly signal: AbortSignal;
}

export interface ConversationsOptions {
  readonly airlock: Airlock;
  readonly nodes: Nodes;
  readonly answering: ReadonlyMap<string, AnsweringNode>;
  readonly traces: Pick<GatewayStore, 'record'>;
  readonly nowMs: () => number;
}

/** A node that is switched off is not back before somebody changes the configuration. */
const DISABLED_RETRY_S = 300;

export class Conversations {
  readonly #options: ConversationsOptions;

  constructor(options: ConversationsOptions) {
    this.#options = options;
  }

  /** @throws PlumblineError node_unavailable, budget_exhausted, upstream_invalid, upstream_timeout, overloaded */
  async ask(question: Question): Promise<AirlockAnswer> {
    const result = await this.outcome(question);
    if (result.ok) return result.answer;
    throw failureOf(result.failure, this.#options.nowMs());
  }

  /** The same with the failure as a value. Resolves once it is counted. */
  async outcome(question: Question): Promise<AirlockResult> {
    const { airlock, answering, traces, nowMs } = this.#options;
    const { node, route } = question;
    if (!node.enabled) return { ok: false, failure: { kind: 'unavailable', retryAfterS: DISABLED_RETRY_S } };
    const result = await airlock.ask({
      question: question.text,
      node: answering.get(node.id) as AnsweringNode,
      requestedNode: question.requested,
      history: question.history,
      sessionContext: question.sessionContext,
      signal: question.signal,
    });
    await traces.record({
      atMs: nowMs(),
      outcome: `${route}.${result.ok ? result.answer.outcome : result.failure.kind}`,
      hashes: result.ok ? hashesOf(result.answer) : [],
    });
    return result;
  }

  /** What answers for a node, as callers see it. */
  engineOf(node: PublicNode): { readonly kind: AnsweringNode['engine']['kind']; readonly name: string } {
    const { kind, name } = (this.#options.answering.get(node.id) as AnsweringNode).engine;
    return { kind, name };
  }
}

/** An answer that is not there has the hash of the empty text: nothing worth remembering. */
function hashesOf({ hashes, answer }: AirlockAnswer) {
  const question = { side: 'question' as const, hash: hashes.question };
  return answer === null ? [question] : [question, { side: 'answer' as const, hash: hashes.answer }];
}

/** Contract 3.2: a broken node 503, a bad upstream answer 502. Nothing of the upstream is told. */
export function failureOf(failure: EngineFailure, nowMs: number): PlumblineError {
  switch (failure.kind) {
    case 'unavailable':
      return new PlumblineError('node_unavailable', { retryAfterS: failure.retryAfterS });
    case 'timeout':
      return new PlumblineError('upstream_timeout', { retryAfterS: failure.retryAfterS });
    case 'invalid':
      return new PlumblineError('upstream_invalid', { retryAfterS: failure.retryAfterS });
    case 'budget_exhausted':
      return new PlumblineError('budget_exhausted', {
        retryAfterS: Math.max(1, Math.ceil((failure.resetsAtMs - nowMs) / 1_000)),
      });
  }
}
