// SPDX-License-Identifier: Apache-2.0
/** A real HTTP server that answers what a test scripts, in the envelopes of the contract. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toProblem } from '@plumbline/core/contract/problem.ts';
import { type ErrorCode, type ErrorOptions, PlumblineError } from '@plumbline/core/errors.ts';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Script = (seen: Seen, response: ServerResponse) => void;

export interface LocalService {
  readonly url: string;
  readonly seen: readonly Seen[];
  close(): Promise<void>;
}

const REQUEST_ID = 'req_01JZ0000000000000000000000';

/** Answers the n-th request by the n-th script, further ones by the last. */
export async function localService(...scripts: readonly Script[]): Promise<LocalService> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const entry = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      seen.push(entry);
      const script = scripts[Math.min(seen.length, scripts.length) - 1];
      script?.(entry, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, seen, close: () => closed(server) };
}

export const answerV1 =
  (data: unknown, meta: unknown = {}, headers: Record<string, string> = {}): Script =>
  (_, response) =>
    writeJson(
      response,
      200,
      { ok: true, api: 'v1', version: 'v', request_id: REQUEST_ID, generated_at: '', data, meta },
      headers,
    );

export const answerPub =
  (status: number, data: unknown): Script =>
  (_, response) =>
    writeJson(response, status, { ok: status < 400, status: 'ONLINE', data });

export const refuse =
  (code: ErrorCode, options: ErrorOptions = {}, bare = false): Script =>
  (_, response) => {
    const error = new PlumblineError(code, options);
    const problem = toProblem(error, { siteUrl: 'https://site.plumbline.test', requestId: REQUEST_ID });
    const retry: Record<string, string> =
      options.retryAfterS === undefined ? {} : { 'retry-after': `${options.retryAfterS}` };
    writeJson(response, error.status, bare ? problem : { ok: false, api: 'v1', data: null, error: problem }, retry);
  };

export const answerText =
  (status: number, text: string): Script =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end(text);
  };

export const hangUp: Script = (_, response) => {
  response.socket?.destroy();
};

export const saySilent: Script = () => {};

function writeJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': REQUEST_ID, ...headers })
    .end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
}
