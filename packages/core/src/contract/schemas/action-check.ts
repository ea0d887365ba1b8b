// SPDX-License-Identifier: Apache-2.0
/** contract 8.3. */
import { Type } from 'typebox';
import { ConstitutionRefSchema, severitySchema } from './evaluation.ts';
import { ulid, unit } from './scalars.ts';

export const ActionCheckSchema = Type.Object(
  {
    compliant: Type.Boolean(),
    advisory_only: Type.Literal(true),
    binding: Type.Literal(false),
    triggered_articles: Type.Array(
      Type.Object({
        number: Type.Integer({ minimum: 1 }),
        title: Type.String(),
        severity: severitySchema(),
        explanation: Type.String(),
        evidence: Type.String({ description: 'What in the action speaks for it; masked where it is secret.' }),
      }),
    ),
    recommendations: Type.Array(Type.Object({ text: Type.String(), article: Type.Integer({ minimum: 1 }) })),
    requires_human: Type.Boolean({ description: 'Whether a named human has to approve first.' }),
    confidence: unit('Of the judgement.'),
    constitution: ConstitutionRefSchema,
    degraded: Type.Boolean(),
    check_id: ulid('chk_', 'The id of this check.'),
  },
  { title: 'ActionCheck' },
);
