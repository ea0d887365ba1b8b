// SPDX-License-Identifier: Apache-2.0
/** Verification as a list of named checks. Every name of a recipe appears in the report; unknown means not verified. */
import { FormatError } from '../seal/format-error.ts';

export interface Check {
  readonly name: string;
  /** Null: not checked, and `detail` says why. */
  readonly ok: boolean | null;
  readonly detail: string;
}

export interface Recipe<N extends string> {
  /** All must hold. */
  readonly required: readonly N[];
  /** May be null (an algorithm that this runtime lacks, a text that was not given), but not false. */
  readonly optional: readonly N[];
}

/** The writing side: a function that checks a part takes a sink of its own names, and any recipe that has them fits. */
export interface CheckSink<in N extends string> {
  set(name: N, ok: boolean | null, detail: string): void;
  attempt<T>(name: N, step: () => readonly [value: T, detail: string]): T | null;
  get(name: N): boolean | null;
}

export class Checks<N extends string> implements CheckSink<N> {
  readonly #recipe: Recipe<N>;
  readonly #results = new Map<N, Check>();

  constructor(recipe: Recipe<N>) {
    this.#recipe = recipe;
  }

  set(name: N, ok: boolean | null, detail: string): void {
    this.#results.set(name, { name, ok, detail });
  }

  /** Runs a step: its detail when it holds; a `FormatError` makes the check false, with the text of the error. */
  attempt<T>(name: N, step: () => readonly [value: T, detail: string]): T | null {
    try {
      const [value, detail] = step();
      this.set(name, true, detail);
      return value;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.set(name, false, error.message);
      return null;
    }
  }

  get(name: N): boolean | null {
    return this.#results.get(name)?.ok ?? null;
  }

  /** In the order of the recipe; what was not reached is listed as such. */
  list(): readonly Check[] {
    const { required, optional } = this.#recipe;
    return [...required, ...optional].map(
      (name) => this.#results.get(name) ?? { name, ok: null, detail: 'not reached: an earlier check failed' },
    );
  }

  /** Every required check true, no optional one false. */
  get verified(): boolean {
    const { required, optional } = this.#recipe;
    return required.every((name) => this.get(name) === true) && optional.every((name) => this.get(name) !== false);
  }
}

/** Ends a step of `Checks.attempt` as failed. */
export function requireThat(holds: boolean, what: string, problem: string): asserts holds {
  if (!holds) throw new FormatError(what, problem);
}
