// SPDX-License-Identifier: Apache-2.0
import type { Automaton } from '../precheck/aho-corasick.ts';
import { EDGE } from '../precheck/pack-schema.ts';
import { buildSparseAutomaton } from '../precheck/sparse-automaton.ts';
import { bodyOf, type Concepts, OPENING } from './literals.ts';
import { opensSentence } from './opening.ts';

/** More places of one concept say nothing new; hostile repetition stays cheap. */
const MAX_PLACES = 128;
/** A sentence longer than this is cut: words that far apart say nothing about each other. */
const SENTENCE_END = /[.!?;\n。！？；؟।]/g;

/** UTF-16 units, half open. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where the concepts are in one text. */
export interface Sighting {
  /** What was read. */
  readonly text: string;
  /** In the order of their ends. */
  readonly places: (concept: number) => readonly Place[];
  /** Whether no sentence ends between two offsets. */
  readonly sameSentence: (from: number, to: number) => boolean;
}

export interface ConceptIndex {
  /** The number of a concept, as `Sighting.places` takes it. */
  readonly numberOf: (name: string) => number;
  readonly find: (text: string) => Sighting;
}

/**
 * One pass finds the words of all concepts; `|` at the end of a literal asks for the edge of a word there, `^` at its
 * beginning for that of a sentence.
 */
export function buildConceptIndex(concepts: Concepts): ConceptIndex {
  const numbers = new Map(Object.keys(concepts).map((name, number) => [name, number]));
  const finders = findersOf(concepts);
  return {
    numberOf: (name) => numbers.get(name) ?? -1,
    find: (text) => {
      // Most texts have words of few concepts: only those get a list.
      const found = new Map<number, Place[]>();
      for (const finder of finders) finder(text, found);
      // The finders went over the text one after another.
      for (const places of found.values()) places.sort((a, b) => a.end - b.end || a.start - b.start);
      return { text, places: (concept) => found.get(concept) ?? NO_PLACES, sameSentence: sentencesOf(text) };
    },
  };
}

const NO_PLACES: readonly Place[] = [];

/** One table for all scripts would have a column for each of their characters; a table for each script stays small. */
const SCRIPTS: readonly (RegExp | null)[] = [
  null,
  /[\u0400-\u052f]/,
  /[\u0600-\u06ff]/,
  /[\u0900-\u097f]/,
  /[\u2e80-\uffff]/,
  /[^\0-\x7f]/,
];

/** Notes the places of each concept. */
type Finder = (text: string, found: Map<number, Place[]>) => void;

/** In a function of its own: what is read here must not live as long as the finders do. */
function findersOf(concepts: Concepts): readonly Finder[] {
  const byScript = SCRIPTS.map(() => new Map<string, number[]>());
  Object.values(concepts).forEach((literals, number) => {
    for (const literal of literals) {
      const own = byScript[scriptOf(literal)] as Map<string, number[]>;
      const known = own.get(literal);
      if (known === undefined) own.set(literal, [number]);
      else if (!known.includes(number)) known.push(number);
    }
  });
  return byScript.flatMap((own, at) => (own.size === 0 ? [] : [finderOf(own, SCRIPTS[at] as RegExp | null)]));
}

function finderOf(own: ReadonlyMap<string, readonly number[]>, script: RegExp | null): Finder {
  const note = noting(own);
  let bodies = [...own.keys()].map(bodyOf);
  // Built for the first text that needs it: a start need not wait for six tables, and some never see a text.
  let automaton: Pick<Automaton, 'scan'> | undefined;
  return (text, found) => {
    if (script !== null && !script.test(text)) return;
    if (automaton === undefined) {
      automaton = buildSparseAutomaton(bodies);
      bodies = [];
    }
    automaton.scan(text, (literal, end) => note(literal, end, text, found));
  };
}

/** What a literal asks for besides its characters. */
const EDGE_BEFORE = 1;
const EDGE_BEHIND = 2;
const OPENS = 4;

