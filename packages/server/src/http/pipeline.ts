// SPDX-License-Identifier: Apache-2.0
/**
 * The life of a request, in the order of contract 1.2: method (the router) → credential → burst → media type → declared
 * size → read → UTF-8 → JSON → duplicates → depth → schema → day quota and work (the handler). First refusal answers.
 */
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LimitError } from '../services/quota.ts';
import { negotiate } from './accept.ts';
import { dress, renderAnswer, sendAnswer } from './answer.ts';
import { checkBodyHeaders, readJsonBody } from './body.ts';
import type { Answer, Call, DataAnswer, Handler } from './call.ts';
import { sendFailure } from './failure.ts';
import type { Admission, Frame, Plan, Progress } from './frame.ts';
import { runOnce } from './idempotency.ts';
import { spanningName } from './paths.ts';
import { checkQueryLength, type Query, readQuery } from './query.ts';
import { clientRequestId, traceIdOf } from './trace.ts';

/** The route handler of an operation. */
export function serve(frame: Frame, plan: Plan) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    // The router knows patterns, the schema knows which values exist: what it refuses is no address of this operation.
    if (plan.validation.params(paramsOf(plan, request))) void run(frame, plan, request, reply);
    else reply.callNotFound();
  };
}

async function run(frame: Frame, plan: Plan, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const progress = begin(frame, request);
  try {
    // Waits only for what is not known yet: most callers are.
    const admitting = admit(frame, plan, request);
    progress.admission = admitting instanceof Promise ? await admitting : admitting;
    const accept = acceptable(plan, request);
    if (plan.operation.body !== undefined) {
      checkBodyHeaders(request.raw, plan.operation.maxBodyBytes ?? 0);
      if (!(await readBody(frame, plan, request, reply))) return finish(frame, plan, progress, 499);
    }
    const query = validated(plan, request);
    const answer = await work(frame, plan, progress, { admission: progress.admission, query, accept, request, reply });
    if (progress.admission.charges) await progress.admission.settle(false);
    sendAnswer(frame, plan, progress, { request, reply, answer, warnings: query.warnings });
  } catch (error) {
    await settleFailure(frame, progress, error);
    dress(frame, plan, progress, request, reply);
    sendFailure(frame, progress, request, reply, error);
  }
  finish(frame, plan, progress, progress.status);
}

/** A store that cannot give back has failed the request already, or fails it less badly than the error that it has. */
async function settleFailure(frame: Frame, { admission, requestId }: Progress, error: unknown): Promise<void> {
  try {
    await admission?.settle(true, error instanceof LimitError ? error.states : []);
  } catch {
    frame.log.warn({ request_id: requestId }, 'a long window was not given back, or could not be read');
  }
}

/** Identity of the request; also used for what has no route. */
export function begin(frame: Frame, request: FastifyRequest): Progress {
  return {
    requestId: frame.newId('req_'),
    clientRequestId: clientRequestId(request.headers['request-id']),
    startedMs: performance.now(),
    traceId: traceIdOf(request.headers.traceparent),
    admission: undefined,
    status: 0,
    failure: undefined,
  };
}

/** Overload, length of the query, credential and burst: everything before the body. */
function admit(frame: Frame, plan: Plan, request: FastifyRequest): Admission | Promise<Admission> {
  if (plan.operation.body !== undefined) frame.overload.check();
  checkQueryLength(request.url);
  return frame.admit(plan.operation, {
    remoteAddress: request.socket.remoteAddress ?? '',
    rawHeaders: request.raw.rawHeaders,
    headers: request.headers,
  });
}

/** The media type to produce. @throws PlumblineError not_acceptable */
function acceptable(plan: Plan, request: FastifyRequest): string {
  const accept = negotiate(request.headers.accept, plan.operation.produces);
  if (accept !== null) return accept;
  throw new PlumblineError('not_acceptable', { detail: `Produces ${plan.operation.produces.join(', ')}.` });
}

/** False when the client went away: there is nobody to answer. */
function readBody(frame: Frame, plan: Plan, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const { maxBodyBytes = 0, emptyBody } = plan.operation;
  const rules = { maxBytes: maxBodyBytes, mayBeEmpty: emptyBody === true, parseElsewhere: frame.parseElsewhere };
  return new Promise((resolve, reject) => {
    readJsonBody(request.raw, reply.raw, rules, (error, value) => {
      if (error === 'gone') return resolve(false);
      if (error !== null) return reject(error);
      request.body = value;
      resolve(true);
    });
  });
}

/** Query, then body. @throws PlumblineError 400 */
function validated({ operation, validation, parameters }: Plan, request: FastifyRequest): Query {
  const query = readQuery(operation, parameters, request.query as Record<string, unknown>);
  if (operation.unwrap !== undefined) request.body = operation.unwrap(request.body);
  validation.request(query, request.body);
  return query;
}

interface Asked {
  readonly admission: Admission;
  readonly query: Query;
  readonly accept: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function work(
  frame: Frame,
  plan: Plan,
  progress: Progress,
  { admission, query, accept, request, reply }: Asked,
): Answer | Promise<Answer> {
  admission.enter();
  const call: Call = {
    requestId: progress.requestId,
    caller: admission.caller,
    params: paramsOf(plan, request),
    query: query.values,
    body: request.body,
    accept,
    gone: () => goneSignal(request, reply),
    lastEventId: () => request.headers['last-event-id'] as string | undefined,
  };
  const key = plan.operation.idempotent === true ? request.headers['idempotency-key'] : undefined;
  const handler = admission.charges ? charged(plan.handler, admission) : plan.handler;
  if (typeof key !== 'string') return handler(call);
  const render = (answer: DataAnswer) => renderAnswer(frame, plan, progress, query.warnings, answer);
  return runOnce({ idempotency: frame.idempotency, route: plan.operation.id, key, render }, handler, call);
}

/** Inside `runOnce`, so that a replayed answer costs nothing. */
function charged(handler: Handler, admission: Admission): Handler {
  return async (call) => {
    await admission.charge();
    return handler(call);
  };
}

/** The router calls a parameter that spans slashes `*`. */
function paramsOf({ operation }: Plan, request: FastifyRequest): Readonly<Record<string, string>> {
  const params = request.params as Record<string, string>;
  if (operation.spansPath !== true) return params;
  const name = spanningName(operation.path);
  return { ...params, [name]: params['*'] ?? '' };
}

/** Made only when asked for: most requests are done before anybody could hang up. */
function goneSignal(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const { socket } = request.raw;
  const leave = () => controller.abort();
  if (socket.destroyed) leave();
  else socket.once('close', leave);
  // The connection may carry thousands of requests more, and must not remember this one until it ends.
  reply.raw.once('finish', () => {
    socket.off('close', leave);
    // Nobody reads what would follow: a stream that is made for a HEAD ends with its header section.
    if (request.method === 'HEAD') leave();
  });
  return controller.signal;
}

function finish(frame: Frame, plan: Plan, progress: Progress, status: number): void {
  progress.admission?.leave(status);
  if (!frame.log.isLevelEnabled(frame.accessLevel)) return;
  frame.log[frame.accessLevel](
    {
      request_id: progress.requestId,
      operation: plan.operation.id,
      status,
      duration_ms: Math.round((performance.now() - progress.startedMs) * 1000) / 1000,
      ...(progress.failure !== undefined && { code: progress.failure.code }),
    },
    'request',
  );
}
