// SPDX-License-Identifier: Apache-2.0
/** `ratify submit`: hands a signed proposal to a service. Its signatures are the authority: no key goes along. */
import { parseArgs } from 'node:util';
import { isRecord } from '@plumbline/core/seal/statement.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { inert } from '../render.ts';
import { ENDED_BY_POLICY } from './describe.ts';
import { readSubmission } from './proposal.ts';

const TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 4_000_000;

export async function submitProposal(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { url: { type: 'string' }, json: { type: 'boolean' } },
  });
  const envelope = readSubmission(positionals[0]);
  if (values.url === undefined || !/^https?:\/\//.test(values.url))
    throw new UsageError('--url ADDRESS is missing: the service');
  const answer = await post(`${values.url.replace(/\/+$/, '')}/api/v1/ratifications`, JSON.stringify({ envelope }));
  if (values.json) io.stdout.write(`${JSON.stringify(answer.body)}\n`);
  else io.stdout.write(inert(sayingOf(answer)));
  return answer.ok ? EXIT.pass : EXIT.fail;
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly body: unknown;
}

async function post(url: string, body: string): Promise<Answer> {
  try {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    if (text.length > MAX_ANSWER_BYTES) throw new UsageError(`${url}: the answer is too long`);
    return { ok: response.ok, status: response.status, body: JSON.parse(text) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof SyntaxError) throw new UsageError(`${url}: the answer is no JSON; is this the service?`);
    const reason =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : (error as Error).message;
    throw new UsageError(`${url}: ${reason}; it may have arrived, and submitting again does no harm`);
  }
}

function sayingOf({ ok, status, body }: Answer): string {
  if (!isRecord(body)) return `status ${status}\n`;
  if (ok) {
    const ended = isRecord(body.data) && body.data.kind === 'policy' ? `The policy ends ${ENDED_BY_POLICY}.\n` : '';
    return `accepted\n${JSON.stringify(body.data, null, 2)}\n${ended}`;
  }
  const { code, detail } = isRecord(body.error) ? body.error : {};
  return `refused: ${String(code ?? status)}: ${String(detail ?? '')}\n`;
}
