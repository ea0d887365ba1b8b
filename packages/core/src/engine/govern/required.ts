// SPDX-License-Identifier: Apache-2.0

import { buildAutomaton } from '../precheck/aho-corasick.ts';
import { FOREIGN_UNIT } from '../precheck/expression-syntax.ts';
import { type Requirement, requirementOf } from '../precheck/requirement.ts';

/** Much of a phrase, however common its words are. */
const LIMITS = { maxLiteral: 12, maxRate: Number.POSITIVE_INFINITY };
const FOREIGN = FOREIGN_UNIT.charCodeAt(0);

const BLANK = 32;
const TAB = 9;

/** A requirement by the numbers of its literals. */
type Wanted =
  | { readonly kind: 'literals'; readonly ids: readonly number[]; readonly pages: readonly number[] | null }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Wanted[] };

/**
 * What a text must hold for one of some expressions to match anywhere in it. A large expression costs ten times as much where
 * texts come one by one as in a loop over few of them; this takes one look-up a character, and most texts hold none of it.
 */
export class Required {
  /** Null: one of them may match anything. */
  readonly #wanted: readonly Wanted[] | null;
  readonly #seen: Uint8Array;
  readonly #seenPages = new Uint8Array(256);
  readonly #tables: ReturnType<typeof buildAutomaton>['tables'];

  /** @param sources of expressions without flags */
  constructor(sources: readonly string[]) {
    const literals: string[] = [];
    const wanted = sources.map((source) => wantedBy(source, literals)).filter((one) => one !== null);
    this.#wanted = wanted.length < sources.length ? null : wanted;
    this.#seen = new Uint8Array(literals.length);
    this.#tables = buildAutomaton(literals).tables;
  }

  /**
   * False: none of the expressions matches in the text, nor in a part of it.
   * @param text in lower case; blanks and tabs in a row count as one blank
   */
  isIn(text: string): boolean {
    if (this.#wanted === null) return true;
    if (!this.#read(text)) return false;
    for (const wanted of this.#wanted) if (this.#isMet(wanted)) return true;
    return false;
  }

  /** Marks the literals that stand in the text; false where none does. */
  #read(text: string): boolean {
    const { cells, classOf, shift, firstLoud, outStart, out } = this.#tables;
    const seen = this.#seen.fill(0);
    const seenPages = this.#seenPages.fill(0);
    let some = false;
    let state = 0;
    let before = 0;
    for (let i = 0; i < text.length; i++) {
      const given = text.charCodeAt(i);
      const unit = given === TAB ? BLANK : given;
      if (unit === BLANK && before === BLANK) continue;
      before = unit;
      if (unit >= FOREIGN) seenPages[unit >> 8] = 1;
      state = cells[(state << shift) | (classOf[Math.min(unit, FOREIGN)] as number)] as number;
      if (state < firstLoud) continue;
      some = true;
      const end = outStart[state - firstLoud + 1] as number;
      for (let k = outStart[state - firstLoud] as number; k < end; k++) seen[out[k] as number] = 1;
    }
    return some;
  }

  #isMet(wanted: Wanted): boolean {
    if (wanted.kind !== 'literals') {
      const { kind, parts } = wanted;
      return kind === 'all' ? parts.every((part) => this.#isMet(part)) : parts.some((part) => this.#isMet(part));
    }
    const { ids, pages } = wanted;
    for (const id of ids) {
      if (this.#seen[id] === 1) return pages === null || pages.some((page) => this.#seenPages[page] === 1);
    }
    return false;
  }
}

/** Null where anything may match. @param literals to which those are added that are new */
function wantedBy(source: string, literals: string[]): Wanted | null {
  const requirement = requirementOf(source, '', LIMITS);
  // Escapes would hide which units are named.
  if (requirement === null || /\\[ux]/.test(source)) return null;
  const pages = source.split('').flatMap((sign) => (sign < FOREIGN_UNIT ? [] : [sign.charCodeAt(0) >> 8]));
  return numbered(requirement, [...new Set(pages)], literals);
}

/**
 * Of literals beyond ASCII the automaton knows only that something foreign stands there.
 * @param pages high bytes of the units beyond ASCII that the expression names: no other such unit lets it match
 */
function numbered(requirement: Requirement, pages: readonly number[], literals: string[]): Wanted {
  if (requirement.kind !== 'literals') {
    const parts = requirement.parts.map((part) => numbered(part, pages, literals));
    return { kind: requirement.kind, parts };
  }
  const [plain, foreign] = [false, true].map((isForeign): Wanted => {
    const own = requirement.literals.filter((literal) => literal.includes(FOREIGN_UNIT) === isForeign);
    return { kind: 'literals', ids: own.map((literal) => idOf(literal, literals)), pages: isForeign ? pages : null };
  }) as [Wanted, Wanted];
  return { kind: 'any', parts: [plain, foreign] };
}

function idOf(literal: string, literals: string[]): number {
  const at = literals.indexOf(literal);
  return at < 0 ? literals.push(literal) - 1 : at;
}
