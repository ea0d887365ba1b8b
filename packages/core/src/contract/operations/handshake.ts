// SPDX-License-Identifier: Apache-2.0
/** Specification 4.2, contract 3.1. */
import { MAX_BODY_BYTES } from '../limits.ts';
import { defineOperation } from '../operation.ts';
import { AgentContractSchema, HandshakeSchema } from '../schemas/gateway.ts';
import { HandshakeRequestSchema } from '../schemas/requests-gateway.ts';

const FIXED = {
  schema: 'public_agent_contract.v1',
  human_authority: 'THE_BRIDGE',
  boundaries: {
    registers_agent: false,
    accepts_credentials: false,
    issues_credentials: false,
    grants_authority: false,
  },
};

export const readHandshake = defineOperation({
  id: 'readHandshake',
  method: 'GET',
  path: '/api/v1/handshake',
  tag: 'gateway',
  summary: 'Read the public contract for agents',
  description:
    'What an agent finds here, may do and must not do. Nobody is registered, no credential is taken or issued, nothing ' +
    'is stored.',
  envelope: 'v1',
  access: { kind: 'open' },
  limits: [],
  cors: 'public',
  cache: 'document',
  output: AgentContractSchema,
  produces: ['application/json'],
  successStatus: 200,
  errors: [],
  cost: 'none',
  examples: [{ name: 'the contract', expect: { status: 200, data: FIXED } }],
});

export const handshake = defineOperation({
  id: 'handshake',
  method: 'POST',
  path: '/api/v1/handshake',
  tag: 'gateway',
  summary: 'Declare yourself, and read the same contract',
  description:
    'The declaration is checked and forgotten: nothing of it is stored, logged or echoed but the number of its members. ' +
    'The body may be empty or absent; the content type may not.',
  envelope: 'v1',
  access: { kind: 'open' },
  limits: [],
  cors: 'public',
  cache: 'live',
  body: HandshakeRequestSchema,
  emptyBody: true,
  maxBodyBytes: MAX_BODY_BYTES.handshake,
  output: HandshakeSchema,
  produces: ['application/json'],
  successStatus: 200,
  errors: [],
  cost: 'none',
  examples: [
    {
      name: 'a declaration is counted and forgotten',
      body: {
        agent_id: 'reader-7',
        purpose: 'Reading before asking.',
        capabilities: ['text'],
        requested_node: 'Ember',
      },
      expect: { status: 200, data: { ...FIXED, declared_fields: 4 } },
    },
    { name: 'nothing needs to be declared', body: {}, expect: { status: 200, data: { declared_fields: 0 } } },
    { name: 'other members are refused', body: { api: 1 }, expect: { status: 400, code: 'unknown_member' } },
    {
      name: 'only two nodes are here',
      body: { requested_node: 'S1_PLEX' },
      expect: { status: 400, code: 'invalid_value' },
    },
  ],
});
