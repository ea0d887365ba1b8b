// SPDX-License-Identifier: Apache-2.0
/** What a node can look up: the constitution, the documentation of the service, and its own public texts. */
import type { CategoryTable, Constitution } from '@plumbline/core/constitution/types.ts';
import type { Concepts } from '@plumbline/core/search/concepts-file.ts';
import { type SearchHit, SearchIndex } from '@plumbline/core/search/search-index.ts';
import { hasSubject, namesOneThing, wordsIn } from '@plumbline/core/search/tokens.ts';
import { articlesNamed } from './article-references.ts';
import type { FoundPassage, NodeProfile, Retrieved } from './engine.ts';
import type { DocumentPassage } from './markdown-passages.ts';

export interface LibraryOptions {
  readonly constitution: Constitution;
  /** Their descriptions say in other words what an article governs. */
  readonly categories: CategoryTable;
  /** What an article is about in plain words, by its number; searched, not quoted. */
  readonly plainWords: ReadonlyMap<number, string>;
  readonly documentation: readonly DocumentPassage[];
  /** Questions that a passage answers, by its id; searched, not quoted. */
  readonly asked: ReadonlyMap<string, readonly string[]>;
  readonly nodes: readonly NodeProfile[];
  /** Null where there is no concept index: words alone are searched then. */
  readonly concepts: Concepts | null;
}

const MAX_PASSAGES = 6;
/** Found by their score, then ordered by whether they are about what is asked. */
const MAX_WEIGHED = 40;
/** How much of the order that decides: more where a question names one thing, which many passages mention. */
const ABOUT = 0.1;
const ABOUT_ALONE = 0.5;
/** From this score on the first passage is given as an answer; chosen with all sets of questions in view but the last. */
export const SURE_SCORE = 0.44;

interface Shelved extends Omit<FoundPassage, 'score'> {
  /** The node that the text belongs to; null for all. */
  readonly node: string | null;
  /** What it is about, without the page that it stands on. */
  readonly heading: string;
  readonly searched: string;
  readonly asked: string;
  readonly aside: string;
  readonly weight: number;
}

/** Reference pages are lists: they name every word and explain few of them; errors are what people ask for. */
const WEIGHTS: readonly (readonly [prefix: string, weight: number])[] = [
  ['docs/reference/errors.md', 0.8],
  ['docs/reference/', 0.6],
];

/** Filled bit by bit, because reading everything at once would hold up the serving thread for some hundred milliseconds. */
export class Library {
  readonly #index: SearchIndex;
  readonly #shelf = new Map<string, Shelved>();
  /** Passages by the very words of a question that they answer: who asks what this is names nothing that could be searched. */
  readonly #byWords = new Map<string, string>();
  /** Not in the index yet. */
  readonly #pending: Shelved[];

