// SPDX-License-Identifier: Apache-2.0
/** Bodies on real sockets, in all the ways in which they arrive. Requests that are injected have a stream instead. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey, listenOnFreePort, startApp, type TestApp, WIDE } from '../e2e/test-app.ts';

const LINES = 'Host: x\r\nContent-Type: application/json\r\n';
const TEXT = 'The library opens at nine on weekdays.';
const BODY = JSON.stringify({ text: TEXT });
const DRIP_MS = 20;

const post = (body: string, lines = '', path = '/api/v1/evaluate') =>
  `POST ${path} HTTP/1.1\r\n${LINES}${lines}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

interface Answered {
  readonly status: number;
  readonly body: {
    readonly data: { readonly input: { readonly code_points: number } } | null;
    readonly error?: { code: string };
  };
}

/** The answers in what a connection gave. */
function answersIn(raw: string): Answered[] {
  const answers: Answered[] = [];
  for (let at = 0; ; ) {
    const end = raw.indexOf('\r\n\r\n', at);
    if (end === -1) return answers;
    const head = raw.slice(at, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (raw.length < end + 4 + length) return answers;
    answers.push({ status: Number(head.slice(9, 12)), body: JSON.parse(raw.slice(end + 4, end + 4 + length)) });
    at = end + 4 + length;
  }
}

describe('a body on the wire', () => {
  let app: TestApp;
  let port: number;
  beforeAll(async () => {
    app = await startApp({ ...WIDE, PLUMBLINE_LIMITS_VERIFY_IN_FLIGHT_FREE: '1' });
    port = await listenOnFreePort(app);
  });
  afterAll(() => app.close());

  /** Sends the pieces one after the other and reads until so many answers are complete. */
  async function talk(pieces: readonly string[], count = 1): Promise<Answered[]> {
    const socket: Socket = connect(port, '127.0.0.1');
    let raw = '';
    const enough = new Promise<void>((resolve, reject) => {
      socket.on('data', (chunk) => {
        raw += chunk.toString('latin1');
        if (answersIn(raw).length >= count) resolve();
      });
      socket.on('close', () => resolve()).on('error', reject);
    });
    for (const [i, piece] of pieces.entries()) {
      if (i > 0) await later(DRIP_MS);
      socket.write(piece);
    }
    await enough;
    socket.destroy();
    return answersIn(raw);
  }

  const judged = { status: 200, body: { data: { input: { code_points: TEXT.length } } } };

  it('is read the same in one piece, drop by drop and in chunks', async () => {
    const whole = post(BODY);
    const cut = whole.length - BODY.length;
    const drops = [whole.slice(0, cut), ...BODY.match(/.{1,16}/g)!];
    const chunks = `POST /api/v1/evaluate HTTP/1.1\r\n${LINES}Transfer-Encoding: chunked\r\n\r\n`;
    const chunked = [
      chunks,
      ...(BODY.match(/.{1,10}/g) ?? []).map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`),
    ];
    expect(await talk([whole])).toMatchObject([judged]);
    expect(await talk(drops)).toMatchObject([judged]);
    expect(await talk([...chunked, '0\r\n\r\n'])).toMatchObject([judged]);
    expect(await talk([`${chunked.join('')}0\r\nTrailer-Field: x\r\n\r\n`])).toMatchObject([judged]);
  });

  it('that is large is read in several turns, and answered or refused all the same', async () => {
    const large = `{"text":${JSON.stringify(TEXT)}${' '.repeat(300_000)}}`;
    const refused = { status: 400, body: { error: { code: 'invalid_json' } } };
    expect(await talk([post(large)])).toMatchObject([judged]);
    expect(await talk([post(large.slice(0, -1))])).toMatchObject([refused]);
    const key = await issueKey(app, 'standard');
    const packet = [large, BODY].map((body) => post(body, `Authorization: Bearer ${key}\r\n`)).join('');
    expect(await talk([packet], 2)).toMatchObject([judged, judged]);
    const injected = (payload: string) =>
      app.context.app.inject({
        method: 'POST',
        url: '/api/v1/evaluate',
        headers: { 'content-type': 'application/json' },
        payload,
      });
    expect((await injected(large)).statusCode).toBe(200);
    expect((await injected(large.slice(0, -1))).json()).toMatchObject(refused.body);
  });

  it('is read when it was there before its key was known, and when the key is known already', async () => {
    const key = await issueKey(app, 'standard');
    const lines = `Authorization: Bearer ${key}\r\n`;
    expect(await talk([post(BODY, lines)])).toMatchObject([judged]);
    expect(await talk([post(BODY, lines)])).toMatchObject([judged]);
  });

  it('of one request after the other, sent at once, goes to its own request', async () => {
    const texts = ['a', 'bb', 'ccc'].map((letters) => `${TEXT} ${letters}`);
    const key = await issueKey(app, 'standard');
    const lines = `Authorization: Bearer ${key}\r\n`;
    const packet = texts.map((text) => post(JSON.stringify({ text }), lines)).join('');
    const answers = await talk([packet], 3);
    expect(answers.map(({ body }) => body.data?.input.code_points)).toEqual(texts.map(({ length }) => length));
  });

  it('that is refused leaves the connection to the next request', async () => {
    const [refused, next] = await talk([post('{"text":', ''), post(BODY)], 2);
    expect([refused?.status, refused?.body.error?.code]).toEqual([400, 'invalid_json']);
    expect(next).toMatchObject(judged);
    const early = post(BODY).replace('application/json', 'text/plain');
    const [media, after] = await talk([early, post(BODY)], 2);
    expect([media?.status, after?.status]).toEqual([415, 200]);
  });

  it('whose sender goes away in the middle takes nobody’s place', async () => {
    for (let i = 0; i < 3; i++) {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(post(BODY).slice(0, -5));
      await later(DRIP_MS);
      socket.destroy();
    }
    // One request at a time is let in for this network, so a place that were kept would refuse this one.
    expect(await talk([post(BODY)])).toMatchObject([judged]);
    expect(app.logged()).not.toContain('request failed');
  });

  it('that is done is let go of by the connection that brought it', async () => {
    const parsers: { incoming: unknown }[] = [];
    const server = app.context.app.server as Server;
    const watch = (socket: Socket) => parsers.push((socket as Socket & { parser: { incoming: unknown } }).parser);
    server.once('connection', watch);
    const socket = connect(port, '127.0.0.1');
    socket.write(post(BODY));
    await once(socket, 'data');
    await later(DRIP_MS);
    expect(parsers).toHaveLength(1);
    expect(parsers[0]?.incoming ?? null).toBeNull();
    socket.destroy();
  });
});
