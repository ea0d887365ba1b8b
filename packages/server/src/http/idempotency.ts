// SPDX-License-Identifier: Apache-2.0
/** Runs a handler once for each Idempotency-Key, between the schema and the work (contract 1.2 and 1.7). */
import type { ClaimedCall, Idempotency } from '../services/idempotency.ts';
import type { Answer, Call, DataAnswer, Handler, StoredAnswer } from './call.ts';

export interface IdempotentRun {
  readonly idempotency: Idempotency;
  readonly route: string;
  readonly key: string;
  /** The whole answer, envelope and all. */
  readonly render: (answer: DataAnswer) => StoredAnswer;
}

/** @throws what the handler throws: a failure is not kept, and the next request starts anew */
export async function runOnce(run: IdempotentRun, handler: Handler, call: Call): Promise<Answer> {
  const { idempotency, route, key, render } = run;
  const outcome = await idempotency.claim(call.caller, route, key, call.body);
  if (!('token' in outcome)) return { stored: outcome, replayed: true };
  const claimed: ClaimedCall = {
    claim: outcome,
    render: (data, usage, warnings) =>
      render({ data, ...(usage && { usage: usage as never }), ...(warnings && { warnings }) }),
  };
  try {
    const answer = await handler({ ...call, claimed });
    // A handler with an effect has kept its answer in the transaction of the effect.
    if ('stored' in answer || !('data' in answer)) return answer;
    const stored = render(answer);
    await idempotency.complete(outcome, stored);
    return { stored, replayed: false, ...(answer.usage && { usage: answer.usage }) };
  } catch (error) {
    await idempotency.release(outcome);
    throw error;
  }
}
