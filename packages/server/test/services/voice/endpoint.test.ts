// SPDX-License-Identifier: Apache-2.0
/** A real server that speaks the protocol, and misbehaves on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BudgetSettings, ModelBudget } from '../../../src/services/model-endpoint/budget.ts';
import { SpeechEndpoint } from '../../../src/services/voice/endpoint.ts';
import { aiMark } from '../../../src/services/voice/mark.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';

const FRAMES = Buffer.concat([Buffer.from([0xff, 0xf3, 0x68, 0xc4]), Buffer.alloc(500, 7)]);
const never = new AbortController().signal;
const BREAKER = { breaker_failures: 3, breaker_open_ms: 200 };
const NO_LIMITS = {
  tokens_per_day: null,
  money_per_day: null,
  price_input_per_million: null,
  price_output_per_million: null,
};
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
let store: Store;
beforeAll(async () => {
  store = await openStore({ url: ':memory:' });
});
afterAll(() => store.close());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const failures: string[] = [];
let accounts = 0;

function endpointAt(behaviour: string, limits: Partial<BudgetSettings> = {}, nowMs = () => 1_000): SpeechEndpoint {
  const { port } = server.address() as AddressInfo;
  return endpoint(`http://127.0.0.1:${port}/${behaviour}`, limits, nowMs);
}

function endpoint(url: string, limits: Partial<BudgetSettings> = {}, nowMs = () => 1_000): SpeechEndpoint {
  return new SpeechEndpoint({
    url,
    model: 'speech-1',
    voices: new Map([['calm', 'upstream-voice-3']]),
    apiKey: KEY,
    timeoutMs: 300,
    maxQueue: 2,
    breaker: BREAKER,
    budget: new ModelBudget(store.modelBudgets, `voice.endpoint/${accounts++}`, { ...NO_LIMITS, ...limits }, nowMs),
    onFailure: ({ reason }) => failures.push(reason),
    onError: (error) => {
      throw error;
    },
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

  it.each(['text', 'empty', 'huge', 'moved', 'cut'])('is refused when its answer is %s', async (behaviour) => {
    await expect(speakAt(behaviour)).rejects.toMatchObject({ code: 'upstream_invalid' });
  });

  it.each(['failing', 'limited'])('is unavailable when it is %s', async (behaviour) => {
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
    const nobody = endpoint('http://127.0.0.1:9');
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

  it('is left alone after so many failures in a row, and tried again after a while [voice-breaker]', async () => {
    const failing = endpointAt('failing');
    const speak = () => failing.speak('Hello.', 'calm', never).catch((error: unknown) => error);
    failures.length = 0;
    for (let n = 0; n < 5; n++) expect(await speak()).toMatchObject({ code: 'node_unavailable' });
    expect(failures).toEqual(['server_error', 'server_error', 'server_error', 'breaker_open', 'breaker_open']);
    expect(failing.breakerState).toBe('open');
    await pause(BREAKER.breaker_open_ms + 50);
    await speak();
    expect(failures.at(-1)).toBe('server_error');
  });

  it('is not left alone for what a text brings about, and hears nothing of callers who have gone', async () => {
    const gone = AbortSignal.abort();
    const endpoint = endpointAt('silent');
    for (let n = 0; n < 5; n++) await expect(endpoint.speak('Hello.', 'calm', gone)).rejects.toBeDefined();
    expect(endpoint.breakerState).toBe('closed');
  });

  it('is sent no more characters a day than its budget has, and more on the next day [voice-budget]', async () => {
    let nowMs = Date.UTC(2026, 10, 21, 23, 59, 0);
    const endpoint = endpointAt('good', { tokens_per_day: 20 }, () => nowMs);
    const eightCharacters = 'Sp\u{1F600}ken. ';
    await endpoint.speak(eightCharacters, 'calm', never);
    await endpoint.speak(eightCharacters, 'calm', never);
    await expect(endpoint.speak(eightCharacters, 'calm', never)).rejects.toMatchObject({
      code: 'budget_exhausted',
      retryAfterS: 60,
    });
    await expect(endpoint.speak('Four', 'calm', never)).resolves.toEqual(FRAMES);
    nowMs += 61_000;
    await expect(endpoint.speak(eightCharacters, 'calm', never)).resolves.toEqual(FRAMES);
  });

  it('is sent no more than its money buys; what it did not do costs nothing', async () => {
    const limits = { price_input_per_million: '1000', money_per_day: '0.01' };
    const free = endpointAt('failing', limits);
    for (let n = 0; n < 2; n++)
      await expect(free.speak('Ten chars.', 'calm', never)).rejects.toMatchObject({ code: 'node_unavailable' });
    const paid = endpointAt('good', limits);
    await expect(paid.speak('Ten chars.', 'calm', never)).resolves.toEqual(FRAMES);
    await expect(paid.speak('T', 'calm', never)).rejects.toMatchObject({ code: 'budget_exhausted' });
  });
});
