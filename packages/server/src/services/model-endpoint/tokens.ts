// SPDX-License-Identifier: Apache-2.0
/** Tokens without a tokeniser: each model has its own, and a budget needs a bound, not a count. */
import type { TokenCounts } from './money.ts';

interface Sent {
  readonly messages: readonly { readonly content: string }[];
  readonly promptTokens?: number;
}

/** Ordinary prose has some four bytes a token, dense text in few-byte scripts about two; less is rare. */
const BYTES_PER_TOKEN_AT_LEAST = 2;
const BYTES_PER_TOKEN_USUALLY = 3;
/** Role and separators of a message. */
const TOKENS_AROUND_MESSAGE = 8;

/** What a call can come to: for the reservation. */
export function countsAtMost(sent: Sent, maxAnswerTokens: number): TokenCounts {
  return { input: sent.promptTokens ?? tokensOf(sent, BYTES_PER_TOKEN_AT_LEAST), output: maxAnswerTokens };
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
