// SPDX-License-Identifier: Apache-2.0
import { Type } from 'typebox';
import { CATEGORIES, type Category, SEVERITIES, type Severity } from '../types.ts';
import { GATES, type Gate } from './gates.ts';
import { VALIDATOR_NAMES, type ValidatorName } from './validators.ts';

/** The form of the text that a pattern reads: as given, as normalised, or both. */
export const FORMS = ['given', 'normalised', 'both'] as const;
export type PatternForm = (typeof FORMS)[number];

/**
 * Words near a match, compared in lower case: needed, forbidden, or making it surer or less sure. `|` at an end of one asks for
 * the edge of a word there.
 */
export interface ContextRule {
  readonly words: readonly string[];
  /** UTF-16 units to either side of the match. */
  readonly within: number;
  readonly effect: 'require' | 'forbid' | 'raise' | 'lower';
  /** Added to the confidence under `raise`, taken from it under `lower`. */
  readonly by: number;
}

export interface PatternExpression {
  readonly source: string;
  /** Out of `i`, `u`, `m`, `s`. */
  readonly flags: string;
  /**
   * Lower case; each match contains at least one. Empty only with a gate. `|` at an end asks for the edge of a word
   * there, so that `|tin|` is not found in `setting`.
   */
  readonly anchors: readonly string[];
  readonly gate: Gate | null;
  /** The shortest run of the gate that counts: digits for `digits`, else characters. */
  readonly at_least: number;
  /** How far the text is read before and after an anchor or a gate's run, in UTF-16 units. */
  readonly reach: readonly [number, number];
  readonly validator: ValidatorName | null;
  readonly context: readonly ContextRule[];
  /** [0..1] */
  readonly confidence: number;
  readonly severity: Severity;
  /** What it finds, with its article: «a passport number». Null: what the pattern says. */
  readonly kind: string | null;
  /** In place of the pattern's. */
  readonly remediation: string | null;
}

/** Says what a match is by how it begins, or by the words before it in lower case. */
export interface KindRule {
  readonly starts: readonly string[];
  readonly after: readonly string[];
  readonly is: string;
}

export interface Pattern {
  readonly id: string;
  readonly name: string;
  readonly category: Category;
  readonly article: number;
  readonly severity: Severity;
  /** [0..1] */
  readonly confidence: number;
  readonly on: PatternForm;
  readonly languages: readonly string[];
  readonly expressions: readonly PatternExpression[];
  readonly matches: readonly string[];
  readonly near_misses: readonly string[];
  /** One sentence for a person; `{kind}` in it stands for what was found. */
  readonly explanation: string;
  readonly remediation: string | null;
  /** What it finds where nothing says more; null only where the explanation has no place for it. */
  readonly kind: string | null;
  readonly kinds: readonly KindRule[];
}

export const EDGE = '|';

/** The anchor without its marks for word edges. */
export function anchorLiteral(anchor: string): string {
  return anchor.slice(anchor.startsWith(EDGE) ? 1 : 0, anchor.endsWith(EDGE) ? -1 : undefined);
}

const Context = Type.Object(
  {
    words: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
    within: Type.Integer({ minimum: 1, maximum: 400 }),
    effect: Type.Enum(['require', 'forbid', 'raise', 'lower']),
    by: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  },
  { additionalProperties: false },
);

const KindName = Type.String({ minLength: 3, maxLength: 80 });
const Remediation = Type.String({ minLength: 10, maxLength: 400 });

const Expression = Type.Object(
  {
    source: Type.String({ minLength: 1, maxLength: 4000 }),
    flags: Type.Optional(Type.String({ pattern: '^[iums]{0,4}$' })),
    anchors: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1 })),
    gate: Type.Optional(Type.Enum([...GATES])),
    at_least: Type.Optional(Type.Integer({ minimum: 1, maximum: 400 })),
    reach: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 8000 }), { minItems: 2, maxItems: 2 })),
    validator: Type.Optional(Type.Enum([...VALIDATOR_NAMES])),
    context: Type.Optional(Type.Array(Context, { minItems: 1, maxItems: 4 })),
    confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    severity: Type.Optional(Type.Enum([...SEVERITIES])),
    kind: Type.Optional(KindName),
    remediation: Type.Optional(Remediation),
  },
  { additionalProperties: false },
);

