// SPDX-License-Identifier: Apache-2.0
/**
 * One index over passages, searched by words (BM25) and, where a concept index is given, by meaning. It is held in memory
 * and pure; entries come and go one by one.
 */
import { ConceptReader, type ConceptVector } from './concept-vector.ts';
import type { Concepts } from './concepts-file.ts';
import { Postings } from './postings.ts';
import { subjectOf, termsIn } from './tokens.ts';

export interface SearchEntry {
  readonly id: string;
  /** Counts more than the text. */
  readonly title?: string;
  readonly text: string;
  /** Counts more than the text and makes the entry no longer: questions that it answers, one a line. */
  readonly asked?: string;
  /** Counts less than the text: examples, code. */
  readonly aside?: string;
  /** (0..1]; what the score is multiplied with. Default 1. */
  readonly weight?: number;
}

export interface SearchOptions {
  readonly limit: number;
  /** Leaves entries out before they are ranked. */
  readonly accept?: (id: string) => boolean;
}

export interface SearchHit {
  readonly id: string;
  /** [0..1] */
  readonly score: number;
  readonly scores: {
    /** Share of the query's words, by rarity, that the entry has. [0..1] */
    readonly lexical: number;
    /** Cosine of the concept vectors. [0..1]; 0 without a concept index. */
    readonly concept: number;
  };
  /** Terms of the query that the entry has, as stems. */
  readonly matched: readonly string[];
  /** How much of its title, or of a question that it answers, the query has: 1 where it asks for just that. [0..1] */
  readonly about: number;
}

/** The name of the search that an index runs. */
export function searchEngine(withConcepts: boolean): string {
  return withConcepts ? 'concepts+bm25/1' : 'bm25/1';
}

interface Stored {
  readonly id: string;
  readonly terms: readonly string[];
  /** Those of the title and of each question. */
  readonly subjects: readonly ReadonlySet<string>[];
  readonly length: number;
  readonly vector: ConceptVector;
  readonly weight: number;
}

/** Entries shorter than this share of the mean count as so long: a heading alone is no better answer than a paragraph. */
const MIN_LENGTH = 0.6;
/** BM25: how soon a repeated word stops counting, and how much longer texts are held back. */
const K1 = 1.2;
const B = 0.3;
const TITLE_WEIGHT = 3;
const ASKED_WEIGHT = 2;
const ASIDE_WEIGHT = 0.3;
/** Codes, numbers and names with underscores are asked for exactly. */
const IDENTIFIER = /[0-9_]/;
const EXACTNESS = 1.5;
/** How much of the score meaning has where no word is shared. */
const CONCEPT_WEIGHT = 0.6;

export class SearchIndex {
  /** Which search runs, to be told to whoever asks. */
  readonly engine: string;
  readonly #reader: ConceptReader | null;
  readonly #entries: (Stored | undefined)[] = [];
  readonly #slots = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #terms = new Postings<string>();
  readonly #concepts = new Postings<number>();
  #totalLength = 0;
  /** Lengths of the concept vectors by slot; they change with every entry and are worked out when they are asked for. */
  #norms: Float64Array | null = null;

  /** @param concepts null where there is no concept index: words alone are searched, and `engine` says so */
  constructor(concepts: Concepts | null) {
    this.#reader = concepts === null ? null : new ConceptReader(concepts);
    this.engine = searchEngine(concepts !== null);
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Replaces the entry of the same id. */
  add(entry: SearchEntry): void {
    this.remove(entry.id);
    const { stored, counts } = this.#read(entry);
    const slot = this.#free.pop() ?? this.#entries.length;
    this.#entries[slot] = stored;
    this.#slots.set(entry.id, slot);
    this.#totalLength += stored.length;
    for (const [term, count] of counts) this.#terms.add(term, slot, count);
    const { concepts, weights } = stored.vector;
    for (const [i, concept] of concepts.entries()) this.#concepts.add(concept, slot, weights[i] as number);
    this.#norms = null;
  }

  /** Lets go of what makes adding quick: for when no more entries are expected soon. */
  settle(): void {
    this.#reader?.forget();
    this.#terms.pack();
    this.#concepts.pack();
  }

  /** @returns whether there was such an entry */
  remove(id: string): boolean {
    const slot = this.#slots.get(id);
    const stored = slot === undefined ? undefined : this.#entries[slot];
    if (slot === undefined || stored === undefined) return false;
    for (const term of stored.terms) this.#terms.remove(term, slot);
    for (const concept of stored.vector.concepts) this.#concepts.remove(concept, slot);
    this.#totalLength -= stored.length;
    this.#entries[slot] = undefined;
    this.#slots.delete(id);
    this.#free.push(slot);
    this.#norms = null;
    return true;
  }

  /** Best first; entries that have nothing in common with the query are left out. Equal scores stand in order of id. */
  search(query: string, { limit, accept }: SearchOptions): SearchHit[] {
    const subject = subjectOf(query);
    const lexical = this.#byWords(subject);
    const concept = this.#byMeaning(subject);
    const hits: SearchHit[] = [];
    for (const slot of new Set([...lexical.keys(), ...concept.keys()])) {
      const entry = this.#entries[slot];
      if (entry === undefined || accept?.(entry.id) === false) continue;
      const words = lexical.get(slot) ?? NO_WORDS;
      const scores = { lexical: words.score, concept: Math.min(1, concept.get(slot) ?? 0) };
      const { matched } = words;
      const about = aboutness(entry.subjects, matched);
      hits.push({ id: entry.id, score: combined(scores) * entry.weight, scores, matched, about });
    }
    return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit);
  }

