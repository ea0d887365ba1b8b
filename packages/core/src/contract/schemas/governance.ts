// SPDX-License-Identifier: Apache-2.0
/** contract section 2, govern. */
import { Type } from 'typebox';
import { BOUNDS } from '../limits.ts';
import { EvaluationSchema, SpanSchema, StageSchema, verdictSchema } from './evaluation.ts';
import { nullable, openEnum, ulid, unit } from './scalars.ts';

const RelationSchema = Type.Object(
  {
    injection_followed: nullable(
      Type.Boolean({ description: 'Whether the response does what an injection in the prompt orders.' }),
    ),
    prompt_leak: Type.Object({ overlap: unit('Share of the response that repeats hidden instructions.') }),
    refusal: Type.Boolean(),
    echoed_secret: Type.Boolean(),
    on_topic: nullable(unit('Null where it cannot be told.')),
  },
  { title: 'Relation', description: 'What the response has to do with the prompt.' },
);

const RewriteSchema = Type.Object(
  {
    method: openEnum(['redact', 'rephrase', 'model']),
    changed: Type.Array(SpanSchema, { description: 'Over the prompt as given.' }),
    verdict_after: verdictSchema(),
  },
  { title: 'Rewrite' },
);

export const GovernanceSchema = Type.Object(
  {
    governance_id: ulid('gov_', 'The id of this judgement.'),
    decision: openEnum(['allow', 'rewrite', 'block', 'escalate']),
    verdict: verdictSchema(),
    risk_score: unit('0 is none.'),
    input: EvaluationSchema,
    output: EvaluationSchema,
    relation: RelationSchema,
    suggested_rewrite_prompt: nullable(
      Type.String({
        maxLength: BOUNDS.textCodePoints,
        description: 'Keeps the lawful intent; was itself judged to `pass`, else it is withheld.',
      }),
    ),
    rewrite: nullable(RewriteSchema),
    suggested_response: nullable(Type.String()),
    human_review: Type.Object({
      required: Type.Boolean(),
      reason: nullable(Type.String()),
      role: Type.Literal('THE_BRIDGE'),
    }),
    explanation: Type.String(),
    stages: Type.Array(StageSchema),
  },
  { title: 'Governance' },
);
