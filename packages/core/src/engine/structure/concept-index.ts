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

interface Needle {
  readonly concepts: number[];
  readonly length: number;
  readonly edgeBefore: boolean;
  readonly edgeBehind: boolean;
  readonly opens: boolean;
}

/**
 * One pass finds the words of all concepts; `|` at the end of a literal asks for the edge of a word there, `^` at its
 * beginning for that of a sentence.
 */
export function buildConceptIndex(concepts: Concepts): ConceptIndex {
  const names = Object.keys(concepts);
  const numbers = new Map(names.map((name, number) => [name, number]));
  const byLiteral = new Map<string, Needle>();
  names.forEach((name, number) => {
    for (const literal of concepts[name] ?? []) {
      const needle = byLiteral.get(literal) ?? {
        concepts: [],
        length: bodyOf(literal).length,
        edgeBefore: literal.startsWith(EDGE) || literal.startsWith(OPENING),
        edgeBehind: literal.endsWith(EDGE),
        opens: literal.startsWith(OPENING),
      };
      if (!needle.concepts.includes(number)) needle.concepts.push(number);
      byLiteral.set(literal, needle);
    }
  });
  const finders = SCRIPTS.map((script, at) => finderOf(byLiteral, at, script));
  return {
    numberOf: (name) => numbers.get(name) ?? -1,
    find: (text) => {
      // Most texts have words of few concepts: only those get a list.
      const found = new Map<number, Place[]>();
      const note = (needle: Needle, end: number) => {
        const start = end - needle.length;
        if (needle.edgeBefore && isWord(text, start - 1)) return;
        if (needle.edgeBehind && isWord(text, end)) return;
        if (needle.opens && !opensSentence(text, start)) return;
        for (const concept of needle.concepts) {
          const places = found.get(concept);
          if (places === undefined) found.set(concept, [{ start, end }]);
          else if (places.length < MAX_PLACES) places.push({ start, end });
        }
      };
      for (const finder of finders) finder(text, note);
      // The finders went over the text one after another.
      for (const places of found.values()) places.sort((a, b) => a.end - b.end || a.start - b.start);
      return { places: (concept) => found.get(concept) ?? NO_PLACES, sameSentence: sentencesOf(text) };
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

type Finder = (text: string, note: (needle: Needle, end: number) => void) => void;

function finderOf(byLiteral: ReadonlyMap<string, Needle>, at: number, script: RegExp | null): Finder {
  const own = [...byLiteral].filter(([literal]) => scriptOf(literal) === at);
  if (own.length === 0) return () => undefined;
  const needles = own.map(([, needle]) => needle);
  let bodies = own.map(([literal]) => bodyOf(literal));
  // Built for the first text that needs it: a start need not wait for six tables, and some never see a text.
  let automaton: Pick<Automaton, 'scan'> | undefined;
  return (text, note) => {
    if (script !== null && !script.test(text)) return;
    if (automaton === undefined) {
      automaton = buildSparseAutomaton(bodies);
      bodies = [];
    }
    automaton.scan(text, (index, end) => note(needles[index] as Needle, end));
  };
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

function isWord(text: string, at: number): boolean {
  const c = text.charCodeAt(at);
  if (Number.isNaN(c)) return false;
  if (c < 128) return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57);
  // Letters with diacritics, Greek, Cyrillic, Hebrew, Arabic and Devanagari; scripts without spaces have no edges.
  return (c >= 0xc0 && c <= 0x5ff) || (c >= 0x620 && c <= 0x6d3) || (c >= 0x900 && c <= 0x963);
}
