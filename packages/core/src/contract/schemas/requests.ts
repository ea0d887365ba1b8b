// SPDX-License-Identifier: Apache-2.0
/** Bodies of requests. Members that are not named here are refused (contract D17). */
import { Type } from 'typebox';
import { SEVERITIES } from '../../engine/types.ts';
import { BOUNDS } from '../limits.ts';
import { choice, requestText } from './scalars.ts';

const CLOSED = { additionalProperties: false } as const;

export const EvaluateOptionsSchema = Type.Object(
  {
    detail: Type.Optional(choice(['full', 'summary'], 'How much the answer tells. Default full.')),
    max_flags: Type.Optional(
      Type.Integer({ minimum: 1, maximum: BOUNDS.maxFlags, description: 'Flags in the answer, worst first.' }),
    ),
    min_severity: Type.Optional(choice(SEVERITIES, 'Leave milder flags out of the answer; the verdict counts them.')),
    locale: Type.Optional(
      Type.String({
        maxLength: 35,
        pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
        description: 'BCP 47 language tag of the explanations. English only: any other is ignored with a warning.',
      }),
    ),
  },
  { title: 'EvaluateOptions', ...CLOSED },
);

/** The caller's own marks. They are checked and dropped: neither stored nor counted nor logged. */
export const LabelsSchema = Type.Unsafe<Record<string, string>>({
  title: 'Labels',
  type: 'object',
  propertyNames: { type: 'string', pattern: '^[a-z0-9_]{1,32}$' },
  additionalProperties: { type: 'string', maxLength: BOUNDS.labelCodePoints },
  maxProperties: BOUNDS.labels,
  description: 'Your own marks; checked and dropped.',
});

export const EvaluateRequestSchema = Type.Object(
  {
    text: requestText(BOUNDS.textCodePoints, 'The text to judge.'),
    options: Type.Optional(EvaluateOptionsSchema),
    labels: Type.Optional(LabelsSchema),
  },
  { title: 'EvaluateRequest', ...CLOSED },
);

export const GovernRequestSchema = Type.Object(
  {
    prompt: requestText(BOUNDS.textCodePoints, 'What was asked.'),
    response: requestText(BOUNDS.textCodePoints, 'What was answered.'),
    options: Type.Optional(EvaluateOptionsSchema),
    labels: Type.Optional(LabelsSchema),
  },
  { title: 'GovernRequest', ...CLOSED },
);

export const BatchRequestSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: requestText(BOUNDS.batchItemIdCodePoints, 'Your name for the item, unique in the batch.'),
          text: Type.String({
            description:
              `The text to judge. One of white space only, or of more than ${BOUNDS.textCodePoints.toLocaleString('en-GB')} code points, gets an error ` +
              'of its own and costs nothing.',
          }),
        },
        { title: 'BatchRequestItem', ...CLOSED },
      ),
      {
        minItems: 1,
        maxItems: BOUNDS.batchItems,
        description: `At most ${BOUNDS.batchCodePoints.toLocaleString('en-GB')} code points of text in all.`,
      },
    ),
  },
  { title: 'BatchRequest', ...CLOSED },
);

export const ActionCheckRequestSchema = Type.Object(
  {
    action: requestText(BOUNDS.actionCodePoints, 'What is about to be done.'),
    context: Type.Optional(
      Type.String({ maxLength: BOUNDS.actionCodePoints, description: 'What one must know to judge it.' }),
    ),
    actor: Type.Optional(Type.String({ maxLength: BOUNDS.actorCodePoints, description: 'Who is about to do it.' })),
    reversible: Type.Optional(
      Type.Boolean({ description: 'Whether it can be undone. Unsaid: it is judged from the action.' }),
    ),
  },
  { title: 'ActionCheckRequest', ...CLOSED },
);