/** As numbers: so many literals as objects would take ten times the memory. */
function noting(own: ReadonlyMap<string, readonly number[]>) {
  const lengths = Uint8Array.from(own.keys(), (literal) => bodyOf(literal).length);
  const marks = Uint8Array.from(own.keys(), marksOf);
  const concepts = Uint32Array.from([...own.values()].flat());
  const ends = new Uint32Array(own.size);
  let behind = 0;
  [...own.values()].forEach((some, i) => {
    behind += some.length;
    ends[i] = behind;
  });
  return (literal: number, end: number, text: string, found: Map<number, Place[]>) => {
    const start = end - (lengths[literal] as number);
    const asks = marks[literal] as number;
    if ((asks & EDGE_BEFORE) !== 0 && isWord(text, start - 1)) return;
    if ((asks & EDGE_BEHIND) !== 0 && (isWord(text, end) || isDecimal(text, end))) return;
    if ((asks & OPENS) !== 0 && (text[end] === ':' || !opensSentence(text, start))) return;
    if (isRole(text, start, end)) return;
    for (let i = literal === 0 ? 0 : (ends[literal - 1] as number); i < (ends[literal] as number); i++) {
      const concept = concepts[i] as number;
      const places = found.get(concept);
      if (places === undefined) found.set(concept, [{ start, end }]);
      else if (places.length < MAX_PLACES) places.push({ start, end });
    }
  };
}

function marksOf(literal: string): number {
  const opens = literal.startsWith(OPENING);
  const before = opens || literal.startsWith(EDGE);
  return (before ? EDGE_BEFORE : 0) | (literal.endsWith(EDGE) ? EDGE_BEHIND : 0) | (opens ? OPENS : 0);
}

function scriptOf(literal: string): number {
  if (/^[\0-\x7f]*$/.test(literal)) return 0;
  return SCRIPTS.findIndex((script) => script?.test(literal));
}

/** The ends of sentences are read once, and only if some rule asks. */
function sentencesOf(text: string): Sighting['sameSentence'] {
  let ends: number[] | null = null;
  return (from, to) => {
    ends ??= [...text.matchAll(SENTENCE_END)]
      .filter((match) => endsSentence(text, match.index))
      .map((match) => match.index);
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) < from) low = middle + 1;
      else high = middle;
    }
    return low === ends.length || (ends[low] as number) >= to;
  };
}

/** A stop inside a name, a number or an abbreviation ends nothing. */
function endsSentence(text: string, at: number): boolean {
  if (text[at] !== '.') return true;
  const next = text[at + 1];
  return next === undefined || next === ' ' || next === '\n' || next === '"' || next === '\u201d';
}

/** A number goes on behind its point. */
function isDecimal(text: string, at: number): boolean {
  return text[at] === '.' && isDigit(text, at - 1) && isDigit(text, at + 1);
}

function isDigit(text: string, at: number): boolean {
  const c = text.charCodeAt(at);
  return c >= 48 && c <= 57;
}

/** Roles of references in manuals; whatever else stands so may be meant. */
const ROLES: ReadonlySet<string> = new Set('meth func class mod attr exc obj data const ref doc term'.split(' '));

/** The name of a role before what it refers to, such as `:meth:` before a name between marks of code. */
function isRole(text: string, start: number, end: number): boolean {
  return text[end] === ':' && text[start - 1] === ':' && text[end + 1] === '`' && ROLES.has(text.slice(start, end));
}

function isWord(text: string, at: number): boolean {
  const c = text.charCodeAt(at);
  if (Number.isNaN(c)) return false;
  if (c < 128) return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57);
  // Letters with diacritics, Greek, Cyrillic, Hebrew, Arabic and Devanagari; scripts without spaces have no edges.
  return (c >= 0xc0 && c <= 0x5ff) || (c >= 0x620 && c <= 0x6d3) || (c >= 0x900 && c <= 0x963);
}
