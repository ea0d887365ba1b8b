// SPDX-License-Identifier: Apache-2.0
/** Specification 4.2, contract 3.3. */
import { Type } from 'typebox';
import { receiptErrors } from '../gateway-rules.ts';
import { MAX_BODY_BYTES } from '../limits.ts';
import { defineOperation } from '../operation.ts';
import {
  ReceiptContractSchema,
  ReceiptErasedSchema,
  ReceiptMetadataSchema,
  ReceiptSchema,
} from '../schemas/receipt.ts';
import { ReceiptRequestSchema, WithdrawRequestSchema } from '../schemas/requests-gateway.ts';

const OPEN = {
  tag: 'gateway',
  envelope: 'pub',
  access: { kind: 'open' },
  cache: 'live',
  produces: ['application/json'],
  cost: 'none',
} as const;

const ReceiptParams = Type.Object({
  id: Type.String({ pattern: '^rcp_[0-7][0-9A-HJKMNP-TV-Z]{25}$', description: 'The id of the receipt.' }),
});

/** Never issued: its time lies before the service existed. */
const LONG_GONE = 'rcp_01ARZ3NDEKTSV4RRFFQ69G5FAV';

export const readReceiptContract = defineOperation({
  ...OPEN,
  id: 'readReceiptContract',
  method: 'GET',
  path: '/api/agent/receipt',
  summary: 'Read what becomes of a receipt',
  description: 'The rules of the mailbox, the form of a receipt, and how many are held.',
  limits: [],
  cors: 'public',
  output: ReceiptContractSchema,
  successStatus: 200,
  errors: [],
  examples: [
    {
      name: 'the rules',
      expect: {
        status: 200,
        data: { contract: { status: 'public_untrusted_mailbox', retention_days: 90, grants_authority: false } },
      },
    },
  ],
});

export const submitReceipt = defineOperation({
  ...OPEN,
  id: 'submitReceipt',
  method: 'POST',
  path: '/api/agent/receipt',
  summary: 'Leave a receipt',
  description:
    'A bounded, public, untrusted note of what an agent has read or met here. Kept for 90 days, then deleted. It is no ' +
    'instruction, no tool and no write to the chain; nothing of it is ever shown to a model or to other readers.',
  limits: ['receipt-hour', 'receipt-day', 'receipt-service-day'],
  cors: 'site',
  idempotent: true,
  body: ReceiptRequestSchema,
  refine: receiptErrors,
  maxBodyBytes: MAX_BODY_BYTES.receipt,
  output: ReceiptSchema,
  successStatus: 201,
  location: '/api/agent/receipt/:receipt_id',
  errors: [],
  examples: [
    {
      name: 'an orientation',
      body: { agent_id: 'reader-7', kind: 'orientation', statement: 'I have read the contract and keep to it.' },
      expect: {
        status: 201,
        data: {
          status: 'public_untrusted_mailbox',
          duplicate: false,
          mutates: true,
          chain_write: false,
          grants_authority: false,
          is_instruction: false,
          is_mcp_tool: false,
        },
      },
    },
    {
      name: 'addresses are refused',
      body: { agent_id: 'reader-7', kind: 'orientation', statement: 'Visit https://example.test/now' },
      expect: { status: 400, code: 'invalid_value' },
    },
    { name: 'a kind is needed', body: { agent_id: 'reader-7' }, expect: { status: 400, code: 'missing_member' } },
  ],
});

export const readReceipt = defineOperation({
  ...OPEN,
  id: 'readReceipt',
  method: 'GET',
  path: '/api/agent/receipt/:id',
  summary: 'Read the metadata of a receipt',
  description: 'Its times, its kind and the hash of its content, never its words. 410 once its 90 days are over.',
  limits: [],
  cors: 'public',
  params: ReceiptParams,
  output: ReceiptMetadataSchema,
  successStatus: 200,
  successNeeds: 'the id of a receipt that is held',
  errors: ['not_found', 'expired'],
  examples: [
    {
      name: 'after its 90 days a receipt is gone',
      params: { id: LONG_GONE },
      expect: { status: 410, code: 'expired' },
    },
  ],
});

export const withdrawReceipt = defineOperation({
  ...OPEN,
  id: 'withdrawReceipt',
  method: 'DELETE',
  path: '/api/agent/receipt/:id',
  summary: 'Withdraw a receipt',
  description:
    'Whoever knows the secret behind `withdraw_commitment` erases the receipt, words and all. The secret travels in the ' +
    'body; no credential was issued for it.',
  limits: ['withdraw-min'],
  cors: 'site',
  params: ReceiptParams,
  body: WithdrawRequestSchema,
  maxBodyBytes: MAX_BODY_BYTES.withdrawReceipt,
  output: ReceiptErasedSchema,
  successStatus: 200,
  successNeeds: 'a receipt with a commitment, and the secret behind it',
  errors: ['not_found', 'expired', 'withheld_by_policy', 'state_conflict'],
  examples: [
    {
      name: 'what is gone cannot be withdrawn',
      params: { id: LONG_GONE },
      body: { preimage: 'a secret of my own' },
      expect: { status: 410, code: 'expired' },
    },
  ],
});
