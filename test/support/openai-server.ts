// SPDX-License-Identifier: Apache-2.0
/**
 * A server that speaks the chat completions protocol on a real socket, and misbehaves on demand. Ids, headers and bodies
 * carry UPSTREAM_MARK, so that a test can prove that none of them got through.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const UPSTREAM_MARK = 'upstream-private-7f3a';

export interface ChatRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly stream?: boolean;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly response_format?: { readonly type: string; readonly json_schema?: { readonly schema: object } };
    readonly [name: string]: unknown;
  };
}

export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

export type Behaviour =
  | { readonly kind: 'answer'; readonly text: string; readonly usage?: Usage | null; readonly finish?: string }
  /** Answers after a while, or piece by piece with a pause before each. */
  | { readonly kind: 'slow'; readonly text: string; readonly beforeMs?: number; readonly betweenMs?: number }
  | { readonly kind: 'silent' }
  /** Half of the reply, then the socket is destroyed. */
  | { readonly kind: 'cut-off'; readonly text: string }
  /** The reply ends properly on the wire, but without a finish reason and without `[DONE]`. */
  | { readonly kind: 'unfinished'; readonly text: string }
  | { readonly kind: 'hang-up' }
  | { readonly kind: 'tool-call' }
  | { readonly kind: 'oversized'; readonly bytes: number }
  | { readonly kind: 'error-in-stream' }
  /** Any bytes at all, with the content type that was asked for unless another is given. */
  | { readonly kind: 'raw'; readonly body: string; readonly type?: string }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> };

export interface OpenAiServer {
  /** With `/v1`. */
  readonly url: string;
  readonly requests: ChatRequest[];
  /** From now on; a function answers each request by what it says. */
  behave(behaviour: Behaviour | ((request: ChatRequest) => Behaviour)): void;
  close(): Promise<void>;
}

const USAGE: Usage = { prompt_tokens: 40, completion_tokens: 10 };
const ID = `chatcmpl-${UPSTREAM_MARK}`;

/** @param port 0 takes a free one */
export async function startOpenAiServer(port = 0): Promise<OpenAiServer> {
  const requests: ChatRequest[] = [];
  let behaviour: (request: ChatRequest) => Behaviour = () => ({ kind: 'answer', text: 'Hello.' });
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    requests.push(request);
    response.on('error', () => undefined);
    await misbehave(request, behaviour(request), response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    behave(next) {
      behaviour = typeof next === 'function' ? next : () => next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ChatRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { url = '', headers } = incoming;
  return { path: url, authorization: headers.authorization, body: JSON.parse(Buffer.concat(chunks).toString()) };
}

async function misbehave(request: ChatRequest, behaviour: Behaviour, response: ServerResponse): Promise<void> {
  const stream = request.body.stream === true;
  response.setHeader('x-request-id', UPSTREAM_MARK);
  switch (behaviour.kind) {
    case 'answer':
      return answer(response, stream, behaviour.text, behaviour.finish ?? 'stop', behaviour.usage);
    case 'slow':
      return slow(response, stream, behaviour);
    case 'silent':
      return;
    case 'hang-up':
      response.socket?.destroy();
      return;
    case 'cut-off':
      return cutOff(response, stream, behaviour.text);
    case 'unfinished':
      return unfinished(response, stream, behaviour.text);
    case 'tool-call':
      return toolCall(response, stream);
    case 'oversized':
      return answer(response, stream, 'x'.repeat(behaviour.bytes), 'stop');
    case 'error-in-stream':
      response.writeHead(200, { 'content-type': typeOf(stream) });
      response.end(stream ? event({ error: { message: UPSTREAM_MARK, type: 'server_error' } }) : '{}');
      return;
    case 'raw':
      response.writeHead(200, { 'content-type': behaviour.type ?? typeOf(stream) });
      response.end(behaviour.body);
      return;
    case 'status':
      response.writeHead(behaviour.status, { 'content-type': 'application/json', ...behaviour.headers });
      response.end(JSON.stringify({ error: { message: `${UPSTREAM_MARK}: no`, type: 'error', code: UPSTREAM_MARK } }));
  }
}

const typeOf = (stream: boolean) => (stream ? 'text/event-stream' : 'application/json');
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const chunkOf = (delta: object, finish: string | null = null) => ({
  id: ID,
  object: 'chat.completion.chunk',
  created: 1,
  model: UPSTREAM_MARK,
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const completionOf = (message: object, finish: string | null, usage?: Usage | null) => ({
  id: ID,
  object: 'chat.completion',
  created: 1,
  model: UPSTREAM_MARK,
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  ...(usage !== null && { usage: usage ?? USAGE }),
});

/** Some bytes at a time; of a very long text more. */
function piecesOf(text: string): string[] {
  return text.match(text.length > 10_000 ? /[\s\S]{1,4000}/g : /[\s\S]{1,12}/g) ?? [''];
}

function answer(response: ServerResponse, stream: boolean, text: string, finish: string, usage?: Usage | null): void {
  response.writeHead(200, { 'content-type': typeOf(stream) });
  if (!stream) {
    response.end(JSON.stringify(completionOf({ content: text }, finish, usage)));
    return;
  }
  response.write(event(chunkOf({ role: 'assistant', content: '' })));
  for (const piece of piecesOf(text)) response.write(event(chunkOf({ content: piece })));
  response.write(event(chunkOf({}, finish)));
  if (usage !== null) response.write(event({ ...chunkOf({}), choices: [], usage: usage ?? USAGE }));
  response.end('data: [DONE]\n\n');
}

async function slow(
  response: ServerResponse,
  stream: boolean,
  { text, beforeMs = 0, betweenMs = 0 }: Extract<Behaviour, { kind: 'slow' }>,
): Promise<void> {
  await pause(beforeMs);
  if (!stream) return answer(response, stream, text, 'stop');
  response.writeHead(200, { 'content-type': typeOf(stream) });
  for (const piece of piecesOf(text)) {
    if (response.destroyed) return;
    response.write(event(chunkOf({ content: piece })));
    await pause(betweenMs);
  }
  response.write(event(chunkOf({}, 'stop')));
  response.end('data: [DONE]\n\n');
}

/** Not awaited by anything that a closing server waits for. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

function cutOff(response: ServerResponse, stream: boolean, text: string): void {
  if (stream) {
    response.writeHead(200, { 'content-type': typeOf(stream) });
    response.write(event(chunkOf({ content: text })), () => response.socket?.destroy());
    return;
  }
  const body = JSON.stringify(completionOf({ content: text }, 'stop'));
  response.writeHead(200, { 'content-type': typeOf(stream), 'content-length': body.length });
  response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
}

function unfinished(response: ServerResponse, stream: boolean, text: string): void {
  response.writeHead(200, { 'content-type': typeOf(stream) });
  response.end(stream ? event(chunkOf({ content: text })) : JSON.stringify(completionOf({ content: text }, null)));
}

function toolCall(response: ServerResponse, stream: boolean): void {
  const call = { id: 'call_1', type: 'function', function: { name: 'run_shell', arguments: '{"command":"id"}' } };
  response.writeHead(200, { 'content-type': typeOf(stream) });
  if (!stream) {
    response.end(JSON.stringify(completionOf({ content: null, tool_calls: [call] }, 'tool_calls')));
    return;
  }
  response.write(event(chunkOf({ tool_calls: [{ index: 0, ...call }] })));
  response.write(event(chunkOf({}, 'tool_calls')));
  response.end('data: [DONE]\n\n');
}
