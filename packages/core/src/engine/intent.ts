// SPDX-License-Identifier: Apache-2.0
import { type Static, Type } from 'typebox';
import type { Sha256Hex } from '../constitution/hash.ts';
import type { DataFile } from '../constitution/parse.ts';
import type { DataProblem } from '../constitution/problem.ts';
import { YamlSource } from '../constitution/yaml-source.ts';
import { canonicalJson } from '../seal/jcs.ts';
import { buildAutomaton } from './aho-corasick.ts';
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
    text_gate: Type.Array(Name),
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
          scope: Type.Optional(Type.Enum(['action', 'text'])),
          all: Type.Array(Name, { minItems: 1, maxItems: 4 }),
          near: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 4 })),
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
  /** Reads a proposed action; every rule counts. */
  readonly match: (text: string) => IntentReading;
  /** Reads any text, where hardly anything is an order: only the rules of scope `text` count. */
  readonly matchText: (text: string) => readonly IntentHit[];
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
  const gate = gateOf(data);
  const textRules = data.rules.filter(isTextRule);
  const rules: IntentRules = {
    hash,
    rules: data.rules,
    match: (text) => readIntent(text, data, index),
    matchText: (text) => (gate(text) ? hitsOf(sentencesOf(text, index), textRules) : NO_HITS),
  };
  return { rules, problems: [] };
}

const NO_HITS: readonly IntentHit[] = [];
const isTextRule = ({ scope }: IntentRule) => scope === 'text';

/** One look-up per character tells whether a text can meet a rule of scope `text` at all; nearly none can. */
function gateOf(data: IntentData): (text: string) => boolean {
  const needles = data.text_gate.flatMap((name) => data.terms[name] ?? []).map((term) => term.replace('*', ''));
  const automaton = buildAutomaton([...new Set(needles)]);
  return (text) => {
    let open = false;
    automaton.scan(text, () => {
      open = true;
    });
    return open;
  };
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
  for (const [i, name] of data.text_gate.entries()) checkList(name, ['text_gate', i]);
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
    for (const [j, name] of rule.near?.entries() ?? []) checkList(name, ['rules', i, 'near', j]);
    if (isTextRule(rule) && ![...rule.all, ...(rule.near ?? [])].some((name) => data.text_gate.includes(name))) {
      source.problem(['rules', i, 'all'], `${rule.id} is of scope text and needs a list that is in text_gate`);
    }
  }
}

function checkSamples(source: YamlSource, data: IntentData, index: TermIndex): void {
  const meets = (rule: IntentRule, text: string) => hitsOf(sentencesOf(text, index), [rule]).length > 0;
  for (const [i, rule] of data.rules.entries()) {
    for (const [j, text] of rule.matches.entries()) {
      if (!meets(rule, text)) source.problem(['rules', i, 'matches', j], `${rule.id} does not match its own sample`);
    }
    for (const [j, text] of rule.near_misses.entries()) {
      if (meets(rule, text)) source.problem(['rules', i, 'near_misses', j], `${rule.id} matches its near miss`);
    }
  }
}

interface ReadSentence extends Sentence {
  readonly found: TermMatches;
}

function sentencesOf(text: string, index: TermIndex): ReadSentence[] {
  return splitSentences(text).map((sentence) => ({ ...sentence, found: index.match(sentence) }));
}

function readIntent(text: string, data: IntentData, index: TermIndex): IntentReading {
  const sentences = sentencesOf(text, index);
  const seen = (name: string) => sentences.some(({ found }) => found.has(name));
  const domains = data.domains.filter(({ terms }) => seen(terms));
  return {
    hits: hitsOf(sentences, data.rules),
    irreversible: data.irreversible.some(seen),
    domains: [
      ...new Map(domains.map(({ category, article }) => [`${category}/${article}`, { category, article }])).values(),
    ],
  };
}

/** The first place of each rule, in the order of the rules. */
function hitsOf(sentences: readonly ReadSentence[], rules: readonly IntentRule[]): IntentHit[] {
  const hits: IntentHit[] = [];
  for (const rule of rules) {
    const at = sentences.findIndex((sentence, i) => ruleMeets(rule, sentence.found) && isNear(rule, sentences, i));
    const sentence = sentences[at];
    if (sentence !== undefined) hits.push({ rule, start: sentence.start, end: sentence.end });
  }
  return hits;
}

/** One of the lists under `near` is found in the sentence itself or next to it. */
function isNear({ near }: IntentRule, sentences: readonly ReadSentence[], at: number): boolean {
  if (near === undefined) return true;
  const around = [sentences[at - 1], sentences[at], sentences[at + 1]];
  return around.some((sentence) => near.some((name) => sentence?.found.has(name) === true));
}

/** Each list has a place of its own: one word can't be both the act and what it is done to. */
function ruleMeets(rule: IntentRule, found: TermMatches): boolean {
  if (found.size === 0 || rule.unless.some((name) => found.has(name))) return false;
  const places = rule.all.map((name) => found.get(name));
  if (places.some((place) => place === undefined)) return false;
  const [first, ...others] = places as { readonly from: number; readonly to: number }[][];
  return others.every((other) => other.some((b) => (first ?? []).some((a) => a.to <= b.from || b.to <= a.from)));
}
