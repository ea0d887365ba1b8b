// SPDX-License-Identifier: Apache-2.0
/** What a node can look up: the constitution, the documentation of the service, and its own public texts. */
import type { Constitution } from '@plumbline/core/constitution/types.ts';
import type { Concepts } from '@plumbline/core/search/concepts-file.ts';
import { SearchIndex } from '@plumbline/core/search/search-index.ts';
import type { FoundPassage, NodeProfile, Retrieved } from './engine.ts';
import type { DocumentPassage } from './markdown-passages.ts';

export interface LibraryOptions {
  readonly constitution: Constitution;
  readonly documentation: readonly DocumentPassage[];
  readonly nodes: readonly NodeProfile[];
  /** Null where there is no concept index: words alone are searched then. */
  readonly concepts: Concepts | null;
}

const MAX_PASSAGES = 6;
/** From this score on the first passage is given as an answer; chosen on questions that are in no other set. */
export const SURE_SCORE = 0.3;

interface Shelved extends Omit<FoundPassage, 'score'> {
  /** The node that the text belongs to; null for all. */
  readonly node: string | null;
  readonly searched: string;
  readonly weight: number;
}

/** Reference pages are lists: they name every word, and explain few. */
const REFERENCE_WEIGHT = 0.8;

export class Library {
  readonly #index: SearchIndex;
  readonly #shelf = new Map<string, Shelved>();

  constructor({ constitution, documentation, nodes, concepts }: LibraryOptions) {
    this.#index = new SearchIndex(concepts);
    for (const passage of [...articlesOf(constitution), ...documentation.map(documentOf), ...nodes.flatMap(textsOf)]) {
      this.#shelf.set(passage.id, passage);
      this.#index.add({ id: passage.id, title: passage.title, text: passage.searched, weight: passage.weight });
    }
  }

  get passages(): number {
    return this.#index.size;
  }

  /** What is there for a question to a node, best first. */
  find(question: string, node: Pick<NodeProfile, 'id'>): Retrieved {
    const accept = (id: string) => {
      const owner = this.#shelf.get(id)?.node ?? null;
      return owner === null || owner === node.id;
    };
    const hits = this.#index.search(question, { limit: MAX_PASSAGES, accept });
    const passages = hits.flatMap(({ id, score }): FoundPassage[] => {
      const shelved = this.#shelf.get(id);
      if (shelved === undefined) return [];
      const { title, text, url, article } = shelved;
      return [{ id, title, text, url, article, score }];
    });
    return { passages, sure: (passages[0]?.score ?? 0) >= SURE_SCORE, engine: this.#index.engine };
  }
}

/** Examples are left out: the violating ones are what the airlock keeps away. */
function articlesOf({ titles, creed, version, amendments }: Constitution): Shelved[] {
  const articles = titles.flatMap((title) =>
    title.articles.map(({ number, title: name, rule, rationale }): Shelved => {
      const text = `${oneLine(rule)} ${oneLine(rationale)}`;
      return {
        id: `article:${number}`,
        title: `Article ${number}, ${name}`,
        text,
        url: `/api/constitution/${number}`,
        article: number,
        node: null,
        searched: `${title.title}. ${text}`,
        weight: 1,
      };
    }),
  );
  const overview = `The constitution v${version} has ${articles.length} articles in ${titles.length} titles: ${titles.map(({ title }) => title).join(', ')}. It was amended ${amendments.length} times. Creed: ${oneLine(creed)}`;
  return [...articles, whole('constitution', 'The constitution', overview, '/api/constitution')];
}

function documentOf({ id, title, text, code }: DocumentPassage): Shelved {
  const weight = id.startsWith('docs/reference/') ? REFERENCE_WEIGHT : 1;
  return { ...whole(id, title, text === '' ? code : text, null), searched: `${text}\n${code}`, weight };
}

function textsOf({ id, texts }: NodeProfile): Shelved[] {
  return texts.map(({ title, text, url }, i) => ({ ...whole(`node:${id}:${i + 1}`, title, text, url), node: id }));
}

function whole(id: string, title: string, text: string, url: string | null): Shelved {
  return { id, title, text, url, article: null, node: null, searched: text, weight: 1 };
}

const oneLine = (text: string) => text.trim().replace(/\s+/g, ' ');
