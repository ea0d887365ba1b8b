// SPDX-License-Identifier: Apache-2.0
/**
 * What a person sees who mistyped an address of the site: a page. Addresses of the API answer everybody in the envelope, as
 * contract 1.1 promises, and so does the site whoever does not prefer HTML.
 */
import { OPERATION_LIST } from '@plumbline/core/contract/operations.ts';
import { type ProblemContext, toProblem } from '@plumbline/core/contract/problem.ts';
import type { PlumblineError } from '@plumbline/core/errors.ts';
import { renderProblem } from '../web/problem-pages.ts';
import { negotiate } from './accept.ts';

/** The page loads our style sheet and nothing else. */
export const PROBLEM_PAGE_POLICY =
  "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** The others are answers to what a program sent. */
const PAGED: ReadonlySet<number> = new Set([404, 405]);
const HTML = 'text/html';

const firstSegment = (path: string) => path.split('/', 2)[1] ?? '';

/** First segments under which programs are answered. */
const OF_THE_API: ReadonlySet<string> = new Set(
  OPERATION_LIST.filter(({ produces }) => !produces.includes(HTML)).map(({ path }) => firstSegment(path)),
);

/**
 * @param accept value of the Accept field
 * @param path of the request, without its query
 * @returns null where the problem is to be sent as JSON
 */
export function browserProblem(
  accept: string | undefined,
  path: string,
  error: PlumblineError,
  context: ProblemContext,
): string | null {
  if (!PAGED.has(error.status) || !accept?.includes(HTML) || OF_THE_API.has(firstSegment(path))) return null;
  if (negotiate(accept, ['application/json', HTML]) !== HTML) return null;
  return renderProblem(toProblem(error, context), context);
}
