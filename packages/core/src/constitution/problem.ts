// SPDX-License-Identifier: Apache-2.0

/** One fault in a data file (constitution, categories, pattern pack), at the place where a person would mend it. */
export interface DataProblem {
  /** The path as it was handed to the loader. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  readonly message: string;
}

/** `path:line:column: message`, the form that editors and terminals turn into a link. */
export function formatProblem(problem: DataProblem): string {
  return `${problem.path}:${problem.line}:${problem.column}: ${problem.message}`;
}
