// SPDX-License-Identifier: Apache-2.0
import type { Automaton } from './aho-corasick.ts';
import { buildTrie, characterClasses, type Trie } from './trie.ts';

/**
 * States have a whole row of next states while there is room for so many cells, those of the shortest beginnings first:
 * texts are nearly always in those.
 */
const CELLS = 2 ** 16;
const NONE = -1;
const MOST_IN_TWO_BYTES = 2 ** 16;

/**
 * Aho and Corasick for very many needles: finds what `buildAutomaton` finds, in the same order. A complete table of
 * 100,000 states takes 50 MB, this takes one and a half. A scan follows failure links, so that it takes up to two steps a character.
 */
export function buildSparseAutomaton(needles: readonly string[], cells: number = CELLS): Pick<Automaton, 'scan'> {
  const { classOf, classes } = characterClasses(needles);
  const trie = buildTrie(needles, classOf);
  const { nextNeedle } = trie;
  const links = linksOf(trie, classes, cells);
  const { rows, shift, withRows, firstChild, label, fail, endings, needleOf, shorter } = links;
  return {
    scan: (text, onHit, from = 0, to = text.length) => {
      let state = 0;
      for (let i = from; i < to; i++) {
        const wanted = classOf[text.charCodeAt(i)] as number;
        let next = NONE;
        while (state >= withRows) {
          next = childOf(firstChild, label, state, wanted);
          if (next !== NONE) break;
          state = fail[state] as number;
        }
        state = next === NONE ? (rows[(state << shift) | wanted] as number) : next;
        for (let ending = endings[state] as number; ending !== 0; ending = shorter[ending] as number) {
          for (let n = needleOf[ending] as number; n !== NONE; n = nextNeedle[n] as number) onHit(n, i + 1);
        }
      }
    },
  };
}

/** The whole of a sparse automaton as tables, for a reader of its own. */
export interface SparseTables extends Links {
  /** By UTF-16 unit. */
  readonly classOf: Uint16Array;
  readonly states: number;
  /** What ends with the ending of number n, the longest first: from `outStart[n - 1]` to `outStart[n]` in `out`. */
  readonly outStart: Int32Array;
  readonly out: Int32Array;
}

/** The tables of `buildSparseAutomaton`. */
export function sparseTables(needles: readonly string[], cells: number = CELLS): SparseTables {
  const { classOf, classes } = characterClasses(needles);
  const trie = buildTrie(needles, classOf);
  const links = linksOf(trie, classes, cells);
  const { needleOf, shorter, known } = links;
  const out: number[] = [];
  const outStart = new Int32Array(known + 1);
  for (let number = 1; number <= known; number++) {
    for (let ending = number; ending !== 0; ending = shorter[ending] as number) {
      for (let n = needleOf[ending] as number; n !== NONE; n = trie.nextNeedle[n] as number) out.push(n);
    }
    outStart[number] = out.length;
  }
  return { ...links, classOf, states: trie.states, outStart, out: Int32Array.from(out) };
}

/** States are numbered breadth first: the children of one stand side by side, behind those of all before it. */
interface Links {
  readonly rows: Uint32Array;
  readonly shift: number;
  readonly withRows: number;
  /** By state, where its children begin; they end where those of the next state begin. */
  readonly firstChild: Int32Array;
  /** By state, the class that leads to it. */
  readonly label: Uint16Array;
  /** By state, that of its longest proper suffix. */
  readonly fail: Int32Array;
  /** States at which needles end have numbers of their own, from 1 on: by state, that of the longest of itself and its suffixes; 0 for none. */
  readonly endings: Uint16Array | Uint32Array;
  /** By such a number, the first needle. */
  readonly needleOf: Int32Array;
  /** By such a number, that of the longest proper suffix; 0 for none. */
  readonly shorter: Int32Array;
  /** The highest of these numbers. */
  readonly known: number;
}

function linksOf(trie: Trie, classes: number, cells: number): Links {
  const shift = Math.ceil(Math.log2(classes));
  const { states } = trie;
  const withRows = Math.min(states, Math.max(1, cells >> shift));
  const rows = new Uint32Array(withRows << shift);
  const { order, parent, firstChild, label } = breadthFirst(trie);
  const fail = new Int32Array(states);
  const most = trie.nextNeedle.length + 1;
  const endings = most <= MOST_IN_TWO_BYTES ? new Uint16Array(states) : new Uint32Array(states);
  const [needleOf, shorter] = [new Int32Array(most), new Int32Array(most)];
  let known = 0;
  for (let state = 0; state < states; state++) {
    const back = parent[state] === 0 ? 0 : backOf(fail[parent[state] as number] as number, label[state] as number);
    fail[state] = back;
    const needle = trie.firstNeedle[order[state] as number] as number;
    endings[state] = needle === NONE ? (endings[back] as number) : ++known;
    if (needle !== NONE) [needleOf[known], shorter[known]] = [needle, endings[back] as number];
    if (state >= withRows) continue;
    if (state !== 0) rows.copyWithin(state << shift, back << shift, (back + 1) << shift);
    const end = firstChild[state + 1] as number;
    for (let child = firstChild[state] as number; child < end; child++)
      rows[(state << shift) | (label[child] as number)] = child;
  }
  /** Where a class leads from a state whose own links, and those of all before it, are known. */
  function backOf(from: number, wanted: number): number {
    let state = from;
    while (state >= withRows) {
      const child = childOf(firstChild, label, state, wanted);
      if (child !== NONE) return child;
      state = fail[state] as number;
    }
    return rows[(state << shift) | wanted] as number;
  }
  return { rows, shift, withRows, firstChild, label, fail, endings, needleOf, shorter, known };
}

function breadthFirst({ states, child, sibling, label: labels }: Trie) {
  const order = new Int32Array(states);
  const parent = new Int32Array(states);
  const firstChild = new Int32Array(states + 1);
  const label = new Uint16Array(states);
  let queued = 1;
  for (let state = 0; state < states; state++) {
    firstChild[state] = queued;
    const first = child[order[state] as number] as number;
    for (let target = first; target !== 0; target = sibling[target] as number) {
      order[queued] = target;
      parent[queued] = state;
      label[queued++] = labels[target] as number;
    }
  }
  firstChild[states] = queued;
  return { order, parent, firstChild, label };
}

/** A state so far from the root has hardly ever more than one child. */
function childOf(firstChild: Int32Array, label: Uint16Array, state: number, wanted: number): number {
  const end = firstChild[state + 1] as number;
  for (let child = firstChild[state] as number; child < end; child++) if (label[child] === wanted) return child;
  return NONE;
}