  constructor({ constitution, categories, plainWords, documentation, asked, nodes, concepts }: LibraryOptions) {
    this.#index = new SearchIndex(concepts);
    this.#pending = [
      ...articlesOf(constitution, categories, plainWords),
      ...documentation.map((passage) => documentOf(passage, asked.get(passage.id) ?? [])),
      ...nodes.flatMap(textsOf),
    ].reverse();
  }

  /**
   * Takes up to so many passages into the index.
   * @returns whether there are more
   */
  fill(passages: number): boolean {
    for (const passage of this.#pending.splice(-passages).reverse()) {
      const { id, heading, searched, asked, aside, weight } = passage;
      this.#shelf.set(id, passage);
      for (const line of asked === '' ? [] : asked.split('\n')) this.#byWords.set(wordsIn(line).join(' '), id);
      this.#index.add({ id, title: heading, text: searched, asked, aside, weight });
    }
    if (this.#pending.length === 0) this.#index.settle();
    return this.#pending.length > 0;
  }

  get passages(): number {
    return this.#index.size + this.#pending.length;
  }

  /** What is there for a question to a node, best first. */
  find(question: string, node: Pick<NodeProfile, 'id'>): Retrieved {
    this.fill(Number.POSITIVE_INFINITY);
    const accept = (id: string) => {
      const owner = this.#shelf.get(id)?.node ?? null;
      return owner === null || owner === node.id;
    };
    const hits = this.#index.search(question, { limit: MAX_WEIGHED, accept });
    const weight = namesOneThing(question) ? ABOUT_ALONE : ABOUT;
    const ranked = hits
      .map((hit) => ({ hit, score: hit.score * (1 - weight + weight * hit.about) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_PASSAGES);
    const passages = ranked.map(({ hit, score }) => found(this.#shelf.get(hit.id) as Shelved, score));
    const known = this.#known(question);
    const { engine } = this.#index;
    if (known.length === 0) return { passages, sure: isSure(question, ranked[0]?.hit), engine };
    const others = passages.filter(({ id }) => !known.some((one) => one.id === id));
    return { passages: [...known.map((one) => found(one, 1)), ...others].slice(0, MAX_PASSAGES), sure: true, engine };
  }

  /** What need not be searched: articles that are asked for by number, and a question that is written beside its passage. */
  #known(question: string): Shelved[] {
    const named = articlesNamed(question, (number) => this.#shelf.has(articleId(number)));
    const ids = named.length > 0 ? named.map(articleId) : [this.#byWords.get(wordsIn(question).join(' ')) ?? ''];
    return ids.flatMap((id) => this.#shelf.get(id) ?? []);
  }
}

const articleId = (number: number) => `article:${number}`;

const found = ({ id, title, text, url, article }: Shelved, score: number): FoundPassage => ({
  id,
  title,
  text,
  url,
  article,
  score,
});

/** What a question names alone must be what the passage is about: a word that merely stands in it says little. */
function isSure(question: string, best: SearchHit | undefined): boolean {
  if (best === undefined || best.score < SURE_SCORE || !hasSubject(question)) return false;
  return best.about > 0 || !namesOneThing(question);
}

/** Examples are searched, because they say in plain words what a rule is about; they are never quoted. */
function articlesOf(
  { titles, creed, version, amendments }: Constitution,
  table: CategoryTable,
  plainWords: ReadonlyMap<number, string>,
): Shelved[] {
  const articles = titles.flatMap((title) =>
    title.articles.map(({ number, title: name, rule, rationale, categories, examples }): Shelved => {
      const text = `${oneLine(rule)} ${oneLine(rationale)}`;
      const id = articleId(number);
      const heading = `Article ${number}, ${name}`;
      return {
        id,
        title: heading,
        heading,
        text,
        url: `/api/constitution/${number}`,
        article: number,
        node: null,
        searched: [
          title.title,
          text,
          ...categories.map((key) => `${table[key].title}: ${table[key].description}`),
        ].join('\n'),
        asked: (plainWords.get(number) ?? '').replace(/\?\s+/g, '?\n'),
        aside: [...examples.compliant, ...examples.violating].join('\n'),
        weight: 1,
      };
    }),
  );
  const overview = `The constitution v${version} has ${articles.length} articles in ${titles.length} titles: ${titles.map(({ title }) => title).join(', ')}. It was amended ${amendments.length} times. Creed: ${oneLine(creed)}`;
  return [
    ...articles,
    { ...whole('constitution', 'The constitution', overview, '/api/constitution'), asked: OVERVIEW_ASKED },
  ];
}

const OVERVIEW_ASKED = 'What is the creed? How many articles and titles are there? Which version is it?';

function documentOf(
  { id, page, heading, title, text, prose, aside }: DocumentPassage,
  asked: readonly string[],
): Shelved {
  const weight = WEIGHTS.find(([prefix]) => id.startsWith(prefix))?.[1] ?? 1;
  const searched = `${page}\n${prose}`;
  return { ...whole(id, title, text, null), heading, searched, asked: asked.join('\n'), aside, weight };
}

function textsOf({ id, texts }: NodeProfile): Shelved[] {
  return texts.map(({ title, text, url }, i) => ({ ...whole(`node:${id}:${i + 1}`, title, text, url), node: id }));
}

function whole(id: string, title: string, text: string, url: string | null): Shelved {
  return {
    id,
    title,
    heading: title,
    text,
    url,
    article: null,
    node: null,
    searched: text,
    asked: '',
    aside: '',
    weight: 1,
  };
}

const oneLine = (text: string) => text.trim().replace(/\s+/g, ' ');
