// SPDX-License-Identifier: Apache-2.0
/** Receipts as they are answered (contract 3.3): never with the free text that came in. */
import { Type } from 'typebox';
import { count, hex64, isoTime, openEnum, ulid } from './scalars.ts';

const receiptId = () => ulid('rcp_', 'Names the receipt.');
const receivedAt = () => isoTime('When it was received.');
const expiresAt = () => isoTime('90 days later: then it is deleted.');
const contentHash = () => hex64('SHA-256 of the canonical JSON (RFC 8785) of the body as it was sent.');
const mailbox = () => Type.Literal('public_untrusted_mailbox');

export const ReceiptSchema = Type.Object(
  {
    receipt_id: receiptId(),
    status: mailbox(),
    received_at: receivedAt(),
    expires_at: expiresAt(),
    content_hash: contentHash(),
    observed_matches: Type.Unsafe<Record<string, boolean>>({
      type: 'object',
      additionalProperties: { type: 'boolean' },
      description: 'For each member of `observed` that this deployment can compare: whether it fits.',
    }),
    duplicate: Type.Boolean({
      description: 'The same content came from the same network today: the id is the first one.',
    }),
    mutates: Type.Literal(true),
    chain_write: Type.Literal(false),
    grants_authority: Type.Literal(false),
    is_instruction: Type.Literal(false),
    is_mcp_tool: Type.Literal(false),
  },
  { title: 'Receipt' },
);

export const ReceiptMetadataSchema = Type.Object(
  {
    receipt_id: receiptId(),
    status: mailbox(),
    kind: Type.String({ description: 'What it is about.' }),
    state: openEnum(['held', 'quarantined'], 'Quarantined: its words were flagged.'),
    received_at: receivedAt(),
    expires_at: expiresAt(),
    content_hash: contentHash(),
    withdrawable: Type.Boolean({ description: 'Whether it came with a commitment.' }),
  },
  { title: 'ReceiptMetadata', description: 'Metadata and hash; the text is not given out.' },
);

export const ReceiptErasedSchema = Type.Object(
  { receipt_id: receiptId(), erased: Type.Literal(true), erased_at: isoTime('When it was erased.') },
  { title: 'ReceiptErased' },
);

export const ReceiptContractSchema = Type.Object(
  {
    contract: Type.Object({
      status: mailbox(),
      retention_days: count('Days until a receipt is deleted.'),
      mutates: Type.Literal(true),
      chain_write: Type.Literal(false),
      grants_authority: Type.Literal(false),
      is_instruction: Type.Literal(false),
      is_mcp_tool: Type.Literal(false),
      accepts_credentials: Type.Literal(false),
      rules: Type.Array(Type.String(), { description: 'What is done with a receipt, in words.' }),
      limits: Type.Array(
        Type.Object({
          name: Type.String({ description: 'As in RateLimit-Policy.' }),
          quota: count('Receipts.'),
          window_s: count('Seconds; 86,400 is a UTC day.'),
          partition: openEnum(['network', 'service'], 'What is counted.'),
        }),
      ),
      withdrawal: Type.Object({
        method: Type.Literal('DELETE'),
        url: Type.String({ description: 'With the id in place of `{id}`.' }),
        body: Type.Object({ preimage: Type.String() }),
        commitment: Type.String({ description: 'How withdraw_commitment is made.' }),
      }),
    }),
    schema: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'JSON Schema 2020-12 of the body of POST.',
    }),
    counts: Type.Object({
      held: count('Receipts that are kept now.'),
      quarantined: count('Of these, with flagged words.'),
      received_today: count('Receipts of this UTC day.'),
      withdrawn: count('Receipts that were withdrawn, over the days that counts are kept.'),
      expired: count('Receipts that were deleted after their 90 days, over the days that counts are kept.'),
    }),
  },
  { title: 'ReceiptContract' },
);
