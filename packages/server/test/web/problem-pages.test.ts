// SPDX-License-Identifier: Apache-2.0
import { ERRORS, type ErrorCode } from '@plumbline/core/errors.ts';
import { describe, expect, it } from 'vitest';
import { escapeHtml } from '../../src/web/escape-html.ts';
import { renderProblemIndex, renderProblemPage } from '../../src/web/problem-pages.ts';

const OPTIONS = { siteUrl: 'https://site.plumbline.test', docsUrl: 'https://api.plumbline.test/api/v1/openapi.json' };
const CODES = Object.keys(ERRORS) as ErrorCode[];

describe('problem pages', () => {
  it.each(CODES)('[problem-page] %s has one, with title, status and what to do', (code) => {
    const html = renderProblemPage(code, OPTIONS);
    expect(html).toContain(`<h1>${escapeHtml(ERRORS[code].title)}</h1>`);
    expect(html).toContain(`<dd>${ERRORS[code].status}</dd>`);
    expect(html).toContain(escapeHtml(ERRORS[code].page));
  });

  it('are null for what is no code, inherited names included', () => {
    for (const code of ['', 'nothing', 'constructor', '__proto__', 'toString', '<script>'])
      expect(renderProblemPage(code, OPTIONS)).toBeNull();
  });

  it('run no script, hold no inline style, load nothing from elsewhere', () => {
    for (const html of [renderProblemIndex(OPTIONS), ...CODES.map((code) => renderProblemPage(code, OPTIONS) ?? '')]) {
      expect(html).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=|<iframe|<img/i);
      expect([...html.matchAll(/<link[^>]*href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['/assets/site.css']);
    }
  });

  it('say their language, have one heading of the first rank, and close what they open', () => {
    const html = renderProblemPage('too_long', OPTIONS) ?? '';
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html.match(/<h1>/g)).toHaveLength(1);
    for (const tag of ['html', 'head', 'body', 'main', 'header', 'nav', 'footer', 'dl', 'ul', 'p', 'h2', 'code', 'a'])
      expect(html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length, tag).toBe(
        html.match(new RegExp(`</${tag}>`, 'g'))?.length,
      );
  });

  it('escape what comes from settings', () => {
    const html = renderProblemPage('too_long', { siteUrl: 'https://x"><script>', docsUrl: "https://y'&" }) ?? '';
    expect(html).not.toContain('<script>');
    expect(html).toContain('https://x&quot;&gt;&lt;script&gt;/problems');
    expect(html).toContain('https://y&#39;&amp;');
  });
});

describe('the index', () => {
  it('links every page', () => {
    const html = renderProblemIndex(OPTIONS);
    for (const code of CODES) expect(html).toContain(`href="${OPTIONS.siteUrl}/problems/${code}"`);
  });
});
