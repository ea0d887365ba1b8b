// SPDX-License-Identifier: Apache-2.0
/** The rules of chats and receipts that JSON Schema cannot say. */
import type { FieldError } from '../errors.ts';
import { holdsAddress } from './addresses.ts';
import { codePointLength } from './code-point-length.ts';
import { BOUNDS } from './limits.ts';
import type { Wire } from './operation.ts';
import type { ChatRequestSchema, ReceiptRequestSchema } from './schemas/requests-gateway.ts';

type ChatBody = Pick<Wire<typeof ChatRequestSchema>, 'history' | 'session_context'>;

const ROLES: ReadonlySet<string> = new Set(['user', 'assistant']);

/** Roles, and the sums over history and session_context (contract 1.6 and section 6). */
export function chatErrors({ history = [], session_context = {} }: ChatBody): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [i, { role }] of history.entries())
    if (!ROLES.has(role))
      errors.push({
        pointer: `/history/${i}/role`,
        code: 'role_forbidden',
        detail: 'A history holds turns of user and assistant.',
      });
  const sums = [
    ['/history', history.map(({ content }) => content), BOUNDS.historyCodePoints],
    ['/session_context', Object.values(session_context), BOUNDS.sessionCodePoints],
  ] as const;
  for (const [pointer, texts, limit] of sums) {
    const total = texts.reduce((sum, text) => sum + codePointLength(text), 0);
    if (total > limit)
      errors.push({
        pointer,
        code: 'too_long',
        detail: `The texts have ${shown(total)} code points together; at most ${shown(limit)} are read.`,
        limit,
      });
  }
  return errors.slice(0, BOUNDS.fieldErrors);
}

/** Statements carry no addresses: a mailbox that takes them is a board for spam (contract D7). */
export function receiptErrors({ statement }: Wire<typeof ReceiptRequestSchema>): readonly FieldError[] {
  if (statement === undefined || !holdsAddress(statement)) return [];
  const detail = 'A statement is plain text without addresses.';
  return [{ pointer: '/statement', code: 'invalid_value', detail }];
}

export const OCCURRED_BACK_MS = 24 * 3_600_000;
export const OCCURRED_AHEAD_MS = 5 * 60_000;

/** `occurred_at` against the clock of the service. */
export function occurredErrors(occurredAt: string | undefined, nowMs: number): readonly FieldError[] {
  if (occurredAt === undefined) return [];
  const atMs = Date.parse(occurredAt);
  if (atMs >= nowMs - OCCURRED_BACK_MS && atMs <= nowMs + OCCURRED_AHEAD_MS) return [];
  const detail = 'A time at most 24 h ago and at most 5 min ahead.';
  return [{ pointer: '/occurred_at', code: 'invalid_value', detail }];
}

const shown = (count: number) => count.toLocaleString('en-GB');
