// SPDX-License-Identifier: Apache-2.0
/** From a handler's answer to bytes, with the fields of contract 1.7. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Document } from '../services/documents.ts';
import type { Usage } from '../services/quota.ts';
import type { Answer, DataAnswer, Meta, StoredAnswer, Warning } from './call.ts';
import { isoOf, metaText, pub, v1, v1Text } from './envelope.ts';
import type { Frame, Plan, Progress } from './frame.ts';
import { DOCUMENT, siteCorsHeaders } from './headers.ts';
import { documentWith, IGNORED_PARAMETERS, ignoredField } from './ignored-parameters.ts';
import { locationOf, storedLocation } from './location.ts';
import { Sent } from './sent.ts';

export const JSON_UTF8 = 'application/json; charset=utf-8';

/** What Keep-Alive names: how long the server waits for the next request. */
export const KEEP_ALIVE_S = 65;

export interface Outgoing {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly answer: Answer;
  readonly warnings: readonly Warning[];
}

export function sendAnswer(frame: Frame, plan: Plan, progress: Progress, outgoing: Outgoing): void {
  const { answer, reply, request, warnings } = outgoing;
  if ('document' in answer) {
    sendDocument(frame, plan, progress, outgoing, answer.document);
    return;
  }
  const failed = 'failed' in answer && answer.failed === true;
  progress.status = failed ? (plan.operation.failureStatus ?? 503) : plan.operation.successStatus;
  if ('data' in answer) {
    sendJson(frame, plan, progress, outgoing, answer);
    return;
  }
  dress(frame, plan, progress, request, reply);
  const ignored = ignoredField(warnings);
  if (ignored !== null) reply.header(IGNORED_PARAMETERS, ignored);
  if (progress.admission !== undefined)
    reply.headers(progress.admission.fields('usage' in answer ? answer.usage : undefined));
  if ('stored' in answer) {
    progress.status = answer.stored.status;
    if (answer.replayed) reply.header('idempotency-replayed', 'true');
    const location = storedLocation(plan.operation, answer.stored);
    if (location !== null) reply.header('location', location);
    reply.code(progress.status).type(JSON_UTF8).send(Buffer.from(answer.stored.body));
    return;
  }
  if (answer.headers !== undefined) reply.headers(answer.headers);
  reply.code(progress.status).type(answer.type).send(answer.text);
}

/** The JSON answer as bytes: what an Idempotency-Key keeps. */
export function renderAnswer(
  frame: Frame,
  plan: Plan,
  progress: Progress,
  warnings: readonly Warning[],
  answer: DataAnswer,
): StoredAnswer {
  const document = envelopeOf(frame, plan, progress, warnings, answer);
  return { status: plan.operation.successStatus, body: Buffer.from(JSON.stringify(document)) };
}

/** What is on every answer of the operation, where the answer goes out by way of the framework. */
export function dress(
  frame: Frame,
  plan: Plan,
  progress: Progress,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  identify(progress, reply);
  reply.headers(plan.headers);
  if (plan.operation.cors === 'site') reply.headers(siteCorsHeaders(frame.headers, request.headers.origin));
}

/** Which request this answers. */
export function identify(progress: Progress, reply: FastifyReply): void {
  reply.header('request-id', progress.requestId);
  if (progress.clientRequestId !== undefined) reply.header('client-request-id', progress.clientRequestId);
}

/** Straight to Node: these are the answers that must cost little, and there is nothing left for the framework to add. */
function sendJson(frame: Frame, plan: Plan, progress: Progress, outgoing: Outgoing, answer: DataAnswer): void {
  const { request, reply } = outgoing;
  const { body, bytes } = bodyOf(frame, plan, progress, outgoing.warnings, answer);
  // ASCII is the same in both encodings, and Node writes Latin-1 without looking for longer characters.
  const encoding = bytes === body.length ? 'latin1' : 'utf8';
  const own = ['request-id', progress.requestId, 'content-length', String(bytes)];
  if (progress.clientRequestId !== undefined) own.push('client-request-id', progress.clientRequestId);
  if (progress.admission !== undefined) add(own, progress.admission.fields(answer.usage));
  const fields: string[] = [];
  if (plan.operation.cors === 'site') add(fields, siteCorsHeaders(frame.headers, request.headers.origin));
  const location = locationOf(plan.operation, answer.data);
  if (location !== null) fields.push('location', location);
  const ignored = ignoredField(outgoing.warnings);
  if (ignored !== null) fields.push(IGNORED_PARAMETERS, ignored);
  if (answer.next !== undefined) fields.push('link', `<${answer.next}>; rel="next"`);
  reply.hijack();
  const { raw } = reply;
  const whole = { status: progress.status, lines: plan.jsonLines, own, fields, body, encoding } as const;
  if (raw instanceof Sent && raw.sendWhole(whole, KEEP_ALIVE_S)) return;
  raw.writeHead(progress.status, [...plan.jsonFields, ...own, ...fields]);
  raw.end(body, encoding);
}

/**
 * The text of JSON.stringify(envelopeOf(…)), and its length in UTF-8. A body is put together from a hundred pieces: to count its
 * bytes V8 has to lay all of them out in a string of its own first, which costs as much as writing them.
 */
