// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../e2e/test-app.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
type Method = 'GET' | 'HEAD' | 'POST' | 'DELETE';

describe('an address where nothing is', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const ask = (method: Method, url: string, accept?: string) =>
    app.context.app.inject({ method, url, headers: accept === undefined ? {} : { accept } });

  it.each([
    ['GET', '/compan', 404, 'not_found'],
    ['GET', '/problems/nothing', 404, 'not_found'],
    ['GET', '/assets/none.css', 404, 'not_found'],
    ['POST', '/', 405, 'method_not_allowed'],
    ['DELETE', '/verify', 405, 'method_not_allowed'],
    ['POST', '/assets/site.css', 405, 'method_not_allowed'],
  ] as const)('%s %s is a page for a browser, with the headers of the JSON [browser-problem]', async (...row) => {
    const [method, url, status, code] = row;
    const [page, json] = [await ask(method, url, BROWSER), await ask(method, url)];
    expect([page.statusCode, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(json.json()).toMatchObject({ ok: false, error: { status, code } });
    expect(page.body).toContain(`<dd>${status}</dd>`);
    expect(page.body).toContain(`/problems/${code}"><code>${code}</code>`);
    expect(page.body).toContain(String(page.headers['request-id']));
    expect(String(page.headers.vary).split(', ')).toContain('Accept');
    const own = new Set(['content-type', 'content-length', 'content-security-policy', 'request-id', 'date']);
    const shared = (headers: object) => Object.entries(headers).filter(([name]) => !own.has(name));
    expect(shared(page.headers)).toEqual(shared(json.headers));
  });

  it('has a page under a closed policy, which repeats nothing of what was asked [browser-problem]', async () => {
    const { body, headers } = await ask('GET', '/<script>alert(1)</script>?q=<b>hello', BROWSER);
    expect(body).not.toMatch(/alert|hello|<script|<style|\sstyle=|\son[a-z]+=|<img|<form/i);
    expect(String(headers['content-security-policy'])).toMatch(/^default-src 'none'; style-src 'self';/);
    expect(String(headers['content-security-policy'])).not.toMatch(/unsafe|script-src|https?:|\*/);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('has no body for HEAD, whoever asks', async () => {
    const { statusCode, body, headers } = await ask('HEAD', '/compan', BROWSER);
    expect([statusCode, body, headers['content-type']]).toEqual([404, '', 'text/html; charset=utf-8']);
  });

  it.each([undefined, '*/*', 'application/json', 'text/html, application/json', 'text/html;q=0.1, */*', 'text/plain'])(
    'is JSON for Accept %s [browser-problem]',
    async (accept) => {
      const { statusCode, headers } = await ask('GET', '/compan', accept);
      expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    },
  );

  it('is a bare problem for whoever names that type', async () => {
    const { headers } = await ask('GET', '/compan', 'text/html, application/problem+json');
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  });

  it.each([
    ['GET', '/api/v1/evaluate', 405],
    ['GET', '/api/nothing', 404],
    ['GET', '/api/v1/verify/x', 404],
    ['POST', '/livez', 405],
    ['POST', '/openapi.json', 405],
    ['GET', '/log/nothing', 404],
    ['GET', '/.well-known/nothing', 404],
  ] as const)('%s %s of the API is answered in the envelope, in a browser too [browser-problem]', async (...row) => {
    const [method, url, status] = row;
    const { statusCode, headers } = await ask(method, url, BROWSER);
    expect([statusCode, String(headers['content-type'])]).toEqual([status, expect.stringMatching(/json/)]);
  });

  it('leaves what else goes wrong on a page as it was', async () => {
    const { statusCode, headers } = await ask('GET', '/verify?%', BROWSER);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const refused = await ask('GET', '/problems/too_long', 'application/pdf');
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([406, 'application/json; charset=utf-8']);
  });
});
