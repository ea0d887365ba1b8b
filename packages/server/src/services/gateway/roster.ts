// SPDX-License-Identifier: Apache-2.0
/** The nodes with what answers for each. */
import type { AirlockParts } from '../airlock/open.ts';
import type { ModelEndpoints } from '../model-endpoint/endpoints.ts';
import type { AnsweringNode, NodeEngine, NodeProfile } from '../nodes/engine.ts';
import { ModelEngine } from '../nodes/model-engine.ts';
import type { EngineState, PublicNode } from '../nodes.ts';

/** What an engine may learn of its node. */
export function profileOf({ id, name, persona, station, texts }: PublicNode): NodeProfile {
  return { id, alias: name, persona, station, texts: texts.map((text) => ({ ...text, url: null })) };
}

/**
 * A node is away while the breaker of its model is open, and impaired once its model has used up the day: a short question
 * may still fit. Local retrieval is always there.
 */
export function engineStateOf(models: ModelEndpoints): (node: PublicNode) => EngineState {
  return ({ id, engine }) => {
    if (engine.kind === 'local-retrieval') return 'ready';
    const endpoint = models.get(engine.endpoint);
    if (endpoint.breakers().get(id) === 'open') return 'unavailable';
    return endpoint.isSpent(id) ? 'impaired' : 'ready';
  };
}

export interface RosterOptions {
  readonly nodes: readonly PublicNode[];
  readonly models: ModelEndpoints;
  readonly retrieval: AirlockParts['retrieval'];
  readonly nowMs: () => number;
}

/** By id, ready to be asked. @throws Error when a node names a model that is not configured */
export function answeringNodes({ nodes, models, retrieval, nowMs }: RosterOptions): ReadonlyMap<string, AnsweringNode> {
  const engineOf = ({ engine }: PublicNode): NodeEngine =>
    engine.kind === 'model' ? new ModelEngine(models.get(engine.endpoint), nowMs) : retrieval;
  return new Map(nodes.map((node) => [node.id, { ...profileOf(node), engine: engineOf(node) }]));
}
