// SPDX-License-Identifier: Apache-2.0
import type { BodyOf, OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import type { NodeId } from '../../config-nodes.ts';
import type { Handler } from '../../http/call.ts';
import type { HistoryTurn } from '../../services/airlock/airlock.ts';
import type { RouteServices } from '../services.ts';

type ChatBody = Pick<BodyOf<Operations['chat']>, 'message' | 'history' | 'session_context'> & {
  readonly node?: string;
};

/** Members that are data of one call, whoever wrote them. */
const NOT_AUTHORITY = ['history', 'session_context'];

function chatWith(
  { conversations, nodes, newId }: RouteServices,
  route: string,
  idOf: (requested: string) => NodeId,
  defaultNode: string,
): Handler {
  return async ({ body, gone }) => {
    const { message, node: requested = defaultNode, history, session_context } = body as ChatBody;
    const answer = await conversations.ask({
      route,
      node: nodes.get(idOf(requested)),
      requested,
      text: message,
      // The contract lets no other role through.
      history: history as readonly HistoryTurn[] | undefined,
      sessionContext: session_context,
      signal: gone(),
    });
    const data: OutputOf<Operations['chat']> = {
      query_id: newId('qry_'),
      ...answer,
      chat_id: newId('chat_'),
      session: { isolated: true, stored: false },
      memory: 'disabled',
      not_authority: NOT_AUTHORITY,
    };
    return { data };
  };
}

/** POST /api/ember. */
export const ember = (services: RouteServices): Handler => chatWith(services, 'ember', () => 'S5_LOCUS', 'Ember');

/** POST /api/lumen. */
export const lumen = (services: RouteServices): Handler => chatWith(services, 'lumen', () => 'S17_LUMEN', 'Lumen');

/** POST /api/chat. */
export const chat = (services: RouteServices): Handler =>
  chatWith(services, 'chat', (requested) => requested as NodeId, services.config.settings.gateway.chat_node);

/** POST /api/pulse. */
export const pulse =
  ({ pulses }: RouteServices): Handler =>
  async ({ body, gone }) => ({ data: await pulses.run((body as BodyOf<Operations['pulse']>).topic, gone()) });
