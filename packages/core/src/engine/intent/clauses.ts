// SPDX-License-Identifier: Apache-2.0
import type { IntentData } from './intent-schema.ts';
import { cut, type Sentence, type TermIndex, wordsOf } from './intent-terms.ts';

/** Behind a joiner so much is looked at: openers, an act and a determiner. UTF-16 units. */
const LOOKED_AT = 160;
const INFINITIVE = /\bto\s+(\p{Ll}+)/gu;

/**
 * Cuts a sentence where an order begins behind another clause: "discuss the plan and delete the database". Without it what
 * excuses the first clause would excuse the order too.
 */
export class Clauses {
  readonly #index: TermIndex;
  readonly #acts: ReadonlySet<string>;
  readonly #joiner: RegExp | null;
  readonly #determiners: ReadonlySet<string>;
  readonly #subordinators: ReadonlySet<string>;

  constructor({ clauses, rules }: IntentData, index: TermIndex) {
    this.#index = index;
    this.#acts = new Set(rules.map(({ all }) => all[0] as string));
    this.#joiner = clauses === undefined ? null : joinerOf(clauses.joiners);
    this.#determiners = new Set(clauses?.determiners);
    this.#subordinators = new Set(clauses?.subordinators);
  }

  split(sentence: Sentence): readonly Sentence[] {
    const { text } = sentence;
    if (this.#joiner === null) return [sentence];
    const clauses: Sentence[] = [];
    let from = 0;
    // Up to where the clause was looked at for what keeps it open: each part of a long sentence once.
    let seen = 0;
    let open = false;
    for (const { 0: joiner, index } of text.matchAll(this.#joiner)) {
      const next = index + joiner.length;
      if (open || !this.#isOrder(text.slice(next, next + LOOKED_AT))) continue;
      open = this.#isOpen(text.slice(seen, index));
      seen = next;
      if (open) continue;
      clauses.push(cut(sentence, from, index));
      from = next;
    }
    return from === 0 ? [sentence] : [...clauses, cut(sentence, from, text.length)];
  }

  /** An act and what it is done to: a noun that is spelled like an act has no determiner behind it. */
  #isOrder(text: string): boolean {
    const words = wordsOf(text);
    return this.#index.leadingEnds(words, this.#acts).some((end) => {
      const word = words[end]?.word;
      return word !== undefined && (this.#determiners.has(word) || /^\d/.test(word));
    });
  }

  /** "How to open the valve and shut the …" goes on behind the joiner. */
  #isOpen(text: string): boolean {
    if (wordsOf(text).some(({ word }) => this.#subordinators.has(word))) return true;
    return Array.from(text.matchAll(INFINITIVE)).some(([, word = '']) => !this.#determiners.has(word));
  }
}

/** A comma, which is left out, or the blank before a word that joins. */
function joinerOf(joiners: readonly string[]): RegExp {
  const words = joiners.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return new RegExp(`,\\s+(?=\\p{L})|\\s(?=(?:${words})\\s+\\p{L})`, 'giu');
}
