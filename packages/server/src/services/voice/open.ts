// SPDX-License-Identifier: Apache-2.0
import type { Settings } from '../../config-schema.ts';
import { backgroundFailure, budgetSpent, modelFailure, threadWatch } from '../../events.ts';
import type { Log } from '../../log.ts';
import type { ModelBudgetStore } from '../../store/model-budget-store.ts';
import { ModelBudget } from '../model-endpoint/budget.ts';
import { isOurLimit } from '../model-endpoint/failure.ts';
import { EmbeddedVoice } from './embedded.ts';
import { SpeechEndpoint } from './endpoint.ts';
import type { SpeechEngine } from './engine.ts';

export interface SpeechOptions {
  readonly settings: Settings['voice'];
  /** Null: the endpoint wants none. */
  readonly apiKey: string | null;
  readonly budgets: ModelBudgetStore;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** What the budget of speech is kept under: no model can have this name. */
export const SPEECH_ACCOUNT = { model: 'voice.endpoint', purpose: 'speech' } as const;

/** What the configuration says that speaks; null where nothing does. Nothing is loaded before the first text. */
export function openSpeech({ settings, ...rest }: SpeechOptions): SpeechEngine | null {
  const { engine, endpoint, max_queue: maxQueue, timeout_ms: timeoutMs } = settings;
  if (engine === 'embedded') return new EmbeddedVoice({ maxQueue, timeoutMs, watch: threadWatch(rest.log, 'voice') });
  if (engine === 'none' || endpoint === null) return null;
  return speechEndpoint(settings, endpoint, rest);
}

function speechEndpoint(
  settings: Settings['voice'],
  endpoint: NonNullable<Settings['voice']['endpoint']>,
  { apiKey, budgets, nowMs, log }: Omit<SpeechOptions, 'settings'>,
): SpeechEndpoint {
  const { model, purpose } = SPEECH_ACCOUNT;
  const { characters_per_day, price_per_million_characters, money_per_day } = settings;
  const limits = {
    tokens_per_day: characters_per_day,
    price_input_per_million: price_per_million_characters,
    price_output_per_million: null,
    money_per_day,
  };
  return new SpeechEndpoint({
    url: endpoint.url,
    model: endpoint.model,
    voices: new Map(endpoint.voices.map(({ name, upstream }) => [name, upstream])),
    apiKey,
    timeoutMs: settings.timeout_ms,
    maxQueue: settings.max_queue,
    breaker: settings,
    budget: new ModelBudget(budgets, `${model}/${purpose}`, limits, nowMs, () =>
      budgetSpent(log, { endpoint: model, purpose }),
    ),
    onFailure: ({ kind, reason, ...rest }) =>
      modelFailure(log, { endpoint: model, purpose, kind, reason }, isOurLimit({ kind, reason, ...rest })),
    onError: (error) => backgroundFailure(log, 'speech budget', error),
  });
}
