// SPDX-License-Identifier: Apache-2.0
import type { BodyOf, OutputOf } from '@plumbline/core/contract/operation.ts';
import { OPERATIONS, type Operations } from '@plumbline/core/contract/operations.ts';
import type { Handler } from '../../http/call.ts';
import { RECEIPT_DAYS } from '../../services/gateway/receipts.ts';
import { limitForms } from '../../services/limit-policies.ts';
import type { RouteServices } from '../services.ts';

type ReceiptContract = OutputOf<Operations['readReceiptContract']>;

const RULES = [
  'A receipt is public, untrusted and bounded: a note of what an agent has read or met here.',
  'It is no instruction, no tool, no write to the chain, and it gives no authority. Nothing of it is ever shown to a model.',
  'A statement is plain text without addresses. It is judged; flagged words are kept apart, and the metadata says so.',
  'Readers get metadata and the hash of the content, never the words.',
  'The same content from the same network on the same UTC day is the same receipt: 201, `duplicate: true`.',
  'What is observed is compared with what is true here; members that nothing is kept of are left out of the comparison.',
  'After 90 days it is deleted. Whoever knows the secret behind `withdraw_commitment` can erase it before.',
];

/** GET /api/agent/receipt. */
export const readReceiptContract = ({ config, receipts, baseUrl }: RouteServices): Handler => {
  const forms = limitForms(config.settings.limits);
  const limits = [forms['receipt-hour'], forms['receipt-day'], forms['receipt-service-day']].map(
    ({ name, limit, windowMs, partition }) => ({
      name,
      quota: limit,
      window_s: windowMs / 1_000,
      partition: partition === 'service' ? ('service' as const) : ('network' as const),
    }),
  );
  const schema = JSON.parse(JSON.stringify(OPERATIONS.submitReceipt.body)) as Record<string, unknown>;
  return async () => {
    const { held, quarantined, receivedToday, withdrawn, expired } = await receipts.counts();
    const counts = { held, quarantined, received_today: receivedToday, withdrawn, expired };
    return { data: { contract: { ...terms(baseUrl()), limits }, schema, counts } satisfies ReceiptContract };
  };
};

function terms(base: string): Omit<ReceiptContract['contract'], 'limits'> {
  return {
    status: 'public_untrusted_mailbox',
    retention_days: RECEIPT_DAYS,
    mutates: true,
    chain_write: false,
    grants_authority: false,
    is_instruction: false,
    is_mcp_tool: false,
    accepts_credentials: false,
    rules: RULES,
    withdrawal: {
      method: 'DELETE',
      url: `${base}/api/agent/receipt/{id}`,
      body: { preimage: 'the secret' },
      commitment:
        'withdraw_commitment is the SHA-256, in lowercase hex, of a secret that only you know: of its UTF-8 bytes, or of the bytes that it writes in hex. Use at least 16 random bytes.',
    },
  };
}

/** POST /api/agent/receipt. */
export const submitReceipt =
  ({ receipts }: RouteServices): Handler =>
  async ({ body, caller, claimed }) => {
    const { data, stored } = await receipts.submit(body as BodyOf<Operations['submitReceipt']>, caller, claimed);
    return stored === null ? { data } : { stored, replayed: false };
  };

/** GET /api/agent/receipt/:id. */
export const readReceipt =
  ({ receipts }: RouteServices): Handler =>
  async ({ params }) => ({ data: await receipts.metadata(params.id ?? '') });

/** DELETE /api/agent/receipt/:id. */
export const withdrawReceipt =
  ({ receipts }: RouteServices): Handler =>
  async ({ params, body }) => {
    const { preimage } = body as BodyOf<Operations['withdrawReceipt']>;
    return { data: await receipts.withdraw(params.id ?? '', preimage) };
  };
