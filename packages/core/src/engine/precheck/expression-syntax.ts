// SPDX-License-Identifier: Apache-2.0

/** Stands for every UTF-16 unit beyond ASCII in the literals of an expression. */
export const FOREIGN_UNIT = '\x80';

/** A regular expression as far as its literals matter. Characters are ASCII, letters in lower case, or FOREIGN_UNIT. */
export type Node =
  | { readonly kind: 'empty' }
  /** Something of unknown text. */
  | { readonly kind: 'any' }
  /** Any digit, or one of some. */
  | { readonly kind: 'digit' }
  /** One of a few characters. */
  | { readonly kind: 'characters'; readonly characters: readonly string[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly min: number; readonly max: number }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Node[] };

const EMPTY: Node = { kind: 'empty' };
const ANY: Node = { kind: 'any' };
const DIGIT: Node = { kind: 'digit' };
/** A class of more characters than these is taken for anything. */
const MAX_CHARACTERS = 4;

/** Null where the expression uses what this reader doesn't know; nothing may be concluded of it then. */
export function parseExpression(source: string, flags: string): Node | null {
  // With the flag a pair of surrogates is one character, without it two.
  if (flags.includes('u') && SURROGATE.test(source)) return null;
  const reader = new Reader(source);
  try {
    const node = reader.choice();
    return reader.done ? node : null;
  } catch (error) {
    if (error instanceof UnknownSyntax) return null;
    throw error;
  }
}

const SURROGATE = /[\ud800-\udfff]|\\u\{/;

class UnknownSyntax extends Error {}

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get done(): boolean {
    return this.#at === this.#source.length;
  }

  choice(): Node {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return parts.length === 1 ? (parts[0] as Node) : { kind: 'choice', parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (!this.done && this.#peek() !== '|' && this.#peek() !== ')') parts.push(this.#repeated(this.#atom()));
    return { kind: 'sequence', parts };
  }

  #repeated(part: Node): Node {
    const counted = this.#match(/\?|\*|\+|\{(\d+)(,?)(\d*)\}/y);
    if (counted === null) return part;
    this.#take('?');
    const [sign, least, comma, most] = counted;
    if (sign === '?') return { kind: 'repeat', part, min: 0, max: 1 };
    if (least === undefined) return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: Number.POSITIVE_INFINITY };
    const max = comma === '' ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most);
    return { kind: 'repeat', part, min: Number(least), max };
  }

  #atom(): Node {
    if (this.#take('(')) return this.#group();
    if (this.#take('[')) return this.#characterClass();
    if (this.#take('\\')) return this.#escape();
    const sign = this.#next();
    if (sign === '^' || sign === '$') return EMPTY;
    if (sign === '.') return ANY;
    if ('*+?{}'.includes(sign)) throw new UnknownSyntax();
    return charactersOf([sign]);
  }

  #group(): Node {
    const opening = this.#match(/\?(?::|=|!|<=|<!|<\w+>)/y)?.[0];
    if (opening === undefined && this.#peek() === '?') throw new UnknownSyntax();
    const inner = this.choice();
    if (!this.#take(')')) throw new UnknownSyntax();
    // What is only looked at is no part of what is matched.
    return opening !== undefined && /[=!]$/.test(opening) ? EMPTY : inner;
  }

  #escape(): Node {
    const sign = this.#next();
    if (sign === 'b' || sign === 'B') return EMPTY;
    if (sign === 'd') return DIGIT;
    if ('sSwWD'.includes(sign)) return ANY;
    if (sign === 'x' || sign === 'u') return sequenceOf(this.#codePoint(sign));
    if (sign === 'n' || sign === 't') return charactersOf([sign === 'n' ? '\n' : '\t']);
    if (/\w/.test(sign)) throw new UnknownSyntax();
    return charactersOf([sign]);
  }

  #codePoint(sign: string): string {
    const digits = this.#match(sign === 'x' ? /([0-9a-fA-F]{2})/y : /([0-9a-fA-F]{4})|\{([0-9a-fA-F]{1,6})\}/y);
    if (digits === null) throw new UnknownSyntax();
    return String.fromCodePoint(Number.parseInt((digits[1] ?? digits[2]) as string, 16));
  }

  /** Small classes of single characters; every other one is anything. */
  #characterClass(): Node {
    const body = this.#match(/((?:[^\]\\]|\\[\s\S])*)\]/y)?.[1];
    if (body === undefined) throw new UnknownSyntax();
    if (ONLY_DIGITS.test(body)) return DIGIT;
    if (body.startsWith('^') || /[\s\S]-[\s\S]|\\[a-zA-Z]/.test(body)) return ANY;
    return charactersOf(body.replace(/\\([\s\S])/g, '$1').split(''));
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #peek(): string {
    return this.#source.charAt(this.#at);
  }

  #take(sign: string): boolean {
    if (this.#peek() !== sign || sign === '') return false;
    this.#at++;
    return true;
  }

  #next(): string {
    if (this.done) throw new UnknownSyntax();
    return this.#source.charAt(this.#at++);
  }
}

/** Ranges of digits. Single ones are characters, which say more. */
const ONLY_DIGITS = /^(?:\d-\d|\\d)+$/;

const sequenceOf = (units: string): Node => ({
  kind: 'sequence',
  parts: units.split('').map((unit) => charactersOf([unit])),
});

function charactersOf(all: readonly string[]): Node {
  const characters = [...new Set(all.map((unit) => (unit < FOREIGN_UNIT ? unit.toLowerCase() : FOREIGN_UNIT)))];
  return characters.length > 0 && characters.length <= MAX_CHARACTERS ? { kind: 'characters', characters } : ANY;
}
