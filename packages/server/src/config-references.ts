// SPDX-License-Identifier: Apache-2.0
import type { Settings } from './config-schema.ts';

type At = readonly [pointer: string, text: string];

/** Settings that name a model must name one that is there. @returns problems as `[pointer, message]` */
export function referenceProblems({ models, nodes, judge }: Settings): At[] {
  const byNodes = Object.entries(nodes).flatMap(([id, { engine }]): At[] =>
    typeof engine === 'string' ? [] : [[`/nodes/${id}/engine`, engine.model]],
  );
  const named: At[] = judge.model === null ? byNodes : [...byNodes, ['/judge/model', judge.model]];
  return named
    .filter(([, name]) => !Object.hasOwn(models, name))
    .map(([pointer, name]) => [pointer, `there is no ${name} in models`]);
}
