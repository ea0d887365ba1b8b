// SPDX-License-Identifier: Apache-2.0
/** The configured second judge for a command: the same model, budget and form as in the service. */
import type { JudgeModel, Opinion, Question } from '@plumbline/core/engine/judge-model/opinion.ts';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import { loadConfig } from '../config.ts';
import { judgeModelOf } from '../context.ts';
import { createLog } from '../log.ts';
import { SecondJudge } from '../services/judge-model/second-judge.ts';
import { openModels } from '../services/model-endpoint/endpoints.ts';
import { openStore, storeUrl } from '../store/open.ts';
import { ArgumentError, type OperatorIo } from './keys-deployment.ts';
import { workingFolder } from './working-folder.ts';

export interface OpenedJudge {
  /** For the ruleset that the texts are judged by. */
  readonly judgeModel: Omit<JudgeModel, 'promptHash'>;
  /** Questions that may be asked at once. */
  readonly inFlight: number;
  ask(question: Question, text: string, ruleset: Ruleset): Promise<Opinion>;
  close(): Promise<void>;
}

const OPERATOR = { environment: 'live' } as const;

/** @throws ConfigError for a faulty configuration, ArgumentError where it names no judge */
export async function openSecondJudge(env: OperatorIo['env'], cwd: string): Promise<OpenedJudge> {
  const config = loadConfig(env, workingFolder(env, cwd));
  const { judge, models } = config.settings;
  const judgeModel = judgeModelOf(config);
  if (judge.model === null || judgeModel === null)
    throw new ArgumentError('the configuration names no judge (judge.model)');
  const store = await openStore({ url: storeUrl(config.dataDir, config.secrets.databaseUrl) });
  const log = createLog('silent');
  const endpoint = openModels(models, config.secrets.modelKeys, store.modelBudgets, Date.now, log).get(judge.model);
  let asked: SecondJudge | undefined;
  return {
    judgeModel,
    inFlight: endpoint.settings.in_flight,
    ask(question, text, ruleset) {
      asked ??= new SecondJudge({
        endpoint,
        ruleset,
        deadlineMs: judge.deadline_ms,
        cacheEntries: judge.cache_entries,
        log,
      });
      return asked.ask(question, text, OPERATOR);
    },
    close: () => store.close(),
  };
}
