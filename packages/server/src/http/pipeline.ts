// SPDX-License-Identifier: Apache-2.0
/**
 * The life of a request, in the order of contract 1.2: method (the router) → credential → burst → media type → declared
 * size → read → UTF-8 → JSON → duplicates → depth → schema → day quota and work (the handler). First refusal answers.
 */
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { negotiate } from './accept.ts';
import { sendAnswer } from './answer.ts';
import { checkBodyHeaders, readJsonBody } from './body.ts';
import type { Answer, Call } from './call.ts';
import { sendFailure } from './failure.ts';
import type { Frame, Plan, Progress } from './frame.ts';
import { siteCorsHeaders } from './headers.ts';
import { checkQueryLength, type Query, readQuery } from './query.ts';
import { clientRequestId, traceIdOf } from './trace.ts';
import { markReading } from './wire-errors.ts';

/** The route handler of an operation. */
export function serve(frame: Frame, plan: Plan) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    // The router knows patterns, the schema knows which values exist: what it refuses is no address of this operation.
    if (plan.validation.params(request.params as Record<string, string>)) void run(frame, plan, request, reply);
    else reply.callNotFound();
  };
}

async function run(frame: Frame, plan: Plan, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const progress = begin(frame, request, reply);
  reply.headers(plan.headers);
  if (plan.operation.cors === 'site') reply.headers(siteCorsHeaders(frame.headers, request.headers.origin));
  try {
    const accept = await admit(frame, plan, request, progress);
    if (plan.operation.body !== undefined) {
      checkBodyHeaders(request.raw, plan.operation.maxBodyBytes ?? 0);
      if (!(await readBody(plan, request, reply))) return finish(frame, plan, progress, 499);
    }
    const { answer, query } = await work(plan, request, progress, accept);
    sendAnswer(frame, plan, progress, { request, reply, answer, accept, warnings: query.warnings });
  } catch (error) {
    sendFailure(frame, progress, request, reply, error);
  }
  finish(frame, plan, progress, progress.status);
}

/** Identity of the request; also used for what has no route. */
export function begin(frame: Frame, request: FastifyRequest, reply: FastifyReply): Progress {
  const requestId = frame.newId('req_');
  reply.header('request-id', requestId);
  const clientId = clientRequestId(request.headers['request-id']);
  if (clientId !== undefined) reply.header('client-request-id', clientId);
  return {
    requestId,
    startedMs: performance.now(),
    traceId: traceIdOf(request.headers.traceparent),
    admission: undefined,
    status: 0,
    failure: undefined,
  };
}

/** Everything before the body. Answers with the media type to produce. */
async function admit(frame: Frame, plan: Plan, request: FastifyRequest, progress: Progress): Promise<string> {
  if (plan.operation.body !== undefined) frame.overload.check();
  checkQueryLength(request.url);
  const arrival = { remoteAddress: request.socket.remoteAddress ?? '', headers: request.headers };
  const admission = frame.admit(plan.operation, arrival);
  progress.admission = admission instanceof Promise ? await admission : admission;
  const accept = negotiate(request.headers.accept, plan.operation.produces);
  if (accept !== null) return accept;
  throw new PlumblineError('not_acceptable', { detail: `Produces ${plan.operation.produces.join(', ')}.` });
}

/** False when the client went away: there is nobody to answer. */
function readBody(plan: Plan, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  markReading(request.raw.socket, plan.operation.path);
  return new Promise((resolve, reject) => {
    readJsonBody(request.raw, reply.raw, plan.operation.maxBodyBytes ?? 0, (error, value) => {
      if (error === 'gone') return resolve(false);
      if (error !== null) return reject(error);
      request.body = value;
      resolve(true);
    });
  });
}

async function work(
  plan: Plan,
  request: FastifyRequest,
  progress: Progress,
  accept: string,
): Promise<{ answer: Answer; query: Query }> {
  const { operation, validation } = plan;
  const query = readQuery(operation.method, plan.parameters, request.query as Record<string, unknown>);
  validation.query(query.values);
  validation.body(request.body);
  const admission = progress.admission;
  if (admission === undefined) throw new PlumblineError('internal', { cause: new Error('not admitted') });
  admission.enter();
  const call: Call = {
    requestId: progress.requestId,
    caller: admission.caller,
    params: request.params as Record<string, string>,
    query: query.values,
    body: request.body,
    accept,
    gone: () => goneSignal(request),
  };
  return { answer: await plan.handler(call), query };
}

/** Made only when asked for: most requests are done before anybody could hang up. */
function goneSignal(request: FastifyRequest): AbortSignal {
  const controller = new AbortController();
  const { socket } = request.raw;
  if (socket.destroyed) controller.abort();
  else socket.once('close', () => controller.abort());
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
