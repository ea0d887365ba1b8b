// SPDX-License-Identifier: Apache-2.0

import type { Deadline, PackReading, PatternMatch, ScanForm } from '../stages.ts';
import { type Automaton, buildAutomaton, type OnHit } from './aho-corasick.ts';
import { type Expression, MAX_MATCHES_PER_EXPRESSION, prepareExpression, runExpression } from './expression.ts';
import { GATES, type OnRun, scanGates } from './gates.ts';
import { anchorLiteral, EDGE, type Pattern } from './pack-schema.ts';
import { ScanWindows } from './scan-windows.ts';
import { BEYOND, TextBytes } from './text-bytes.ts';

/** What a scan cost, for tests that hold the work linear: characters read by the automata, the gates and the windows. */
export interface ScanWork {
  characters: number;
  windows: number;
}

export interface Scanner {
  readonly scan: (text: string, deadline: Deadline, form: ScanForm, work?: ScanWork) => PackReading;
}

/** The deadline is asked once per so many windows. */
const DEADLINE_EVERY = 32;

/**
 * Two passes find where an expression could match (literals by the automaton, character runs by the gates); the native
 * expression then reads only a window around each place. Windows of one expression that touch are merged, so no character
 * is read twice by the same expression, and hostile repetition of a literal costs no more than the length of the text.
 *
 * @param watched literals that the automaton looks for besides, for `watched` of the reading
 */
export function buildScanner(patterns: readonly Pattern[], watched: readonly string[] | null = null): Scanner {
  const scanner = new PackScanner(patterns, watched);
  return { scan: (text, deadline, form, work) => scanner.scan(text, deadline, form, work) };
}

/** Works on one text at a time and keeps its working memory for the next; a reading is never interrupted by another. */
class PackScanner {
  readonly #expressions: Expression[] = [];
  readonly #byGate: readonly number[][] = GATES.map(() => []);
  readonly #ascii: AnchorSet;
  readonly #other: AnchorSet;
  readonly #onAscii: OnHit = (needle, end) => this.#add(this.#ascii, needle, end);
  readonly #onOther: OnHit = (needle, end) => this.#add(this.#other, needle, end);
  readonly #bytes = new TextBytes();
  readonly #windows: ScanWindows;
  /** Matches of each expression in the text at work. */
  readonly #counts: Int32Array;
  readonly #watches: boolean;
  #text = '';
  #watched = false;

