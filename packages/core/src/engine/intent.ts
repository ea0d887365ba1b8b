// SPDX-License-Identifier: Apache-2.0
import { type Static, Type } from 'typebox';
import type { Sha256Hex } from '../constitution/hash.ts';
import type { DataFile } from '../constitution/parse.ts';
import type { DataProblem } from '../constitution/problem.ts';
import { YamlSource } from '../constitution/yaml-source.ts';
import { canonicalJson } from '../seal/jcs.ts';
import { type Sentence, splitSentences, TermIndex, type TermMatches } from './intent-terms.ts';
import { CATEGORIES, type Category, SEVERITIES, type Severity } from './types.ts';

const strict = { additionalProperties: false } as const;
const Name = Type.String({ pattern: '^[a-z][a-z_]{1,31}$' });
const Text = (maxLength: number) => Type.String({ minLength: 10, maxLength });
const CategoryName = Type.Enum([...CATEGORIES] as [Category, ...Category[]]);
const ArticleNumber = Type.Integer({ minimum: 1, maximum: 999 });
const Samples = Type.Array(Type.String({ minLength: 3, maxLength: 400 }), { minItems: 3 });

const IntentSchema = Type.Object(
  {
    format: Type.Literal('plumbline-intent/1'),
    license: Type.Optional(Type.String()),
    negators: Type.Array(Type.String({ minLength: 1 })),
    terms: Type.Record(Name, Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1 })),
    irreversible: Type.Array(Name),
    domains: Type.Array(Type.Object({ category: CategoryName, article: ArticleNumber, terms: Name }, strict)),
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
          all: Type.Array(Name, { minItems: 1, maxItems: 4 }),
          unless: Type.Array(Name, { maxItems: 6 }),
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

type IntentData = Static<typeof IntentSchema>;
export type IntentRule = IntentData['rules'][number];

/** Rules for proposed actions, ready to match. */
export interface IntentRules {
  /** SHA-256 of the JCS bytes of the rules. */
  readonly hash: string;
  readonly rules: readonly IntentRule[];
  readonly match: (text: string) => IntentReading;
}

/** What an action means. */
export interface IntentReading {
  readonly hits: readonly IntentHit[];
  /** An act that cannot be undone is among the words. */
  readonly irreversible: boolean;
  /** Fields in which an irreversible act waits for a human. */
  readonly domains: readonly { readonly category: Category; readonly article: number }[];
}

export interface IntentHit {
  readonly rule: IntentRule;
  /** The sentence that it was read in: UTF-16 units, half open. */
  readonly start: number;
  readonly end: number;
}

const FILE_NAME = 'intent.yaml';

/** The one file of a patterns folder that is no pattern file. */
export function isIntentFile(path: string): boolean {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) === FILE_NAME;
}

/** Reads the rules. Every rule must match its own samples and none of its near misses. */
export function parseIntent(
  file: DataFile,
  knownArticles: Pick<ReadonlySet<number>, 'has'>,
  sha256Hex: Sha256Hex,
): { readonly rules: IntentRules | null; readonly problems: readonly DataProblem[] } {
  const source = new YamlSource(file.path, file.text);
  const data = source.problems.length > 0 ? null : source.read(IntentSchema, source.value);
  if (data === null) return { rules: null, problems: source.problems };
  checkNames(source, data, knownArticles);
  if (source.problems.length > 0) return { rules: null, problems: source.problems };
  const index = new TermIndex(data.terms, data.negators);
  checkSamples(source, data, index);
  if (source.problems.length > 0) return { rules: null, problems: source.problems };
  const hash = sha256Hex(canonicalJson(data));
  return { rules: { hash, rules: data.rules, match: (text) => readIntent(text, data, index) }, problems: [] };
}

function checkNames(source: YamlSource, data: IntentData, knownArticles: Pick<ReadonlySet<number>, 'has'>): void {
  const ids = new Set<string>();
  const checkList = (name: string, at: readonly (string | number)[]) => {
    if (!Object.hasOwn(data.terms, name)) source.problem(at, `there is no list of terms called ${name}`);
  };
  const checkArticle = (article: number, at: readonly (string | number)[]) => {
    if (!knownArticles.has(article)) source.problem(at, `the constitution has no article ${article}`);
  };
  for (const [i, name] of data.irreversible.entries()) checkList(name, ['irreversible', i]);
  for (const [i, domain] of data.domains.entries()) {
    checkList(domain.terms, ['domains', i, 'terms']);
    checkArticle(domain.article, ['domains', i, 'article']);
  }
  for (const [i, rule] of data.rules.entries()) {
    if (ids.has(rule.id)) source.problem(['rules', i, 'id'], `another rule is called ${rule.id}`);
    ids.add(rule.id);
    checkArticle(rule.article, ['rules', i, 'article']);
    for (const [j, name] of rule.all.entries()) checkList(name, ['rules', i, 'all', j]);
    for (const [j, name] of rule.unless.entries()) checkList(name, ['rules', i, 'unless', j]);
  }
}

function checkSamples(source: YamlSource, data: IntentData, index: TermIndex): void {
  const meets = (rule: IntentRule, text: string) =>
    splitSentences(text).some((sentence) => ruleMeets(rule, index.match(sentence)));
  for (const [i, rule] of data.rules.entries()) {
    for (const [j, text] of rule.matches.entries()) {
      if (!meets(rule, text)) source.problem(['rules', i, 'matches', j], `${rule.id} does not match its own sample`);
    }
    for (const [j, text] of rule.near_misses.entries()) {
      if (meets(rule, text)) source.problem(['rules', i, 'near_misses', j], `${rule.id} matches its near miss`);
    }
  }
}

function readIntent(text: string, data: IntentData, index: TermIndex): IntentReading {
  const hits = new Map<string, IntentHit>();
  const domains = new Map<string, { category: Category; article: number }>();
  let irreversible = false;
  for (const sentence of splitSentences(text)) {
    const found = index.match(sentence);
    if (found.size === 0) continue;
    for (const rule of data.rules) {
      if (!hits.has(rule.id) && ruleMeets(rule, found)) hits.set(rule.id, hitOf(rule, sentence));
    }
    irreversible ||= data.irreversible.some((name) => found.has(name));
    for (const { category, article, terms } of data.domains) {
      if (found.has(terms)) domains.set(`${category}/${article}`, { category, article });
    }
  }
  return { hits: [...hits.values()], irreversible, domains: [...domains.values()] };
}

function hitOf(rule: IntentRule, sentence: Sentence): IntentHit {
  return { rule, start: sentence.start, end: sentence.end };
}

/** Each list has a place of its own: one word can't be both the act and what it is done to. */
function ruleMeets(rule: IntentRule, found: TermMatches): boolean {
  if (rule.unless.some((name) => found.has(name))) return false;
  const places = rule.all.map((name) => found.get(name));
  if (places.some((place) => place === undefined)) return false;
  const [first, ...others] = places as { readonly from: number; readonly to: number }[][];
  return others.every((other) => other.some((b) => (first ?? []).some((a) => a.to <= b.from || b.to <= a.from)));
}
