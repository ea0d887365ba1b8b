// SPDX-License-Identifier: Apache-2.0
import type { TSchema } from 'typebox';
import type { ErrorCode } from '../errors.ts';

/** The spine: routes, OpenAPI, SDK, CLI, docs and MCP tools are derived from values of this type. */
export interface Operation {
  /** camelCase, unique; the OpenAPI operationId and the SDK's method name. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Fastify form, with `:name` for parameters. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** v1 and pub wrap `output` in the envelopes of contract 1.1; raw operations answer `produces` as they are. */
  readonly envelope: 'v1' | 'pub' | 'raw';
  readonly access: Access;
  /** Policies of contract 1.5, by name of the free form; the keyed variant is derived. */
  readonly limits: readonly PolicyId[];
  readonly cors: 'public' | 'site';
  readonly cache: 'live' | 'document';
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Required with `body`. Always above the largest legal body, so that size never shadows a 400. */
  readonly maxBodyBytes?: number;
  readonly output: TSchema;
  /** First is the default. */
  readonly produces: readonly string[];
  readonly successStatus: 200 | 201 | 202;
  /** Beyond those that every operation can give. */
  readonly errors: readonly ErrorCode[];
  /** Does work on the texts of the body: costs checks of the day quota. */
  readonly cost: 'none' | 'one' | 'per_item';
  readonly examples: readonly Example[];
}

export type Access =
  /** Authorization is dropped unread; meta.credentials says "ignored". */
  | { readonly kind: 'open' }
  /** No Authorization: free tier. Any Authorization must be a live key with the scope. */
  | { readonly kind: 'optional'; readonly scope: string }
  | { readonly kind: 'required'; readonly scope: string };

export type PolicyId = 'check-day' | 'verify-burst' | 'check-min';

/** Run as a test against the real app: the answer must have this status and hold these members. */
export interface Example {
  readonly name: string;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly expect: { readonly status: number; readonly data?: Readonly<Record<string, unknown>> };
}
