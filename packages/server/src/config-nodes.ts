// SPDX-License-Identifier: Apache-2.0
/**
 * Settings of the nodes. Their ids are fixed, because the specification names them; everything else of a node can be set,
 * and what is not set keeps its default.
 */
import { type Static, Type } from 'typebox';
import { NODE_DEFAULTS, NODE_IDS, type NodeId } from './config-nodes-defaults.ts';

export { NODE_IDS, type NodeId } from './config-nodes-defaults.ts';

const CLOSED = { additionalProperties: false } as const;

const text = (maxLength: number, fallback: string, description: string) =>
  Type.String({ minLength: 1, maxLength, default: fallback, description });

const NodeTextSchema = Type.Object(
  { title: Type.String({ minLength: 1, maxLength: 120 }), text: Type.String({ minLength: 1, maxLength: 4_000 }) },
  CLOSED,
);

const EngineSchema = Type.Union(
  [
    Type.Object({ model: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,39}$' }) }, CLOSED),
    Type.Literal('local-retrieval'),
  ],
  {
    default: 'local-retrieval',
    description:
      'What answers: `local-retrieval` quotes constitution, documentation and texts; `{ model: NAME }` asks that endpoint of `models`, grounded on the same passages.',
  },
);

function nodeSchema(id: NodeId) {
  const defaults = NODE_DEFAULTS[id];
  return Type.Object(
    {
      enabled: Type.Boolean({ default: true, description: 'A node that is not enabled answers 503.' }),
      name: text(40, defaults.name, 'Name that people see.'),
      aliases: Type.Array(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,39}$' }), {
        default: [...defaults.aliases],
        maxItems: 8,
        description: 'Other names by which it is found.',
      }),
      federation_id: Type.String({
        pattern: '^[a-z][a-z0-9]{0,15}$',
        default: defaults.federation_id,
        description: 'Its id in the federation.',
      }),
      role: text(80, defaults.role, 'What it is for, in a word or two.'),
      station: text(80, defaults.station, 'Where it stands.'),
      description: text(500, defaults.description, 'What it does, for visitors.'),
      persona: text(2_000, defaults.persona, 'How it speaks: part of the instructions of a model engine. Public.'),
      texts: Type.Array(NodeTextSchema, {
        default: defaults.texts.map((entry) => ({ ...entry })),
        maxItems: 200,
        description: 'Public texts, title and text of each, that it answers from.',
      }),
      engine: EngineSchema,
    },
    { ...CLOSED, default: {}, description: `${defaults.name}: ${defaults.description}` },
  );
}

/** The group `nodes` of the configuration, by id. */
export const NodesSchema = Type.Object(
  Object.fromEntries(NODE_IDS.map((id) => [id, nodeSchema(id)])) as Record<NodeId, ReturnType<typeof nodeSchema>>,
  { ...CLOSED, default: {}, description: 'The nodes that agents and people talk to.' },
);

export type NodesSettings = Static<typeof NodesSchema>;
export type NodeSettings = NodesSettings[NodeId];

/** Names that only one may have: those of the nodes, and those of the human authority. */
const TAKEN: readonly (readonly [name: string, holder: string])[] = [
  ['THE_BRIDGE', 'the human authority'],
  ['bridge', 'the human authority'],
];

/** Every node must be found under its names. @returns problems as `[pointer, message]` */
export function nodeNameProblems(nodes: NodesSettings): (readonly [pointer: string, message: string])[] {
  const holders = new Map<string, string>([...TAKEN, ...NODE_IDS.map((id) => [id, id] as const)]);
  const problems: (readonly [string, string])[] = [];
  const claim = (id: NodeId, name: string, pointer: string) => {
    const holder = holders.get(name);
    if (holder === undefined) holders.set(name, id);
    else if (holder !== id) problems.push([pointer, `the name ${name} belongs to ${holder}`]);
  };
  for (const id of NODE_IDS) claim(id, nodes[id].federation_id, `/nodes/${id}/federation_id`);
  for (const id of NODE_IDS)
    for (const [i, name] of nodes[id].aliases.entries()) claim(id, name, `/nodes/${id}/aliases/${i}`);
  return problems;
}