function bodyOf(
  frame: Frame,
  plan: Plan,
  progress: Progress,
  warnings: readonly Warning[],
  answer: DataAnswer,
): { readonly body: string; readonly bytes: number } {
  if (answer.text === undefined || plan.operation.envelope === 'pub')
    return counted(JSON.stringify(envelopeOf(frame, plan, progress, warnings, answer)));
  const meta = metaOf(plan, progress, allWarnings(warnings, answer), answer.usage);
  const metaJson = metaText(meta);
  const body = v1Text(progress.requestId, isoOf(frame.now()), answer.text, metaJson);
  if (answer.isAscii !== true) return counted(body);
  // Numbers, dates and names of ours; a currency is three capitals, a trace id hexadecimal. Warnings may be in any letters.
  if (meta.warnings === undefined) return { body, bytes: body.length };
  return { body, bytes: body.length - metaJson.length + Buffer.byteLength(metaJson) };
}

const counted = (body: string) => ({ body, bytes: Buffer.byteLength(body) });

const allWarnings = (warnings: readonly Warning[], { warnings: more }: DataAnswer) =>
  more === undefined ? warnings : [...warnings, ...more];

function add(fields: string[], more: Readonly<Record<string, string>>): void {
  for (const name in more) fields.push(name, more[name] as string);
}

function envelopeOf(
  frame: Frame,
  plan: Plan,
  progress: Progress,
  warnings: readonly Warning[],
  answer: DataAnswer,
): object {
  const { data, usage, failed } = answer;
  const nowIso = isoOf(frame.now());
  if (plan.operation.envelope === 'pub') return pub(frame.identity, progress.requestId, nowIso, data, failed === true);
  return v1(progress.requestId, nowIso, data, metaOf(plan, progress, allWarnings(warnings, answer), usage));
}

const LOCAL_LIMITS: Warning = {
  code: 'limits_local',
  detail: 'The shared counters do not answer; this process keeps its part of the limits alone.',
};

function metaOf(plan: Plan, progress: Progress, warnings: readonly Warning[], usage: Usage | undefined): Meta {
  const all = progress.admission?.local === true ? [...warnings, LOCAL_LIMITS] : warnings;
  return {
    usage,
    warnings: all.length > 0 ? all : undefined,
    credentials: credentialsOf(plan, progress),
    duration_ms: Math.round((performance.now() - progress.startedMs) * 1000) / 1000,
    trace_id: progress.traceId,
  };
}

function credentialsOf(plan: Plan, progress: Progress): 'ignored' | 'none' | 'key' {
  if (plan.operation.access.kind === 'open') return 'ignored';
  return progress.admission?.caller.keyId === null ? 'none' : 'key';
}

/** Straight to Node as well: a document is read more often than anything else. */
function sendDocument(
  frame: Frame,
  plan: Plan,
  progress: Progress,
  { request, reply, warnings }: Outgoing,
  made: Document,
): void {
  const ignored = ignoredField(warnings);
  const document = ignored !== null && plan.operation.envelope === 'v1' ? documentWith(made, warnings) : made;
  const unchanged = notModified(request, document);
  progress.status = unchanged ? 304 : 200;
  const fields: string[] = ['request-id', progress.requestId];
  if (progress.clientRequestId !== undefined) fields.push('client-request-id', progress.clientRequestId);
  add(fields, plan.headers);
  fields[fields.indexOf('cache-control') + 1] = DOCUMENT;
  fields.push('etag', document.etag, 'last-modified', document.lastModified);
  if (plan.operation.cors === 'site') add(fields, siteCorsHeaders(frame.headers, request.headers.origin));
  if (document.headers !== undefined) lay(fields, document.headers);
  if (ignored !== null) fields.push(IGNORED_PARAMETERS, ignored);
  reply.hijack();
  if (unchanged) {
    reply.raw.writeHead(304, fields).end();
    return;
  }
  fields.push('content-type', document.type, 'content-length', String(document.bytes.length));
  reply.raw.writeHead(200, fields);
  if (document.ascii === null) reply.raw.end(document.bytes);
  else reply.raw.end(document.ascii, 'latin1');
}

/** Over what is there under the same name. */
function lay(fields: string[], over: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(over)) {
    const at = fields.indexOf(name);
    if (at === -1) fields.push(name, value);
    else fields[at + 1] = value;
  }
}

/** Date.parse takes far more, bare numbers among them, and what is no HTTP date is to be passed over. */
const HTTP_DATE = /^[A-Za-z]{3,9}, .{10,24} GMT$/;

/** RFC 9110 section 13.2.2: If-None-Match decides alone where it is present. */
export function notModified(request: Pick<FastifyRequest, 'headers'>, document: Document): boolean {
  const tags = request.headers['if-none-match'];
  if (tags !== undefined) {
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === document.etag);
  }
  const given = request.headers['if-modified-since'] ?? '';
  const since = HTTP_DATE.test(given) ? Date.parse(given) : Number.NaN;
  return Number.isFinite(since) && Date.parse(document.lastModified) <= since;
}
