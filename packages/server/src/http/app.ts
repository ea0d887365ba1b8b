// SPDX-License-Identifier: Apache-2.0
/** The framework's only home: mounts every operation of the contract behind one pipeline. */
import type { IncomingMessage, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { OPERATION_LIST, type OperationId } from '@plumbline/core/contract/operations.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Document } from '../services/documents.ts';
import { identify, JSON_UTF8, KEEP_ALIVE_S, notModified } from './answer.ts';
import type { Handlers } from './call.ts';
import { takeLeave } from './closing.ts';
import { renderFailure, sendFailure } from './failure.ts';
import type { Frame, Plan } from './frame.ts';
import {
  DOCUMENT,
  isRepeated,
  operationHeaders,
  PUBLIC_CORS,
  preflightHeaders,
  securityHeaders,
  siteCorsHeaders,
} from './headers.ts';
import { type KnownRoute, type PathMatch, pathTable, routerPath } from './paths.ts';
import { begin, serve } from './pipeline.ts';
import { knownParameters } from './query.ts';
import { Received } from './received.ts';
import { Sent } from './sent.ts';
import { compileInTurns, validationOf } from './validation.ts';
import { answerOnSocket, type WireAnswers, wireErrorHandler } from './wire-errors.ts';

/** contract 1.6. The header section is bounded by the parser, slow bodies and headers by the server. */
const MAX_HEADER_BYTES = 16_384;
const SLOW_MS = 10_000;

/** Methods whose bodies the framework would read. */
const WITH_BODY = ['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY'];

/** The compiler would take our own classes for HTTP/2's. */
const LEAN = { IncomingMessage: Received, ServerResponse: Sent } as Pick<
  ServerOptions,
  'IncomingMessage' | 'ServerResponse'
>;

/** A listening or injectable server. */
export type App = FastifyInstance;

export interface AppOptions {
  readonly frame: Frame;
  readonly handlers: Handlers;
  /** Files of the pages, by path: they are no operations. */
  readonly assets: ReadonlyMap<string, Document>;
}

/** @throws Error when an operation of the contract has no handler */
export function createApp({ frame, handlers, assets }: AppOptions): FastifyInstance {
  const plans = plansOf(frame, handlers);
  const match = pathTable([...plans.map(operationRoute), ...[...assets.keys()].map(assetRoute)]);
  const app = fastify({
    logger: false,
    exposeHeadRoutes: true,
    requestTimeout: SLOW_MS,
    keepAliveTimeout: KEEP_ALIVE_S * 1_000,
    return503OnClosing: false,
    // A request without Host is refused by us: Node's own answer has no body.
    http: {
      ...LEAN,
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: SLOW_MS,
      connectionsCheckingInterval: 1_000,
    },
    clientErrorHandler: wireErrors(frame, match),
    frameworkErrors: (error, request, reply) => answerUnrouted(frame, request, reply, error),
    routerOptions: { maxParamLength: 200, caseSensitive: true, ignoreTrailingSlash: false },
  });
  app.addHook('onRequest', (request, reply, done) => {
    const fault = hostFault(request) ?? expectFault(request);
    if (fault === null) done();
    else answerUnrouted(frame, request, reply, fault);
  });
  app.addHook('preClose', () => takeLeave(app.server));
  app.addHook('onListen', async () => compileInTurns(OPERATION_LIST));
  // The pipeline reads bodies itself, in the contract's order; the framework must not touch them before, nor those of
  // methods that no operation has: it would complain of the body where the method is what is wrong.
  for (const method of WITH_BODY) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  // Node would invite the body at once; the body reader does it once the header section has been accepted. What else may
  // be expected Node would refuse by itself, without a body.
  for (const event of ['checkContinue', 'checkExpectation'])
    app.server.on(event, (request, response) => app.server.emit('request', request, response));
  for (const plan of plans) {
    const { method } = plan.operation;
    app.route({ method, url: routerPath(plan.operation), handler: serve(frame, plan) });
  }
  for (const [path, document] of assets) mountAsset(app, frame, path, document);
  app.server.on('connect', (request, socket) => refuseTunnel(frame, match, request, socket));
  app.setNotFoundHandler((request, reply) => answerUnmatched(frame, match, request, reply));
  app.setErrorHandler((error, request, reply) => answerUnrouted(frame, request, reply, error));
  return app;
}

function plansOf(frame: Frame, handlers: Handlers): Plan[] {
  return OPERATION_LIST.map((operation) => {
    const handler = handlers[operation.id as OperationId];
    if (handler === undefined) throw new Error(`The operation ${operation.id} has no handler.`);
    const headers = operationHeaders(frame.headers, operation);
    return {
      operation,
      handler,
      validation: validationOf(operation),
      headers,
      jsonFields: Object.entries({ ...headers, 'content-type': JSON_UTF8 }).flat(),
      jsonLines: linesOf({ ...headers, 'content-type': JSON_UTF8 }),
      parameters: knownParameters(operation),
    };
  });
}

const linesOf = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

function mountAsset(app: FastifyInstance, frame: Frame, path: string, document: Document): void {
  const headers = {
    ...securityHeaders(frame.headers),
    'cache-control': DOCUMENT,
    etag: document.etag,
    'last-modified': document.lastModified,
    ...document.headers,
  };
  app.get(path, (request, reply) => {
    identify(begin(frame, request), reply);
    reply.headers(headers);
    if (notModified(request, document)) return reply.code(304).send();
    return reply.type(document.type).send(document.bytes);
  });
}

function operationRoute({ operation, validation }: Plan): KnownRoute {
  const { method, path, cors, spansPath } = operation;
  return { method, path, spansPath, isPublic: cors === 'public', accepts: validation.params };
}

const assetRoute = (path: string): KnownRoute => ({ method: 'GET', path, isPublic: false, accepts: () => true });

/** Where nothing lives, nothing is the site's own: a page of any origin may read why. */
const NOWHERE = { ...PUBLIC_CORS, vary: 'Accept, Accept-Encoding' };

/** No route for this method and path: 404, 405 with Allow, or the answer to OPTIONS. */
function answerUnmatched(frame: Frame, match: Match, request: FastifyRequest, reply: FastifyReply): void {
  const progress = begin(frame, request);
  identify(progress, reply);
  reply.headers(securityHeaders(frame.headers));
  const found = match(request.url.split('?', 1)[0] ?? '');
  if (found === null) {
    reply.headers(NOWHERE);
    sendFailure(frame, progress, request, reply, new PlumblineError('not_found'));
    return;
  }
  // A preflight asks for one method: a path that every page may read is not one that every page may write to.
  const asked = request.headers['access-control-request-method'];
  const cors = corsOf(frame, found, asked, request.headers.origin);
  reply.headers({ ...cors, vary: 'Accept, Accept-Encoding, Origin', allow: found.allow });
  if (request.method !== 'OPTIONS') {
    sendFailure(frame, progress, request, reply, new PlumblineError('method_not_allowed'));
    return;
  }
  if ('access-control-allow-origin' in cors) reply.headers(preflightHeaders(found.allow));
  reply.code(204).send();
}

const corsOf = (frame: Frame, found: PathMatch, method: string | undefined, origin: string | undefined) =>
  found.isPublic(method) ? PUBLIC_CORS : siteCorsHeaders(frame.headers, origin);

/** RFC 9112 section 3.2: a request of HTTP/1.1 names its host, once. */
function hostFault({ raw }: FastifyRequest): PlumblineError | null {
  if (raw.headers.host === undefined) {
    if (raw.httpVersion === '1.0') return null;
    return new PlumblineError('invalid_value', { detail: 'A request of HTTP/1.1 names its Host.' });
  }
  if (!isRepeated(raw.rawHeaders, 'host')) return null;
  return new PlumblineError('invalid_value', { detail: 'Send one Host field; there were two or more.' });
}

/** RFC 9110 section 10.1.1: 100-continue is the one expectation there is. HTTP/1.0 has none, so the field says nothing. */
function expectFault({ raw }: FastifyRequest): PlumblineError | null {
  const { expect } = raw.headers;
  if (expect === undefined || raw.httpVersion === '1.0' || expect.trim().toLowerCase() === '100-continue') return null;
  return new PlumblineError('invalid_value', { detail: 'The one expectation that is met here is 100-continue.' });
}

/** What the router itself cannot take, such as an address that is not percent-encoding. */
function answerUnrouted(frame: Frame, request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const progress = begin(frame, request);
  identify(progress, reply);
  reply.headers({ ...securityHeaders(frame.headers), ...NOWHERE });
  const status = (error as { statusCode?: unknown }).statusCode;
  const isRouters = !(error instanceof PlumblineError) && typeof status === 'number' && status < 500;
  const known = isRouters ? new PlumblineError('not_found') : error;
  sendFailure(frame, progress, request, reply, known);
}

function wireErrors(frame: Frame, match: Match) {
  const handle = wireErrorHandler(wireAnswers(frame, match));
  return (error: Error, socket: unknown) => handle(error, socket as Socket);
}

/** CONNECT asks for a way through to another host, which no address here gives. Node hands it over as a bare socket. */
function refuseTunnel(frame: Frame, match: Match, { url = '' }: IncomingMessage, stream: Duplex): void {
  const path = url.split('?', 1)[0] ?? '';
  const allow = (match(path) ?? match('/'))?.allow ?? 'GET, HEAD, OPTIONS';
  const refusal = new PlumblineError('method_not_allowed', { headers: { Allow: allow } });
  answerOnSocket(
    wireAnswers(frame, match),
    stream as Socket,
    refusal,
    path.startsWith('/') ? { method: 'CONNECT', path } : null,
  );
}

type Match = (path: string) => PathMatch | null;

const wireAnswers = (frame: Frame, match: Match): WireAnswers => ({
  render: (error, requestId, path) => renderFailure(frame, path, requestId, error, false),
  newRequestId: () => frame.newId('req_'),
  allowOf: (path) => match(path)?.allow ?? null,
  headersOf: (asked) => {
    const found = asked === null ? null : match(asked.path);
    const cors = found === null ? NOWHERE : corsOf(frame, found, asked?.method, asked?.origin);
    return { ...securityHeaders(frame.headers), vary: 'Accept, Accept-Encoding, Origin', ...cors };
  },
});
