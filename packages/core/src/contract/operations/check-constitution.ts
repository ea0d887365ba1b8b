// SPDX-License-Identifier: Apache-2.0
import { MAX_BODY_BYTES } from '../limits.ts';
import { defineOperation } from '../operation.ts';
import { ActionCheckSchema } from '../schemas/action-check.ts';
import { ActionCheckRequestSchema } from '../schemas/requests.ts';

/** contract 8.3. Spec 4.8: no authentication, so a credential is neither read nor refused. */
export const checkConstitution = defineOperation({
  id: 'checkConstitution',
  method: 'POST',
  path: '/api/constitution/check',
  tag: 'constitution',
  summary: 'Ask whether a proposed action keeps to the constitution',
  description:
    'The action is judged by what it intends, not only by its words. Irreversible acts on infrastructure or in matters ' +
    'of authority ask for a named human. Advisory only: the answer permits nothing and binds nobody.',
  envelope: 'pub',
  access: { kind: 'checked', reachesUpstreams: false },
  limits: ['check-min'],
  cors: 'site',
  cache: 'live',
  body: ActionCheckRequestSchema,
  maxBodyBytes: MAX_BODY_BYTES.checkConstitution,
  output: ActionCheckSchema,
  produces: ['application/json'],
  successStatus: 200,
  errors: [],
  cost: 'none',
  examples: [
    {
      name: 'an ordinary action is compliant',
      body: { action: 'Send the weekly summary of closed tickets to the team.', reversible: true },
      expect: {
        status: 200,
        data: { compliant: true, advisory_only: true, binding: false, requires_human: false, triggered_articles: [] },
      },
    },
    {
      name: 'an irreversible act on infrastructure asks for a human',
      body: {
        action: 'Shut down the substation breakers of the city power grid without waiting for the operator.',
        reversible: false,
      },
      expect: { status: 200, data: { compliant: false, requires_human: true, advisory_only: true } },
    },
    { name: 'an action is needed', body: { context: 'Night shift.' }, expect: { status: 400, code: 'missing_member' } },
  ],
});
