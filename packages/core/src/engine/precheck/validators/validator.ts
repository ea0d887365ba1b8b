// SPDX-License-Identifier: Apache-2.0

export interface Candidate {
  /** The group `v` where the expression has one, else the whole match. */
  readonly value: string;
  readonly match: RegExpExecArray;
  readonly text: string;
  /** Of `value` in `text`, UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** 0 drops the match; a number up to 1 is multiplied into its confidence. */
export type Validator = (candidate: Candidate) => number;