const Kind = Type.Object(
  {
    starts: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })),
    after: Type.Optional(Type.Array(Type.String({ minLength: 2 }), { minItems: 1 })),
    is: KindName,
  },
  { additionalProperties: false },
);

const PatternSchema = Type.Object(
  {
    id: Type.String({ pattern: '^[A-Z][A-Z0-9_-]{1,15}$' }),
    name: Type.String({ minLength: 3, maxLength: 80 }),
    category: Type.Enum([...CATEGORIES]),
    article: Type.Integer({ minimum: 1 }),
    severity: Type.Enum([...SEVERITIES]),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    on: Type.Optional(Type.Enum([...FORMS])),
    languages: Type.Array(Type.String({ pattern: '^([a-z]{2}|any)$' }), { minItems: 1 }),
    expressions: Type.Array(Expression, { minItems: 1, maxItems: 128 }),
    matches: Type.Array(Type.String({ minLength: 1 }), { minItems: 3 }),
    near_misses: Type.Array(Type.String({ minLength: 1 }), { minItems: 3 }),
    explanation: Type.String({ minLength: 20, maxLength: 600 }),
    remediation: Type.Optional(Remediation),
    kind: Type.Optional(KindName),
    kinds: Type.Optional(Type.Array(Kind, { minItems: 1 })),
  },
  { additionalProperties: false },
);

/** One file of a pack. `group` only names it for people. */
export const PackFileSchema = Type.Object(
  {
    format: Type.Literal('plumbline-patterns/1'),
    group: Type.String({ minLength: 1 }),
    license: Type.Optional(Type.String({ minLength: 1 })),
    patterns: Type.Array(PatternSchema, { minItems: 1 }),
  },
  { additionalProperties: false },
);

/** A file as written, before defaults are filled in. */
export interface RawExpression {
  source: string;
  flags?: string;
  anchors?: string[];
  gate?: Gate;
  at_least?: number;
  reach?: [number, number];
  validator?: ValidatorName;
  context?: { words: string[]; within: number; effect: 'require' | 'forbid' | 'raise' | 'lower'; by?: number }[];
  confidence?: number;
  severity?: Severity;
  kind?: string;
  remediation?: string;
}
export interface RawPattern {
  id: string;
  name: string;
  category: Category;
  article: number;
  severity: Severity;
  confidence: number;
  on?: PatternForm;
  languages: string[];
  expressions: RawExpression[];
  matches: string[];
  near_misses: string[];
  explanation: string;
  remediation?: string;
  kind?: string;
  kinds?: { starts?: string[]; after?: string[]; is: string }[];
}
export interface RawPackFile {
  format: 'plumbline-patterns/1';
  group: string;
  patterns: RawPattern[];
}

const DEFAULT_REACH: readonly [number, number] = [80, 160];

export function completePattern(raw: RawPattern): Pattern {
  return {
    id: raw.id,
    name: raw.name,
    category: raw.category,
    article: raw.article,
    severity: raw.severity,
    confidence: raw.confidence,
    on: raw.on ?? 'both',
    languages: raw.languages,
    expressions: raw.expressions.map((expression) => completeExpression(raw, expression)),
    matches: raw.matches,
    near_misses: raw.near_misses,
    explanation: raw.explanation,
    remediation: raw.remediation ?? null,
    kind: raw.kind ?? null,
    kinds: (raw.kinds ?? []).map(({ starts = [], after = [], is }) => ({ starts, after, is })),
  };
}

function completeExpression(pattern: RawPattern, raw: RawExpression): PatternExpression {
  return {
    source: raw.source,
    flags: raw.flags ?? 'i',
    anchors: raw.anchors ?? [],
    gate: raw.gate ?? null,
    at_least: raw.at_least ?? 0,
    reach: raw.reach ?? DEFAULT_REACH,
    validator: raw.validator ?? null,
    context: (raw.context ?? []).map((rule) => ({ ...rule, by: rule.by ?? 0 })),
    confidence: raw.confidence ?? pattern.confidence,
    severity: raw.severity ?? pattern.severity,
    kind: raw.kind ?? null,
    remediation: raw.remediation ?? null,
  };
}
