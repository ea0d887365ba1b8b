// SPDX-License-Identifier: Apache-2.0
import type { BodyOf, OutputOf, ParamsOf, QueryOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import type { Reply } from './answer.ts';
import { ROUTES } from './generated/routes.ts';
import type { Route } from './route.ts';
import { type CallOptions, type Input, send, type TransportOptions } from './transport.ts';

export interface ClientOptions {
  /** Origin of the service, such as `https://plumbline.example`. */
  readonly baseUrl: string;
  /** Without one the free tier applies. */
  readonly key?: string;
  /** Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** Tries after the first, for what a retry can mend. Default 2. */
  readonly retries?: number;
  /** Of one try. Default 30,000. */
  readonly timeoutMs?: number;
}

type RouteId = keyof typeof ROUTES & keyof Operations;

type Method<O> = O extends { readonly body: unknown; readonly params: unknown }
  ? (params: Numeric<ParamsOf<O>>, body: BodyOf<O>, options?: CallOptions) => Promise<Reply<OutputOf<O>>>
  : BodyMethod<O>;

type BodyMethod<O> = O extends { readonly body: unknown }
  ? (body: BodyOf<O>, options?: CallOptions) => Promise<Reply<OutputOf<O>>>
  : O extends { readonly params: unknown }
    ? (params: Numeric<ParamsOf<O>>, options?: CallOptions) => Promise<Reply<OutputOf<O>>>
    : O extends { readonly query: unknown }
      ? QueryMethod<O>
      : (options?: CallOptions) => Promise<Reply<OutputOf<O>>>;

/** All parameters of some operations may be left out. */
type QueryMethod<O> =
  Record<never, never> extends QueryOf<O>
    ? (query?: QueryOf<O>, options?: CallOptions) => Promise<Reply<OutputOf<O>>>
    : (query: QueryOf<O>, options?: CallOptions) => Promise<Reply<OutputOf<O>>>;

/** A parameter of a path may be given as a number. */
type Numeric<P> = { readonly [K in keyof P]: P[K] | number };

/** A method for every operation that answers with JSON, under the operation's id. */
export type Client = { readonly [Id in RouteId]: Method<Operations[Id]> };

/**
 * Holds no connection and no state. Every method throws PlumblineApiError for a problem that the service reports and
 * PlumblineConnectionError when there is no answer of a service; an aborted signal rejects with its reason.
 * @throws TypeError when baseUrl is not an http(s) address
 */
export function createClient(options: ClientOptions): Client {
  const transport: TransportOptions = {
    baseUrl: originOf(options.baseUrl),
    key: options.key,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    retries: options.retries ?? 2,
    timeoutMs: options.timeoutMs ?? 30_000,
  };
  const methods = Object.entries(ROUTES).map(([id, route]) => [id, methodOf(transport, route)]);
  return Object.freeze(Object.fromEntries(methods)) as Client;
}

function methodOf(transport: TransportOptions, route: Route) {
  if (route.hasBody && route.hasParams)
    return (params: NonNullable<Input['params']>, body: unknown, options: CallOptions = {}) =>
      send(transport, route, { params, body }, options);
  if (route.hasBody) return (body: unknown, options: CallOptions = {}) => send(transport, route, { body }, options);
  if (route.hasParams)
    return (params: NonNullable<Input['params']>, options: CallOptions = {}) =>
      send(transport, route, { params }, options);
  if (route.hasQuery)
    return (query: NonNullable<Input['query']> = {}, options: CallOptions = {}) =>
      send(transport, route, { query }, options);
  return (options: CallOptions = {}) => send(transport, route, {}, options);
}

function originOf(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new TypeError('baseUrl must begin with http:// or https://');
  if (url.username !== '' || url.password !== '') throw new TypeError('baseUrl must not hold credentials');
  return url.origin + url.pathname.replace(/\/+$/, '');
}
