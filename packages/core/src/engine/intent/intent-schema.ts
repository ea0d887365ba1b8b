// SPDX-License-Identifier: Apache-2.0
import { type Static, Type } from 'typebox';
import type { YamlSource } from '../../constitution/yaml-source.ts';
import { CATEGORIES, type Category, SEVERITIES, type Severity } from '../types.ts';

const strict = { additionalProperties: false } as const;
const Name = Type.String({ pattern: '^[a-z][a-z_]{1,31}$' });
const Text = (maxLength: number) => Type.String({ minLength: 10, maxLength });
const CategoryName = Type.Enum([...CATEGORIES] as [Category, ...Category[]]);
const ArticleNumber = Type.Integer({ minimum: 1, maximum: 999 });
const Words = Type.Array(Type.String({ minLength: 1, maxLength: 30 }), { minItems: 1 });
const Samples = Type.Array(Type.String({ minLength: 3, maxLength: 400 }), { minItems: 3 });

/** `patterns/intent.yaml`. */
export const IntentSchema = Type.Object(
  {
    format: Type.Literal('plumbline-intent/1'),
    license: Type.Optional(Type.String()),
    /** The lists have words of these: of an action in another language they say nothing. */
    languages: Type.Array(Type.String({ pattern: '^[a-z]{2}$' }), { minItems: 1 }),
    negators: Type.Array(Type.String({ minLength: 1 })),
    /** Beginnings of words that make an order of a denial: between it and the act, and right before it. */
    reversers: Type.Optional(Words),
    deferrers: Type.Optional(Words),
    openers: Type.Array(Type.String({ minLength: 1 })),
    /** Lists that excuse an act because it is only spoken of. */
    about: Type.Optional(Type.Array(Name)),
    /** Words by which an order that stands behind another clause is told. */
    clauses: Type.Optional(Type.Object({ joiners: Words, determiners: Words, subordinators: Words }, strict)),
    terms: Type.Record(Name, Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1 })),
    irreversible: Type.Array(Type.Union([Name, Type.Object({ terms: Name, unless: Type.Array(Name) }, strict)])),
    text_gate: Type.Array(Name),
    domains: Type.Array(
      Type.Object(
        {
          category: CategoryName,
          article: ArticleNumber,
          terms: Name,
          unless: Type.Optional(Type.Array(Name)),
          stated: Type.Optional(Type.Boolean()),
        },
        strict,
      ),
    ),
    rules: Type.Array(
      Type.Object(
        {
          id: Type.String({ pattern: '^I\\d{2,3}$' }),
          name: Type.String({ minLength: 3, maxLength: 80 }),
          category: CategoryName,
          article: ArticleNumber,
          severity: Type.Enum([...SEVERITIES] as [Severity, ...Severity[]]),
          confidence: Type.Number({ minimum: 0, maximum: 1 }),
          requires_human: Type.Boolean(),
          scope: Type.Optional(Type.Enum(['action', 'text'])),
          all: Type.Array(Name, { minItems: 1, maxItems: 4 }),
          near: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 4 })),
          unless: Type.Array(Name, { maxItems: 12 }),
          explanation: Text(300),
          recommendation: Text(300),
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

export type IntentData = Static<typeof IntentSchema>;
export type IntentRule = IntentData['rules'][number];

/** Words by which an act cannot be undone, and words of the same sentence by which something only lasts. */
export const finality = (entry: IntentData['irreversible'][number]) =>
  typeof entry === 'string' ? { terms: entry, unless: [] } : entry;

/** Read in judged texts as well, not only in proposed actions. */
export const isTextRule = ({ scope }: IntentRule) => scope === 'text';

/** What a schema can't say: lists and articles exist, ids differ, and rules of scope text stand behind the gate. */
export function checkNames(
  source: YamlSource,
  data: IntentData,
  knownArticles: Pick<ReadonlySet<number>, 'has'>,
): void {
  const ids = new Set<string>();
  const checkList = (name: string, at: readonly (string | number)[]) => {
    if (!Object.hasOwn(data.terms, name)) source.problem(at, `there is no list of terms called ${name}`);
  };
  const checkArticle = (article: number, at: readonly (string | number)[]) => {
    if (!knownArticles.has(article)) source.problem(at, `the constitution has no article ${article}`);
  };
  for (const [i, entry] of data.irreversible.entries()) {
    const { terms, unless } = finality(entry);
    for (const name of [terms, ...unless]) checkList(name, ['irreversible', i]);
  }
  for (const [i, name] of data.text_gate.entries()) checkList(name, ['text_gate', i]);
  for (const [i, domain] of data.domains.entries()) {
    checkList(domain.terms, ['domains', i, 'terms']);
    for (const [j, name] of domain.unless?.entries() ?? []) checkList(name, ['domains', i, 'unless', j]);
    checkArticle(domain.article, ['domains', i, 'article']);
  }
  for (const [i, rule] of data.rules.entries()) {
    if (ids.has(rule.id)) source.problem(['rules', i, 'id'], `another rule is called ${rule.id}`);
    ids.add(rule.id);
    checkArticle(rule.article, ['rules', i, 'article']);
    for (const [j, name] of rule.all.entries()) checkList(name, ['rules', i, 'all', j]);
    for (const [j, name] of rule.unless.entries()) checkList(name, ['rules', i, 'unless', j]);
    for (const [j, name] of rule.near?.entries() ?? []) checkList(name, ['rules', i, 'near', j]);
    if (isTextRule(rule) && ![...rule.all, ...(rule.near ?? [])].some((name) => data.text_gate.includes(name))) {
      source.problem(['rules', i, 'all'], `${rule.id} is of scope text and needs a list that is in text_gate`);
    }
  }
}
