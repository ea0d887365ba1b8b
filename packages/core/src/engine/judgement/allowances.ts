// SPDX-License-Identifier: Apache-2.0
/**
 * What an operator allows in spite of a finding: named phrases or whole texts, for named patterns or categories, with a
 * reason and a last day. Only findings inside the phrase are dropped, so that an allowed phrase covers nothing beside it.
 */
import { Type } from 'typebox';
import type { DataFile } from '../../constitution/parse.ts';
import type { DataProblem } from '../../constitution/problem.ts';
import { YamlSource } from '../../constitution/yaml-source.ts';
import { CATEGORIES, type Category, type Finding } from '../types.ts';
import { mergeFindings } from './judge.ts';

export interface Allowance {
  readonly id: string;
  /** Exactly these characters; null where a whole text is allowed. */
  readonly phrase: string | null;
  /** The whole text, by its hash; null where a phrase is allowed. */
  readonly textSha256: string | null;
  /** Empty: any pattern of the categories. */
  readonly patterns: readonly string[];
  /** Empty: any category of the patterns. */
  readonly categories: readonly Category[];
  readonly reason: string;
  /** YYYY-MM-DD, UTC: the last day on which it holds. */
  readonly expiresOn: string;
}

/** What an evaluation says of an allowance that changed it. */
export interface AppliedAllowance {
  readonly id: string;
  readonly reason: string;
  readonly expires_on: string;
  /** Findings that it dropped, as flags would count them. */
  readonly findings: number;
}

export interface Allowed {
  readonly findings: readonly Finding[];
  readonly applied: readonly AppliedAllowance[];
}

const DAY_MS = 86_400_000;

/** Nobody may allow these: they always reach a person. */
const NEVER: ReadonlySet<Category> = new Set(['minors', 'self_harm']);
const NAMES = CATEGORIES.filter((name) => !NEVER.has(name));
const CLOSED = { additionalProperties: false } as const;

const SCOPE = {
  id: Type.String({ pattern: '^[a-z0-9-]{3,64}$' }),
  patterns: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Z][A-Z0-9_-]{1,15}$' }), { minItems: 1 })),
  categories: Type.Optional(Type.Array(Type.Enum([...NAMES] as [Category, ...Category[]]), { minItems: 1 })),
  reason: Type.String({ minLength: 10, maxLength: 300 }),
  expires_on: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
};

const AllowFileSchema = Type.Object(
  {
    format: Type.Literal('plumbline-allow/1'),
    allowances: Type.Array(
      Type.Object(
        {
          ...SCOPE,
          phrase: Type.Optional(Type.String({ minLength: 4, maxLength: 1_000 })),
          text_sha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
        },
        CLOSED,
      ),
      { maxItems: 1_000 },
    ),
  },
  CLOSED,
);

/**
 * Reads an allow-list; every problem with its line.
 * @param patterns ids of the pack in use; null where nobody knows them
 */
export function parseAllowances(
  file: DataFile,
  patterns: ReadonlySet<string> | null = null,
): {
  readonly allowances: readonly Allowance[];
  readonly problems: readonly DataProblem[];
} {
  const source = new YamlSource(file);
  const data = source.problems.length > 0 ? null : source.read(AllowFileSchema, source.value);
  if (data === null) return { allowances: [], problems: source.problems };
  const known = new Set<string>();
  for (const [
    i,
    { id, patterns: ids, categories, expires_on: day, phrase, text_sha256: hash },
  ] of data.allowances.entries()) {
    if (known.has(id)) source.problem(['allowances', i, 'id'], `${id} is there twice`);
    known.add(id);
    if ((phrase === undefined) === (hash === undefined))
      source.problem(['allowances', i], `${id} names either a phrase or the text_sha256 of a whole text`);
    for (const [n, name] of (ids ?? []).entries()) {
      if (patterns?.has(name) === false)
        source.problem(['allowances', i, 'patterns', n], `the pack has no pattern ${name}: ${id} would allow nothing`);
    }
    if (ids === undefined && categories === undefined)
      source.problem(['allowances', i], `${id} names neither patterns nor categories: it would allow everything`);
    if (!isDay(day)) source.problem(['allowances', i, 'expires_on'], `${day} is not a day`);
  }
  if (source.problems.length > 0) return { allowances: [], problems: source.problems };
  return { allowances: data.allowances.map(allowanceOf), problems: [] };
}

