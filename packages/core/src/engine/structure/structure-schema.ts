// SPDX-License-Identifier: Apache-2.0
import { type Static, Type } from 'typebox';
import type { YamlSource } from '../../constitution/yaml-source.ts';
import { CATEGORIES, type Category, SEVERITIES, type Severity } from '../types.ts';
import { bodyOf } from './literals.ts';
import { STANDINGS, type Standing } from './standing.ts';

const strict = { additionalProperties: false } as const;
const Name = Type.String({ pattern: '^[a-z][a-z_0-9]{1,31}$' });
const Samples = Type.Array(Type.String({ minLength: 3, maxLength: 900 }), { minItems: 3 });
const Names = Type.Array(Name, { minItems: 1, maxItems: 8 });

/** `patterns/structure.yaml`. */
export const StructureSchema = Type.Object(
  {
    format: Type.Literal('plumbline-structure/1'),
    license: Type.Optional(Type.String()),
    concepts: Type.Record(Name, Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1 })),
    /** Concepts whose words nearly every text has; a scan does not look for them. */
    common: Type.Optional(Type.Array(Name, { minItems: 1 })),
    /** Of which one must stand in a text that the AI scan alone flags, where it rests on the words that every text has. */
    harm_words: Type.Optional(
      Type.Object(
        {
          concepts: Type.Array(Name, { minItems: 1 }),
          words: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1 }),
          /** What is done to gophers and to people: harm only beside one of the victims. */
          deeds: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1 }),
          victims: Type.Array(Name, { minItems: 1 }),
        },
        strict,
      ),
    ),
    /** What is said of a task that has nothing to do with the text around it; absent: such tasks are not looked for. */
    stray_task: Type.Optional(
      Type.Object(
        {
          pattern: Type.Optional(Type.String({ pattern: '^[A-Z][A-Z0-9_-]{1,15}$' })),
          category: Type.Enum([...CATEGORIES] as [Category, ...Category[]]),
          article: Type.Integer({ minimum: 1, maximum: 999 }),
          severity: Type.Enum([...SEVERITIES] as [Severity, ...Severity[]]),
          confidence: Type.Number({ minimum: 0, maximum: 1 }),
          explanation: Type.String({ minLength: 20, maxLength: 300 }),
          matches: Samples,
          near_misses: Samples,
        },
        strict,
      ),
    ),
    rules: Type.Array(
      Type.Object(
        {
          id: Type.String({ pattern: '^S\\d{2,3}$' }),
          name: Type.String({ minLength: 3, maxLength: 80 }),
          /** The pattern of the pack that the rule belongs to, where there is one. */
          pattern: Type.Optional(Type.String({ pattern: '^[A-Z][A-Z0-9_-]{1,15}$' })),
          category: Type.Enum([...CATEGORIES] as [Category, ...Category[]]),
          article: Type.Integer({ minimum: 1, maximum: 999 }),
          severity: Type.Enum([...SEVERITIES] as [Severity, ...Severity[]]),
          confidence: Type.Number({ minimum: 0, maximum: 1 }),
          /** Concepts of which each has a place. */
          all: Type.Array(Name, { minItems: 1, maxItems: 5 }),
          /** The rarest of them, which opens the gate; by default the first. */
          pivot: Type.Optional(Name),
          /** UTF-16 units from the beginning of the first place to the end of the last. */
          within: Type.Integer({ minimum: 8, maximum: 400 }),
          /** The places come in the order of `all`. */
          ordered: Type.Optional(Type.Boolean()),
          /** In an ordered rule, so many UTF-16 units at most from the pivot to the place behind it. */
          gap: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
          /** Places may lie in different sentences. */
          across: Type.Optional(Type.Boolean()),
          /** The first two of `all` lie within so many UTF-16 units and in one sentence, whatever holds for the others. */
          tight: Type.Optional(Type.Integer({ minimum: 4, maximum: 200 })),
          /** One of these in the same sentence makes the words innocent. */
          unless: Type.Optional(Names),
          /** One of these from the first place to the end of the sentence; before it, it is what a wish is wrapped in. */
          unless_behind: Type.Optional(Names),
          /** One of these between the places makes the words innocent. */
          unless_inside: Type.Optional(Names),
          /** One of these close before the first place turns the order round. */
          not_after: Type.Optional(Names),
          /** How close, in UTF-16 units, where that is not as usual: with 1 only "never call" is a denial, and "do not wait, call" none. */
          denial_reach: Type.Optional(Type.Integer({ minimum: 1, maximum: 14 })),
          /** Source code is what the rule is about: statements between its words are no excuse. */
          in_programs: Type.Optional(Type.Boolean()),
          /** Only in a sentence of another language than the text, in what a tool gave back, or in a text about something else. */
          stands: Type.Optional(Type.Enum([...STANDINGS] as [Standing, ...Standing[]])),
          explanation: Type.String({ minLength: 20, maxLength: 300 }),
          /** How to put it right, where that of the pattern or category is said of something else. */
          remediation: Type.Optional(Type.String({ minLength: 20, maxLength: 400 })),
          matches: Samples,
          near_misses: Samples,
        },
        strict,
      ),
      { minItems: 1 },
    ),
  },
  strict,
);

