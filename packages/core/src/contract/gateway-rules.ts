// SPDX-License-Identifier: Apache-2.0
/** The rules of chats and receipts that JSON Schema cannot say. */
import type { FieldError } from '../errors.ts';
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
        detail: `The texts have ${total} code points together; at most ${limit} are read.`,
        limit,
      });
  }
  return errors.slice(0, BOUNDS.fieldErrors);
}

const ENDINGS =
  'com|net|org|info|biz|io|ai|dev|app|xyz|gov|edu|mil|eu|uk|de|fr|nl|ru|cn|jp|br|au|ch|onion|localhost|online|shop|site|tech|cloud';
/** Schemes, hosts with www, numbers of hosts and domains, Markdown and HTML links. */
const ADDRESS = new RegExp(
  [
    '[a-z][a-z0-9+.-]{1,19}://',
    '\\b(?:mailto|javascript|data|vbscript|file|tel|magnet|ipfs|urn):\\S',
    '\\bhxxps?\\b',
    '\\bwww\\d?\\.[a-z0-9-]',
    '\\]\\s?\\(\\s?\\S+\\s?\\)',
    '<a\\s',
    '\\b(?:\\d{1,3}\\.){3}\\d{1,3}(?=[:/])',
    `\\b[a-z0-9-]+(?:\\.[a-z0-9-]+)*\\.(?:${ENDINGS})\\b(?!\\.[a-z])`,
    // Any other ending is an address only with what follows an address: `it works.In time` is a sentence.
    '\\b[a-z0-9-]+(?:\\.[a-z0-9-]+)*\\.[a-z]{2,24}(?:[/?#][^\\s/]|:\\d)',
  ].join('|'),
  'iu',
);

/** Characters that are not seen and would hide an address. */
const UNSEEN = /(?!\s)[\p{Cf}\p{Mn}\p{Cc}]/gu;
/** `example[.]com`, `example (dot) com`: ways to write an address so that people can still use it. */
const DISGUISED_DOT = /\s?(?:\[\.?\s?(?:\.|dot)\s?\]|\(\s?(?:\.|dot)\s?\)|\{\s?(?:\.|dot)\s?\}|\s(?:dot)\s)\s?/giu;

/** The ideographic full stop, which browsers take for the dot of a host name (UTS 46); `。` after NFKC. */
const WIDE_DOT = /(?<=[a-z0-9-])\u3002(?=[a-z0-9])/giu;

/** Whether a text holds an address that a reader could follow. */
export function holdsAddress(text: string): boolean {
  const plain = text.normalize('NFKC').replace(UNSEEN, '').replace(WIDE_DOT, '.');
  return ADDRESS.test(plain) || ADDRESS.test(plain.replace(DISGUISED_DOT, '.'));
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