  constructor(patterns: readonly Pattern[], watched: readonly string[] | null) {
    const needles = new Map<string, Needle>();
    const needle = (literal: string) => {
      const known = needles.get(literal) ?? { users: [], watched: false };
      needles.set(literal, known);
      return known;
    };
    patterns.forEach((pattern, patternIndex) => {
      for (const expression of pattern.expressions) {
        const index = this.#expressions.length;
        this.#expressions.push(prepareExpression(pattern, patternIndex, expression));
        if (expression.gate !== null) (this.#byGate[GATES.indexOf(expression.gate)] as number[]).push(index);
        for (const anchor of expression.anchors) needle(anchor).users.push(index);
      }
    });
    for (const literal of watched ?? []) needle(literal).watched = true;
    this.#watches = watched !== null;
    this.#ascii = anchorSet(needles, isAscii);
    this.#other = anchorSet(needles, (anchor) => !isAscii(anchor));
    this.#windows = new ScanWindows(this.#expressions);
    this.#counts = new Int32Array(this.#expressions.length);
  }

  scan(text: string, deadline: Deadline, form: ScanForm, work: ScanWork | undefined): PackReading {
    this.#findWindows(text);
    if (work !== undefined) work.characters += text.length * 3;
    const matches: PatternMatch[] = [];
    const expired = this.#runWindows(text, deadline, form, work, matches);
    return { matches, expired, watched: this.#watched };
  }

  #findWindows(text: string): void {
    this.#text = text;
    this.#watched = !this.#watches;
    this.#bytes.read(text);
    this.#windows.reset(text.length);
    this.#ascii.automaton.scanBytes(this.#bytes, this.#onAscii);
    if (this.#bytes.beyondEnd > 0) this.#scanAroundBeyond(text);
    scanGates(text, this.#bytes, this.#onRun);
    this.#windows.close();
    this.#text = '';
  }

  /** A literal of the other set holds a unit beyond ASCII: only stretches around such units can have one. */
  #scanAroundBeyond(text: string): void {
    const { automaton, longest } = this.#other;
    const { bytes, beyondStart, beyondEnd } = this.#bytes;
    let first = beyondStart;
    let last = beyondStart;
    for (let i = beyondStart + 1; i <= beyondEnd; i++) {
      if (i < beyondEnd && (bytes[i] !== BEYOND || i - last <= 2 * longest)) {
        if (bytes[i] === BEYOND) last = i;
        continue;
      }
      automaton.scan(text, this.#onOther, Math.max(0, first - longest), Math.min(text.length, last + longest));
      first = last = i;
    }
  }

  readonly #onRun: OnRun = (gate, start, end, count) => {
    for (const index of this.#byGate[gate] as readonly number[]) {
      if (count >= (this.#expressions[index] as Expression).atLeast) this.#windows.add(index, start, end);
    }
  };

  #add(set: AnchorSet, needle: number, end: number): void {
    const start = end - (set.lengths[needle] as number);
    const edges = set.edges[needle] as number;
    if (edges !== 0) {
      const text = this.#text;
      if ((edges & EDGE_BEFORE) !== 0 && start > 0 && isWordCharacter(text.charCodeAt(start - 1))) return;
      if ((edges & EDGE_BEHIND) !== 0 && end < text.length && isWordCharacter(text.charCodeAt(end))) return;
      if ((edges & WATCHED) !== 0) this.#watched = true;
    }
    const users = set.users[needle] as readonly number[];
    for (let i = 0; i < users.length; i++) this.#windows.add(users[i] as number, start, end);
  }

  /** True when the deadline passed before all windows were read. */
  #runWindows(
    text: string,
    deadline: Deadline,
    form: ScanForm,
    work: ScanWork | undefined,
    matches: PatternMatch[],
  ): boolean {
    const windows = this.#windows;
    const counts = this.#counts.fill(0);
    for (let i = 0; i < windows.count; i++) {
      if (i % DEADLINE_EVERY === 0 && deadline()) return true;
      const index = windows.expression[i] as number;
      const expression = this.#expressions[index] as Expression;
      if (form !== 'all' && expression.on !== 'both' && expression.on !== form) continue;
      const start = windows.start[i] as number;
      const end = windows.end[i] as number;
      if (work !== undefined) {
        work.windows++;
        work.characters += end - start;
      }
      const count = counts[index] as number;
      if (count >= MAX_MATCHES_PER_EXPRESSION) continue;
      counts[index] = count + runExpression(expression, text, start, end, matches);
    }
    return false;
  }
}

interface Needle {
  readonly users: number[];
  watched: boolean;
}

interface AnchorSet {
  readonly automaton: Automaton;
  readonly lengths: Int32Array;
  readonly longest: number;
  /** Bits: what must hold at a needle's edges, and whether it is watched for. */
  readonly edges: Uint8Array;
  readonly users: readonly (readonly number[])[];
}

const EDGE_BEFORE = 1;
const EDGE_BEHIND = 2;
const WATCHED = 4;

function anchorSet(needles: ReadonlyMap<string, Needle>, keep: (anchor: string) => boolean): AnchorSet {
  const kept = [...needles].filter(([anchor]) => keep(anchor));
  const literals = kept.map(([anchor]) => anchorLiteral(anchor));
  const lengths = Int32Array.from(literals, (literal) => literal.length);
  return {
    automaton: buildAutomaton(literals),
    lengths,
    longest: lengths.reduce((longest, length) => Math.max(longest, length), 0),
    edges: Uint8Array.from(kept, ([anchor, { watched }]) => {
      const before = anchor.startsWith(EDGE) ? EDGE_BEFORE : 0;
      return before | (anchor.endsWith(EDGE) ? EDGE_BEHIND : 0) | (watched ? WATCHED : 0);
    }),
    users: kept.map(([, { users }]) => users),
  };
}

/** As `\w` without the underscore, which joins words in code. */
function isWordCharacter(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57);
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= BEYOND) return false;
  return true;
}
