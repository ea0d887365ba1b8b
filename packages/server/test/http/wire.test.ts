// SPDX-License-Identifier: Apache-2.0
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenOnFreePort, startApp, type TestApp, WIDE } from '../e2e/test-app.ts';

interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly raw: string;
}

function parse(raw: string): WireAnswer {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)]),
  );
  return { status: Number(line.split(' ')[1]), headers, body: rest.join('\r\n\r\n'), raw };
}

const DRIP_MS = 200;
const SITE = 'https://plumbline.example';
const POST_HEAD = 'POST /api/v1/evaluate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

describe('on the wire', () => {
  let app: TestApp;
  let port: number;
  beforeAll(async () => {
    app = await startApp({ ...WIDE, PLUMBLINE_SITE_URL: SITE });
    port = await listenOnFreePort(app);
  });
  afterAll(() => app.close());

  /** Sends the pieces, then a drop now and then, and reads until the server closes or `enough` has come. */
  function talk(
    pieces: readonly string[],
    enough: (raw: string) => boolean = () => false,
    drop = '',
  ): Promise<WireAnswer> {
    return new Promise((resolve) => {
      let raw = '';
      const socket: Socket = connect(port, '127.0.0.1');
      const dripping = setInterval(() => drop !== '' && socket.writable && socket.write(drop), DRIP_MS);
      const done = () => {
        clearInterval(dripping);
        socket.destroy();
        resolve(parse(raw));
      };
      socket.on('data', (chunk) => {
        raw += chunk.toString('utf8');
        if (enough(raw)) done();
      });
      socket.on('close', done).on('error', done);
      for (const piece of pieces) socket.write(piece);
    });
  }

  const codeOf = (answer: WireAnswer) => (JSON.parse(answer.body) as { error: { code: string } }).error.code;
  const complete = (raw: string) => {
    const answer = parse(raw);
    return Buffer.byteLength(answer.body) >= Number(answer.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  };

  it('a body that grows over the limit while it streams is 413, and the connection closes [size-413]', async () => {
    const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
    const pieces = [`${POST_HEAD}Transfer-Encoding: chunked\r\n\r\n`, ...Array.from({ length: 20 }, () => chunk)];
    const answer = await talk(pieces);
    expect([answer.status, codeOf(answer), answer.headers.connection]).toEqual([413, 'payload_too_large', 'close']);
  });

  it('a declared size over the limit is 413 before a byte is read [size-413]', async () => {
    const answer = await talk([`${POST_HEAD}Content-Length: 99999999\r\n\r\n{`]);
    expect([answer.status, codeOf(answer), answer.headers.connection]).toEqual([413, 'payload_too_large', 'close']);
  });

  it('a declared size that no number holds is 413 as well, and what is no size 400 [size-413]', async () => {
    const answer = await talk([`${POST_HEAD}Content-Length: 99999999999999999999999\r\n\r\n{`]);
    expect([answer.status, codeOf(answer), answer.headers.connection]).toEqual([413, 'payload_too_large', 'close']);
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, api: 'v1' });
    expect((await talk([`${POST_HEAD}Content-Length: 9x\r\n\r\n{`])).status).toBe(400);
  });

  it.each(['gzip, chunked', 'deflate, chunked'])('a transfer coding of %s is 415 [media-415]', async (coding) => {
    const body = '{"text":"a"}';
    const answer = await talk([`${POST_HEAD}Transfer-Encoding: ${coding}\r\n\r\nc\r\n${body}\r\n0\r\n\r\n`], complete);
    expect([answer.status, codeOf(answer)]).toEqual([415, 'content_encoding_unsupported']);
  });

  it('who waits for 100 Continue gets it only when the headers are accepted', async () => {
    const body = '{"text":"hello"}';
    const invited = await talk(
      [`${POST_HEAD}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`, body],
      (raw) => raw.includes('"ok":true'),
    );
    expect(invited.raw).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200/);
    const refused = await talk(
      [`${POST_HEAD.replace('application/json', 'text/plain')}Expect: 100-continue\r\nContent-Length: 16\r\n\r\n`],
      complete,
    );
    expect(refused.status).toBe(415);
  });

  it('a header section over 16 KiB is 431 [header-431]', async () => {
    const answer = await talk([`GET /livez HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`]);
    expect([answer.status, codeOf(answer), answer.headers.connection]).toEqual([431, 'header_too_large', 'close']);
    expect(answer.headers['request-id']).toMatch(/^req_/);
  });

  it.each([4_100, 30_000])('a query string of %i bytes is 414 [uri-414]', async (length) => {
    const answer = await talk([`GET /livez?${'a'.repeat(length)} HTTP/1.1\r\nHost: x\r\n\r\n`], complete);
    expect([answer.status, codeOf(answer)]).toEqual([414, 'uri_too_long']);
  });

  it('a query string of 4 KiB is read [uri-414]', async () => {
    const answer = await talk([`GET /livez?${'a'.repeat(4_096)} HTTP/1.1\r\nHost: x\r\n\r\n`], complete);
    expect(answer.status).toBe(200);
  });

  it('a method that nobody knows is 405, what is not HTTP 400 [method-405]', async () => {
    const unknown = await talk(['PROPFIND /livez HTTP/1.1\r\nHost: x\r\n\r\n'], complete);
    expect([unknown.status, unknown.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    for (const method of ['FOO', 'get']) {
      const foreign = await talk([`${method} /api/v1/evaluate?a=1 HTTP/1.1\r\nHost: x\r\n\r\n`]);
      expect([foreign.status, codeOf(foreign), foreign.headers.allow]).toEqual([
        405,
        'method_not_allowed',
        'POST, OPTIONS',
      ]);
      expect(JSON.parse(foreign.body)).toMatchObject({ ok: false, api: 'v1' });
      expect((await talk([`${method} /nope HTTP/1.1\r\nHost: x\r\n\r\n`])).status).toBe(404);
    }
    const nonsense = await talk(['HELLO\r\n\r\n']);
    expect(nonsense.status).toBe(400);
  });

  const answered = (raw: string) => raw.startsWith('HTTP/1.1 204') || complete(raw);
  it.each(['QUERY', 'PUT', 'PATCH', 'PROPFIND', 'OPTIONS'])(
    '%s with a body of any form is judged by its method alone [method-405]',
    async (method) => {
      for (const path of ['/', '/api/v1', '/api/v1/evaluate'])
        for (const type of ['', 'Content-Type: text/plain\r\n', 'Content-Type: application/json\r\n']) {
          const answer = await talk(
            [`${method} ${path} HTTP/1.1\r\nHost: x\r\n${type}Content-Length: 1\r\n\r\n{`],
            answered,
          );
          expect([path, type, answer.status]).toEqual([path, type, method === 'OPTIONS' ? 204 : 405]);
          expect(answer.headers.allow).toMatch(/OPTIONS/);
        }
    },
  );

  it.each(['example.com:443', '127.0.0.1:22'])('CONNECT %s is answered with 405 [method-405]', async (target) => {
    const answer = await talk([`CONNECT ${target} HTTP/1.1\r\nHost: x\r\n\r\nfirst bytes`]);
    expect([answer.status, codeOf(answer), answer.headers.connection]).toEqual([405, 'method_not_allowed', 'close']);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      allow: expect.stringContaining('GET'),
    });
    expect(answer.headers['request-id']).toMatch(/^req_/);
  });

  it.each(['foo', '100-continue, foo'])(
    'what else is expected (%s) is a 400 with everything that answers have [expect-400]',
    async (value) => {
      const answer = await talk([`${POST_HEAD}Expect: ${value}\r\nContent-Length: 12\r\n\r\n{"text":"a"}`], complete);
      expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid_value']);
      expect(JSON.parse(answer.body)).toMatchObject({ ok: false, api: 'v1' });
      expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'request-id': expect.any(String) });
    },
  );

  it('two Content-Type fields are refused in either order [media-415]', async () => {
    for (const types of [
      ['application/json', 'text/plain'],
      ['text/plain', 'application/json'],
      ['application/json', 'application/json'],
    ]) {
      const fields = types.map((type) => `Content-Type: ${type}\r\n`).join('');
      const head = `POST /api/v1/evaluate HTTP/1.1\r\nHost: x\r\n${fields}`;
      const answer = await talk([`${head}Content-Length: 12\r\n\r\n{"text":"a"}`], complete);
      expect([answer.status, codeOf(answer)]).toEqual([415, 'media_type_unsupported']);
    }
  });

  it.each(['GET /livez', 'GET /nothing', 'POST /api/v1/evaluate'])(
    '%s without Host, or with two, is a 400 that says so [host-400]',
    async (start) => {
      for (const [host, detail] of [
        ['', 'names its Host'],
        ['Host: a\r\nHost: b\r\n', 'one Host'],
      ]) {
        const answer = await talk([`${start} HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n`], complete);
        expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid_value']);
        expect(answer.body).toContain(detail);
        expect(answer.headers['request-id']).toMatch(/^req_/);
      }
    },
  );

  it('HTTP/1.0 needs no Host [host-400]', async () => {
    expect((await talk(['GET /livez HTTP/1.0\r\n\r\n'])).status).toBe(200);
  });

  it('two Authorization fields are refused, on an open route ignored [credential-twice]', async () => {
    const twice = 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n';
    const refused = await talk([`${POST_HEAD}${twice}Content-Length: 12\r\n\r\n{"text":"a"}`], complete);
    expect([refused.status, codeOf(refused)]).toEqual([401, 'credential_malformed']);
    expect(refused.headers['www-authenticate']).toMatch(/^Bearer/);
    const open = await talk([`GET /api/health HTTP/1.1\r\nHost: x\r\n${twice}\r\n`], complete);
    expect(open.status).toBe(200);
  });

  it('a small refused body leaves the connection open for the next request', async () => {
    const bad = `${POST_HEAD}Content-Length: 2\r\n\r\n{}`;
    const good = `${POST_HEAD}Content-Length: 12\r\nConnection: close\r\n\r\n{"text":"a"}`;
    const { raw } = await talk([bad, good]);
    expect(raw.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
  });

  describe('an answer that is written by hand', () => {
    const CHUNKED = `${POST_HEAD}Transfer-Encoding: chunked\r\n\r\n`;

    it('can be read by the page that asked [cors]', async () => {
      const chunk = await talk([CHUNKED, 'zz\r\n']);
      expect([chunk.status, codeOf(chunk)]).toEqual([400, 'invalid_value']);
      for (const answer of [chunk, await talk(['GET /api/v1 HTTP/1.1\r\nHost: x\r\nBad Field: a\r\n\r\n'])]) {
        expect(JSON.parse(answer.body)).toMatchObject({ ok: false, api: 'v1' });
        expect(answer.headers['access-control-allow-origin']).toBe('*');
        expect(answer.headers['access-control-expose-headers']).toContain('Request-Id');
      }
    });

    it('on a route of the site is for the site alone [cors]', async () => {
      const answers = await Promise.all(
        ['https://elsewhere.example', SITE].map((origin) =>
          talk([
            CHUNKED.replace('/api/v1/evaluate', '/api/ember').replace('Host: x', `Host: x\r\nOrigin: ${origin}`),
            'zz\r\n',
          ]),
        ),
      );
      const origins = answers.map(({ headers }) => headers['access-control-allow-origin']);
      expect(origins).toEqual([undefined, SITE]);
    });

    it('is in the envelope of its own route, whatever the connection carried before', async () => {
      const good = `${POST_HEAD}Content-Length: 12\r\n\r\n{"text":"a"}`;
      const broken = 'GET /api/health HTTP/1.1\r\nHost: x\r\nBad Field: a\r\n\r\n';
      const socket = connect(port, '127.0.0.1');
      let raw = '';
      const closed = new Promise((resolve) => socket.on('close', resolve));
      socket.on('data', (chunk) => {
        const first = raw === '';
        raw += chunk.toString('utf8');
        if (first) socket.write(broken);
      });
      socket.write(good);
      await closed;
      const second = parse(raw.slice(raw.lastIndexOf('HTTP/1.1 400')));
      expect(second.status).toBe(400);
      expect(JSON.parse(second.body)).toMatchObject({ ok: false, status: 'ERROR', system: 'PLUMBLINE' });
    });
  });

  it.each([
    ['one request', 1],
    ['three requests', 3],
  ])('what is broken behind %s is answered last [pipelined]', async (_, requests) => {
    const body = JSON.stringify({ text: 'The committee met on Thursday.' });
    const request = `${POST_HEAD}Content-Length: ${body.length}\r\n\r\n${body}`;
    const { raw } = await talk([`${request.repeat(requests)}NONSENSE\r\n\r\n`, 'and more of it\r\n']);
    const statuses = Array.from(raw.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => status);
    expect(statuses).toEqual([...Array.from({ length: requests }, () => '200'), '400']);
  });

  it('a client that goes away in the middle of a body harms nobody', async () => {
    for (let i = 0; i < 20; i++) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await new Promise((resolve) => socket.write(`${POST_HEAD}Content-Length: 50\r\n\r\n{"te`, resolve));
      socket.destroy();
    }
    expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
  });

  it('slow headers and slow bodies are cut with 408 in the envelope of their route [slow-408]', async () => {
    const headOf = (path: string) => POST_HEAD.replace('/api/v1/evaluate', path);
    const [slowBody, slowHeaders, ...dripping] = await Promise.all([
      talk([`${POST_HEAD}Content-Length: 50\r\n\r\n{"te`]),
      talk(['GET /livez HTTP/1.1\r\nHost: x\r\n']),
      // A byte now and then does not buy more time.
      ...['/api/v1/handshake', '/api/v1/query', '/api/agent/receipt', '/api/ember'].map((path) =>
        talk([`${headOf(path)}Content-Length: 5000\r\n\r\n{"`], undefined, 'a'),
      ),
    ]);
    for (const answer of [slowBody, slowHeaders, ...dripping])
      expect([answer.status, codeOf(answer), answer.headers.connection]).toEqual([408, 'request_timeout', 'close']);
    expect(JSON.parse(slowBody.body)).toMatchObject({ ok: false, api: 'v1' });
  });
});
