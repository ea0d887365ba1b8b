// SPDX-License-Identifier: Apache-2.0
import { CLASS_COUNT, CLASSES } from '../entropy/bigram-classes.ts';
import { BIGRAM_COSTS, STEPS_PER_BIT } from '../entropy/bigrams.ts';
import { FOREIGN_UNIT, type Node, parseExpression } from './expression-syntax.ts';

/**
 * What a text must hold for an expression to match in it: one of some literals (in lower case, while the text may have
 * any; FOREIGN_UNIT for units beyond ASCII), or all or any of further requirements. Null requires nothing.
 */
export type Requirement =
  | { readonly kind: 'literals'; readonly literals: readonly string[] }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Requirement[] };

/** What a part of an expression matches: one of a few texts, or something that holds what is required. */
interface Facts {
  readonly exact: readonly string[] | null;
  readonly required: Requirement | null;
}

const NOTHING: Facts = { exact: [''], required: null };
const ANYTHING: Facts = { exact: null, required: null };
const MAX_EXACT = 48;
const MAX_PARTS = 3;

/** How much a requirement says. */
export interface RequirementLimits {
  /** Longer literals are looked for by their beginning: it says nearly as much, and the automaton stays small. */
  readonly maxLiteral: number;
  /** Occurrences per character of ordinary text from which on a requirement is no use. */
  readonly maxRate: number;
}

const OF_PATTERNS: RequirementLimits = { maxLiteral: 7, maxRate: 2 ** -9.5 };

/**
 * The requirement of an expression, or null where none is known that ordinary text would miss. Whatever the expression
 * matches fulfils it, so a stretch that doesn't need not be read.
 */
export const requirementOf = (source: string, flags: string, limits = OF_PATTERNS): Requirement | null =>
  requirementIn(parseExpression(source, flags), flags, limits);

/** The same of an expression that was parsed; null for one that can't be. */
export function requirementIn(tree: Node | null, flags: string, limits = OF_PATTERNS): Requirement | null {
  if (tree === null) return null;
  // Under both flags s and k have look-alikes beyond ASCII (long s, the Kelvin sign).
  const unsure = flags.includes('i') && flags.includes('u') ? 'sk' : '';
  return useful(requiredBy(factsOf(tree, unsure)), limits);
}

function factsOf(node: Node, unsure: string): Facts {
  switch (node.kind) {
    case 'empty':
      return NOTHING;
    case 'characters':
      return node.characters.some((c) => unsure.includes(c)) ? ANYTHING : { exact: node.characters, required: null };
    case 'any':
    case 'digit':
      return ANYTHING;
    case 'repeat':
      return repeated(factsOf(node.part, unsure), node.min, node.max);
    case 'sequence':
      return sequence(node.parts.map((part) => factsOf(part, unsure)));
    case 'choice':
      return choice(node.parts.map((part) => factsOf(part, unsure)));
  }
}

function repeated(facts: Facts, min: number, max: number): Facts {
  if (min === 1 && max === 1) return facts;
  if (min === 0) return max === 1 && facts.exact !== null ? { exact: ['', ...facts.exact], required: null } : ANYTHING;
  return { exact: null, required: requiredBy(facts) };
}

function sequence(parts: readonly Facts[]): Facts {
  const required: Requirement[] = [];
  let open: readonly string[] = [''];
  let whole = true;
  const close = () => {
    const literals = literalsOf(open);
    if (literals !== null) required.push(literals);
    open = [''];
  };
  for (const { exact, required: own } of parts) {
    if (exact !== null && open.length * exact.length <= MAX_EXACT) {
      open = appended(open, exact);
      continue;
    }
    whole = false;
    close();
    if (exact !== null) open = exact;
    else if (own !== null) required.push(own);
  }
  if (whole) return { exact: open, required: null };
  close();
  return { exact: null, required: joined('all', required) };
}

/** Every head with every tail, each text once. */
function appended(heads: readonly string[], tails: readonly string[]): readonly string[] {
  const [only] = tails;
  if (tails.length === 1) return heads.map((head) => head + only);
  return [...new Set(heads.flatMap((head) => tails.map((tail) => head + tail)))];
}

function choice(parts: readonly Facts[]): Facts {
  const exact = parts.flatMap((part) => part.exact ?? []);
  if (parts.every((part) => part.exact !== null) && exact.length <= MAX_EXACT) {
    return { exact: [...new Set(exact)], required: null };
  }
  const required = parts.map(requiredBy);
  // A branch that requires nothing leaves nothing to require of the whole.
  return { exact: null, required: required.includes(null) ? null : joined('any', required as Requirement[]) };
}

