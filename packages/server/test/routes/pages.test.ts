// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../e2e/test-app.ts';

describe('pages', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const get = (url: string) => app.context.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });

  it('the front page names the service, has a labelled form, and loads from nowhere else [home-page]', async () => {
    const { body, headers, statusCode } = await get('/');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('<h1>');
    expect(body).toMatch(/<label for="try-text">[^<]+<\/label>\s*<textarea id="try-text"/);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(body).not.toMatch(/<script(?![^>]*src=)|\sstyle=|\son[a-z]+=/);
  });

  it('every address that the front page links answers [home-page]', async () => {
    const { body } = await get('/');
    const base = 'http://127.0.0.1:8787';
    const links = [...body.matchAll(/(?:href|src)="([^"#]+)"/g)].map((match) => String(match[1]).replace(base, ''));
    expect(links.length).toBeGreaterThan(8);
    for (const link of links) {
      expect(link.startsWith('/') || link === '').toBe(true);
      const answer = await app.context.app.inject({ method: 'GET', url: link });
      expect([link, answer.statusCode]).toEqual([link, 200]);
    }
  });

  it('files of the pages have strong tags and are refetched only when changed', async () => {
    for (const url of ['/assets/site.css', '/assets/try.js', '/assets/marked-text.js', '/assets/mark.svg']) {
      const first = await get(url);
      expect(first.headers.etag).toMatch(/^"[0-9a-f]{64}"$/);
      expect(first.headers['x-content-type-options']).toBe('nosniff');
      const again = await app.context.app.inject({
        method: 'GET',
        url,
        headers: { 'if-none-match': String(first.headers.etag) },
      });
      expect(again.statusCode).toBe(304);
    }
  });

  it('every code has a page, in the policy of pages [problem-page]', async () => {
    const index = await get('/problems');
    const codes = [...index.body.matchAll(/\/problems\/([a-z_]+)"/g)].map((match) => match[1]);
    expect(codes.length).toBeGreaterThan(40);
    for (const code of codes) expect((await get(`/problems/${code}`)).statusCode).toBe(200);
  });
});
