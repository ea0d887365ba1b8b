// SPDX-License-Identifier: Apache-2.0

/** A regular expression in full, for one who walks through it as an engine does. */
export type Tree =
  | { readonly kind: 'character'; readonly characters: Characters }
  | { readonly kind: 'edge'; readonly sign: string }
  | { readonly kind: 'look'; readonly part: Tree; readonly behind: boolean; readonly not: boolean }
  /** A text that was caught before. */
  | { readonly kind: 'caught' }
  | { readonly kind: 'repeat'; readonly part: Tree; readonly min: number; readonly max: number; readonly lazy: boolean }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Tree[] };

/** What one character of an expression stands for. */
export interface Characters {
  readonly has: (unit: number) => boolean;
  /** Null for a class. */
  readonly only: string | null;
}

/** The source must be one that `RegExp` takes with the flags. */
export function expressionTree(source: string, flags: string): Tree {
  return new TreeReader(source, flags).choice();
}

class TreeReader {
  readonly #source: string;
  readonly #flags: string;
  readonly #known = new Map<string, Characters>();
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  choice(): Tree {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return parts.length === 1 ? (parts[0] as Tree) : { kind: 'choice', parts };
  }

  #sequence(): Tree {
    const parts: Tree[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source.charAt(this.#at))) {
      parts.push(this.#repeated(this.#atom()));
    }
    return parts.length === 1 ? (parts[0] as Tree) : { kind: 'sequence', parts };
  }

  #repeated(part: Tree): Tree {
    const counted = this.#match(/(?:([?*+])|\{(\d+)(,?)(\d*)\})(\??)/y);
    if (counted === null) return part;
    const [, sign, least, comma, most, mark] = counted;
    const min = sign === undefined ? Number(least) : sign === '+' ? 1 : 0;
    const endless = sign === undefined ? comma === ',' && most === '' : sign !== '?';
    const max = endless ? Number.POSITIVE_INFINITY : sign === '?' ? 1 : comma === '' ? min : Number(most);
    return { kind: 'repeat', part, min, max, lazy: mark === '?' };
  }

  #atom(): Tree {
    const opening = this.#match(/\((?:\?(?::|<?[=!]|<[^>]+>|[ims-]+:))?/y)?.[0];
    if (opening !== undefined) {
      const part = this.choice();
      this.#take(')');
      if (!/[=!]$/.test(opening)) return part;
      return { kind: 'look', part, behind: opening.includes('<'), not: opening.endsWith('!') };
    }
    const sign = this.#match(/\\[bB]|[$^]/y)?.[0];
    if (sign !== undefined) return { kind: 'edge', sign };
    if (this.#match(/\\(?:[1-9]\d*|k<[^>]+>)/y) !== null) return { kind: 'caught' };
    return { kind: 'character', characters: this.#characters((this.#match(CHARACTER) as RegExpExecArray)[0]) };
  }

  /** Whatever one character of an expression is, the engine itself says what it stands for. */
  #characters(source: string): Characters {
    let known = this.#known.get(source);
    if (known === undefined) {
      known = { has: asking(source, this.#flags), only: ESCAPE_OR_CLASS.test(source) ? null : source };
      this.#known.set(source, known);
    }
    return known;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #take(sign: string): boolean {
    if (this.#source.charAt(this.#at) !== sign) return false;
    this.#at++;
    return true;
  }
}

/** A class, an escape, or a character; without the flag `u` that is one unit. */
const CHARACTER =
  /\[(?:[^\]\\]|\\[\s\S])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[\s\S])|[\s\S]/y;
const ESCAPE_OR_CLASS = /^(?:[\\[]|\.$)/;

/** Of the units that most texts are made of it is kept in a table: it is asked millions of times. */
const TABLE = 0x100;
const YES = 1;
const NO = 2;

function asking(source: string, flags: string): (unit: number) => boolean {
  const regex = new RegExp(`^(?:${source})$`, flags);
  const table = new Uint8Array(TABLE);
  const others = new Map<number, boolean>();
  const ask = (unit: number) => regex.test(String.fromCharCode(unit));
  return (unit) => {
    if (unit < TABLE) {
      if (table[unit] === 0) table[unit] = ask(unit) ? YES : NO;
      return table[unit] === YES;
    }
    let has = others.get(unit);
    if (has === undefined) {
      has = ask(unit);
      others.set(unit, has);
    }
    return has;
  };
}
