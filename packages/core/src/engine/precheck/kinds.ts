// SPDX-License-Identifier: Apache-2.0
/** What exactly a pattern found: «an AWS access key id» rather than «a secret», told without showing it. */
import type { KindRule, Pattern, PatternExpression } from './pack-schema.ts';

/** Stands in an explanation for the kind of what was found. */
export const KIND_MARK = '{kind}';
/** How far before a value the words that say what it is are looked for, in UTF-16 units. */
const REACH = 60;

/** How findings of one expression are told. */
export interface Telling {
  readonly explanation: string;
  /** Null where the expression says nothing of its own. */
  readonly remediation: string | null;
  /** Null where the explanation names no kind. */
  readonly kind: string | null;
  readonly rules: readonly KindRule[];
}

export function tellingOf(pattern: Pattern, expression: PatternExpression): Telling {
  const named = pattern.explanation.includes(KIND_MARK);
  return {
    explanation: pattern.explanation,
    remediation: expression.remediation,
    kind: named ? (expression.kind ?? pattern.kind) : null,
    // What an expression says of itself is surer than what stands around a value.
    rules: named && expression.kind === null ? pattern.kinds : [],
  };
}

/** The sentence about a match. Offsets over `text`, UTF-16 units. */
export function tell({ explanation, kind, rules }: Telling, text: string, start: number, end: number): string {
  if (kind === null) return explanation;
  return withKind(explanation, rules.length === 0 ? kind : (kindAt(rules, text, start, end) ?? kind));
}

export const withKind = (explanation: string, kind: string) => explanation.replace(KIND_MARK, () => kind);

/** By the beginning of the value, else by the words nearest before it. */
function kindAt(rules: readonly KindRule[], text: string, start: number, end: number): string | null {
  const started = rules.find(({ starts }) => starts.some((literal) => text.startsWith(literal, start)));
  if (started !== undefined) return started.is;
  // The value belongs to what is read: some expressions find a name and its value together.
  const before = text.slice(Math.max(0, start - REACH), end).toLowerCase();
  const last = before.length - (end - start);
  let nearest = 0;
  let longest = 0;
  let found: string | null = null;
  for (const { after, is } of rules) {
    for (const literal of after) {
      const ends = before.lastIndexOf(literal, last) + literal.length;
      if (ends < literal.length || ends < nearest || (ends === nearest && literal.length <= longest)) continue;
      [nearest, longest, found] = [ends, literal.length, is];
    }
  }
  return found;
}
