// SPDX-License-Identifier: Apache-2.0
import type { Static, TSchema } from 'typebox';
import type { ErrorCode, FieldError } from '../errors.ts';
import type { PolicyId } from './limits.ts';

export type { PolicyId } from './limits.ts';

/** The spine: routes, OpenAPI, SDK, CLI, docs and MCP tools are derived from values of this type. */
export interface Operation {
  /** camelCase, unique; the OpenAPI operationId and the SDK's method name. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Fastify form, with `:name` for parameters. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** v1 and pub wrap `output` in the envelopes of contract 1.1; raw operations answer `produces` as they are. */
  readonly envelope: 'v1' | 'pub' | 'raw';
  readonly access: Access;
  /** Policies of contract 1.5, by name of the free form; the keyed variant is derived. */
  readonly limits: readonly PolicyId[];
  readonly cors: 'public' | 'site';
  /** `live` is no-store; `document` carries its publication time, an ETag and no request id (contract 1.7). */
  readonly cache: 'live' | 'document';
  /** A value that breaks it is 404: nothing lives at that address. */
  readonly params?: TSchema;
  /** The last parameter takes the rest of the path, slashes included. */
  readonly spansPath?: true;
  /** A value that breaks it is 400 `invalid_parameter`. */
  readonly query?: TSchema;
  /** What the query may not ask for: refused with 403 before any parameter is checked. */
  readonly withheld?: Withheld;
  readonly body?: TSchema;
  /** An absent body stands for `{}`; its content type is still needed. */
  readonly emptyBody?: true;
  /** Takes the form that `body` describes out of others that the description allows; before anything is checked. */
  readonly unwrap?: (body: unknown) => unknown;
  /** What to say beside the errors of a refused body that is clearly something else; null for nothing. */
  readonly hint?: (body: unknown) => string | null;
  /** Rules that JSON Schema cannot say; runs on a body that the schema has passed. Empty: good. */
  readonly refine?: (body: never) => readonly FieldError[];
  /** Required with `body`. Always above the largest legal body, so that size never shadows a 400. */
  readonly maxBodyBytes?: number;
  /** The `data` of v1 and pub; of raw operations the whole answer. */
  readonly output: TSchema;
  /** First is the default. */
  readonly produces: readonly string[];
  /** What a media type of `produces` holds where it is not `output` in its envelope. */
  readonly representations?: Readonly<Record<string, TSchema>>;
  readonly successStatus: 200 | 201 | 202;
  /** Path of what was made, with `:name` for members of the answer: the Location field. */
  readonly location?: string;
  /** What a success takes that no fixed example can have: keys or signatures of a deployment. */
  readonly successNeeds?: string;
  /** Takes an Idempotency-Key (contract 1.7). */
  readonly idempotent?: true;
  /** A status beside the success that answers with the same `output`: health and readiness that fail. */
  readonly failureStatus?: 503;
  /** Beyond those that every operation of its kind can give; `errorsOf` has them all. */
  readonly errors: readonly ErrorCode[];
  /** Does work on the texts of the body: costs checks of the day quota. */
  readonly cost: 'none' | 'one' | 'per_item';
  /** Belongs to the public proof surface, which /openapi.json describes. */
  readonly proof?: true;
  readonly examples: readonly Example[];
}

/** Refused by policy, as a parameter and as a value of the parameters that are lists. */
export interface Withheld {
  readonly names: readonly string[];
  readonly lists: readonly string[];
}

export const TAGS = {
  verification: 'Judge texts, and pairs of prompt and response.',
  constitution: 'The text that everything is judged by.',
  ledger: 'The public record, and the proofs by which strangers check it.',
  gateway: 'For agents that come for the first time: a contract, questions, receipts.',
  nodes: 'Talk to the nodes of this deployment.',
  discovery: 'What this deployment is and offers.',
  health: 'Whether it works.',
  pages: 'For people with a browser.',
} as const;
export type Tag = keyof typeof TAGS;

export type Access =
  /** Authorization is dropped unread; meta.credentials says "ignored". */
  | { readonly kind: 'open' }
  /**
   * No key is needed and none changes anything, but any Authorization must be a live one: a leaked or mistyped key is told.
   * Where the work may reach an upstream that costs, or the live ledger, a test key is refused.
   */
  | { readonly kind: 'checked'; readonly reachesUpstreams: boolean; readonly reachesLedger?: boolean }
  /** No Authorization: free tier. Any Authorization must be a live key with the scope. */
  | { readonly kind: 'optional'; readonly scope: string }
  | { readonly kind: 'required'; readonly scope: string };

/** Run as a test against the real app: the answer must have this status and hold these members. */
export interface Example {
  readonly name: string;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  /** The Accept header; none means any. */
  readonly accept?: string;
  readonly expect: {
    readonly status: number;
    /** Parts of `data`; of the whole document where the answer has no envelope. Compare with `holds`. */
    readonly data?: Readonly<Record<string, unknown>>;
    /** The problem's code. */
    readonly code?: ErrorCode;
    /** Media type of the answer, without parameters. */
    readonly mediaType?: string;
    /** A piece of a text answer. */
    readonly contains?: string;
  };
}

/** Keeps the exact type, so that SDK and tests know each operation's schemas. */
export function defineOperation<const O extends Operation>(operation: O): O {
  return operation;
}

type Frozen<T> = T extends readonly (infer E)[]
  ? readonly Frozen<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** The value a schema stands for, deeply read-only. */
export type Wire<S> = S extends TSchema ? Frozen<Static<S>> : never;
export type BodyOf<O> = O extends { readonly body: infer B } ? Wire<B> : undefined;
export type ParamsOf<O> = O extends { readonly params: infer P } ? Wire<P> : undefined;
export type QueryOf<O> = O extends { readonly query: infer Q } ? Wire<Q> : undefined;
export type OutputOf<O> = O extends { readonly output: infer R } ? Wire<R> : never;
