// SPDX-License-Identifier: Apache-2.0

import { BEYOND, type TextBytes } from './text-bytes.ts';

const FIRST_FOUND = 8192;

export type OnHit = (needle: number, end: number) => void;

/** Letters are folded to one case, so needles and texts may have any. */
export interface Automaton {
  /**
   * Calls `onHit` for every occurrence of every needle, in order of their ends. `end` is exclusive, in UTF-16 units.
   * One table look-up per character, whatever the needles and the text are.
   */
  readonly scan: (text: string, onHit: OnHit, from?: number, to?: number) => void;
  /** The same over the bytes of a text; of needles that aren't ASCII only those are found that hold BEYOND itself. */
  readonly scanBytes: (text: TextBytes, onHit: OnHit) => void;
  readonly tables: AutomatonTables;
  readonly states: number;
  readonly classes: number;
}

/** The whole of an automaton as tables, for a reader of its own. */
export interface AutomatonTables {
  /** By state, shifted, and class: the next state. */
  readonly cells: Uint16Array | Uint32Array;
  /** By UTF-16 unit. */
  readonly classOf: Uint16Array;
  readonly shift: number;
  /** States from here on end needles: those of state n from `outStart[n - firstLoud]` on in `out`. */
  readonly firstLoud: number;
  readonly outStart: Int32Array;
  readonly out: Int32Array;
}

interface Trie {
  readonly next: Map<number, number>[];
  readonly own: number[][];
}

/** Aho and Corasick 1975, as a complete table: failure links are resolved when it is built, none are followed in a scan. */
export function buildAutomaton(needles: readonly string[]): Automaton {
  const { classOf, classes } = characterClasses(needles);
  const byteClassOf = new Uint16Array(256);
  byteClassOf.set(classOf.subarray(0, BEYOND + 1));
  const trie = buildTrie(needles, classOf);
  const { order, fail, outputs } = linkFailures(trie);
  const states = order.length;
  // States with output get the highest numbers, so that the scan learns of a hit by one comparison.
  const silent = order.filter((state) => (outputs[state] as number[]).length === 0);
  const loud = order.filter((state) => (outputs[state] as number[]).length > 0);
  const rank = new Int32Array(states);
  [...silent, ...loud].forEach((state, index) => {
    rank[state] = index;
  });
  // Rows have a power of two of columns, so that a cell is addressed by a shift; two bytes a cell keep it in the cache.
  const shift = Math.ceil(Math.log2(classes));
  const table = fillTable(trie, order, fail, rank, shift);
  const outStart = new Int32Array(loud.length + 1);
  const out = new Int32Array(loud.reduce((sum, state) => sum + (outputs[state] as number[]).length, 0));
  let filled = 0;
  loud.forEach((state, index) => {
    for (const needle of outputs[state] as number[]) out[filled++] = needle;
    outStart[index + 1] = filled;
  });
  const firstLoud = silent.length;
  const report = (state: number, at: number, onHit: OnHit) => {
    const end = outStart[state - firstLoud + 1] as number;
    for (let k = outStart[state - firstLoud] as number; k < end; k++) onHit(out[k] as number, at + 1);
  };
  const scan: Automaton['scan'] = (text, onHit, from = 0, to = text.length) => {
    let state = 0;
    for (let i = from; i < to; i++) {
      state = table[(state << shift) | (classOf[text.charCodeAt(i)] as number)] as number;
      if (state >= firstLoud) report(state, i, onHit);
    }
  };
  const longest = needles.reduce((most, needle) => Math.max(most, needle.length), 0);
  const tables = { cells: table, classOfByte: byteClassOf, shift, firstLoud, longest };
  let found = new Int32Array(FIRST_FOUND);
  const scanBytes: Automaton['scanBytes'] = (text, onHit) => {
    const half = text.length >> 1;
    // Of each half at most every byte is a hit, and a hit takes two places.
    if (found.length < text.length * 2) found = new Int32Array(text.length * 2);
    const [firstEnd, secondEnd] = walkHalves(tables, text, half, found);
    for (let k = 0; k < firstEnd; k += 2) report(found[k] as number, found[k + 1] as number, onHit);
    for (let k = half * 2; k < secondEnd; k += 2) report(found[k] as number, found[k + 1] as number, onHit);
  };
  return { scan, scanBytes, tables: { cells: table, classOf, shift, firstLoud, outStart, out }, states, classes };
}

interface Tables {
  readonly cells: Uint16Array | Uint32Array;
  readonly classOfByte: Uint8Array | Uint16Array;
  readonly shift: number;
  readonly firstLoud: number;
  readonly longest: number;
}

