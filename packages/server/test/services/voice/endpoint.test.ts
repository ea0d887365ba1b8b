// SPDX-License-Identifier: Apache-2.0
/** A real server that speaks the protocol, and misbehaves on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SpeechEndpoint } from '../../../src/services/voice/endpoint.ts';
import { aiMark } from '../../../src/services/voice/mark.ts';

const FRAMES = Buffer.concat([Buffer.from([0xff, 0xf3, 0x68, 0xc4]), Buffer.alloc(500, 7)]);
const never = new AbortController().signal;
const KEY = ['fake', 'speech', 'credential'].join('-');

type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => void;
const sound = (bytes: Buffer) => (_: IncomingMessage, response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(bytes);

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  good: sound(FRAMES),
  tagged: sound(Buffer.concat([aiMark('account 4711 of somebody'), FRAMES])),
  text: (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"error":"secret"}'),
  empty: sound(Buffer.alloc(0)),
  huge: sound(Buffer.concat([FRAMES, Buffer.alloc(3_000_000)])),
  failing: (_, response) => response.writeHead(500).end('a stack trace'),
  limited: (_, response) => response.writeHead(429).end(),
  moved: (_, response) => response.writeHead(302, { location: '/good/audio/speech' }).end(),
  cut: (_, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': '9000' }).write(FRAMES);
    setTimeout(() => response.destroy(), 20);
  },
  silent: () => undefined,
  echo: (request, response, body) =>
    sound(Buffer.concat([FRAMES, Buffer.from(`${request.headers.authorization} ${body}`)]))(request, response),
};

const server = createServer((request, response) => {
  const behaviour = BEHAVIOURS[request.url?.split('/')[1] ?? ''];
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => {
    body += part;
  });
  request.on('end', () => behaviour?.(request, response, body));
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function endpointAt(behaviour: string): SpeechEndpoint {
  const { port } = server.address() as AddressInfo;
  return new SpeechEndpoint({
    url: `http://127.0.0.1:${port}/${behaviour}`,
    model: 'speech-1',
    voices: new Map([['calm', 'upstream-voice-3']]),
    apiKey: KEY,
    timeoutMs: 300,
    maxQueue: 2,
  });
}
const speakAt = (behaviour: string) => endpointAt(behaviour).speak('Hello.', 'calm', never);

describe('a configured speech endpoint', () => {
  it('is asked by the protocol and answers with frames', async () => {
    expect(await speakAt('good')).toEqual(FRAMES);
    const echoed = (await speakAt('echo')).subarray(FRAMES.length).toString();
    expect(echoed).toBe(
      `Bearer ${KEY} {"model":"speech-1","input":"Hello.","voice":"upstream-voice-3","response_format":"mp3"}`,
    );
  });

  it('loses its own tag, which could name an account', async () => {
    expect(await speakAt('tagged')).toEqual(FRAMES);
  });

  it.each(['text', 'empty', 'huge'])('is refused when its answer is %s', async (behaviour) => {
    await expect(speakAt(behaviour)).rejects.toMatchObject({ code: 'upstream_invalid' });
  });

  it.each(['failing', 'limited', 'moved', 'cut'])('is unavailable when it is %s', async (behaviour) => {
    const refusal = await speakAt(behaviour).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({ code: 'node_unavailable' });
    expect(String((refusal as { detail: string }).detail)).not.toContain('trace');
  });

  it('is given up when it does not answer', async () => {
    await expect(speakAt('silent')).rejects.toMatchObject({ code: 'upstream_timeout' });
  });

  it('is unavailable when nobody listens', async () => {
    const nobody = new SpeechEndpoint({
      url: 'http://127.0.0.1:9',
      model: 'speech-1',
      voices: new Map([['calm', 'x']]),
      apiKey: null,
      timeoutMs: 2_000,
      maxQueue: 2,
    });
    await expect(nobody.speak('Hello.', 'calm', never)).rejects.toMatchObject({ code: 'node_unavailable' });
  });

  it('asks for no more sentences at once than the queue may hold, and speaks again afterwards', async () => {
    const endpoint = endpointAt('silent');
    const calls = Array.from({ length: 4 }, () => endpoint.speak('Hello.', 'calm', never));
    const settled = await Promise.allSettled(calls);
    const codes = settled.map((call) => (call.status === 'rejected' ? call.reason.code : 'spoken'));
    expect(codes).toEqual(['upstream_timeout', 'upstream_timeout', 'overloaded', 'overloaded']);
    await expect(endpoint.speak('Again.', 'calm', never)).rejects.toMatchObject({ code: 'upstream_timeout' });
  });
});
