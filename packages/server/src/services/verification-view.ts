// SPDX-License-Identifier: Apache-2.0
/**
 * What a caller asked to see of a result. The engine is run without `max_flags` and `min_severity` and the flags are cut
 * here, after they were counted: what is shown must not change what the reports of the deployment count.
 */
import {
  type EvaluateOptions,
  type Evaluation,
  type Governance,
  SEVERITIES,
  type Severity,
} from '@plumbline/core/engine/types.ts';

/** The options that the engine needs. */
export function judgingOptions({ detail, locale }: EvaluateOptions): EvaluateOptions {
  return { ...(detail !== undefined && { detail }), ...(locale !== undefined && { locale }) };
}

const isPlain = ({ max_flags, min_severity }: EvaluateOptions) => max_flags === undefined && min_severity === undefined;

/** Flags come worst first, so what is left keeps its order and its ids. */
export function shownEvaluation(evaluation: Evaluation, options: EvaluateOptions): Evaluation {
  if (isPlain(options)) return evaluation;
  const floor = SEVERITIES.indexOf(options.min_severity ?? 'info');
  const flags = evaluation.flags.filter(({ severity }) => rank(severity) >= floor).slice(0, options.max_flags);
  return { ...evaluation, flags };
}

export function shownGovernance(governance: Governance, options: EvaluateOptions): Governance {
  if (isPlain(options)) return governance;
  const { input, output } = governance;
  return { ...governance, input: shownEvaluation(input, options), output: shownEvaluation(output, options) };
}

const rank = (severity: Severity) => SEVERITIES.indexOf(severity);
