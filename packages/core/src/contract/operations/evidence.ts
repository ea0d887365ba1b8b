// SPDX-License-Identifier: Apache-2.0
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { EvidenceSchema } from '../schemas/evidence.ts';

/** contract section 9. */
export const calEvidence = defineOperation({
  id: 'calEvidence',
  method: 'GET',
  path: '/api/cal/evidence',
  tag: 'discovery',
  summary: 'How good the checks are',
  description:
    'What the release’s own run over labelled texts found: precision, recall and false alarms by set, with intervals, ' +
    'calibration and known misses. Null where no run was made. `ruleset_current` is false where this deployment judges by ' +
    'other rules than those that were measured.',
  envelope: 'pub',
  access: { kind: 'open' },
  limits: [],
  cors: 'public',
  cache: 'document',
  output: Type.Union([EvidenceSchema, Type.Null()]),
  produces: ['application/json'],
  successStatus: 200,
  errors: [],
  cost: 'none',
  proof: true,
  examples: [
    {
      name: 'evidence',
      expect: { status: 200, data: { reproduce: 'npm run quality -- --data DIR --peers' } },
    },
  ],
});
