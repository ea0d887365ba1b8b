// SPDX-License-Identifier: Apache-2.0
import { defineOperation } from '../operation.ts';
import { ApiRootSchema } from '../schemas/api-root.ts';

/** contract section 2, GET /api/v1. */
export const apiRoot = defineOperation({
  id: 'apiRoot',
  method: 'GET',
  path: '/api/v1',
  tag: 'discovery',
  summary: 'What the verification API offers',
  description: 'Stages, operations and their cost, tiers, thresholds, engines, limits, the form of keys.',
  envelope: 'v1',
  access: { kind: 'open' },
  limits: [],
  cors: 'public',
  cache: 'live',
  output: ApiRootSchema,
  produces: ['application/json'],
  successStatus: 200,
  errors: [],
  cost: 'none',
  examples: [
    {
      name: 'the root',
      expect: {
        status: 200,
        data: {
          stages: [
            { n: 1, name: 'intake' },
            { n: 7, name: 'attestation' },
          ],
          operations: [
            { name: 'evaluate', method: 'POST', cost: 'one' },
            { name: 'evaluateBatch', method: 'POST', cost: 'per_item' },
          ],
        },
      },
    },
  ],
});
