// SPDX-License-Identifier: Apache-2.0
import { FOREIGN_UNIT } from './expression-syntax.ts';
import type { Requirement } from './requirement.ts';

/** A requirement whose sets of literals are numbered. */
export interface Demand {
  readonly all: boolean;
  readonly clauses: readonly number[];
  readonly parts: readonly Demand[];
}

/** Numbers the sets of literals that the expressions of a pack require, each set once. */
export class ClauseTable {
  /** By literal, the clauses that it fulfils. */
  readonly users = new Map<string, number[]>();
  /** The clauses that any unit beyond ASCII fulfils. */
  readonly foreign: number[] = [];
  /** By digits in a row, the clause that so many or more fulfil; where there is none, none is required. */
  readonly digits: number[] = [];
  count = 0;
  readonly #known = new Map<string, number>();

  /** What an expression demands: so many digits in a row, and what else is required. Null for nothing. */
  demandOf(requirement: Requirement | null, digits: number): Demand | null {
    const demand = requirement === null ? null : this.#demandOf(requirement);
    if (digits === 0) return demand;
    const clause = this.#digitsClause(digits);
    if (demand === null) return { all: true, clauses: [clause], parts: [] };
    if (!demand.all) return { all: true, clauses: [clause], parts: [demand] };
    return { ...demand, clauses: [clause, ...demand.clauses] };
  }

  #digitsClause(digits: number): number {
    const clause = this.digits[digits] ?? this.count++;
    this.digits[digits] = clause;
    return clause;
  }

  #demandOf(requirement: Requirement): Demand {
    if (requirement.kind === 'literals') return { all: true, clauses: [this.#clause(requirement.literals)], parts: [] };
    const demands = requirement.parts.map((part) => this.#demandOf(part));
    const isClause = (demand: Demand) => demand.clauses.length === 1 && demand.parts.length === 0;
    return {
      all: requirement.kind === 'all',
      clauses: demands.filter(isClause).map(({ clauses }) => clauses[0] as number),
      parts: demands.filter((demand) => !isClause(demand)),
    };
  }

  #clause(literals: readonly string[]): number {
    const key = JSON.stringify([...literals].sort());
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const clause = this.count++;
    this.#known.set(key, clause);
    for (const literal of literals) {
      if (literal === FOREIGN_UNIT) this.foreign.push(clause);
      else {
        const users = this.users.get(literal) ?? [];
        users.push(clause);
        this.users.set(literal, users);
      }
    }
    return clause;
  }
}

/** A text is told in so many parts, a bit each. */
const PARTS_BITS = 5;
const EVERY_PART = -1;

/**
 * In which parts of a text each clause is fulfilled. One object serves text after text: after `reset`, `note` for every
 * literal found; `isMet` then says whether a stretch may fulfil a demand.
 */
export class ClauseMarks {
  readonly marks: Int32Array;
  #shift = 0;

  constructor(clauses: number) {
    this.marks = new Int32Array(clauses);
  }

  reset(length: number): void {
    this.marks.fill(0);
    this.#shift = Math.max(0, 32 - Math.clz32(length) - PARTS_BITS);
  }

  /** @param last offset of a unit of what fulfils the clause; stretches that hold the whole hold it */
  note(clause: number, last: number): void {
    this.marks[clause] = (this.marks[clause] as number) | (1 << (last >> this.#shift));
  }

  /** Of what lies over several parts: wherever a stretch holds some of it, it may hold enough. */
  noteBetween(clause: number, first: number, last: number): void {
    this.marks[clause] = (this.marks[clause] as number) | partsBetween(first >> this.#shift, last >> this.#shift);
  }

  isMet(demand: Demand, start: number, end: number): boolean {
    return this.#holds(demand, partsBetween(start >> this.#shift, (end - 1) >> this.#shift));
  }

  #holds({ all, clauses, parts }: Demand, where: number): boolean {
    for (let i = 0; i < clauses.length; i++) {
      const met = ((this.marks[clauses[i] as number] as number) & where) !== 0;
      if (met !== all) return met;
    }
    for (let i = 0; i < parts.length; i++) if (this.#holds(parts[i] as Demand, where) !== all) return !all;
    return all;
  }
}

const partsBetween = (first: number, last: number) => (EVERY_PART << first) & (EVERY_PART >>> (31 - last));
