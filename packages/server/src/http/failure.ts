// SPDX-License-Identifier: Apache-2.0
/** The one place where an error becomes an answer. */
import { keysIn, keysInNames } from '@plumbline/core/contract/credential-members.ts';
import { toProblem } from '@plumbline/core/contract/problem.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HTML_UTF8 } from '../services/documents.ts';
import { LimitError } from '../services/quota.ts';
import { PROBLEM_TYPE, wantsBareProblem } from './accept.ts';
import { browserProblem, PROBLEM_PAGE_POLICY } from './browser-problem.ts';
import { leavesBodyUnread, lingerAfterAnswer } from './closing.ts';
import { errorEnvelope } from './envelope.ts';
import type { Frame, Progress } from './frame.ts';
import { rateLimitFields } from './rate-limit-fields.ts';

/** Sends the problem. Whatever is not a PlumblineError is a fault of ours: 500, and nothing else is said. */
export function sendFailure(
  frame: Frame,
  progress: Progress,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): void {
  const error = thrown instanceof PlumblineError ? thrown : new PlumblineError('internal', { cause: thrown });
  reportKeys(frame, request, error);
  note(frame, progress, error);
  progress.status = error.status;
  progress.failure = error;
  if (reply.raw.headersSent || reply.raw.destroyed) return;
  reply.headers(error.headers);
  if (error.status === 401) reply.header('www-authenticate', frame.challenge);
  reply.headers(limitFields(progress, error));
  if (error.retryAfterS !== undefined) reply.header('retry-after', String(error.retryAfterS));
  reply.header('cache-control', 'no-store');
  if (leavesBodyUnread(request.raw)) {
    reply.header('connection', 'close');
    lingerAfterAnswer(request.raw);
  }
  const bare = wantsBareProblem(request.headers.accept);
  const path = request.url.split('?', 1)[0] ?? '/';
  const context = { siteUrl: frame.identity.siteUrl(), requestId: progress.requestId };
  const page = bare ? null : browserProblem(request.headers.accept, path, error, context);
  if (page !== null) {
    reply.code(error.status).header('content-security-policy', PROBLEM_PAGE_POLICY).type(HTML_UTF8).send(page);
    return;
  }
  const body = renderFailure(frame, path, progress.requestId, error, bare);
  reply
    .code(error.status)
    .type(bare ? PROBLEM_TYPE : 'application/json; charset=utf-8')
    .send(body);
}

/** A refusal shows the limit that refused, also where it comes before the request was let in. */
function limitFields(progress: Progress, error: PlumblineError): Readonly<Record<string, string>> {
  const refused = error instanceof LimitError ? error.states : [];
  return progress.admission?.fields(undefined, refused, error.status) ?? rateLimitFields(refused);
}

export function renderFailure(
  frame: Pick<Frame, 'identity' | 'now'>,
  path: string,
  requestId: string,
  error: PlumblineError,
  bare: boolean,
): string {
  const problem = toProblem(error, { siteUrl: frame.identity.siteUrl(), requestId });
  if (bare) return JSON.stringify(problem);
  const nowIso = new Date(frame.now()).toISOString();
  return JSON.stringify(errorEnvelope(frame.identity, path, requestId, nowIso, problem));
}

/**
 * A key in an address or a body's names has leaked, whichever fault was answered first. Only failures look for one: what a
 * successful request was sent has passed the checks of its parameters and members.
 */
function reportKeys(frame: Frame, request: FastifyRequest, error: PlumblineError): void {
  const isRefused = error.code === 'credential_in_url';
  const refused = isRefused ? (error.cause as { leaked: readonly string[] }).leaked.flatMap(keysIn) : [];
  const found = new Set([...refused, ...keysIn(decoded(request.url)), ...keysInNames(request.body)]);
  if (isRefused || found.size > 0) frame.reportLeaked([...found]);
}

/** Of a key every character is ASCII; what else is encoded, rightly or not, does not matter. */
const decoded = (url: string) =>
  url.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));

function note(frame: Frame, progress: Progress, error: PlumblineError): void {
  if (error.status < 500) return;
  if (error.code === 'overloaded') {
    // Shed load is no fault; a disk, a database or a thread that fails is one, which somebody has to mend.
    if (error.cause instanceof Error) frame.noteUnavailable(progress.requestId, error.cause);
    return;
  }
  // That a budget is spent is told once, where it is kept (events.ts); what follows from it all day is no fault.
  const level = error.code === 'budget_exhausted' ? 'debug' : 'error';
  frame.log[level]({ request_id: progress.requestId, code: error.code, ...causeOf(error.cause) }, 'request failed');
}

/** A syntax error's message quotes what it could not read, which may be a caller's text: its message is left out. */
function causeOf(cause: unknown): object {
  if (!(cause instanceof Error)) return {};
  const where = (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const message = cause instanceof SyntaxError ? undefined : cause.message;
  return { cause: { name: cause.name, message, stack: where.slice(0, 12).map((line) => line.trim()) } };
}
