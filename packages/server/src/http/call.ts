// SPDX-License-Identifier: Apache-2.0
/** What passes between the frame and the handlers. Handlers see values, never a request or a reply. */
import type { OperationId } from '@plumbline/core/contract/operations.ts';
import type { Document } from '../services/documents.ts';
import type { Usage } from '../services/quota.ts';
import type { Caller } from '../services/tiers.ts';

export interface Warning {
  readonly code: string;
  readonly detail: string;
  readonly pointer?: string;
}

export interface Meta {
  readonly usage?: Usage;
  readonly warnings?: readonly Warning[];
  readonly credentials?: 'ignored' | 'none' | 'key';
  readonly duration_ms?: number;
  readonly trace_id?: string;
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
}

export interface DataAnswer {
  readonly data: unknown;
  readonly usage?: Usage;
  readonly failed?: boolean;
}

/** `data` goes into the envelope of the operation; a document or a text goes out as it is. */
export type Answer =
  | DataAnswer
  | { readonly document: Document }
  | { readonly text: string; readonly type: string; readonly failed?: boolean };

export type Handler = (call: Call) => Answer | Promise<Answer>;
export type Handlers = Readonly<Record<OperationId, Handler>>;
