// SPDX-License-Identifier: Apache-2.0
import type { Sha256Hex } from '../../constitution/hash.ts';
import type { DataFile } from '../../constitution/parse.ts';
import type { DataProblem } from '../../constitution/problem.ts';
import { YamlSource } from '../../constitution/yaml-source.ts';
import { canonicalJson } from '../../seal/jcs.ts';
import { buildSparseAutomaton } from '../precheck/sparse-automaton.ts';
import type { Category } from '../types.ts';
import { Clauses } from './clauses.ts';
import { checkNames, finality, type IntentData, type IntentRule, IntentSchema, isTextRule } from './intent-schema.ts';
import { type Place, type Sentence, splitSentences, splitSteps, TermIndex, type TermMatches } from './intent-terms.ts';

/** Rules for proposed actions, ready to match. */
export interface IntentRules {
  /** SHA-256 of the JCS bytes of the rules. */
  readonly hash: string;
  readonly rules: readonly IntentRule[];
  /** Reads a proposed action; every rule counts. */
  readonly match: (text: string) => IntentReading;
  /** Reads any text, where hardly anything is an order: only the rules of scope `text` count. */
  readonly matchText: (text: string) => readonly IntentHit[];
  /** ISO 639-1 codes of the languages that the lists have words of. */
  readonly languages: ReadonlySet<string>;
  /** `matchText` finds nothing in a text without one of these, in any case. */
  readonly gate: readonly string[];
}

/** What an action means. */
export interface IntentReading {
  readonly hits: readonly IntentHit[];
  /** An act that cannot be undone is among the words. */
  readonly irreversible: boolean;
  /** Fields in which an irreversible act waits for a human, each article once. */
  readonly domains: readonly IntentDomain[];
}

export interface IntentDomain {
  readonly category: Category;
  readonly article: number;
  /** The words name the field only: they count where the caller says that the act cannot be undone. */
  readonly stated: boolean;
  /** The sentence that it was read in: UTF-16 units, half open. */
  readonly start: number;
  readonly end: number;
}

export interface IntentHit {
  readonly rule: IntentRule;
  /** Whether the words were read only once the text was normalised or decoded. */
  readonly disguised?: boolean;
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
  const source = new YamlSource(file);
  const data = source.problems.length > 0 ? null : source.read(IntentSchema, source.value);
  if (data === null) return { rules: null, problems: source.problems };
  checkNames(source, data, knownArticles);
  if (source.problems.length > 0) return { rules: null, problems: source.problems };
  const index = new TermIndex(data);
  const action = new ActionReader(data, index);
  if (!source.checked) checkSamples(source, data, action);
  if (source.problems.length > 0) return { rules: null, problems: source.problems };
  const hash = sha256Hex(canonicalJson(data));
  const gate = gateOf(data);
  const isOpen = seeker(gate);
  const textRules = data.rules.filter(isTextRule);
  const rules: IntentRules = {
    hash,
    rules: data.rules,
    match: (text) => action.read(text),
    matchText: (text) => (isOpen(text) ? hitsOf(sentencesOf(text, index), textRules) : NO_HITS),
    languages: new Set(data.languages),
    gate,
  };
  return { rules, problems: [] };
}

const NO_HITS: readonly IntentHit[] = [];

function gateOf(data: IntentData): string[] {
  const needles = data.text_gate
    .flatMap((name) => data.terms[name] ?? [])
    .map((term) => longest(term.replace(/[*^]/g, '').split('…')));
  return [...new Set(needles)];
}

const longest = (parts: readonly string[]) =>
  parts.map((part) => part.trim()).reduce((a, b) => (b.length > a.length ? b : a));

/** One look-up or two per character tell whether a text can meet a rule of scope `text` at all; nearly none can. */
function seeker(needles: readonly string[]): (text: string) => boolean {
  const automaton = buildSparseAutomaton(needles);
  return (text) => {
    let found = false;
    automaton.scan(text, () => {
      found = true;
    });
    return found;
  };
}

