// SPDX-License-Identifier: Apache-2.0
/** What a model that judges as second says of one text, as values: the engine is handed it and asks nobody. */
import type { Category, Severity } from '../types.ts';

/** When the second judge is asked: of every text, or where the embedded stages are not sure. */
export type Consulting = 'always' | 'unsure';

/** The second judge as part of the rules: all of it changes the ruleset hash. */
export interface JudgeModel {
  /** Its name, as the configuration gives it. */
  readonly model: string;
  readonly consult: Consulting;
  /** Whether its word takes a finding of the embedded scan that asks for a review down to a remark. */
  readonly mayClear: boolean;
  /** SHA-256 of what it is told and of the form of its answer. */
  readonly promptHash: string;
}

/** One passage that it holds against the text. A range, not a copy: what is kept of an opinion holds no text. */
export interface Claim {
  readonly article: number;
  readonly category: Category;
  readonly severity: Severity;
  /** [0..1] */
  readonly confidence: number;
  /** UTF-16 units over the text as given, half open. */
  readonly start_utf16: number;
  readonly end_utf16: number;
}

export type Opinion = {
  /** Milliseconds that it took. */
  readonly durationMs: number;
} & (
  | {
      readonly status: 'ok';
      readonly claims: readonly Claim[];
      /** Claims that were left out, because their article, category or quotation does not exist. */
      readonly unfounded: number;
    }
  | {
      readonly status: 'unavailable' | 'timeout';
      /** A fixed word: `budget_exhausted`, `upstream_invalid`. */
      readonly why: string;
    }
  /** Not asked, and that is no failure: a caller with a test key. */
  | { readonly status: 'skipped'; readonly why: string }
);

/** What to ask it. Messages and form go to an endpoint as they are. */
export interface Question {
  readonly messages: readonly { readonly role: 'system' | 'user'; readonly content: string }[];
  /** Stands for every space of the text in the messages, and so in quotations. */
  readonly mark: string;
  /** Same key, same answer: hash of text, side and rules. */
  readonly key: string;
}