/** The thirty-first of February is none, though clocks count on from it. */
function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

function allowanceOf(row: {
  id: string;
  phrase?: string;
  text_sha256?: string;
  patterns?: string[];
  categories?: Category[];
  reason: string;
  expires_on: string;
}): Allowance {
  return {
    id: row.id,
    phrase: row.phrase ?? null,
    textSha256: row.text_sha256 ?? null,
    patterns: row.patterns ?? [],
    categories: row.categories ?? [],
    reason: row.reason,
    expiresOn: row.expires_on,
  };
}

/** True once its last day is over, in UTC. */
export function isExpired({ expiresOn }: Allowance, nowMs: number): boolean {
  return nowMs >= Date.parse(`${expiresOn}T00:00:00Z`) + DAY_MS;
}

/** What an allowance may need to know of the text, asked only then. */
export interface AllowanceProbes {
  /** Hex SHA-256 of the text as given. */
  readonly textSha256: () => string;
  /** Categories that the AI scan finds in another text. */
  readonly scan: (text: string) => ReadonlySet<Category>;
}

/** The findings that stand, and which allowances dropped others. */
export function applyAllowances(
  findings: readonly Finding[],
  text: string,
  allowances: readonly Allowance[],
  nowMs: number,
  probes: AllowanceProbes,
): Allowed {
  let rest = findings;
  const applied: AppliedAllowance[] = [];
  for (const allowance of allowances) {
    if (rest.length === 0) break;
    if (isExpired(allowance, nowMs)) continue;
    const places = placesOf(allowance, text, probes.textSha256);
    if (places.length === 0) continue;
    const without = categoriesWithout(places, text, probes);
    const kept = rest.filter((finding) => !isAllowed(finding, allowance, places, without));
    const dropped = rest.filter((finding) => !kept.includes(finding));
    const { id, reason, expiresOn } = allowance;
    if (dropped.length > 0)
      applied.push({ id, reason, expires_on: expiresOn, findings: mergeFindings(dropped).length });
    rest = kept;
  }
  return { findings: rest, applied };
}

/** The AI scan weighs passages: what it found around a phrase stands only if it is found without the phrase as well. */
function categoriesWithout(places: readonly Place[], text: string, { scan }: AllowanceProbes) {
  let found: ReadonlySet<Category> | undefined;
  return (category: Category): boolean => {
    found ??= scan(
      places.reduce((rest, [start, end]) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text),
    );
    return found.has(category);
  };
}

type Place = readonly [start: number, end: number];

function placesOf({ phrase, textSha256: wanted }: Allowance, text: string, textSha256: () => string): Place[] {
  if (phrase === null) return wanted === textSha256() ? [[0, text.length]] : [];
  const places: Place[] = [];
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1))
    places.push([at, at + phrase.length]);
  return places;
}

/** A finding without a place is about the whole text: only a text that is allowed as a whole covers it. */
function isAllowed(
  finding: Finding,
  { patterns, categories, textSha256 }: Allowance,
  places: readonly Place[],
  standsWithout: (category: Category) => boolean,
): boolean {
  const { start_utf16: start, end_utf16: end, category, pattern_id: pattern } = finding;
  if (NEVER.has(category)) return false;
  if (patterns.length > 0 && (pattern === null || !patterns.includes(pattern))) return false;
  if (categories.length > 0 && !categories.includes(category)) return false;
  if (start === null || end === null) return textSha256 !== null && places.length > 0;
  if (finding.source === 'ai_scan' && places.some(([from, to]) => from < end && start < to))
    return !standsWithout(category);
  return places.some(([from, to]) => from <= start && end <= to);
}
