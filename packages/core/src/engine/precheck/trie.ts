// SPDX-License-Identifier: Apache-2.0
import { BEYOND } from './text-bytes.ts';

/** Class 0 is every character that no needle uses. Both cases of a letter share a class. */
export function characterClasses(needles: readonly string[]): { classOf: Uint16Array; classes: number } {
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

/** States are numbered as they come by needle; 0 is the root and stands for "none" as a child. */
export interface Trie {
  readonly states: number;
  /** By state: its first child, and the next child of its parent. */
  readonly child: Int32Array;
  readonly sibling: Int32Array;
  /** By state, the class that leads to it. */
  readonly label: Uint16Array;
  /** By state, the first needle that ends there, and by needle the next one that ends at the same state; -1 for none. */
  readonly firstNeedle: Int32Array;
  readonly nextNeedle: Int32Array;
}

/** Needles share most of their beginnings: room for all of their characters would be many times what is used. */
const FIRST_ROOM = 1_024;

export function buildTrie(needles: readonly string[], classOf: Uint16Array): Trie {
  let room = FIRST_ROOM;
  let child = new Int32Array(room);
  let sibling = new Int32Array(room);
  let label = new Uint16Array(room);
  let firstNeedle = new Int32Array(room).fill(-1);
  const nextNeedle = new Int32Array(needles.length).fill(-1);
  let states = 1;
  // From the last one on, so that each list of needles comes out in their order.
  for (let index = needles.length - 1; index >= 0; index--) {
    const needle = needles[index] as string;
    if (needle === '') throw new Error('an empty needle would match everywhere');
    if (states + needle.length > room) {
      room = 2 * (states + needle.length);
      [child, sibling, label] = [grown(child, room), grown(sibling, room), grown(label, room)];
      firstNeedle = grown(firstNeedle, room).fill(-1, states);
    }
    let state = 0;
    for (let i = 0; i < needle.length; i++) {
      const wanted = classOf[needle.charCodeAt(i)] as number;
      let target = child[state] as number;
      while (target !== 0 && label[target] !== wanted) target = sibling[target] as number;
      if (target === 0) {
        target = states++;
        label[target] = wanted;
        sibling[target] = child[state] as number;
        child[state] = target;
      }
      state = target;
    }
    nextNeedle[index] = firstNeedle[state] as number;
    firstNeedle[state] = index;
  }
  return { states, child, sibling, label, firstNeedle, nextNeedle };
}

function grown<T extends Int32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>>(table: T, length: number): T {
  const larger = new (table.constructor as new (length: number) => T)(length);
  larger.set(table);
  return larger;
}
