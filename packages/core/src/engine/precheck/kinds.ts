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

/** Where a literal begins is found by its first two units: a pattern has hundreds, and a text may have thousands of values. */
interface KindIndex {
  /** By first unit; in the order of the rules. */
  readonly starts: ReadonlyMap<number, readonly Known[]>;
  /** By the first two units; a literal of one by that alone. */
  readonly words: ReadonlyMap<number, readonly Known[]>;
}

interface Known {
  readonly literal: string;
  readonly is: string;
  /** Of two literals of the same length that end at one place the first counts. */
  readonly order: number;
}

const INDEXES = new WeakMap<readonly KindRule[], KindIndex>();

/** Patterns don't change while they are in use, so the rules of each are sorted once. */
function indexOf(rules: readonly KindRule[]): KindIndex {
  let index = INDEXES.get(rules);
  if (index === undefined) {
    const known = (literals: (rule: KindRule) => readonly string[]) =>
      rules
        .flatMap((rule) => literals(rule).map((literal) => ({ literal, is: rule.is })))
        .map((one, order) => ({ ...one, order }));
    index = {
      starts: Map.groupBy(
        known(({ starts }) => starts),
        ({ literal }) => literal.charCodeAt(0),
      ),
      words: Map.groupBy(
        known(({ after }) => after),
        ({ literal }) => pairAt(literal, 0),
      ),
    };
    INDEXES.set(rules, index);
  }
  return index;
}

const pairAt = (text: string, at: number) => (text.charCodeAt(at) << 16) | text.charCodeAt(at + 1);

/** By the beginning of the value, else by the words nearest before it. */
function kindAt(rules: readonly KindRule[], text: string, start: number, end: number): string | null {
  const { starts, words } = indexOf(rules);
  const started = starts.get(text.charCodeAt(start))?.find(({ literal }) => text.startsWith(literal, start));
  if (started !== undefined) return started.is;
  // The value belongs to what is read: some expressions find a name and its value together.
  const before = text.slice(Math.max(0, start - REACH), end).toLowerCase();
  const last = before.length - (end - start);
  let nearest = 0;
  let found: Known | null = null;
  for (let at = 0; at <= last; at++) {
    for (const one of words.get(pairAt(before, at)) ?? NONE) {
      const ends = at + one.literal.length;
      if (ends < nearest || !before.startsWith(one.literal, at)) continue;
      if (found !== null && ends === nearest && !isLonger(one, found)) continue;
      [nearest, found] = [ends, one];
    }
  }
  return found?.is ?? null;
}

const NONE: readonly Known[] = [];

function isLonger(one: Known, other: Known): boolean {
  const longer = one.literal.length - other.literal.length;
  return longer > 0 || (longer === 0 && one.order < other.order);
}
