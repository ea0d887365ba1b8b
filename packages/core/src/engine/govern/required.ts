// SPDX-License-Identifier: Apache-2.0

import { buildAutomaton } from '../precheck/aho-corasick.ts';
import { FOREIGN_UNIT } from '../precheck/expression-syntax.ts';
import { type Requirement, requirementOf } from '../precheck/requirement.ts';

/** Much of a phrase, however common its words are. */
const LIMITS = { maxLiteral: 12, maxRate: Number.POSITIVE_INFINITY };
const FOREIGN = FOREIGN_UNIT.charCodeAt(0);

interface Wanted {
  readonly requirement: Requirement;
  /** High bytes of the units beyond ASCII that the expression names: no other such unit lets it match. */
  readonly pages: readonly number[];
}

/**
 * What a text must hold for one of some expressions to match anywhere in it. A large expression costs ten times as much where
 * texts come one by one as in a loop over few of them; this takes one look-up a character, and most texts hold none of it.
 */
export class Required {
  /** Null: one of them may match anything. */
  readonly #wanted: readonly Wanted[] | null;
  readonly #ids: ReadonlyMap<string, number>;
  readonly #seen: Uint8Array;
  readonly #seenPages = new Uint8Array(256);
  readonly #tables: ReturnType<typeof buildAutomaton>['tables'];

  /** @param sources of expressions without flags */
  constructor(sources: readonly string[]) {
    const wanted = sources.map(wantedBy).filter((one) => one !== null);
    this.#wanted = wanted.length < sources.length ? null : wanted;
    const literals = [...new Set(wanted.flatMap(({ requirement }) => literalsOf(requirement)))];
    this.#ids = new Map(literals.map((literal, id) => [literal, id]));
    this.#seen = new Uint8Array(literals.length);
    this.#tables = buildAutomaton(literals).tables;
  }

  /** False: none of the expressions matches in the text, nor in a part of it. */
  isIn(text: string): boolean {
    if (this.#wanted === null) return true;
    return this.#read(text) && this.#wanted.some(({ requirement, pages }) => this.#isMet(requirement, pages));
  }

  /** Marks the literals that stand in the text; false where none does. */
  #read(text: string): boolean {
    const { cells, classOf, shift, firstLoud, outStart, out } = this.#tables;
    const seen = this.#seen.fill(0);
    const seenPages = this.#seenPages.fill(0);
    let some = false;
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= FOREIGN) seenPages[unit >> 8] = 1;
      state = cells[(state << shift) | (classOf[Math.min(unit, FOREIGN)] as number)] as number;
      if (state < firstLoud) continue;
      some = true;
      const end = outStart[state - firstLoud + 1] as number;
      for (let k = outStart[state - firstLoud] as number; k < end; k++) seen[out[k] as number] = 1;
    }
    return some;
  }

  #isMet(requirement: Requirement, pages: readonly number[]): boolean {
    if (requirement.kind === 'literals') return requirement.literals.some((literal) => this.#stands(literal, pages));
    const { kind, parts } = requirement;
    return kind === 'all'
      ? parts.every((part) => this.#isMet(part, pages))
      : parts.some((part) => this.#isMet(part, pages));
  }

  #stands(literal: string, pages: readonly number[]): boolean {
    if (this.#seen[this.#ids.get(literal) as number] !== 1) return false;
    return !literal.includes(FOREIGN_UNIT) || pages.some((page) => this.#seenPages[page] === 1);
  }
}

function wantedBy(source: string): Wanted | null {
  const requirement = requirementOf(source, '', LIMITS);
  // Escapes would hide which units are named.
  if (requirement === null || /\\[ux]/.test(source)) return null;
  const pages = source.split('').flatMap((sign) => (sign < FOREIGN_UNIT ? [] : [sign.charCodeAt(0) >> 8]));
  return { requirement, pages: [...new Set(pages)] };
}

const literalsOf = (requirement: Requirement): readonly string[] =>
  requirement.kind === 'literals' ? requirement.literals : requirement.parts.flatMap(literalsOf);
