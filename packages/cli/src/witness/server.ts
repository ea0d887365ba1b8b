// SPDX-License-Identifier: Apache-2.0
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Witness, WitnessReply } from './witness.ts';

/** 63 hashes and a checkpoint with a dozen ML-DSA-44 signatures stay below. */
const MAX_BODY_BYTES = 65_536;
const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 256;
const TEXT = 'text/plain; charset=utf-8';

/** `POST /add-checkpoint`, and nothing else. `onFault` gets what was not the caller's doing. */
export function witnessServer(witness: Witness, onFault: (error: unknown) => void): Server {
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS },
    (request, response) => {
      answer(witness, request).then(
        (reply) => send(response, reply),
        (error: unknown) => {
          // A caller that hung up in the middle is no fault of ours.
          if (request.complete) onFault(error);
          send(response, { status: 500, mediaType: TEXT, body: 'the witness cannot remember; nothing was signed\n' });
        },
      );
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

async function answer(witness: Witness, request: IncomingMessage): Promise<WitnessReply> {
  const path = (request.url ?? '').split('?')[0];
  if (path !== '/add-checkpoint') return plain(404, 'there is add-checkpoint only');
  if (request.method !== 'POST') return plain(405, 'takes POST');
  const body = await bodyOf(request);
  if (body === null) return plain(413, `takes at most ${MAX_BODY_BYTES} bytes`);
  try {
    return witness.addCheckpoint(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      return plain(400, 'is not UTF-8');
    }
    throw error;
  }
}

const plain = (status: number, text: string): WitnessReply => ({ status, mediaType: TEXT, body: `${text}\n` });

/** Null for a body that is too long; the rest of it is not read. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > MAX_BODY_BYTES) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks, length);
}

function send(response: ServerResponse, { status, mediaType, body }: WitnessReply): void {
  if (response.destroyed) return;
  const bytes = Buffer.from(body);
  const close = status === 413 ? { connection: 'close' } : {};
  const allow = status === 405 ? { allow: 'POST' } : {};
  response
    .writeHead(status, { 'content-type': mediaType, 'content-length': bytes.length, ...close, ...allow })
    .end(bytes);
}