/**
 * Each look-up waits for the one before. Two walks side by side, one through each half, take little longer than one; the
 * second begins early enough to know every needle that ends in its half. Hits are written down as state and place, and
 * reported later: a call in the loop would make it load its tables anew for every byte.
 *
 * @returns where the hits of the first half (from 0) and of the second (from `half * 2`) end in `found`
 */
function walkHalves(tables: Tables, text: TextBytes, half: number, found: Int32Array): readonly [number, number] {
  const { cells, classOfByte, shift, firstLoud, longest } = tables;
  const { bytes, length } = text;
  let first = 0;
  let second = 0;
  let firstEnd = 0;
  let secondEnd = half * 2;
  for (let i = Math.max(0, half - longest); i < half; i++) {
    second = cells[(second << shift) | (classOfByte[bytes[i] as number] as number)] as number;
  }
  for (let i = 0, j = half; j < length; i++, j++) {
    second = cells[(second << shift) | (classOfByte[bytes[j] as number] as number)] as number;
    if (second >= firstLoud) {
      found[secondEnd++] = second;
      found[secondEnd++] = j;
    }
    // The second half is the longer one where the length is odd.
    if (i >= half) continue;
    first = cells[(first << shift) | (classOfByte[bytes[i] as number] as number)] as number;
    if (first >= firstLoud) {
      found[firstEnd++] = first;
      found[firstEnd++] = i;
    }
  }
  return [firstEnd, secondEnd];
}

/** Class 0 is every character that no needle uses. Both cases of a letter share a class. */
function characterClasses(needles: readonly string[]): { classOf: Uint16Array; classes: number } {
  const classOf = new Uint16Array(65536);
  let classes = 1;
  for (const needle of needles) {
    for (let i = 0; i < needle.length; i++) {
      const lower = foldUnit(needle.charCodeAt(i));
      if (classOf[lower] !== 0) continue;
      classOf[lower] = classes;
      const upper = upperUnit(lower);
      if (upper !== null) classOf[upper] = classes;
      classes++;
    }
  }
  return { classOf, classes };
}

/** Simple case folding of one UTF-16 unit; a letter whose lower case is longer (Turkish dotted I) stays as it is. */
function foldUnit(unit: number): number {
  const lower = String.fromCharCode(unit).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}

/** The other case of a unit. No letter beyond ASCII stands for an ASCII one (dotless i, long s), as in expressions. */
function upperUnit(lower: number): number | null {
  const upper = String.fromCharCode(lower).toUpperCase();
  const unit = upper.charCodeAt(0);
  return upper.length === 1 && (lower < BEYOND || unit >= BEYOND) ? unit : null;
}

function buildTrie(needles: readonly string[], classOf: Uint16Array): Trie {
  const next: Map<number, number>[] = [new Map()];
  const own: number[][] = [[]];
  needles.forEach((needle, index) => {
    if (needle === '') throw new Error('an empty needle would match everywhere');
    let state = 0;
    for (let i = 0; i < needle.length; i++) {
      const edges = next[state] as Map<number, number>;
      const label = classOf[needle.charCodeAt(i)] as number;
      let target = edges.get(label);
      if (target === undefined) {
        target = next.length;
        next.push(new Map());
        own.push([]);
        edges.set(label, target);
      }
      state = target;
    }
    (own[state] as number[]).push(index);
  });
  return { next, own };
}

function linkFailures(trie: Trie): { order: number[]; fail: Int32Array; outputs: number[][] } {
  const fail = new Int32Array(trie.next.length);
  const outputs = trie.own.map((own) => [...own]);
  const order = [0];
  for (let at = 0; at < order.length; at++) {
    const state = order[at] as number;
    for (const [label, target] of trie.next[state] as Map<number, number>) {
      order.push(target);
      if (state !== 0) {
        let back = fail[state] as number;
        while (back !== 0 && !(trie.next[back] as Map<number, number>).has(label)) back = fail[back] as number;
        fail[target] = (trie.next[back] as Map<number, number>).get(label) ?? 0;
      }
      (outputs[target] as number[]).push(...(outputs[fail[target] as number] as number[]));
    }
  }
  return { order, fail, outputs };
}

function fillTable(trie: Trie, order: readonly number[], fail: Int32Array, rank: Int32Array, shift: number) {
  const cells = order.length << shift;
  const table = order.length <= 65536 ? new Uint16Array(cells) : new Uint32Array(cells);
  for (const state of order) {
    const row = (rank[state] as number) << shift;
    if (state !== 0) {
      const failRow = (rank[fail[state] as number] as number) << shift;
      table.copyWithin(row, failRow, failRow + (1 << shift));
    }
    for (const [label, target] of trie.next[state] as Map<number, number>) {
      table[row + label] = rank[target] as number;
    }
  }
  return table;
}
