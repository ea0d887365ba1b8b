// SPDX-License-Identifier: Apache-2.0
/** What the agent gateway and the nodes answer (contract 3.1, 3.2 and 6). */
import { Type } from 'typebox';
import { BOUNDS } from '../limits.ts';
import { count, hex64, nullable, openEnum, ulid, unit, url } from './scalars.ts';

const literal = <T extends string | boolean>(value: T) => Type.Literal(value);
const strings = (description: string) => Type.Array(Type.String(), { description });

export const GatewayNodeSchema = Type.Object(
  {
    id: Type.String({ description: 'Its id.' }),
    aliases: strings('Other names by which it is found.'),
    route: url('Where it is spoken to.'),
    status: openEnum(['ONLINE', 'DEGRADED', 'OFFLINE'], 'Whether it answers.'),
    engine: openEnum(['local-retrieval', 'model'], 'What answers.'),
    disclosure: Type.String({ description: 'What one must know of its answers.' }),
  },
  { title: 'GatewayNode' },
);

const LimitSchema = Type.Object(
  {
    name: Type.String({ description: 'As in RateLimit-Policy.' }),
    quota: count('Requests.'),
    window_s: count('Seconds; 86,400 is a UTC day.'),
    partition: openEnum(['network', 'key', 'route_network', 'service'], 'What is counted.'),
  },
  { title: 'GatewayLimit' },
);

const ServedSchema = (title: string) =>
  Type.Object(
    {
      status: openEnum(['served', 'not_served'], 'Whether this deployment serves it.'),
      endpoint: nullable(url('Where it is served.')),
      note: Type.String({ description: 'What there is, in words.' }),
    },
    { title },
  );

const contractMembers = () => ({
  schema: literal('public_agent_contract.v1'),
  contract_hash: hex64(
    'SHA-256 of the canonical JSON (RFC 8785) of the contract without `contract_hash`, without the `status` of the nodes and without `declared_fields`.',
  ),
  service: Type.String({ description: 'Name of the service.' }),
  constitution: Type.Object({ version: Type.String(), hash: hex64('Of the text in force.'), url: url('Its text.') }),
  human_authority: literal('THE_BRIDGE'),
  nodes: Type.Array(GatewayNodeSchema),
  boundaries: Type.Object({
    registers_agent: literal(false),
    accepts_credentials: literal(false),
    issues_credentials: literal(false),
    grants_authority: literal(false),
    private_memory: literal('disabled'),
    private_context: literal('disabled'),
    autonomous_grid_control: literal(false),
  }),
  may: strings('What a visitor may do.'),
  must_not: strings('What a visitor must not try, and what will not be done for anybody.'),
  routes: Type.Array(
    Type.Object({
      method: Type.String(),
      url: url('Where.'),
      mutates: Type.Boolean({ description: 'Whether it leaves a record; counts and keyed hashes are none.' }),
      limits: strings('Names of the policies that apply.'),
    }),
  ),
  limits: Type.Object({
    policies: Type.Array(LimitSchema),
    bounds: Type.Record(Type.String(), count('Code points, items or bytes, by the name.')),
  }),
  retention: Type.Object({
    declarations: literal('not_stored'),
    questions_and_answers: literal('not_stored'),
    hashes_days: count('Days that keyed hashes of questions and answers are kept.'),
    receipts_days: count('Days that a receipt is kept.'),
    networks: Type.String({ description: 'What is kept of the address of a caller.' }),
  }),
  mcp: ServedSchema('ContractMcp'),
  a2a: ServedSchema('ContractA2a'),
  disclosures: Type.Object({ ai_generated: literal(true), text: Type.String() }),
  support: Type.Object({
    contact: nullable(Type.String({ description: 'For questions; null where none is configured.' })),
    security: nullable(Type.String({ description: 'For vulnerabilities; null where none is configured.' })),
  }),
});

export const AgentContractSchema = Type.Object(contractMembers(), { title: 'AgentContract' });

export const HandshakeSchema = Type.Object(
  { ...contractMembers(), declared_fields: count('Members that were declared. Nothing else is said or kept of them.') },
  { title: 'Handshake' },
);

const requestSchema = () =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'JSON Schema 2020-12 of the body of POST.' });

