// SPDX-License-Identifier: Apache-2.0
import { type Automaton, buildAutomaton, type OnHit } from './aho-corasick.ts';
import { ClauseMarks, type Demand } from './clauses.ts';
import { MOST_DIGITS } from './digits-required.ts';
import { MARGIN } from './expression.ts';
import { KIND, NUMERAL, type OnRun, scanGates } from './gates.ts';
import { type AnchorSet, EDGE_BEFORE, EDGE_BEHIND, WATCHED } from './needles.ts';
import { ScanWindows } from './scan-windows.ts';
import { buildSparseAutomaton } from './sparse-automaton.ts';
import { BEYOND, TextBytes } from './text-bytes.ts';
import type { WindowFinder, WindowPlan } from './window-plan.ts';

/** Finds windows without a kernel, and says what a kernel must find. */
export class PlainFinder implements WindowFinder {
  list = new Int32Array(0);
  readonly first = 0;
  watched = false;
  ascii = true;
  readonly #plan: WindowPlan;
  readonly #ascii: Automaton;
  readonly #other: Pick<Automaton, 'scan'>;
  readonly #onAscii: OnHit = (needle, end) => this.#add(this.#plan.ascii, needle, end);
  readonly #onOther: OnHit = (needle, end) => this.#add(this.#plan.other, needle, end);
  readonly #bytes = new TextBytes();
  readonly #windows: ScanWindows;
  readonly #marks: ClauseMarks;
  #text = '';

  constructor(plan: WindowPlan) {
    this.#plan = plan;
    this.#ascii = buildAutomaton(plan.ascii.literals);
    this.#other = buildSparseAutomaton(plan.other.literals);
    this.#windows = new ScanWindows(plan.reaches);
    this.#marks = new ClauseMarks(plan.clauseCount);
  }

  find(text: string): number {
    this.#text = text;
    this.watched = !this.#plan.watches;
    this.#bytes.read(text);
    this.ascii = this.#bytes.beyondEnd === 0;
    this.#windows.reset(text.length);
    this.#marks.reset(text.length);
    this.#ascii.scanBytes(this.#bytes, this.#onAscii);
    if (this.#bytes.beyondEnd > 0) this.#scanAroundBeyond(text);
    scanGates(text, this.#bytes, this.#onRun);
    this.#noteDigits();
    this.#windows.close();
    this.#text = '';
    return this.#listMet(text.length);
  }

  /** Lists the windows that hold what their expression requires. */
  #listMet(length: number): number {
    const { expression, start, end, count } = this.#windows;
    if (this.list.length < 3 * count) this.list = new Int32Array(6 * count);
    const list = this.list;
    let met = 0;
    for (let i = 0; i < count; i++) {
      const [index, from, to] = [expression[i] as number, start[i] as number, end[i] as number];
      const demand = this.#plan.demands[index] as Demand | null;
      if (demand !== null && !this.#marks.isMet(demand, from, Math.min(length, to + MARGIN))) continue;
      list[3 * met] = index;
      list[3 * met + 1] = from;
      list[3 * met + 2] = to;
      met++;
    }
    return met;
  }

  /** A literal of the other set holds a unit beyond ASCII: only stretches around such units can have one. */
  #scanAroundBeyond(text: string): void {
    const { longest } = this.#plan.other;
    const { bytes, beyondStart, beyondEnd } = this.#bytes;
    let first = beyondStart;
    let last = beyondStart;
    this.#noteForeign(first);
    for (let i = beyondStart + 1; i <= beyondEnd; i++) {
      if (i < beyondEnd && bytes[i] === BEYOND) this.#noteForeign(i);
      if (i < beyondEnd && (bytes[i] !== BEYOND || i - last <= 2 * longest)) {
        if (bytes[i] === BEYOND) last = i;
        continue;
      }
      this.#other.scan(text, this.#onOther, Math.max(0, first - longest), Math.min(text.length, last + longest));
      first = last = i;
    }
  }

  readonly #onRun: OnRun = (gate, start, end, count) => {
    const { byGate, reaches } = this.#plan;
    for (const index of byGate[gate] as readonly number[]) {
      if (count >= (reaches[index] as { atLeast: number }).atLeast) this.#windows.add(index, start, end);
    }
  };

  #noteDigits(): void {
    const { bytes, length } = this.#bytes;
    let first = -1;
    for (let i = 0; i <= length; i++) {
      const isDigit = i < length && KIND[bytes[i] as number] === NUMERAL;
      if (isDigit && first < 0) first = i;
      if (isDigit || first < 0) continue;
      for (let count = 1; count <= Math.min(i - first, MOST_DIGITS); count++) {
        const clause = this.#plan.digits[count];
        if (clause !== undefined) this.#marks.noteBetween(clause, first, i - 1);
      }
      first = -1;
    }
  }

  #noteForeign(at: number): void {
    for (const clause of this.#plan.foreign) this.#marks.note(clause, at);
  }

  #add(set: AnchorSet, needle: number, end: number): void {
    const start = end - (set.lengths[needle] as number);
    const edges = set.edges[needle] as number;
    if (edges !== 0) {
      const text = this.#text;
      if ((edges & EDGE_BEFORE) !== 0 && start > 0 && isWordCharacter(text.charCodeAt(start - 1))) return;
      if ((edges & EDGE_BEHIND) !== 0 && end < text.length && isWordCharacter(text.charCodeAt(end))) return;
      if ((edges & WATCHED) !== 0) this.watched = true;
    }
    const clauses = set.clauses[needle] as readonly number[];
    for (let i = 0; i < clauses.length; i++) this.#marks.note(clauses[i] as number, end - 1);
    const users = set.users[needle] as readonly number[];
    for (let i = 0; i < users.length; i++) this.#windows.add(users[i] as number, start, end);
  }
}

/** As `\w` without the underscore, which joins words in code. */
function isWordCharacter(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57);
}
