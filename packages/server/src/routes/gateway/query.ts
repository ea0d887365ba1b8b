// SPDX-License-Identifier: Apache-2.0
import type { BodyOf, OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import { OPERATIONS } from '@plumbline/core/contract/operations.ts';
import type { Handler } from '../../http/call.ts';
import { AIRLOCK_STAGES } from '../../services/airlock/airlock.ts';
import { policyOf } from '../../services/gateway/contract.ts';
import { limitForms } from '../../services/limit-policies.ts';
import type { RouteServices } from '../services.ts';

type GatewayNode = NonNullable<BodyOf<Operations['query']>['node']>;

const DEFAULT_NODE: GatewayNode = 'Ember';
/** The two public nodes under their two names (specification 2.3), whatever aliases a deployment adds. */
const NODE_OF = { S5_LOCUS: 'S5_LOCUS', Ember: 'S5_LOCUS', S17_LUMEN: 'S17_LUMEN', Lumen: 'S17_LUMEN' } as const;

/** GET /api/v1/query. */
export const readQuery = ({ config }: RouteServices): Handler => {
  const { limits, airlock } = config.settings;
  const forms = limitForms(limits);
  const data: OutputOf<Operations['readQuery']> = {
    usage:
      'POST a JSON body with `question` (1 to 2,000 characters) and, if you like, `node`: S5_LOCUS or Ember (the default), S17_LUMEN or Lumen. No key is needed or read. A refusal is an answer: look at `outcome`.',
    schema: JSON.parse(JSON.stringify(OPERATIONS.query.body)) as Record<string, unknown>,
    limits: [policyOf(forms['query-min']), policyOf(forms['query-day'])],
    airlock: [...AIRLOCK_STAGES],
    retention: {
      content: 'not_stored',
      hashes: 'Keyed hashes (HMAC-SHA-256) of question and answer, and counts.',
      days: airlock.hash_days,
    },
    examples: OPERATIONS.query.examples.flatMap(({ body, expect }) => (expect.status === 200 ? [body] : [])),
  };
  return () => ({ data });
};

/** POST /api/v1/query. */
export const query = ({ conversations, nodes, newId }: RouteServices): Handler => {
  return async ({ body, gone }) => {
    const { question, node: requested = DEFAULT_NODE } = body as BodyOf<Operations['query']>;
    const node = nodes.get(NODE_OF[requested]);
    const answer = await conversations.ask({ route: 'query', node, requested, text: question, signal: gone() });
    return { data: { query_id: newId('qry_'), ...answer } satisfies OutputOf<Operations['query']> };
  };
};
