// SPDX-License-Identifier: Apache-2.0
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sent, type Whole } from '../../src/http/sent.ts';

const KEEP_ALIVE_S = 65;
const LINES = [
  ['content-type', 'application/json; charset=utf-8'],
  ['cache-control', 'no-store'],
] as const;

/** What Node writes for it. */
function byNode(response: ServerResponse, { status, own, fields, body, encoding }: Whole): void {
  response.writeHead(status, [...LINES.flat(), ...own, ...fields]);
  response.end(body, encoding);
}

describe('Sent.sendWhole', () => {
  let server: Server;
  let whole: Whole;
  let isWhole: boolean[] = [];
  let prepare: (response: ServerResponse) => void = () => {};
  beforeAll(async () => {
    server = createServer(
      { ServerResponse: Sent as never, keepAliveTimeout: KEEP_ALIVE_S * 1_000 },
      (request, response) => {
        prepare(response);
        if (request.url === '/node') byNode(response, whole);
        else {
          const sent = (response as Sent).sendWhole(whole, KEEP_ALIVE_S);
          isWhole.push(sent);
          if (!sent) byNode(response, whole);
        }
      },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  function raw(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString('utf8');
      });
      socket.on('end', () => resolve(text)).on('error', reject);
      socket.end(request);
    });
  }

  const undated = (text: string) =>
    text.replace(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/, '\r\nDate\r\n');

  async function both(start: string, end: string, fields = ''): Promise<[string, string]> {
    const ask = (path: string) => raw(`${start} ${path} ${end}\r\nHost: x\r\n${fields}\r\n`);
    return [undated(await ask('/')), undated(await ask('/node'))];
  }

  const made = (over: Partial<Whole> = {}): Whole => {
    const body = over.body ?? '{"ok":true}';
    return {
      status: 200,
      lines: LINES.map(([name, value]) => `${name}: ${value}\r\n`).join(''),
      own: ['request-id', 'req_1', 'content-length', String(Buffer.byteLength(body))],
      fields: [],
      body,
      encoding: Buffer.byteLength(body) === body.length ? 'latin1' : 'utf8',
      ...over,
    };
  };

  it.each([
    ['ASCII', made()],
    ['more than ASCII', made({ body: '{"text":"naïve 😀 текст"}' })],
    ['another status', made({ status: 201 })],
    ['a field of others', made({ fields: ['link', '</api/v1/x?cursor=1>; rel="next"'] })],
  ])('writes byte for byte what Node would: %s', async (_, answer) => {
    whole = answer;
    isWhole = [];
    const [ours, nodes] = await both('GET', 'HTTP/1.1');
    expect(isWhole).toEqual([true]);
    expect(ours).toBe(nodes);
    expect(ours).toMatch(/\r\nDate\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n\{/);
  });

  it.each([
    ['HEAD', 'HTTP/1.1', ''],
    ['GET', 'HTTP/1.0', ''],
    ['GET', 'HTTP/1.0', 'Connection: keep-alive\r\n'],
    ['GET', 'HTTP/1.1', 'Connection: close\r\n'],
  ])('leaves %s %s %j to Node', async (method, version, fields) => {
    whole = made();
    isWhole = [];
    const [ours, nodes] = await both(method, version, fields);
    expect(isWhole).toEqual([false]);
    expect(ours).toBe(nodes);
  });

  it('leaves a connection to Node that somebody wants closed', async () => {
    whole = made();
    isWhole = [];
    prepare = (response) => response.setHeader('Connection', 'close');
    const [ours, nodes] = await both('GET', 'HTTP/1.1');
    prepare = () => {};
    expect(isWhole).toEqual([false]);
    expect(ours).toBe(nodes);
    expect(ours).toContain('close');
  });

  it.each(['a\r\nset-cookie: b', 'a\nb', 'a\0b', 'naïve'])(
    'writes no head of a field that Node would look at: %j',
    (value) => {
      const request = { httpVersion: '1.1', method: 'GET', headers: {} };
      const response = new Sent(request as never);
      expect(response.sendWhole(made({ fields: ['link', value] }), KEEP_ALIVE_S)).toBe(false);
      expect(response.headersSent).toBe(false);
    },
  );

  it.each(['/', '/node'])('keeps no connection of a server that stops meanwhile: %s', async (path) => {
    whole = made();
    const stopping = createServer({ ServerResponse: Sent as never }, (_, response) => {
      stopping.close();
      if (path === '/node' || !(response as Sent).sendWhole(whole, KEEP_ALIVE_S)) byNode(response, whole);
    });
    await new Promise<void>((resolve) => stopping.listen(0, '127.0.0.1', resolve));
    const socket = connect((stopping.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    // Nothing is sent after it: only the server can end this connection.
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toContain('Connection: close\r\n');
    expect(text).toContain(whole.body);
  });
});
