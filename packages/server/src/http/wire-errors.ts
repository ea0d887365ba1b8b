// SPDX-License-Identifier: Apache-2.0
/** Answers to what never became a request: cut off, too slow, too large, not HTTP. Written to the socket by hand. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, PlumblineError } from '@plumbline/core/errors.ts';

interface WireError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** What turns an error into the body of contract 1.1, without a path to go by. */
export type RenderProblem = (error: PlumblineError, requestId: string) => string;

/** Handler of the server's `clientError` event. */
export function wireErrorHandler(render: RenderProblem, newRequestId: () => string, headers: Record<string, string>) {
  return (error: WireError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const problem = problemOf(error);
    const requestId = newRequestId();
    const body = render(problem, requestId);
    const fields = {
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'request-id': requestId,
      connection: 'close',
    };
    const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n${head.join('')}\r\n${body}`);
  };
}

function problemOf(error: WireError): PlumblineError {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new PlumblineError('request_timeout', { detail: 'The request did not arrive in full within 10 seconds.' });
  if (error.code === 'HPE_HEADER_OVERFLOW') return new PlumblineError(overflowCode(error.rawPacket));
  return new PlumblineError('invalid_value', { detail: 'This is not a valid HTTP/1.1 request.' });
}

/** A request line that alone fills the packet is a long address, not a large header section. */
function overflowCode(packet: Buffer | undefined): ErrorCode {
  const line = packet?.indexOf('\r\n') ?? 0;
  return line === -1 && /^[A-Z]+ \//.test(packet?.toString('latin1', 0, 16) ?? '')
    ? 'uri_too_long'
    : 'header_too_large';
}
