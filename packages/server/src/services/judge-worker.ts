// SPDX-License-Identifier: Apache-2.0
/** A worker thread: compiles the rules once, then judges what it is handed. It has no store, no socket and no log. */
import { evaluate } from '@plumbline/core/engine/evaluate.ts';
import { govern } from '@plumbline/core/engine/govern/govern.ts';
import { evaluateFirst, governFirst, screenFirst } from '@plumbline/core/engine/judge-model/first-step.ts';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import { screen } from '@plumbline/core/engine/screen.ts';
import { workerData } from 'piscina';
import type { JudgeTask } from './judge-tasks.ts';
import type { RuleFiles } from './rule-files.ts';
import { compileRules } from './ruleset.ts';
import { createPorts } from './ruleset-ports.ts';

const ports = createPorts(Date.now);
let rules: Ruleset | undefined;

/** Compiled by the first task, so that the pool's own start-up handshake stays short. */
function ruleset(): Ruleset {
  rules ??= compileRules(workerData as RuleFiles, ports);
  return rules;
}

export default function judge(task: JudgeTask): unknown {
  switch (task.kind) {
    case 'evaluate':
      return evaluate(task.text, ruleset(), ports, task.options, task.opinion);
    case 'govern':
      return govern(task.prompt, task.response, ruleset(), ports, task.options, task.opinions);
    case 'evaluateFirst':
      return evaluateFirst(task.text, ruleset(), ports, task.options);
    case 'governFirst':
      return governFirst(task.prompt, task.response, ruleset(), ports, task.options);
    case 'screen':
      return screen(task.text, ruleset(), ports, task.opinion);
    case 'screenFirst':
      return screenFirst(task.text, ruleset(), ports);
    case 'batch':
      return task.texts.map(judgeOne);
  }
}

function judgeOne(text: string): unknown {
  try {
    return evaluate(text, ruleset(), ports, {});
  } catch {
    // One text must not cost the other callers' verdicts; the item is reported as failed and charged to nobody.
    return null;
  }
}