const requiredBy = ({ exact, required }: Facts) => (exact === null ? required : literalsOf(exact));

function literalsOf(texts: readonly string[]): Requirement | null {
  return texts.includes('') ? null : { kind: 'literals', literals: texts };
}

function joined(kind: 'all' | 'any', parts: readonly Requirement[]): Requirement | null {
  return parts.length === 0 ? null : parts.length === 1 ? (parts[0] as Requirement) : { kind, parts };
}

/** Without the parts that ordinary text fulfils anyway. */
function useful(requirement: Requirement | null, limits: RequirementLimits): Requirement | null {
  if (requirement === null) return null;
  const { maxLiteral, maxRate } = limits;
  if (requirement.kind === 'literals') {
    const literals = shortest(requirement.literals.map((literal) => beginningOf(literal, maxLiteral)));
    return rateOf({ kind: 'literals', literals }) > maxRate ? null : { kind: 'literals', literals };
  }
  const parts = requirement.parts.map((part) => useful(part, limits));
  if (requirement.kind === 'all') {
    const kept = parts.filter((part) => part !== null).sort((a, b) => rateOf(a) - rateOf(b));
    return joined('all', kept.slice(0, MAX_PARTS));
  }
  if (parts.includes(null)) return null;
  const any = mergedLiterals(parts as Requirement[]);
  return rateOf(any) > maxRate ? null : any;
}

/** Literals of several branches are one set. */
function mergedLiterals(parts: readonly Requirement[]): Requirement {
  const literals = shortest(parts.flatMap((part) => (part.kind === 'literals' ? part.literals : [])));
  const others = parts.filter((part) => part.kind !== 'literals');
  return joined('any', literals.length === 0 ? others : [...others, { kind: 'literals', literals }]) as Requirement;
}

/** Of a literal in another script only that it is foreign: many such literals would only make the automaton large. */
function beginningOf(literal: string, maxLiteral: number): string {
  const beginning = literal.slice(0, maxLiteral);
  return ONLY_FOREIGN.test(beginning) ? FOREIGN_UNIT : beginning;
}

const ONLY_FOREIGN = /^[\x80 ]*\x80[\x80 ]*$/;

/** A literal that holds another of the set adds nothing. */
function shortest(literals: readonly string[]): string[] {
  const all = new Set(literals);
  return [...all].filter((literal) => !holdsAnother(literal, all)).sort((a, b) => a.length - b.length);
}

function holdsAnother(literal: string, all: ReadonlySet<string>): boolean {
  for (let start = 0; start < literal.length; start++) {
    for (let end = start + 1; end <= literal.length; end++) {
      if (end - start < literal.length && all.has(literal.slice(start, end))) return true;
    }
  }
  return false;
}

function rateOf(requirement: Requirement): number {
  if (requirement.kind === 'literals')
    return requirement.literals.reduce((sum, literal) => sum + 2 ** -bitsOf(literal), 0);
  const rates = requirement.parts.map(rateOf);
  return requirement.kind === 'all' ? Math.min(...rates) : rates.reduce((sum, rate) => sum + rate, 0);
}

/**
 * Bits of a literal, or of a part of one, under the model of ordinary text: it occurs about once in two to the power of so
 * many characters.
 */
export function bitsOf(literal: string, start = 0, end: number = literal.length): number {
  let bits = firstBits(literal.charCodeAt(start));
  for (let i = start + 1; i < end; i++) {
    const row = (CLASSES[literal.charCodeAt(i - 1)] as number) * CLASS_COUNT;
    bits += (BIGRAM_COSTS[row + (CLASSES[literal.charCodeAt(i)] as number)] as number) / STEPS_PER_BIT;
  }
  return bits;
}

const LETTER_BITS = 4.2;
const BLANK_BITS = 2.5;
const SIGN_BITS = 8;
/** Of signs that hold addresses and numbers together and that prose does without. */
const RARE_SIGN_BITS = 12;
const RARE_SIGNS: ReadonlySet<number> = new Set(['@', '+'].map((sign) => sign.charCodeAt(0)));
/** Most texts are either full of units beyond ASCII or have none. */
const FOREIGN_BITS = 10;

function firstBits(unit: number): number {
  if (unit === 0x20) return BLANK_BITS;
  if (unit >= 0x80) return FOREIGN_BITS;
  if (RARE_SIGNS.has(unit)) return RARE_SIGN_BITS;
  return unit >= 0x61 && unit <= 0x7a ? LETTER_BITS : SIGN_BITS;
}
