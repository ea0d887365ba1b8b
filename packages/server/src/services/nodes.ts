// SPDX-License-Identifier: Apache-2.0
import { NODE_IDS, type NodeId, type NodesSettings } from '../config-nodes.ts';

/** A node that agents and people can talk to. Everything in it is public. */
export interface PublicNode {
  readonly id: NodeId;
  readonly federationId: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly role: string;
  readonly station: string;
  readonly description: string;
  readonly persona: string;
  readonly texts: readonly { readonly title: string; readonly text: string }[];
  /** `endpoint` is a name in the group `models` of the configuration. */
  readonly engine: { readonly kind: 'local-retrieval' } | { readonly kind: 'model'; readonly endpoint: string };
  readonly enabled: boolean;
}

/** The human authority of specification 1. It has a place in the federation, but nobody chats with it. */
export const BRIDGE = { id: 'THE_BRIDGE', federationId: 'bridge' } as const;

/** What an engine says of itself: `impaired` answers, but not as configured; `unavailable` does not answer. */
export type EngineState = 'ready' | 'impaired' | 'unavailable';
export type NodeStatus = 'ONLINE' | 'DEGRADED' | 'OFFLINE';

const STATUS = { ready: 'ONLINE', impaired: 'DEGRADED', unavailable: 'OFFLINE' } as const;

/** The roster: finds a node by any of its names, and says whether it works. */
export class Nodes {
  /** In the order of the specification. */
  readonly list: readonly PublicNode[];
  readonly #byName = new Map<string, PublicNode>();
  readonly #engineState: (node: PublicNode) => EngineState;

  /**
   * @param settings checked: no two nodes have a name in common
   * @param engineState asked at each call of `status`; a node that is not enabled is not asked
   */
  constructor(settings: NodesSettings, engineState: (node: PublicNode) => EngineState = () => 'ready') {
    this.list = NODE_IDS.map((id) => publicNode(id, settings[id]));
    this.#engineState = engineState;
    for (const node of this.list)
      for (const name of [node.id, node.federationId, ...node.aliases]) this.#byName.set(name, node);
  }

  /** @param name id, alias or federation id, exactly as written there */
  find(name: string): PublicNode | null {
    return this.#byName.get(name) ?? null;
  }

  get(id: NodeId): PublicNode {
    return this.#byName.get(id) as PublicNode;
  }

  status(node: PublicNode): NodeStatus {
    return node.enabled ? STATUS[this.#engineState(node)] : 'OFFLINE';
  }
}

function publicNode(id: NodeId, settings: NodesSettings[NodeId]): PublicNode {
  const { federation_id, engine, ...plain } = settings;
  return {
    ...plain,
    id,
    federationId: federation_id,
    engine: engine === 'local-retrieval' ? { kind: engine } : { kind: 'model', endpoint: engine.model },
  };
}
