// SPDX-License-Identifier: Apache-2.0
/** /problems and /problems/{code}: plain HTML from the error catalogue. No script; the style sheet is our own. */
import { errorsOf } from '@plumbline/core/contract/operation-errors.ts';
import { OPERATION_LIST } from '@plumbline/core/contract/operations.ts';
import type { Problem, ProblemContext } from '@plumbline/core/contract/problem.ts';
import { ERRORS, type ErrorCode } from '@plumbline/core/errors.ts';
import { escapeHtml } from './escape-html.ts';

export interface ProblemPageOptions {
  /** Origin of the site, without a slash at the end. */
  readonly siteUrl: string;
  /** Address of the OpenAPI document. */
  readonly docsUrl: string;
}

const CODES = Object.keys(ERRORS) as ErrorCode[];

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/** The page of one code; null when there is no such code. */
export function renderProblemPage(code: string, options: ProblemPageOptions): string | null {
  if (!isErrorCode(code)) return null;
  const row = ERRORS[code];
  return page(
    `${row.title} (${code})`,
    options,
    `<h1>${escapeHtml(row.title)}</h1>
<dl>
<dt>Code</dt><dd><code>${escapeHtml(code)}</code></dd>
<dt>Status</dt><dd>${row.status}</dd>
<dt>Retry</dt><dd>${row.retryable ? 'The same request can succeed later.' : 'The same request will fail again.'}</dd>
</dl>
<h2>What happened, and what to do</h2>
<p>${escapeHtml(row.page)}</p>
${usedBy(code)}<p><a href="${escapeHtml(options.siteUrl)}/problems">All problems</a></p>`,
  );
}

/** One problem as it happened, for a person who looks for a page. What was asked for is not repeated. */
export function renderProblem(problem: Problem, { siteUrl, requestId }: ProblemContext): string {
  const { title, status, detail, code, docs } = problem;
  return page(
    `${title} (${status})`,
    { siteUrl, docsUrl: '/api/v1/openapi.json' },
    `<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(detail === title ? ERRORS[code as ErrorCode].page : detail)}</p>
<dl>
<dt>Status</dt><dd>${status}</dd>
<dt>Code</dt><dd><a href="${escapeHtml(docs)}"><code>${escapeHtml(code)}</code></a></dd>
<dt>Request</dt><dd><code>${escapeHtml(requestId)}</code></dd>
</dl>
<p><a href="${escapeHtml(siteUrl)}/">To the front page</a></p>`,
  );
}

/** A table of every code. */
export function renderProblemIndex(options: ProblemPageOptions): string {
  const rows = CODES.map(
    (code) =>
      `<tr><td>${ERRORS[code].status}</td><td><a href="${escapeHtml(options.siteUrl)}/problems/${code}"><code>${code}</code></a></td>` +
      `<td>${escapeHtml(ERRORS[code].title)}</td><td>${ERRORS[code].retryable ? 'yes' : 'no'}</td></tr>`,
  );
  return page(
    'Problems',
    options,
    `<h1>Problems</h1>
<p>Every error that this service answers with has a code, and every code has a page.</p>
<table>
<caption>Codes by status</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Title</th><th scope="col">Retry</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`,
  );
}

function usedBy(code: ErrorCode): string {
  const users = OPERATION_LIST.filter((operation) => errorsOf(operation).includes(code));
  if (users.length === 0) return '';
  const items = users.map((operation) => `<li><code>${operation.method} ${escapeHtml(operation.path)}</code></li>`);
  return `<h2>Where</h2>\n<ul>\n${items.join('\n')}\n</ul>\n`;
}

function page(title: string, options: ProblemPageOptions, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Plumbline</title>
<link rel="stylesheet" href="/assets/site.css">
</head>
<body>
<header><nav aria-label="Site"><a href="${escapeHtml(options.siteUrl)}/">Plumbline</a></nav></header>
<main>
${main}
</main>
<footer><p><a href="${escapeHtml(options.docsUrl)}">OpenAPI document</a></p></footer>
</body>
</html>
`;
}
