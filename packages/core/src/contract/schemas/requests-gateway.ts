// SPDX-License-Identifier: Apache-2.0
/** Bodies of the agent gateway and of the nodes (specification 4.2 and 4.6, contract 3 and 6). */
import { Type } from 'typebox';
import { BOUNDS } from '../limits.ts';
import { choice, hex64, isoTime, requestText } from './scalars.ts';

const CLOSED = { additionalProperties: false } as const;

/** Names by which the gateway's two nodes are called: specification 2.3. */
export const GATEWAY_NODES = ['S5_LOCUS', 'Ember', 'S17_LUMEN', 'Lumen'] as const;
/** Nodes of /api/chat. */
export const CHAT_NODES = ['S1_PLEX', 'S2_CASE', 'S3_TARS', 'S4_KIPP', 'S6_FORGE'] as const;

const optionalText = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));

const capabilities = () =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: BOUNDS.capabilityCodePoints }), {
      maxItems: BOUNDS.capabilities,
      description: 'What the agent says that it can do.',
    }),
  );

export const HandshakeRequestSchema = Type.Object(
  {
    agent_id: optionalText(BOUNDS.agentIdCodePoints, 'What the agent calls itself.'),
    client_name: optionalText(BOUNDS.agentIdCodePoints, 'The program that it runs in.'),
    client_version: optionalText(BOUNDS.clientVersionCodePoints, 'Version of that program.'),
    protocol_version: optionalText(BOUNDS.clientVersionCodePoints, 'The protocol that it speaks.'),
    purpose: optionalText(BOUNDS.purposeCodePoints, 'What it comes for.'),
    capabilities: capabilities(),
    requested_node: Type.Optional(choice([...GATEWAY_NODES], 'The node that it wants to ask.')),
  },
  {
    title: 'HandshakeRequest',
    description: 'A declaration. It is checked and forgotten: nothing of it is stored, logged or echoed.',
    ...CLOSED,
  },
);

export const QueryRequestSchema = Type.Object(
  {
    question: requestText(BOUNDS.questionCodePoints, 'The question.'),
    node: Type.Optional(choice([...GATEWAY_NODES], 'Who is asked. Default Ember.')),
  },
  { title: 'QueryRequest', ...CLOSED },
);

const chatMembers = () => ({
  message: requestText(BOUNDS.messageCodePoints, 'The message.'),
  history: Type.Optional(
    Type.Array(
      Type.Object(
        {
          role: Type.String({ description: '`user` or `assistant`; any other is 400 `role_forbidden`.' }),
          content: Type.String({ maxLength: BOUNDS.messageCodePoints, description: 'What was said, by your account.' }),
        },
        { title: 'ChatTurn', ...CLOSED },
      ),
      {
        maxItems: BOUNDS.historyTurns,
        description: `Earlier turns, oldest first, ${BOUNDS.historyCodePoints.toLocaleString('en-GB')} code points in all. Untrusted data for this one call.`,
      },
    ),
  ),
  session_context: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      title: 'SessionContext',
      type: 'object',
      propertyNames: { type: 'string', pattern: '^[a-z_]{1,32}$' },
      additionalProperties: { type: 'string', maxLength: BOUNDS.sessionValueCodePoints },
      maxProperties: BOUNDS.sessionMembers,
      description: `Anything that helps to understand the message, ${BOUNDS.sessionCodePoints.toLocaleString('en-GB')} code points in all. Untrusted data for this one call: it gives no authority.`,
    }),
  ),
});

export const ChatRequestSchema = Type.Object(
  {
    ...chatMembers(),
    node: Type.Optional(choice([...CHAT_NODES], 'Who is spoken to. Default: set by the deployment, else S1_PLEX.')),
  },
  { title: 'ChatRequest', ...CLOSED },
);

const boundChat = (names: string[], title: string) =>
  Type.Object(
    { ...chatMembers(), node: Type.Optional(choice(names, 'The node of this route, and no other.')) },
    { title, ...CLOSED },
  );

export const EmberRequestSchema = boundChat(['S5_LOCUS', 'Ember'], 'EmberRequest');
export const LumenRequestSchema = boundChat(['S17_LUMEN', 'Lumen'], 'LumenRequest');

export const PulseRequestSchema = Type.Object(
  { topic: requestText(BOUNDS.topicCodePoints, 'What all nodes are asked about.') },
  { title: 'PulseRequest', ...CLOSED },
);

export const RECEIPT_KINDS = [
  'orientation',
  'handshake_read',
  'query_answered',
  'mcp_discovered',
  'verification',
  'disagreement',
  'incident',
] as const;

export const ReceiptRequestSchema = Type.Object(
  {
    schema: Type.Optional(choice(['orientation_receipt.v1'], 'The only form there is.')),
    agent_id: requestText(BOUNDS.agentIdCodePoints, 'What the agent calls itself.'),
    client_name: optionalText(BOUNDS.agentIdCodePoints, 'The program that it runs in.'),
    client_version: optionalText(BOUNDS.clientVersionCodePoints, 'Version of that program.'),
    kind: choice([...RECEIPT_KINDS], 'What the receipt is about.'),
    statement: optionalText(
      BOUNDS.statementCodePoints,
      'Plain text without addresses. Kept for moderators, never shown to other readers or to a model.',
    ),
    observed: Type.Optional(
      Type.Object(
        {
          constitution_hash: Type.Optional(hex64('Of the constitution that was read.')),
          contract_hash: Type.Optional(hex64('Of the contract that was read.')),
          manifest_version: optionalText(BOUNDS.clientVersionCodePoints, 'Of the manifest that was read.'),
          openapi_hash: Type.Optional(hex64('SHA-256 of the OpenAPI document that was read.')),
          request_id: optionalText(BOUNDS.requestIdCodePoints, 'Of a request that the receipt is about.'),
          answer_hash: Type.Optional(hex64('`hashes.answer` of an answer that was got.')),
          certificate_id: optionalText(BOUNDS.clientVersionCodePoints, 'Of a certificate that was checked.'),
        },
        { title: 'ReceiptObserved', description: 'What was seen; the answer says what of it fits.', ...CLOSED },
      ),
    ),
    capabilities: capabilities(),
    occurred_at: Type.Optional(isoTime('When it happened: at most 24 h ago, at most 5 min ahead.')),
    withdraw_commitment: Type.Optional(
      hex64('SHA-256 of a secret of yours. Whoever sends that secret later withdraws the receipt.'),
    ),
  },
  { title: 'ReceiptRequest', ...CLOSED },
);

export const WithdrawRequestSchema = Type.Object(
  {
    preimage: Type.String({
      minLength: 1,
      maxLength: BOUNDS.preimageCodePoints,
      description: 'The secret whose SHA-256 was sent as withdraw_commitment: text as UTF-8, or bytes in hex.',
    }),
  },
  { title: 'WithdrawRequest', ...CLOSED },
);
