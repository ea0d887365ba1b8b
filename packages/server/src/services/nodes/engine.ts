// SPDX-License-Identifier: Apache-2.0
/** What a node is to the airlock, and what an engine that answers for it must do (contract section 6). */

/** A published text of a node's own, from configuration. */
export interface PublicText {
  readonly title: string;
  readonly text: string;
  /** Absolute, or null where it has no address. */
  readonly url: string | null;
}

/** Who answers, as the configuration describes it. */
export interface NodeProfile {
  /** `S5_LOCUS`. */
  readonly id: string;
  /** The name that people use: `Ember`. */
  readonly alias: string;
  /** How it speaks; one paragraph, written by the operator. */
  readonly persona: string;
  /** What it is there for. */
  readonly station: string;
  readonly texts: readonly PublicText[];
}

export interface AnsweringNode extends NodeProfile {
  readonly engine: NodeEngine;
}

/** Something that was found for a question. */
export interface FoundPassage {
  /** Stable: `article:31`, `docs/guides/ratify.md#keys`. */
  readonly id: string;
  readonly title: string;
  /** Plain text, without markup. */
  readonly text: string;
  /** Absolute or site-relative; null where it has none. */
  readonly url: string | null;
  /** The article of the constitution that it is, else null. */
  readonly article: number | null;
  /** [0..1]; comparable within one search. */
  readonly score: number;
}

export interface Retrieved {
  /** Best first. */
  readonly passages: readonly FoundPassage[];
  /** Whether the first passage is near enough to the question to be given as an answer. */
  readonly sure: boolean;
  /** Which search ran: `concepts+bm25/1`. */
  readonly engine: string;
}

/** One message of a conversation that the airlock made. Text of callers stands in `user` messages only, marked as data. */
export interface PromptMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

/** Everything that an engine learns of a question. Made anew for each call; nothing of another caller is in it. */
export interface NodePrompt {
  readonly node: NodeProfile;
  /** For engines that generate: to be sent as they are, in this order, with no tools. */
  readonly messages: readonly PromptMessage[];
  /** The cleaned question, for engines that look it up and obey nothing. */
  readonly question: string;
  readonly retrieved: Retrieved;
  readonly limits: {
    /** The engine must not generate more. */
    readonly maxAnswerTokens: number;
    /** What the messages come to, estimated from above: for a budget that is reserved before the call. */
    readonly promptTokens: number;
    /** A reply of more bytes may be cut off while it arrives: it is refused anyway. */
    readonly maxReplyBytes: number;
  };
}

/** A quotation of an article that the answer rests on. */
export interface Grounding {
  readonly article: number;
  readonly quote: string;
}

export type EngineFailure =
  /** Cannot be reached, breaker open, or too many calls at once. 503 node_unavailable. */
  | { readonly kind: 'unavailable'; readonly retryAfterS: number }
  /** 504 upstream_timeout. */
  | { readonly kind: 'timeout'; readonly retryAfterS: number }
  /** An answer that breaks the protocol, is cut off, is too large or wants tools. 502 upstream_invalid. */
  | { readonly kind: 'invalid'; readonly retryAfterS: number }
  /** 503 budget_exhausted. */
  | { readonly kind: 'budget_exhausted'; readonly resetsAtMs: number };

export type EngineReply =
  | {
      readonly ok: true;
      readonly text: string;
      readonly grounding: readonly Grounding[];
      /** The engine stopped at its limit of tokens: more would have followed. */
      readonly truncated?: boolean;
    }
  | { readonly ok: false; readonly failure: EngineFailure };

/**
 * Answers for a node. It holds no memory between calls. A failure is a value; what it throws is taken as a failure of ours
 * and reported without its message.
 */
export interface NodeEngine {
  readonly kind: 'model' | 'local-retrieval';
  /** Shown to callers: never an address, a key or a provider's account. */
  readonly name: string;
  /** @param signal aborts at the airlock's deadline, with a TimeoutError, and when the caller has gone */
  answer(prompt: NodePrompt, signal: AbortSignal): Promise<EngineReply>;
}

const MAX_GROUNDING = 8;
const MAX_QUOTE_LENGTH = 300;

/** The articles among what was found, as quotations: what an engine that was given them rests on. */
export function groundingOf(passages: readonly FoundPassage[]): Grounding[] {
  return passages
    .flatMap(({ article, text }) => (article === null ? [] : [{ article, quote: shortened(text) }]))
    .slice(0, MAX_GROUNDING);
}

function shortened(text: string): string {
  if (text.length <= MAX_QUOTE_LENGTH) return text;
  const cut = text.slice(0, MAX_QUOTE_LENGTH - 1);
  return `${cut.slice(0, cut.lastIndexOf(' ')).trimEnd()}…`;
}
