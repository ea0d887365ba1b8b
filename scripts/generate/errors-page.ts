// SPDX-License-Identifier: Apache-2.0
import { errorsOf } from '../../packages/core/src/contract/operation-errors.ts';
import { OPERATION_LIST } from '../../packages/core/src/contract/operations.ts';
import { ERRORS, type ErrorCode } from '../../packages/core/src/errors.ts';
import { GENERATED, table } from './markdown.ts';

/** docs/reference/errors.md: the catalogue, and which operations answer with which code. */
export function errorsPage(): string {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const overview = table(
    ['status', 'code', 'title', 'retry'],
    codes.map((code) => [String(ERRORS[code].status), `[\`${code}\`](#${code})`, ERRORS[code].title, retry(code)]),
  );
  return `${[
    GENERATED,
    '# Errors',
    'Every error is an RFC 9457 problem with a `code` to switch on. It stands in `error` of the envelope, or alone as ' +
      '`application/problem+json` when the Accept header asks for that. `docs` links the page of the code on the ' +
      'deployment, `/problems/{code}`. With several errors in a body, `errors` lists up to 20, sorted by code in the ' +
      'order below and then by pointer, and the code of the first is the code of the problem.',
    overview,
    ...codes.map(section),
  ].join('\n\n')}\n`;
}

const retry = (code: ErrorCode) => (ERRORS[code].retryable ? 'yes' : '');

function section(code: ErrorCode): string {
  const row = ERRORS[code];
  const users = OPERATION_LIST.filter((operation) => errorsOf(operation).includes(code));
  const links = users.map((operation) => `[${operation.id}](operations.md#${operation.id.toLowerCase()})`);
  const used =
    links.length === 0 ? 'No operation of this release answers with it.' : `Answered by: ${links.join(', ')}.`;
  return `## ${code}\n\n**${row.status}** ${row.title}.${row.retryable ? ' A retry can help.' : ''}\n\n${row.page}\n\n${used}`;
}
