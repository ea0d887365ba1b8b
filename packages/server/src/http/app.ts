// SPDX-License-Identifier: Apache-2.0
/** The framework's only home: mounts every operation of the contract behind one pipeline. */
import type { Socket } from 'node:net';
import type { Operation } from '@plumbline/core/contract/operation.ts';
import { OPERATION_LIST, type OperationId } from '@plumbline/core/contract/operations.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Document } from '../services/documents.ts';
import { notModified } from './answer.ts';
import type { Handlers } from './call.ts';
import { renderFailure, sendFailure } from './failure.ts';
import type { Frame } from './frame.ts';
import { DOCUMENT, operationHeaders, preflightHeaders, securityHeaders, siteCorsHeaders } from './headers.ts';
import { type PathMatch, pathTable } from './paths.ts';
import { begin, serve } from './pipeline.ts';
import { knownParameters } from './query.ts';
import { createValidator } from './validation.ts';
import { wireErrorHandler } from './wire-errors.ts';

/** contract 1.6. The header section is bounded by the parser, slow bodies and headers by the server. */
const MAX_HEADER_BYTES = 16_384;
const SLOW_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;

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
  const app = fastify({
    logger: false,
    exposeHeadRoutes: true,
    requestTimeout: SLOW_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: SLOW_MS, connectionsCheckingInterval: 1_000 },
    clientErrorHandler: wireErrors(frame),
    frameworkErrors: (error, request, reply) => answerUnrouted(frame, request, reply, error),
    routerOptions: { maxParamLength: 200, caseSensitive: true, ignoreTrailingSlash: false },
  });
  // The pipeline reads bodies itself, in the contract's order; the framework must not touch them before.
  app.addHttpMethod('POST', { hasBody: false });
  // Node would invite the body at once; the body reader does it once the header section has been accepted.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  mount(app, frame, handlers);
  for (const [path, document] of assets) mountAsset(app, frame, path, document);
  const match = pathTable([...OPERATION_LIST, ...assetOperations(assets)]);
  app.setNotFoundHandler((request, reply) => answerUnmatched(frame, match, request, reply));
  app.setErrorHandler((error, request, reply) => answerUnrouted(frame, request, reply, error));
  return app;
}

function mount(app: FastifyInstance, frame: Frame, handlers: Handlers): void {
  const validate = createValidator();
  for (const operation of OPERATION_LIST) {
    const handler = handlers[operation.id as OperationId];
    if (handler === undefined) throw new Error(`The operation ${operation.id} has no handler.`);
    const plan = {
      operation,
      handler,
      validation: validate(operation),
      headers: operationHeaders(frame.headers, operation),
      parameters: knownParameters(operation),
    };
    app.route({ method: operation.method, url: operation.path, handler: serve(frame, plan) });
  }
}

function mountAsset(app: FastifyInstance, frame: Frame, path: string, document: Document): void {
  const headers = {
    ...securityHeaders(frame.headers),
    'cache-control': DOCUMENT,
    etag: document.etag,
    'last-modified': document.lastModified,
    ...document.headers,
  };
  app.get(path, (request, reply) => {
    begin(frame, request, reply);
    reply.headers(headers);
    if (notModified(request, document)) return reply.code(304).send();
    return reply.type(document.type).send(document.bytes);
  });
}

function assetOperations(assets: ReadonlyMap<string, Document>): Operation[] {
  return [...assets.keys()].map((path) => ({ path, method: 'GET', cors: 'site' }) as Operation);
}

/** No route for this method and path: 404, 405 with Allow, or the answer to OPTIONS. */
function answerUnmatched(
  frame: Frame,
  match: (path: string) => PathMatch | null,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const progress = begin(frame, request, reply);
  reply.headers(securityHeaders(frame.headers));
  const found = match(request.url.split('?', 1)[0] ?? '');
  if (found === null) {
    sendFailure(frame, progress, request, reply, new PlumblineError('not_found'));
    return;
  }
  const isPublic = found.operations.some((operation) => operation.cors === 'public');
  const cors = isPublic
    ? { 'access-control-allow-origin': '*' }
    : siteCorsHeaders(frame.headers, request.headers.origin);
  reply.headers({ ...cors, vary: 'Origin', allow: found.allow });
  if (request.method !== 'OPTIONS') {
    sendFailure(frame, progress, request, reply, new PlumblineError('method_not_allowed'));
    return;
  }
  if ('access-control-allow-origin' in cors) reply.headers(preflightHeaders(found.allow));
  reply.code(204).send();
}

/** What the router itself cannot take, such as an address that is not percent-encoding. */
function answerUnrouted(frame: Frame, request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const progress = begin(frame, request, reply);
  reply.headers(securityHeaders(frame.headers));
  const status = (error as { statusCode?: unknown }).statusCode;
  const known = typeof status === 'number' && status < 500 ? new PlumblineError('not_found') : error;
  sendFailure(frame, progress, request, reply, known);
}

function wireErrors(frame: Frame) {
  const render = (error: PlumblineError, requestId: string) => renderFailure(frame, '/', requestId, error, false);
  const handle = wireErrorHandler(render, () => frame.newId('req_'), securityHeaders(frame.headers));
  return (error: Error, socket: unknown) => handle(error, socket as Socket);
}
