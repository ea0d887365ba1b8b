// SPDX-License-Identifier: Apache-2.0
/** What goes to a worker thread and comes back. Structured clones: plain values only. */
import type { PairOpinions } from '@plumbline/core/engine/govern/govern.ts';
import type {
  FirstEvaluation,
  FirstGovernance,
  FirstScreening,
} from '@plumbline/core/engine/judge-model/first-step.ts';
import type { Opinion } from '@plumbline/core/engine/judge-model/opinion.ts';
import type { Screening } from '@plumbline/core/engine/screen.ts';
import type { EvaluateOptions, Evaluation, Governance } from '@plumbline/core/engine/types.ts';

export type JudgeTask =
  | ({ readonly kind: 'evaluate'; readonly opinion?: Opinion } & OneText)
  | ({ readonly kind: 'govern'; readonly opinions?: PairOpinions } & Pair)
  | ({ readonly kind: 'evaluateFirst' } & OneText)
  | ({ readonly kind: 'governFirst' } & Pair)
  | { readonly kind: 'screen'; readonly text: string; readonly opinion?: Opinion }
  | { readonly kind: 'screenFirst'; readonly text: string }
  | { readonly kind: 'batch'; readonly texts: readonly string[] };

/** The body of a request: whatever it holds is long, so it is no work for the serving thread either. */
export interface ParseTask {
  readonly kind: 'parse';
  readonly bytes: Uint8Array;
}

interface OneText {
  readonly text: string;
  readonly options: EvaluateOptions;
}

interface Pair {
  readonly prompt: string;
  readonly response: string;
  readonly options: EvaluateOptions;
}

/** Of a batch, a text whose evaluation threw is null: the others keep their verdicts. */
export interface JudgeResults {
  readonly evaluate: Evaluation;
  readonly govern: Governance;
  readonly evaluateFirst: FirstEvaluation;
  readonly governFirst: FirstGovernance;
  readonly screen: Screening;
  readonly screenFirst: FirstScreening;
  readonly batch: readonly (Evaluation | null)[];
}
