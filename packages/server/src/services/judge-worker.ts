// SPDX-License-Identifier: Apache-2.0
/** A worker thread: compiles the rules once, then judges what it is handed. It has no store, no socket and no log. */
import { workerData } from 'piscina';
import { type Judging, judgeTask } from './judge-task.ts';
import type { JudgeTask } from './judge-tasks.ts';
import type { RuleFiles } from './rule-files.ts';
import { compileRules } from './ruleset.ts';
import { createPorts } from './ruleset-ports.ts';

const ports = createPorts(Date.now);
let judging: Judging | undefined;

/** Rules are compiled by the first task, so that the pool's own start-up handshake stays short. */
export default function judge(task: JudgeTask): unknown {
  judging ??= { ruleset: compileRules(workerData as RuleFiles, ports), ports };
  return judgeTask(task, judging);
}