export const QueryContractSchema = Type.Object(
  {
    usage: Type.String({ description: 'How to ask.' }),
    schema: requestSchema(),
    limits: Type.Array(LimitSchema),
    airlock: strings('The stages that a question passes, in order.'),
    retention: Type.Object({
      content: literal('not_stored'),
      hashes: Type.String({ description: 'What is kept.' }),
      days: count('Days that hashes are kept.'),
    }),
    examples: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'A body.' })),
  },
  { title: 'QueryContract' },
);

const Verdict = (description: string) => openEnum(['pass', 'review', 'fail'], description);
const Disclosure = () => Type.Object({ ai_generated: literal(true), text: Type.String() });
const Answer = () => nullable(Type.String({ maxLength: BOUNDS.answerCodePoints, description: 'Plain text.' }));

const answerMembers = () => ({
  node: Type.Object({
    requested: Type.String({ description: 'As the caller wrote it, or the default.' }),
    id: Type.String(),
    alias: Type.String(),
  }),
  outcome: openEnum(['answered', 'refused', 'redirected'], 'Redirected: to people who can help.'),
  answer: Answer(),
  format: literal('text/plain'),
  refusal: nullable(
    Type.Object({
      article: count('Article of the constitution.'),
      category: Type.String(),
      explanation: Type.String(),
      help: Type.Optional(Type.String({ description: 'Where help is.' })),
    }),
  ),
  airlock: Type.Object({
    input_verdict: Verdict('Of the question.'),
    output_verdict: nullable(Verdict('Of the answer; null where none was asked for.')),
    actions: Type.Array(
      openEnum(['normalised', 'spotlighted', 'links_defanged', 'redacted', 'truncated', 'replaced'], 'What was done.'),
    ),
    canary: openEnum(['intact', 'tripped'], 'Whether the answer gave away its instructions.'),
  }),
  engine: Type.Object({ kind: openEnum(['model', 'local-retrieval'], 'What answered.'), name: Type.String() }),
  grounding: Type.Array(Type.Object({ article: count('Article of the constitution.'), quote: Type.String() }), {
    maxItems: BOUNDS.grounding,
  }),
  disclosure: Disclosure(),
  hashes: Type.Object(
    { question: hex64('Of the question.'), answer: hex64('Of the answer.') },
    { description: 'Keyed: they identify a text for this deployment only, and cannot be guessed back.' },
  ),
  private_memory: literal('disabled'),
  private_context: literal('disabled'),
  stored: Type.Object({ content: literal(false), hashes: literal(true), days: count('Days that hashes are kept.') }),
  untrusted: literal(true),
});

export const QueryAnswerSchema = Type.Object(
  { query_id: ulid('qry_', 'Names this answer.'), ...answerMembers() },
  { title: 'QueryAnswer' },
);

export const ChatAnswerSchema = Type.Object(
  {
    query_id: ulid('qry_', 'Names this answer.'),
    ...answerMembers(),
    chat_id: ulid('chat_', 'Names this call. It opens no session: the next call knows nothing of it.'),
    session: Type.Object({ isolated: literal(true), stored: literal(false) }),
    memory: literal('disabled'),
    not_authority: strings('Members of the body that were taken as data and give no authority.'),
  },
  { title: 'Chat' },
);

export const PulseSchema = Type.Object(
  {
    pulse_id: ulid('pls_', 'Names this pulse.'),
    topic: Type.String({ description: 'As it was sent.' }),
    replies: Type.Array(
      Type.Object(
        {
          node: Type.String({ description: 'Its id.' }),
          status: openEnum(['answered', 'refused', 'timeout', 'unavailable'], 'What became of the question.'),
          answer: Answer(),
          engine: Type.Object({ kind: openEnum(['model', 'local-retrieval'], 'What answers.'), name: Type.String() }),
          latency_ms: count('Milliseconds.'),
        },
        { title: 'PulseReply' },
      ),
    ),
    answered: count('Nodes that answered.'),
    of: count('Nodes that were asked.'),
    deadline_ms: literal20s(),
    agreement: nullable(
      unit('How much the answers share: mean overlap of the words of each two. Null below two answers.'),
    ),
  },
  { title: 'Pulse' },
);

function literal20s() {
  return Type.Literal(20_000);
}
