// SPDX-License-Identifier: Apache-2.0
/** Stage 6. The answer is built anew, member by member: what the contract does not name cannot pass. */
import type { NodeEngine } from '../nodes/engine.ts';
import type { AirlockAnswer, AirlockRequest } from './airlock.ts';
import type { Admitted, Stopped } from './intake.ts';
import type { Released } from './output.ts';

export interface ProjectionTools {
  /** Keyed, so that a short question cannot be found by trying. */
  readonly contentHash: (text: string) => string;
  /** Days that the hashes may be kept. */
  readonly retentionDays: number;
}

/** What became of a request. `released` is null where the node was never asked. */
export interface Outcome {
  readonly intake: Admitted | Stopped;
  readonly released: Released | null;
}

const MAX_GROUNDING = 8;

export function project(request: AirlockRequest, outcome: Outcome, tools: ProjectionTools): AirlockAnswer {
  const { intake, released } = outcome;
  const { node } = request;
  const answer = intake.kind === 'redirected' ? (intake.refusal.help ?? null) : (released?.answer ?? null);
  const refusal = intake.kind === 'admitted' ? (released?.refusal ?? null) : intake.refusal;
  const answered = released !== null && released.answer !== null;
  const actions = [...intake.actions, ...(released === null ? [] : ['spotlighted' as const, ...released.actions])];
  return {
    node: { requested: request.requestedNode, id: node.id, alias: node.alias },
    outcome: intake.kind === 'admitted' ? (answered ? 'answered' : 'refused') : intake.kind,
    answer,
    format: 'text/plain',
    refusal: refusal === null ? null : { ...refusal },
    airlock: {
      input_verdict: intake.verdict,
      output_verdict: released?.verdict ?? null,
      actions: [...new Set(actions)],
      canary: released?.canary ?? 'intact',
    },
    engine: { kind: node.engine.kind, name: node.engine.name },
    grounding: (released?.grounding ?? []).slice(0, MAX_GROUNDING).map(({ article, quote }) => ({ article, quote })),
    disclosure: { ai_generated: true, text: DISCLOSURES[released === null ? 'none' : node.engine.kind] },
    hashes: { question: tools.contentHash(request.question), answer: tools.contentHash(answer ?? '') },
    private_memory: 'disabled',
    private_context: 'disabled',
    stored: { content: false, hashes: true, days: tools.retentionDays },
    untrusted: true,
  };
}

export const DISCLOSURES: Readonly<Record<NodeEngine['kind'] | 'none', string>> = {
  none: 'Decided by a program from published rules before any node was asked. It gives no authority.',
  model: 'Written by a language model from sources of this service. It can be wrong and gives no authority.',
  'local-retrieval':
    'Put together by a program from published texts of this service, found by search; no language model took part. It gives no authority.',
};
