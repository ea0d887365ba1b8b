// SPDX-License-Identifier: Apache-2.0
import type { ModelKeys, ModelsSettings } from '../../config-models.ts';
import { backgroundFailure, budgetSpent, modelFailure } from '../../events.ts';
import type { Log } from '../../log.ts';
import type { ModelBudgetStore } from '../../store/model-budget-store.ts';
import type { HealthCheck } from '../health-checks.ts';
import type { BreakerState } from './breaker.ts';
import { loadSdk, ModelEndpoint } from './endpoint.ts';
import { isOurLimit, type ModelFailure } from './failure.ts';

export interface ModelEndpointsOptions {
  readonly settings: ModelsSettings;
  readonly keys: ModelKeys;
  readonly budgets: ModelBudgetStore;
  readonly nowMs: () => number;
  readonly onError: (error: unknown) => void;
  readonly onFailure: (endpoint: string, purpose: string, failure: ModelFailure) => void;
  /** A budget refused its first call of the day. */
  readonly onSpent?: (endpoint: string, purpose: string) => void;
}

/** By what the upstream is for. */
export type BreakerStates = Readonly<Record<string, BreakerState>>;

/** The configured models. Costs nothing until one of them is asked. */
export class ModelEndpoints {
  readonly #byName: ReadonlyMap<string, ModelEndpoint>;

  constructor({ settings, keys, ...shared }: ModelEndpointsOptions) {
    const entries = Object.entries(settings).map(
      ([name, model]) => [name, new ModelEndpoint({ name, settings: model, key: keys[name], ...shared })] as const,
    );
    this.#byName = new Map(entries);
  }

  get isEmpty(): boolean {
    return this.#byName.size === 0;
  }

  /** @throws Error when there is none: the configuration was checked for it */
  get(name: string): ModelEndpoint {
    const endpoint = this.#byName.get(name);
    if (endpoint === undefined) throw new Error(`there is no model ${name}`);
    return endpoint;
  }

  /** Loads what a call needs, so that the first caller need not wait for it. Nothing without a model. */
  async warm(): Promise<void> {
    if (!this.isEmpty) await loadSdk();
  }

  /** Breakers by purpose, the worst where a purpose has several endpoints. */
  breakers(): BreakerStates {
    const states: Record<string, BreakerState> = {};
    for (const endpoint of this.#byName.values())
      for (const [purpose, state] of endpoint.breakers())
        if (states[purpose] === undefined || state === 'open') states[purpose] = state;
    return states;
  }
}

/** What they fail with goes to the log by its name, and nothing else of it. */
export function openModels(
  settings: ModelsSettings,
  keys: ModelKeys,
  budgets: ModelBudgetStore,
  nowMs: () => number,
  log: Log,
): ModelEndpoints {
  return new ModelEndpoints({
    settings,
    keys,
    budgets,
    nowMs,
    onError: (error) => backgroundFailure(log, 'model budgets', error),
    onFailure: (endpoint, purpose, failure) =>
      modelFailure(log, { endpoint, purpose, kind: failure.kind, reason: failure.reason }, isOurLimit(failure)),
    onSpent: (endpoint, purpose) => budgetSpent(log, { endpoint, purpose }),
  });
}

/**
 * Warns until a breaker that opened is closed again: a node is down, the second judge, or the voice; the service answers
 * without.
 */
export function modelsCheck(...upstreams: readonly Pick<ModelEndpoints, 'breakers'>[]): HealthCheck {
  return () => {
    const observed = Object.assign({}, ...upstreams.map((upstream) => upstream.breakers())) as BreakerStates;
    const sound = Object.values(observed).every((state) => state === 'closed');
    return { status: sound ? 'pass' : 'warn', observed, unit: 'circuit breakers' };
  };
}
