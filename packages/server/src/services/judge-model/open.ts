// SPDX-License-Identifier: Apache-2.0
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import type { JudgeSettings } from '../../config-judge.ts';
import type { Log } from '../../log.ts';
import type { ModelEndpoints } from '../model-endpoint/endpoints.ts';
import { SecondJudge } from './second-judge.ts';

export interface OpenSecondJudge {
  readonly settings: JudgeSettings;
  readonly models: ModelEndpoints;
  readonly ruleset: Ruleset;
  readonly log: Log;
}

/** One for all that judges, so that a text that comes by several ways is asked about once. Null: the embedded scan judges alone. */
export function openSecondJudge({ settings, models, ruleset, log }: OpenSecondJudge): SecondJudge | null {
  if (settings.model === null) return null;
  return new SecondJudge({
    endpoint: models.get(settings.model),
    ruleset,
    deadlineMs: settings.deadline_ms,
    cacheEntries: settings.cache_entries,
    log,
  });
}
