// SPDX-License-Identifier: Apache-2.0

import { BEYOND, type TextBytes } from './text-bytes.ts';
import { buildTrie, characterClasses, type Trie } from './trie.ts';

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

/** Aho and Corasick 1975, as a complete table: failure links are resolved when it is built, none are followed in a scan. */
export function buildAutomaton(needles: readonly string[]): Automaton {
  const { classOf, classes } = characterClasses(needles);
  const byteClassOf = new Uint16Array(256);
  byteClassOf.set(classOf.subarray(0, BEYOND + 1));
  const trie = buildTrie(needles, classOf);
  // Rows have a power of two of columns, so that a cell is addressed by a shift; two bytes a cell keep it in the cache.
  const shift = Math.ceil(Math.log2(classes));
  const { steps, fail, order } = fillSteps(trie, shift);
  const { states } = trie;
  const { rank, firstLoud, outStart, out } = rankStates(trie, fail, order);
  const table = renumbered(steps, rank, shift);
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

/** The complete table by the trie's own numbers, breadth first: the row of a suffix is whole before it is asked. */
function fillSteps({ states, child, sibling, label }: Trie, shift: number) {
  const steps = states <= 65536 ? new Uint16Array(states << shift) : new Uint32Array(states << shift);
  const fail = new Int32Array(states);
  const order = new Int32Array(states);
  let queued = 1;
  for (let at = 0; at < queued; at++) {
    const state = order[at] as number;
    const row = state << shift;
    const failRow = (fail[state] as number) << shift;
    if (state !== 0) steps.copyWithin(row, failRow, failRow + (1 << shift));
    for (let target = child[state] as number; target !== 0; target = sibling[target] as number) {
      const cell = label[target] as number;
      if (state !== 0) fail[target] = steps[failRow | cell] as number;
      steps[row | cell] = target;
      order[queued++] = target;
    }
  }
  return { steps, fail, order };
}

/** States with output get the highest numbers, so that the scan learns of a hit by one comparison. */
function rankStates({ states, firstNeedle, nextNeedle }: Trie, fail: Int32Array, order: Int32Array) {
  // By state, the longest proper suffix that is a needle itself; 0 for none.
  const suffix = new Int32Array(states);
  let firstLoud = 0;
  for (const state of order) {
    const back = fail[state] as number;
    suffix[state] = firstNeedle[back] === -1 ? (suffix[back] as number) : back;
    if (firstNeedle[state] === -1 && suffix[state] === 0) firstLoud++;
  }
  const rank = new Int32Array(states);
  const outStart = new Int32Array(states - firstLoud + 1);
  const out: number[] = [];
  let silent = 0;
  let loud = 0;
  for (const state of order) {
    if (firstNeedle[state] === -1 && suffix[state] === 0) {
      rank[state] = silent++;
      continue;
    }
    rank[state] = firstLoud + loud++;
    for (let ending = state; ending !== 0; ending = suffix[ending] as number) {
      for (let n = firstNeedle[ending] as number; n !== -1; n = nextNeedle[n] as number) out.push(n);
    }
    outStart[loud] = out.length;
  }
  return { rank, firstLoud, outStart, out: Int32Array.from(out) };
}

/** The same steps with rows and cells by rank. */
function renumbered(steps: Uint16Array | Uint32Array, rank: Int32Array, shift: number): Uint16Array | Uint32Array {
  const table = steps.length >> shift <= 65536 ? new Uint16Array(steps.length) : new Uint32Array(steps.length);
  const columns = 1 << shift;
  for (let state = 0; state < rank.length; state++) {
    let to = (rank[state] as number) << shift;
    const from = state << shift;
    for (let cell = from; cell < from + columns; cell++) table[to++] = rank[steps[cell] as number] as number;
  }
  return table;
}
