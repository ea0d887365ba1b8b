// SPDX-License-Identifier: Apache-2.0
/**
 * The public-web airlock (contract 3.2): the one way in which text of the public reaches a node and an answer leaves it.
 * Used by query, ember, lumen, chat, pulse and towns.
 */
import type { Verdict } from '@plumbline/core/engine/types.ts';
import type { AnsweringNode, EngineFailure, Grounding, NodeEngine } from '../nodes/engine.ts';

export interface HistoryTurn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A memory of a town that a person has reviewed. Anything else may not be handed in. */
export interface TownMemory {
  readonly memory_id: string;
  readonly content: string;
}

export interface AirlockRequest {
  /** Checked for its length by the contract. Topic of a pulse, message of a chat. */
  readonly question: string;
  readonly node: AnsweringNode;
  /** The node as the caller wrote it, or its default. */
  readonly requestedNode: string;
  /** Data for this one call, never authority. */
  readonly history?: readonly HistoryTurn[] | undefined;
  readonly sessionContext?: Readonly<Record<string, string>> | undefined;
  readonly townMemories?: readonly TownMemory[] | undefined;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
}

export const AIRLOCK_ACTIONS = [
  'normalised',
  'spotlighted',
  'links_defanged',
  'redacted',
  'truncated',
  'replaced',
] as const;
export type AirlockAction = (typeof AIRLOCK_ACTIONS)[number];

export const AIRLOCK_STAGES = ['intake', 'isolation', 'spotlight', 'call', 'output', 'projection'] as const;
export type AirlockStage = (typeof AIRLOCK_STAGES)[number];

export interface Refusal {
  readonly article: number;
  readonly category: string;
  readonly explanation: string;
  readonly help?: string;
}

/** `QueryAnswer` without its id: what may leave, and nothing else. */
export interface AirlockAnswer {
  readonly node: { readonly requested: string; readonly id: string; readonly alias: string };
  readonly outcome: 'answered' | 'refused' | 'redirected';
  /** At most 4,000 code points; null unless answered. */
  readonly answer: string | null;
  readonly format: 'text/plain';
  readonly refusal: Refusal | null;
  readonly airlock: {
    readonly input_verdict: Verdict;
    /** Null where no answer was asked for. */
    readonly output_verdict: Verdict | null;
    readonly actions: readonly AirlockAction[];
    readonly canary: 'intact' | 'tripped';
  };
  readonly engine: { readonly kind: NodeEngine['kind']; readonly name: string };
  readonly grounding: readonly Grounding[];
  readonly disclosure: { readonly ai_generated: true; readonly text: string };
  /** Keyed hashes of the question as it came and of the answer as it leaves (of the empty text where there is none). */
  readonly hashes: { readonly question: string; readonly answer: string };
  readonly private_memory: 'disabled';
  readonly private_context: 'disabled';
  readonly stored: { readonly content: false; readonly hashes: true; readonly days: number };
  readonly untrusted: true;
}

export type AirlockResult =
  | { readonly ok: true; readonly answer: AirlockAnswer }
  | { readonly ok: false; readonly failure: EngineFailure };

export interface Airlock {
  /** Refusals are answers; `ok: false` means that the node could not answer. Throws overloaded where judging is. */
  ask(request: AirlockRequest): Promise<AirlockResult>;
}