  #read({ id, title = '', text, asked = '', aside = '', weight = 1 }: SearchEntry): {
    stored: Stored;
    counts: Map<string, number>;
  } {
    const counts = new Map<string, number>();
    const count = (found: readonly string[], times: number) => {
      for (const term of found) counts.set(term, (counts.get(term) ?? 0) + times);
    };
    const body = termsIn(text);
    const heading = termsIn(title);
    const questions = termsIn(asked);
    count(body, 1);
    count(heading, TITLE_WEIGHT);
    count(questions, ASKED_WEIGHT);
    count(termsIn(aside), ASIDE_WEIGHT);
    const texts = [
      { text: `${title} ${text}`, weight: 1 },
      { text: asked, weight: ASKED_WEIGHT },
      { text: aside, weight: ASIDE_WEIGHT },
    ];
    const vector = this.#reader?.vectorOf(texts, true) ?? NO_CONCEPTS;
    const subjects = [heading, ...asked.split('\n').map(termsIn)].map((terms) => new Set(terms));
    return { stored: { id, terms: [...counts.keys()], subjects, length: body.length, vector, weight }, counts };
  }

  /** The BM25 sum as a share of what an entry would get that has every word of the query without end. */
  #byWords(query: string): Map<number, { score: number; matched: string[] }> {
    const found = new Map<number, { score: number; matched: string[] }>();
    const terms = [...new Set(termsIn(query))];
    const rarities = terms.map(
      (term) => this.#rarity(this.#terms.count(term)) * (IDENTIFIER.test(term) ? EXACTNESS : 1),
    );
    const whole = rarities.reduce((sum, rarity) => sum + rarity, 0);
    const meanLength = Math.max(1, this.#totalLength / Math.max(1, this.size));
    terms.forEach((term, i) => {
      const share = (rarities[i] as number) / whole;
      const { slots, weights } = this.#terms.of(term);
      for (let at = 0; at < slots.length; at++) {
        const slot = slots[at] as number;
        const count = weights[at] as number;
        const length = Math.max(MIN_LENGTH, (this.#entries[slot]?.length ?? 0) / meanLength);
        const saturated = count / (count + K1 * (1 - B + B * length));
        const entry = found.get(slot) ?? { score: 0, matched: [] };
        entry.score += share * saturated;
        entry.matched.push(term);
        found.set(slot, entry);
      }
    });
    return found;
  }

  /** Cosine of the vectors, each concept weighted by its rarity among the entries. */
  #byMeaning(query: string): Map<number, number> {
    const found = new Map<number, number>();
    if (this.#reader === null) return found;
    let squares = 0;
    const vector = this.#reader.vectorOf([{ text: query, weight: 1 }], false);
    for (const [i, concept] of vector.concepts.entries()) {
      const weight = vector.weights[i] as number;
      const rarity = this.#rarity(this.#concepts.count(concept));
      squares += (weight * rarity) ** 2;
      const { slots, weights } = this.#concepts.of(concept);
      for (let at = 0; at < slots.length; at++) {
        const slot = slots[at] as number;
        found.set(slot, (found.get(slot) ?? 0) + weight * (weights[at] as number) * rarity * rarity);
      }
    }
    this.#norms ??= this.#measure();
    for (const [slot, product] of found) found.set(slot, product / Math.sqrt(squares * (this.#norms[slot] as number)));
    return found;
  }

  /** Squared lengths. */
  #measure(): Float64Array {
    const rarities = new Map<number, number>();
    return Float64Array.from(this.#entries, (entry) => {
      let squares = 0;
      const { concepts, weights } = entry?.vector ?? NO_CONCEPTS;
      for (const [i, concept] of concepts.entries()) {
        const known = rarities.get(concept) ?? this.#rarity(this.#concepts.count(concept));
        rarities.set(concept, known);
        squares += ((weights[i] as number) * known) ** 2;
      }
      return squares;
    });
  }

  /** Inverse document frequency, positive for every count. */
  #rarity(count: number): number {
    return Math.log(1 + (this.size - count + 0.5) / (count + 0.5));
  }
}

const NO_WORDS: { readonly score: number; readonly matched: readonly string[] } = { score: 0, matched: [] };
const NO_CONCEPTS: ConceptVector = { concepts: new Uint32Array(), weights: new Float32Array() };

function aboutness(subjects: readonly ReadonlySet<string>[], matched: readonly string[]): number {
  let most = 0;
  for (const subject of subjects) {
    let shared = 0;
    for (const term of matched) if (subject.has(term)) shared++;
    if (shared > most * subject.size) most = shared / subject.size;
  }
  return most;
}

/** Meaning leads where no words are shared; the more of them are, the more they lead. */
function combined({ lexical, concept }: SearchHit['scores']): number {
  return lexical + (1 - lexical) * CONCEPT_WEIGHT * concept;
}
