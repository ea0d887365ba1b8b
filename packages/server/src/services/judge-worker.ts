// SPDX-License-Identifier: Apache-2.0
/** A worker thread: compiles the rules once, then judges what it is handed, and parses large bodies. It has no store, no socket and no log. */
import { constants, setPriority } from 'node:os';
import { workerData } from 'piscina';
import { type Judging, judgeTask } from './judge-task.ts';
import type { JudgeTask, ParseTask } from './judge-tasks.ts';
import { parseForClone } from './parse-body.ts';
import type { RuleFiles } from './rule-files.ts';
import { compileRules } from './ruleset.ts';
import { createPorts } from './ruleset-ports.ts';
import { answering } from './thread-answer.ts';

giveWay();

const ports = createPorts(Date.now);
let judging: Judging | undefined;

/** Rules are compiled by the first task, so that the pool's own start-up handshake stays short. */
export default answering((task: JudgeTask | ParseTask) => {
  if (task.kind === 'parse') return parseForClone(task.bytes);
  judging ??= { ruleset: compileRules(handed(), ports), ports };
  return judgeTask(task, judging);
});

/** Its tables are 12 MB that nobody asks for again: what this thread was handed lives as long as it does. */
function handed(): RuleFiles {
  const data = workerData as { tables?: RuleFiles['tables'] } & RuleFiles;
  const files = { ...data };
  data.tables = null;
  return files;
}

/** Long work gives way to the thread that answers the others. On Linux a priority is a thread's own, elsewhere the process's. */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox that forbids it leaves the threads equals: long texts are judged all the same.
  }
}
