// SPDX-License-Identifier: Apache-2.0
/** Contract section 2, degraded: a stage that failed is never silently absent, so the envelope warns of it as well. */
import type { Evaluation, Stage } from '@plumbline/core/engine/types.ts';
import type { Warning } from '../../http/call.ts';

type Judged = Pick<Evaluation, 'degraded' | 'stages'>;

/** Spread into an answer: nothing at all where there is nothing to say. */
export interface Warned {
  readonly warnings?: readonly Warning[];
}

const SILENT: Warned = {};

/** @param warnings each list may be null */
export function warned(...warnings: readonly (readonly Warning[] | null)[]): Warned {
  const all = warnings.flatMap((list) => list ?? []);
  return all.length === 0 ? SILENT : { warnings: all };
}

/**
 * One for each stage of a degraded check that failed or stopped short; null where every stage did its work.
 * @param pointer of the judged text, in the body of the request
 */
export function degradedWarnings({ degraded, stages }: Judged, pointer?: string): readonly Warning[] | null {
  return degraded ? stageWarnings(stages, pointer) : null;
}

/** As `degradedWarnings`, where only the stages are known. */
export function stageWarnings(stages: readonly Stage[], pointer?: string): readonly Warning[] | null {
  const broken = stages.filter(({ status }) => status === 'failed' || status === 'degraded');
  return broken.length === 0 ? null : broken.map((stage) => warningOf(stage, pointer));
}

function warningOf({ n, name, status, detail }: Stage, pointer: string | undefined): Warning {
  const what = status === 'failed' ? 'failed' : 'did not do all of its work';
  const because = detail === undefined ? '' : `: ${detail}`;
  const warning = { code: 'degraded', detail: `Stage ${n} (${name}) ${what}${because}.` };
  return pointer === undefined ? warning : { ...warning, pointer };
}