function checkSamples(source: YamlSource, data: IntentData, action: ActionReader): void {
  const meets = (rule: IntentRule, text: string) => action.hits(text, [rule]).length > 0;
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
  return splitSentences(text)
    .flatMap(splitSteps)
    .map((sentence) => ({ ...sentence, found: index.match(sentence) }));
}

/**
 * Reads proposed actions, clause by clause. In them an order is meant: it is excused by what it is about where that stands
 * before its object, and not by what is to be written or asked afterwards.
 */
class ActionReader {
  readonly #data: IntentData;
  readonly #index: TermIndex;
  readonly #clauses: Clauses;
  readonly #about: ReadonlySet<string>;

  constructor(data: IntentData, index: TermIndex) {
    this.#data = data;
    this.#index = index;
    this.#clauses = new Clauses(data, index);
    this.#about = new Set(data.about);
  }

  hits(text: string, rules: readonly IntentRule[]): IntentHit[] {
    return hitsOf(this.#sentences(text), rules, this.#about);
  }

  read(text: string): IntentReading {
    const sentences = this.#sentences(text);
    return {
      hits: hitsOf(sentences, this.#data.rules, this.#about),
      irreversible: this.#data.irreversible
        .map(finality)
        .some(({ terms, unless }) =>
          sentences.some(({ found }) => found.has(terms) && !unless.some((name) => found.has(name))),
        ),
      domains: domainsOf(sentences, this.#data),
    };
  }

  #sentences(text: string): ReadSentence[] {
    return splitSentences(text)
      .flatMap(splitSteps)
      .flatMap((step) => this.#clauses.split(step))
      .map((clause) => ({ ...clause, found: this.#index.match(clause) }));
  }
}

/** Those that are named come before those of which only the field is. */
function domainsOf(sentences: readonly ReadSentence[], data: IntentData): IntentDomain[] {
  const domains = new Map<string, IntentDomain>();
  for (const { category, article, terms, unless = [], stated = false } of data.domains) {
    const key = `${category}/${article}`;
    const known = domains.get(key);
    if (known !== undefined && (stated || !known.stated)) continue;
    const at = sentences.find(({ found }) => found.has(terms) && !unless.some((name) => found.has(name)));
    if (at !== undefined) domains.set(key, { category, article, stated, start: at.start, end: at.end });
  }
  return [...domains.values()];
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The first place of each rule, in the order of the rules.
 * @param about lists that excuse no order behind which they stand
 */
function hitsOf(sentences: readonly ReadSentence[], rules: readonly IntentRule[], about = NONE): IntentHit[] {
  const hits: IntentHit[] = [];
  for (const rule of rules) {
    const at = sentences.findIndex(
      (sentence, i) => ruleMeets(rule, sentence.found, about) && isNear(rule, sentences, i),
    );
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
function ruleMeets(rule: IntentRule, found: TermMatches, about: ReadonlySet<string>): boolean {
  if (found.size === 0) return false;
  const places = rule.all.map((name) => found.get(name));
  if (places.some((place) => place === undefined)) return false;
  const [first = [], ...others] = places as (readonly Place[])[];
  if (!others.every((other) => other.some((b) => first.some((a) => a.to <= b.from || b.to <= a.from)))) return false;
  const last = lastBreaks(first, others);
  return !rule.unless.some((name) => found.get(name)?.some(({ breaks }) => breaks <= last || !about.has(name)));
}

/** How many breaks there are before the end of an order that its sentence begins with. Without one nothing stands behind it. */
function lastBreaks(acts: readonly Place[], others: readonly (readonly Place[])[]): number {
  const act = acts.find(({ leads }) => leads);
  if (act === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(act.breaks, ...others.map((other) => other.find(({ from }) => from >= act.to)?.breaks ?? 0));
}
