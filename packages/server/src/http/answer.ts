// SPDX-License-Identifier: Apache-2.0
/** From a handler's answer to bytes, with the fields of contract 1.7. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Document } from '../services/documents.ts';
import type { Answer, Meta, Warning } from './call.ts';
import { pub, v1 } from './envelope.ts';
import type { Frame, Plan, Progress } from './frame.ts';
import { DOCUMENT } from './headers.ts';

const JSON_UTF8 = 'application/json; charset=utf-8';

export interface Outgoing {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly answer: Answer;
  readonly accept: string;
  readonly warnings: readonly Warning[];
}

export function sendAnswer(frame: Frame, plan: Plan, progress: Progress, outgoing: Outgoing): void {
  const { answer, reply, request } = outgoing;
  if ('document' in answer) {
    sendDocument(progress, request, reply, answer.document);
    return;
  }
  const failed = answer.failed === true;
  progress.status = failed ? (plan.operation.failureStatus ?? 503) : plan.operation.successStatus;
  reply.code(progress.status);
  const usage = 'usage' in answer ? answer.usage : undefined;
  if (progress.admission !== undefined) reply.headers(progress.admission.fields(usage));
  if ('text' in answer) {
    reply.type(answer.type).send(answer.text);
    return;
  }
  reply.header('content-type', JSON_UTF8).send(JSON.stringify(envelope(frame, plan, progress, outgoing, answer.data)));
}

function envelope(frame: Frame, plan: Plan, progress: Progress, outgoing: Outgoing, data: unknown): object {
  const nowIso = new Date(frame.now()).toISOString();
  if (plan.operation.envelope === 'pub') {
    const failed = 'failed' in outgoing.answer && outgoing.answer.failed === true;
    return pub(frame.identity, progress.requestId, nowIso, data, failed);
  }
  return v1(progress.requestId, nowIso, data, metaOf(plan, progress, outgoing));
}

const LOCAL_LIMITS: Warning = {
  code: 'limits_local',
  detail: 'The shared counters do not answer; this process keeps its part of the limits alone.',
};

function metaOf(plan: Plan, progress: Progress, { answer, warnings }: Outgoing): Meta {
  const all = progress.admission?.local === true ? [...warnings, LOCAL_LIMITS] : warnings;
  const usage = 'usage' in answer ? answer.usage : undefined;
  return {
    ...(usage !== undefined && { usage }),
    ...(all.length > 0 && { warnings: all }),
    credentials: credentialsOf(plan, progress),
    duration_ms: Math.round((performance.now() - progress.startedMs) * 1000) / 1000,
    ...(progress.traceId !== undefined && { trace_id: progress.traceId }),
  };
}

function credentialsOf(plan: Plan, progress: Progress): 'ignored' | 'none' | 'key' {
  if (plan.operation.access.kind === 'open') return 'ignored';
  return progress.admission?.caller.keyId === null ? 'none' : 'key';
}

function sendDocument(progress: Progress, request: FastifyRequest, reply: FastifyReply, document: Document): void {
  reply.headers({ 'cache-control': DOCUMENT, etag: document.etag, 'last-modified': document.lastModified });
  if (document.headers !== undefined) reply.headers(document.headers);
  if (notModified(request, document)) {
    progress.status = 304;
    reply.code(304).send();
    return;
  }
  progress.status = 200;
  reply.code(200).header('content-type', document.type).send(document.bytes);
}

/** RFC 9110 section 13.2.2: If-None-Match decides alone where it is present. */
export function notModified(request: Pick<FastifyRequest, 'headers'>, document: Document): boolean {
  const tags = request.headers['if-none-match'];
  if (tags !== undefined) {
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === document.etag);
  }
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  return Number.isFinite(since) && Date.parse(document.lastModified) <= since;
}
