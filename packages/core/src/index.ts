// SPDX-License-Identifier: Apache-2.0
/** What `core` offers to those who embed it. Everything here is pure and runs in a browser. */

export type { DataFile } from './constitution/parse.ts';
export { parseConstitution } from './constitution/parse.ts';
export { type DataProblem, formatProblem } from './constitution/problem.ts';
export type { CategoryRow, CategoryTable, Constitution } from './constitution/types.ts';
export { evaluate } from './engine/evaluate.ts';
export { govern } from './engine/govern/govern.ts';
export { checkAction } from './engine/intent/check-action.ts';
export { type BuiltRuleset, buildRuleset, ENGINES, type Ruleset, type RulesetInput } from './engine/ruleset.ts';
export type {
  ActionCheck,
  ActionCheckInput,
  Category,
  Decision,
  EvaluateOptions,
  Evaluation,
  Flag,
  Governance,
  Ports,
  Relation,
  Severity,
  Side,
  Span,
  Stage,
  Thresholds,
  Verdict,
} from './engine/types.ts';
export { CATEGORIES, DEFAULT_THRESHOLDS, SEVERITIES, STAGES } from './engine/types.ts';
export { ERRORS, type ErrorCode, PlumblineError } from './errors.ts';
export { canonicalJson } from './seal/jcs.ts';
