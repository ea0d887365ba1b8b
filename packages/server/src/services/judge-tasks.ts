// SPDX-License-Identifier: Apache-2.0
/** What goes to a worker thread and comes back. Structured clones: plain values only. */
import type { Screening } from '@plumbline/core/engine/screen.ts';
import type { EvaluateOptions, Evaluation, Governance } from '@plumbline/core/engine/types.ts';

export type JudgeTask =
  | { readonly kind: 'evaluate'; readonly text: string; readonly options: EvaluateOptions }
  | { readonly kind: 'govern'; readonly prompt: string; readonly response: string; readonly options: EvaluateOptions }
  | { readonly kind: 'screen'; readonly text: string }
  | { readonly kind: 'batch'; readonly texts: readonly string[] };

/** Of a batch, a text whose evaluation threw is null: the others keep their verdicts. */
export interface JudgeResults {
  readonly evaluate: Evaluation;
  readonly govern: Governance;
  readonly screen: Screening;
  readonly batch: readonly (Evaluation | null)[];
}
