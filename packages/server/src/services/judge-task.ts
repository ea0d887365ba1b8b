// SPDX-License-Identifier: Apache-2.0
/** One task of long work, by whichever thread takes it. */
import { evaluate } from '@plumbline/core/engine/evaluate.ts';
import { govern } from '@plumbline/core/engine/govern/govern.ts';
import { evaluateFirst, governFirst, screenFirst } from '@plumbline/core/engine/judge-model/first-step.ts';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import { screen } from '@plumbline/core/engine/screen.ts';
import type { Ports } from '@plumbline/core/engine/types.ts';
import type { JudgeTask } from './judge-tasks.ts';

/** What a thread judges with. */
export interface Judging {
  readonly ruleset: Ruleset;
  readonly ports: Ports;
}

export function judgeTask(task: JudgeTask, { ruleset, ports }: Judging): unknown {
  switch (task.kind) {
    case 'evaluate':
      return evaluate(task.text, ruleset, ports, task.options, task.opinion);
    case 'govern':
      return govern(task.prompt, task.response, ruleset, ports, task.options, task.opinions);
    case 'evaluateFirst':
      return evaluateFirst(task.text, ruleset, ports, task.options);
    case 'governFirst':
      return governFirst(task.prompt, task.response, ruleset, ports, task.options);
    case 'screen':
      return screen(task.text, ruleset, ports, task.opinion);
    case 'screenFirst':
      return screenFirst(task.text, ruleset, ports);
    case 'batch':
      return task.texts.map((text) => judgeOne(text, ruleset, ports));
  }
}

function judgeOne(text: string, ruleset: Ruleset, ports: Ports): unknown {
  try {
    return evaluate(text, ruleset, ports, {});
  } catch {
    // One text must not cost the other callers' verdicts; the item is reported as failed and charged to nobody.
    return null;
  }
}
