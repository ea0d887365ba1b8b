// SPDX-License-Identifier: Apache-2.0
import type { JudgeSettings } from '../../config-judge.ts';
import type { Log } from '../../log.ts';
import type { ModelEndpoints } from '../model-endpoint/endpoints.ts';
import { SecondJudge } from './second-judge.ts';
import { TwoSteps, type TwoStepsOptions } from './two-steps.ts';

export interface OpenTwoSteps extends Omit<TwoStepsOptions, 'judge'> {
  readonly settings: JudgeSettings;
  readonly models: ModelEndpoints;
  readonly log: Log;
}

/** Null where the embedded scan judges alone: then a check takes one step, as ever. */
export function openTwoSteps({ settings, models, log, ...options }: OpenTwoSteps): TwoSteps | null {
  if (settings.model === null) return null;
  const judge = new SecondJudge({
    endpoint: models.get(settings.model),
    ruleset: options.ruleset,
    deadlineMs: settings.deadline_ms,
    cacheEntries: settings.cache_entries,
    log,
  });
  return new TwoSteps({ ...options, judge });
}