export type StructureData = Static<typeof StructureSchema>;
export type StructureRule = StructureData['rules'][number];
/** What a finding of the rules says of itself. */
export type Saying = Pick<
  StructureRule,
  'pattern' | 'category' | 'article' | 'severity' | 'confidence' | 'explanation' | 'remediation'
> & { readonly in_programs?: boolean };

/** The concept that must be in a text for the rule to be tried. */
export const pivotOf = (rule: StructureRule): string => rule.pivot ?? (rule.all[0] as string);

/** All concepts that can make the words of a rule innocent. */
const excusesOf = (rule: StructureRule): readonly string[] =>
  [rule.unless, rule.unless_behind, rule.unless_inside, rule.not_after].flatMap((names) => names ?? []);

/** A literal that begins so stands for all literals of another concept. */
const REFERENCE = '@';
/** The sign alone is that of an address. */
const refers = (literal: string) => literal.length > REFERENCE.length && literal.startsWith(REFERENCE);

/** The concepts with their references filled in; a reference within a reference is left out. */
export function expandConcepts({ concepts }: StructureData): Record<string, readonly string[]> {
  const own = (name: string) => (concepts[name] ?? []).filter((literal) => !refers(literal));
  const whole = (literals: readonly string[]) =>
    literals.flatMap((literal) => (refers(literal) ? own(literal.slice(1)) : [literal]));
  return Object.fromEntries(Object.entries(concepts).map(([name, literals]) => [name, [...new Set(whole(literals))]]));
}

/** What a schema can't say: concepts and articles exist, literals are in lower case, ids differ. */
export function checkStructure(
  source: YamlSource,
  data: StructureData,
  knownArticles: Pick<ReadonlySet<number>, 'has'>,
): void {
  for (const [name, literals] of Object.entries(data.concepts)) {
    literals.forEach((literal, i) => {
      if (refers(literal)) checkReference(source, data, literal.slice(1), ['concepts', name, i]);
      else if (bodyOf(literal).trim() === '') source.problem(['concepts', name, i], `a literal of ${name} is empty`);
      if (literal !== literal.toLowerCase())
        source.problem(['concepts', name, i], `'${literal}' must be in lower case`);
    });
  }
  for (const [i, name] of data.common?.entries() ?? []) {
    if (!Object.hasOwn(data.concepts, name)) source.problem(['common', i], `there is no concept called ${name}`);
  }
  checkHarmWords(source, data);
  if (data.stray_task !== undefined && !knownArticles.has(data.stray_task.article)) {
    source.problem(['stray_task', 'article'], `the constitution has no article ${data.stray_task.article}`);
  }
  const ids = new Set<string>();
  for (const [i, rule] of data.rules.entries()) {
    if (ids.has(rule.id)) source.problem(['rules', i, 'id'], `another rule is called ${rule.id}`);
    ids.add(rule.id);
    if (!knownArticles.has(rule.article)) {
      source.problem(['rules', i, 'article'], `the constitution has no article ${rule.article}`);
    }
    if (rule.pivot !== undefined && !rule.all.includes(rule.pivot)) {
      source.problem(['rules', i, 'pivot'], `${rule.id} asks for ${rule.pivot} under pivot and not under all`);
    }
    if (rule.tight !== undefined && !rule.all.slice(0, 2).includes(pivotOf(rule))) {
      source.problem(['rules', i, 'pivot'], `${rule.id} is tight, so its pivot must be one of its first two concepts`);
    }
    for (const name of [...rule.all, ...excusesOf(rule)]) {
      if (!Object.hasOwn(data.concepts, name)) source.problem(['rules', i], `there is no concept called ${name}`);
    }
  }
}

function checkHarmWords(source: YamlSource, { concepts, harm_words: harm }: StructureData): void {
  if (harm === undefined) return;
  for (const key of ['concepts', 'victims'] as const) {
    for (const [i, name] of harm[key].entries()) {
      if (!Object.hasOwn(concepts, name)) source.problem(['harm_words', key, i], `there is no concept called ${name}`);
    }
  }
  for (const key of ['words', 'deeds'] as const) {
    for (const [i, literal] of harm[key].entries()) {
      if (literal !== literal.toLowerCase())
        source.problem(['harm_words', key, i], `'${literal}' must be in lower case`);
    }
  }
}

/** Concepts stand in one layer over others, so that nobody has to follow a chain to know what a rule asks for. */
function checkReference(source: YamlSource, data: StructureData, name: string, at: readonly (string | number)[]): void {
  const literals = Object.hasOwn(data.concepts, name) ? (data.concepts[name] ?? []) : null;
  if (literals === null) source.problem(at, `there is no concept called ${name}`);
  else if (literals.some(refers)) source.problem(at, `${name} refers to others itself, so it cannot be referred to`);
}
