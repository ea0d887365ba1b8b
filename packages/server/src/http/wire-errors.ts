// SPDX-License-Identifier: Apache-2.0
/** Answers to what never became a request: cut off, too slow, too large, not HTTP. Written to the socket by hand. */
import { type IncomingMessage, METHODS, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { BOUNDS } from '@plumbline/core/contract/limits.ts';
import { type ErrorCode, PlumblineError } from '@plumbline/core/errors.ts';

interface WireError extends Error {
  readonly code?: string;
  readonly reason?: string;
  readonly rawPacket?: Buffer;
}

/** As much of a request as was understood. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly origin?: string | undefined;
}

/** What answers by hand are made of. */
export interface WireAnswers {
  /** Turns an error into the body of contract 1.1. */
  readonly render: (error: PlumblineError, requestId: string, path: string) => string;
  readonly newRequestId: () => string;
  /** Value of Allow for a path; null where nothing lives. */
  readonly allowOf: (path: string) => string | null;
  /** Of every answer to such a request; null: nobody knows what was asked for. */
  readonly headersOf: (asked: Asked | null) => Readonly<Record<string, string>>;
}

/**
 * Handler of the server's `clientError` event. Answers come in the order of the requests (RFC 9112 section 9.3.2): those that
 * are under way on the connection go out first.
 */
export function wireErrorHandler(answers: WireAnswers) {
  // The parser tells of the same fault again with every byte that follows.
  const told = new WeakSet<Socket>();
  return (error: WireError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    if (told.has(socket)) return;
    told.add(socket);
    const line = requestLine(error.rawPacket);
    const isForeign = error.code === 'HPE_INVALID_METHOD' && line !== null && !METHODS.includes(line.method);
    const problem = isForeign ? methodProblem(answers.allowOf(line.path)) : problemOf(error);
    const asked = askedOn(socket, line);
    behindAnswers(socket, () => answerOnSocket(answers, socket, problem, asked));
  };
}

/** Where Node keeps the answer that is under way on a connection; null between two requests. */
interface Busy {
  readonly _httpMessage?: ServerResponse<IncomingMessage> | null;
}

/**
 * What is broken: the body of the request that is being read, or else a request that begins with the packet. Behind one
 * that is read and not answered yet a packet may begin with either.
 */
function askedOn(socket: Socket & Busy, line: Asked | null): Asked | null {
  const request = socket._httpMessage?.req;
  if (request === undefined) return line;
  if (request.complete) return null;
  const { method = '', url = '', headers } = request;
  return { method, path: url.split('?', 1)[0] ?? '', origin: headers.origin };
}

/** Waits for the answers to requests that came whole before. */
function behindAnswers(socket: Socket & Busy, answer: () => void): void {
  const pending = socket._httpMessage;
  if (pending?.req.complete === true) pending.once('finish', () => behindAnswers(socket, answer));
  else answer();
}

/** Writes the whole answer and ends the connection. */
export function answerOnSocket(
  answers: WireAnswers,
  socket: Socket,
  problem: PlumblineError,
  asked: Asked | null,
): void {
  const requestId = answers.newRequestId();
  const body = answers.render(problem, requestId, asked?.path ?? '/');
  const fields = {
    ...answers.headersOf(asked),
    ...problem.headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'request-id': requestId,
    connection: 'close',
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  // Whoever hangs up before the answer is out harms nobody.
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n${head.join('')}\r\n${body}`);
}

function problemOf(error: WireError): PlumblineError {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new PlumblineError('request_timeout', { detail: 'The request did not arrive in full within 10 seconds.' });
  if (error.code === 'HPE_HEADER_OVERFLOW') return new PlumblineError(overflowCode(error.rawPacket));
  if (error.code === 'HPE_INVALID_CONTENT_LENGTH' && error.reason === 'Content-Length overflow')
    return new PlumblineError('payload_too_large', { detail: 'No body of such a length is read anywhere here.' });
  return new PlumblineError('invalid_value', { detail: 'This is not a valid HTTP/1.1 request.' });
}

/** A request line that alone is over the bound is a long address, not a large header section. */
function overflowCode(packet: Buffer | undefined): ErrorCode {
  const line = packet?.indexOf('\r\n') ?? 0;
  const isLong = line === -1 || line > BOUNDS.headerBytes;
  return isLong && /^[A-Z]+ \//.test(packet?.toString('latin1', 0, 16) ?? '') ? 'uri_too_long' : 'header_too_large';
}

const METHOD_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\/[^\s?]*)(?:\?\S*)? HTTP\/1\.[01]\r?\n/;

/** What the packet begins with, where that is the first line of a request. */
function requestLine(packet: Buffer | undefined): Asked | null {
  const [, method = '', path = ''] = METHOD_LINE.exec(packet?.toString('latin1', 0, BOUNDS.headerBytes) ?? '') ?? [];
  return method === '' ? null : { method, path };
}

const methodProblem = (allow: string | null) =>
  allow === null
    ? new PlumblineError('not_found')
    : new PlumblineError('method_not_allowed', { headers: { Allow: allow } });
