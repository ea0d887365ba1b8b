// SPDX-License-Identifier: Apache-2.0
import { Type } from 'typebox';
import { EvaluationSchema } from './evaluation.ts';
import { count } from './scalars.ts';

const ItemErrorSchema = Type.Object(
  {
    code: Type.String({ description: 'A code of the error catalogue.' }),
    title: Type.String(),
    detail: Type.String(),
    retryable: Type.Boolean(),
  },
  { title: 'BatchItemError' },
);

export const BatchSchema = Type.Object(
  {
    results: Type.Array(
      Type.Union([
        Type.Object({ id: Type.String(), ok: Type.Literal(true), evaluation: EvaluationSchema }),
        Type.Object({ id: Type.String(), ok: Type.Literal(false), error: ItemErrorSchema }),
      ]),
      { description: 'One for each item, in the order of the request. An item that failed cost nothing.' },
    ),
    counts: Type.Object({
      items: count('Items of the request.'),
      pass: count('Items judged `pass`.'),
      review: count('Items judged `review`.'),
      fail: count('Items judged `fail`.'),
      errors: count('Items that got no verdict.'),
    }),
  },
  { title: 'Batch' },
);
