// SPDX-License-Identifier: Apache-2.0
/** What passes between the frame and the handlers. Handlers see values, never a request or a reply. */
import type { Readable } from 'node:stream';
import type { OperationId } from '@plumbline/core/contract/operations.ts';
import type { Document } from '../services/documents.ts';
import type { ClaimedCall, StoredAnswer } from '../services/idempotency.ts';
import type { Usage } from '../services/quota.ts';
import type { Caller } from '../services/tiers.ts';

export type { StoredAnswer } from '../services/idempotency.ts';

export interface Warning {
  readonly code: string;
  readonly detail: string;
  readonly pointer?: string;
}

/** Members that are undefined are not written. */
export interface Meta {
  readonly usage?: Usage | undefined;
  readonly warnings?: readonly Warning[] | undefined;
  readonly credentials?: 'ignored' | 'none' | 'key';
  readonly duration_ms?: number;
  readonly trace_id?: string | undefined;
}

/** One request that passed every check of contract 1.2 up to the day quota. */
export interface Call {
  readonly requestId: string;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Has the shape of the operation's body schema. */
  readonly body: unknown;
  /** The media type to answer with, one of the operation's `produces`. */
  readonly accept: string;
  /** Aborted when the client has gone away. */
  readonly gone: () => AbortSignal;
  /** What a client that was cut off from a stream of events saw last: its Last-Event-ID. */
  readonly lastEventId: () => string | undefined;
  /** Present when the caller sent an Idempotency-Key that is not answered yet. */
  readonly claimed?: ClaimedCall;
}

export interface DataAnswer {
  readonly data: unknown;
  /** `data` as JSON, where the handler has a cheaper way to write it; the same text as JSON.stringify gives. */
  readonly text?: string;
  /** True where `text` is known to be ASCII. */
  readonly isAscii?: boolean;
  /** Go into `meta.warnings`, where the operation has the V1 envelope. */
  readonly warnings?: readonly Warning[];
  readonly usage?: Usage;
  readonly failed?: boolean;
  /** Address of the next page of a list, for the Link field (contract 1.7). */
  readonly next?: string | undefined;
}

/** `data` goes into the envelope of the operation; a document or a text goes out as it is. */
export type Answer =
  | DataAnswer
  | { readonly document: Document }
  | TextAnswer
  /** Bytes that were kept for an Idempotency-Key. */
  | { readonly stored: StoredAnswer; readonly replayed: boolean; readonly usage?: Usage };

/** Bytes or text as they are, or a stream of them. */
export interface TextAnswer {
  readonly text: string | Buffer | Readable;
  readonly type: string;
  readonly failed?: boolean;
  /** Laid over those of the operation. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;
export type Handlers = Readonly<Record<OperationId, Handler>>;
