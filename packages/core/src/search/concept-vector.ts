// SPDX-License-Identifier: Apache-2.0
/**
 * A text as weighted concepts: every sense of each content word, the broader concepts above it and the related ones of
 * another part of speech. Every word counts for as much, however many senses it has.
 */
import type { Concepts } from './concepts-file.ts';
import { sensesOfForm } from './lemmas.ts';
import { isStopWord, wordsIn } from './tokens.ts';

/** Weights before rarity is taken into account. Flat, because an index holds many of them. */
export interface ConceptVector {
  readonly concepts: Uint32Array;
  readonly weights: Float32Array;
}

export interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

/** Levels of broader concepts that are taken along; two were best on paraphrases. */
const BROADER_LEVELS = 2;
/** Each level counts for so much of the one below. */
const BROADER_WEIGHT = 0.6;
const RELATED_WEIGHT = 0.5;
/** What weighs less in a word is left out: a fifth of the concepts, and nothing of the results. */
const MIN_WEIGHT = 0.05;
/** Words of one text mostly repeat: a reader remembers so many. */
const MAX_REMEMBERED = 20_000;

/** Reads texts into vectors. */
export class ConceptReader {
  readonly #concepts: Concepts;
  readonly #known = new Map<string, ConceptVector>();

  constructor(concepts: Concepts) {
    this.#concepts = concepts;
  }

  /** @param remember whether its words may be remembered: those of entries, never those that somebody looks for */
  vectorOf(texts: readonly WeightedText[], remember: boolean): ConceptVector {
    const sum = new Map<number, number>();
    for (const { text, weight } of texts) {
      for (const word of contentWordsIn(text)) addTo(sum, this.#wordVector(word, remember), weight);
    }
    return flat(sum);
  }

  /** Lets go of the words that it remembers. */
  forget(): void {
    this.#known.clear();
  }

  #wordVector(word: string, remember: boolean): ConceptVector {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    const vector = flat(toUnitLength(this.#readWord(word)));
    if (!remember) return vector;
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear();
    this.#known.set(word, vector);
    return vector;
  }

  #readWord(word: string): Map<number, number> {
    const vector = new Map<number, number>();
    for (const senses of Object.values(sensesOfForm(word, this.#concepts)) as (readonly number[])[]) {
      for (const [rank, sense] of senses.entries()) {
        const weight = 1 / (1 + rank);
        this.#climb(vector, sense, weight, BROADER_LEVELS);
        for (const related of this.#concepts.related(sense)) {
          this.#climb(vector, related, weight * RELATED_WEIGHT, BROADER_LEVELS - 1);
        }
      }
    }
    return vector;
  }

  #climb(vector: Map<number, number>, concept: number, weight: number, levels: number): void {
    if ((vector.get(concept) ?? 0) < weight) vector.set(concept, weight);
    if (levels === 0) return;
    for (const above of this.#concepts.broader(concept)) {
      this.#climb(vector, above, weight * BROADER_WEIGHT, levels - 1);
    }
  }
}

function addTo(sum: Map<number, number>, { concepts, weights }: ConceptVector, times: number): void {
  for (let i = 0; i < concepts.length; i++) {
    const concept = concepts[i] as number;
    sum.set(concept, (sum.get(concept) ?? 0) + times * (weights[i] as number));
  }
}

function flat(vector: ReadonlyMap<number, number>): ConceptVector {
  return { concepts: Uint32Array.from(vector.keys()), weights: Float32Array.from(vector.values()) };
}

function contentWordsIn(text: string): string[] {
  return wordsIn(text)
    .flatMap((word) => word.split('_'))
    .filter((word) => /^[a-z][a-z'-]+$/.test(word) && !isStopWord(word));
}

function toUnitLength(vector: Map<number, number>): Map<number, number> {
  let squares = 0;
  for (const weight of vector.values()) squares += weight * weight;
  const length = Math.sqrt(squares);
  for (const [concept, weight] of vector) {
    if (weight / length < MIN_WEIGHT) vector.delete(concept);
    else vector.set(concept, weight / length);
  }
  return vector;
}
