// SPDX-License-Identifier: Apache-2.0
/** Tokens without a tokeniser: each model has its own, and a budget needs a bound, not a count. */
import type { TokenCounts } from './money.ts';

interface Sent {
  readonly messages: readonly { readonly content: string }[];
  readonly promptTokens?: number;
  readonly form?: object | null;
}

/** Ordinary prose has some four bytes a token, dense text in few-byte scripts about two; less is rare. */
const BYTES_PER_TOKEN_AT_LEAST = 2;
const BYTES_PER_TOKEN_USUALLY = 3;
/** What servers write before the messages: the day, how to think, how to call tools. */
const TOKENS_OF_TEMPLATE = 1_024;
/** Role and separators of a message. */
const TOKENS_AROUND_MESSAGE = 8;

/** What a call can come to: for the reservation. */
export function countsAtMost(sent: Sent, maxAnswerTokens: number): TokenCounts {
  return { input: sent.promptTokens ?? tokensOf(sent, BYTES_PER_TOKEN_AT_LEAST), output: maxAnswerTokens };
}

/**
 * What an upstream reports, as far as it can be: a token is a byte at least, and no answer is longer than what was asked for
 * or came. A reply is a stranger's text, and one wrong number in it would end the budget of a day.
 */
export function boundedCounts(reported: TokenCounts, sent: Sent, answer: string, maxAnswerTokens: number): TokenCounts {
  const form = sent.form == null ? 0 : Buffer.byteLength(JSON.stringify(sent.form));
  const most = Math.max(sent.promptTokens ?? 0, tokensOf(sent, 1)) + form + TOKENS_OF_TEMPLATE;
  return {
    input: Math.min(reported.input, most),
    output: Math.min(reported.output, Math.max(maxAnswerTokens, Buffer.byteLength(answer))),
  };
}

/** What a call came to, where the upstream does not say. */
export function estimatedCounts(sent: Sent, answer: string): TokenCounts {
  return {
    input: tokensOf(sent, BYTES_PER_TOKEN_USUALLY),
    output: Math.ceil(Buffer.byteLength(answer) / BYTES_PER_TOKEN_USUALLY),
  };
}

function tokensOf({ messages }: Sent, bytesPerToken: number): number {
  return messages.reduce(
    (sum, { content }) => sum + Math.ceil(Buffer.byteLength(content) / bytesPerToken) + TOKENS_AROUND_MESSAGE,
    0,
  );
}
