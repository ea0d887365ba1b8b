// SPDX-License-Identifier: Apache-2.0

import type { PatternMatch } from '../stages.ts';
import { SEVERITIES } from '../types.ts';
import type { Surroundings } from './context.ts';
import { type Telling, tell, tellingOf } from './kinds.ts';
import { type LeadingRun, leadingRunOf, nextStart } from './leading-run.ts';
import type { ContextRule, Pattern, PatternExpression } from './pack-schema.ts';
import { VALIDATORS, type Validator, type ValidatorName } from './validators.ts';
import { withoutNames } from './value-groups.ts';
import { wholeValueEnd } from './whole-value.ts';

/** One expression of a pattern, ready to run. */
export interface Expression {
  readonly pattern: number;
  readonly on: Pattern['on'];
  readonly regex: RegExp;
  /** How its matches begin; null where only the expression itself can tell. */
  readonly leading: LeadingRun | null;
  /** The groups that narrow a match to its value, in the order in which they are asked. */
  readonly values: readonly number[];
  readonly before: number;
  readonly after: number;
  readonly atLeast: number;
  readonly validator: Validator | null;
  readonly validatorName: ValidatorName | null;
  readonly context: readonly ContextRule[];
  readonly confidence: number;
  readonly rank: number;
  readonly telling: Telling;
}

/** Read around a window, so that word boundaries and short look-behinds see their surroundings. */
export const MARGIN = 8;

export function prepareExpression(pattern: Pattern, patternIndex: number, expression: PatternExpression): Expression {
  const { source, values } = withoutNames(expression.source);
  return {
    pattern: patternIndex,
    on: pattern.on,
    regex: new RegExp(source, `g${expression.flags}`),
    leading: leadingRunOf(source, expression.flags),
    values,
    before: expression.reach[0],
    after: expression.reach[1],
    atLeast: expression.at_least,
    validator: expression.validator === null ? null : VALIDATORS[expression.validator],
    validatorName: expression.validator,
    context: expression.context,
    confidence: expression.confidence,
    rank: SEVERITIES.indexOf(expression.severity),
    telling: tellingOf(pattern, expression),
  };
}

/** Appends what the expression finds between `start` and `end`: all of it, since what is not known can't be masked. */
export function runExpression(
  expression: Expression,
  text: string,
  start: number,
  end: number,
  surroundings: Surroundings,
  matches: PatternMatch[],
): void {
  const lead = Math.min(start, MARGIN);
  const offset = start - lead;
  // A slice of a flat string shares its characters: nothing is copied.
  const slice = text.slice(offset, Math.min(text.length, end + MARGIN));
  const regex = expression.regex;
  regex.lastIndex = lead;
  for (let hit = nextHit(expression, slice); hit !== null; hit = nextHit(expression, slice)) {
    if (hit[0].length === 0) {
      regex.lastIndex++;
      continue;
    }
    const match = judgeHit(expression, hit, offset, text, surroundings);
    if (match !== null) matches.push(match);
    else if (expression.values.length > 0) {
      // What was taken for the value may itself be the name of one: `token: 'PASSWORD = "…"'`. Read on from it.
      regex.lastIndex = Math.max(hit.index + 1, hit.index + hit[0].lastIndexOf(caughtValue(expression, hit) ?? hit[0]));
    }
  }
}

function nextHit({ regex, leading }: Expression, slice: string): RegExpExecArray | null {
  if (leading !== null) {
    const start = nextStart(leading, slice, regex.lastIndex);
    if (start < 0) return null;
    regex.lastIndex = start;
  }
  return regex.exec(slice);
}

/** What a named group caught; an expression of several alternatives has a group of its own name in each. */
function caughtValue({ values }: Expression, hit: RegExpExecArray): string | undefined {
  for (let i = 0; i < values.length; i++) {
    const value = hit[values[i] as number];
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A named group narrows the match to the value itself, such as the secret after its name. */
function judgeHit(
  expression: Expression,
  hit: RegExpExecArray,
  offset: number,
  text: string,
  surroundings: Surroundings,
): PatternMatch | null {
  const value = caughtValue(expression, hit);
  const shift = value === undefined ? 0 : Math.max(0, hit[0].lastIndexOf(value));
  const start = offset + hit.index + shift;
  const end = start + (value ?? hit[0]).length;
  let confidence = expression.confidence;
  for (const rule of expression.context) {
    const near = surroundings.has(rule, offset + hit.index, offset + hit.index + hit[0].length);
    if (rule.effect === 'require' && !near) return null;
    if (rule.effect === 'forbid' && near) return null;
    if (rule.effect === 'raise' && near) confidence = Math.min(1, confidence + rule.by);
    if (rule.effect === 'lower' && near) confidence = Math.max(0, confidence - rule.by);
  }
  if (expression.validator !== null) {
    const factor = expression.validator({ value: value ?? hit[0], match: hit, text, start, end });
    if (factor <= 0) return null;
    confidence *= factor;
  }
  const last = wholeValueEnd(expression.validatorName, text, start, end);
  return {
    pattern: expression.pattern,
    start,
    end: last,
    confidence: Math.round(confidence * 1000) / 1000,
    severity: SEVERITIES[expression.rank] as PatternMatch['severity'],
    what: tell(expression.telling, text, start, last),
    remediation: expression.telling.remediation,
  };
}

/**
 * Of overlapping matches of one pattern the graver stays, then the surer, then the longer. By pattern, and in the order of
 * the text.
 */
export function withoutOverlaps(matches: PatternMatch[]): readonly PatternMatch[] {
  if (matches.length < 2) return matches;
  matches.sort((a, b) => a.pattern - b.pattern || a.start - b.start);
  const kept: PatternMatch[] = [];
  for (const match of matches) {
    const last = kept.at(-1);
    if (last === undefined || last.pattern !== match.pattern || last.end <= match.start) kept.push(match);
    else if (weight(match) > weight(last)) kept[kept.length - 1] = match;
  }
  return kept;
}

function weight(match: PatternMatch): number {
  return SEVERITIES.indexOf(match.severity) * 1000 + match.confidence * 100 + (match.end - match.start) / 1e6;
}
