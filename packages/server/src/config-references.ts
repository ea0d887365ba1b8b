// SPDX-License-Identifier: Apache-2.0
import type { Settings } from './config-schema.ts';

/** Settings that name a model must name one that is there. @returns problems as `[pointer, message]` */
export function referenceProblems({ models, nodes }: Settings): (readonly [string, string])[] {
  const named = Object.entries(nodes).flatMap(([id, { engine }]) =>
    typeof engine === 'string' ? [] : [[`/nodes/${id}/engine`, engine.model] as const],
  );
  return named
    .filter(([, name]) => !Object.hasOwn(models, name))
    .map(([pointer, name]) => [pointer, `there is no ${name} in models`] as const);
}
