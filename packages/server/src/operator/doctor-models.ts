// SPDX-License-Identifier: Apache-2.0
import type { Config } from '../config-schema.ts';
import { ModelEndpoint } from '../services/model-endpoint/endpoint.ts';
import type { ModelFailureReason } from '../services/model-endpoint/failure.ts';
import type { ModelBudgetStore } from '../store/model-budget-store.ts';
import type { DoctorCheck } from './doctor-checks.ts';

const QUESTION = [{ role: 'user', content: 'Answer with the word yes.' }] as const;
/** Enough for a word, and for what a model may think before it. */
const MAX_ANSWER_TOKENS = 64;
const DEADLINE_MS = 15_000;

/** Asks each configured model for one word: address, key, name of the model and protocol must all be right. */
export function modelsChecks({ settings, secrets }: Config, budgets: ModelBudgetStore): Promise<DoctorCheck[]> {
  const models = Object.entries(settings.models);
  return Promise.all(
    models.map(async ([name, model]) => {
      const endpoint = new ModelEndpoint({
        name,
        settings: model,
        key: secrets.modelKeys[name],
        budgets,
        nowMs: Date.now,
        onError: (error) => {
          throw error;
        },
        onFailure: () => undefined,
      });
      return { name: `model ${name}`, ...(await answerOf(endpoint)) };
    }),
  );
}

async function answerOf(endpoint: ModelEndpoint): Promise<Pick<DoctorCheck, 'status' | 'detail'>> {
  const startedMs = performance.now();
  const reply = await endpoint.complete({
    purpose: 'doctor',
    caller: 'live',
    messages: QUESTION,
    maxAnswerTokens: MAX_ANSWER_TOKENS,
    deadlineMs: DEADLINE_MS,
  });
  const took = `${Math.round(performance.now() - startedMs)} ms`;
  // A model that only thought until its tokens were used up has been reached all the same.
  if (reply.ok || reply.failure.reason === 'empty')
    return { status: 'pass', detail: `${endpoint.model} answered in ${took}` };
  return { status: 'warn', detail: `${endpoint.model} did not answer: ${WORDS[reply.failure.reason]}` };
}

/** What an operator can do something about, in words. */
const WORDS: Readonly<Record<ModelFailureReason, string>> = {
  connect: 'nothing listens at its address',
  tls: 'its certificate is not trusted, or it does not speak TLS; look at url',
  closed: 'the connection was closed',
  server_error: 'the server says that it is broken',
  refused_key: 'the key was refused',
  refused_request: 'the request was refused; look at url, model, stream and token_limit_name',
  breaker_open: 'it was left alone after failures',
  busy: 'too many calls wait',
  paused: 'the server asked to be left alone for a while',
  test_key: 'test keys do not reach it',
  rate_limited: 'the server limits us at the moment',
  deadline: `no answer within deadline_ms`,
  waited: 'its turn did not come',
  cancelled: 'the call was given up',
  redirect: 'it redirects, which is not followed; look at url',
  content_type: 'it does not answer in the protocol; look at url and stream',
  protocol: 'it does not answer in the protocol; look at url and stream',
  cut_off: 'the answer was cut off',
  too_large: 'the answer was larger than max_reply_bytes',
  tool_call: 'it called a tool that nobody offered',
  filtered: 'its own filter held the answer back',
  empty: 'the answer was empty',
  budget: 'its budget for doctor is used up for today',
};
