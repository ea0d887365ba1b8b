// SPDX-License-Identifier: Apache-2.0
/** The same question to all nodes, side by side (contract section 6). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { AirlockResult } from '../airlock/airlock.ts';
import { timedOut } from '../airlock/call.ts';
import type { Nodes, PublicNode } from '../nodes.ts';
import { agreementOf } from './agreement.ts';
import type { Conversations } from './conversations.ts';

export type Pulse = OutputOf<Operations['pulse']>;
type Reply = Pulse['replies'][number];

export const PULSE_DEADLINE_MS = 20_000;
/** Pulses at work at once: each asks all nodes. More are turned away, so that nothing piles up behind slow models. */
const MAX_PULSES = 8;
const RETRY_AFTER_S = 5;

export interface PulsesOptions {
  readonly nodes: Nodes;
  readonly conversations: Conversations;
  readonly newId: (prefix: string) => string;
  /** Default: what the contract says. */
  readonly deadlineMs?: number;
}

export class Pulses {
  readonly #options: PulsesOptions;
  #running = 0;

  constructor(options: PulsesOptions) {
    this.#options = options;
  }

  /**
   * Some answers are a success, and a refusal is an answer.
   * @throws PlumblineError node_unavailable when no node said anything, overloaded when too many pulses run
   */
  async run(topic: string, gone: AbortSignal): Promise<Pulse> {
    if (this.#running >= MAX_PULSES)
      throw new PlumblineError('overloaded', { detail: 'Too many pulses run.', retryAfterS: RETRY_AFTER_S });
    this.#running += 1;
    try {
      return await this.#ask(topic, gone);
    } finally {
      this.#running -= 1;
    }
  }

  async #ask(topic: string, gone: AbortSignal): Promise<Pulse> {
    const { nodes, newId, deadlineMs = PULSE_DEADLINE_MS } = this.#options;
    const over = new AbortController();
    const deadline = sleep(deadlineMs, null, { signal: over.signal }).catch(() => null);
    const late = AbortSignal.any([gone, over.signal]);
    const asking = nodes.list.map((node) => this.#reply(node, topic, late, deadline));
    // When all have reported or the deadline is over, whoever still works on it may stop.
    const replies = await Promise.all(asking).finally(() => over.abort(timedOut()));
    if (!replies.some(({ status }) => status === 'answered' || status === 'refused'))
      throw new PlumblineError('node_unavailable', { detail: 'No node answered.', retryAfterS: RETRY_AFTER_S });
    const answered = replies.filter(({ status }) => status === 'answered');
    return {
      pulse_id: newId('pls_'),
      topic,
      replies,
      answered: answered.length,
      of: replies.length,
      deadline_ms: PULSE_DEADLINE_MS,
      agreement: agreementOf(answered.map(({ answer }) => answer ?? '')),
    };
  }

  async #reply(node: PublicNode, topic: string, signal: AbortSignal, deadline: Promise<null>): Promise<Reply> {
    const { conversations } = this.#options;
    const startedMs = performance.now();
    const asked = conversations
      .outcome({ route: 'pulse', node, requested: node.id, text: topic, signal })
      // One node whose judging is overloaded must not take the answers of the others along.
      .catch((error: unknown): AirlockResult => unavailable(error));
    const result = await Promise.race([asked, deadline]);
    return {
      node: node.id,
      ...statusOf(result),
      engine: conversations.engineOf(node),
      latency_ms: Math.round(performance.now() - startedMs),
    };
  }
}

function unavailable(error: unknown): AirlockResult {
  if (error instanceof PlumblineError)
    return { ok: false, failure: { kind: 'unavailable', retryAfterS: error.retryAfterS ?? RETRY_AFTER_S } };
  throw error;
}

/** Null: the deadline came first. */
function statusOf(result: AirlockResult | null): Pick<Reply, 'status' | 'answer'> {
  if (result === null) return { status: 'timeout', answer: null };
  if (!result.ok) return { status: result.failure.kind === 'timeout' ? 'timeout' : 'unavailable', answer: null };
  const { outcome, answer } = result.answer;
  return { status: outcome === 'answered' ? 'answered' : 'refused', answer };
}
