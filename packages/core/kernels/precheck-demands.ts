// SPDX-License-Identifier: Apache-2.0
/** What an expression requires of the text around a window: which clauses are met is marked by parts of the text. */
import { length, nextForeign } from './precheck-text';
import { demandOf, WINDOW_BYTES, WINDOW_END, WINDOW_START, windowCount, windows } from './precheck-windows';

/** A text has at most so many parts, one bit of a mark each; as a power of two. */
const PART_BITS: i32 = 5;

/** Per clause the parts of the text that meet it. */
let marks: usize = 0;
let clauseCount: i32 = 0;
/** Clauses that any unit beyond ASCII meets. */
let foreign: usize = 0;
let foreignCount: i32 = 0;
/** By digits in a row, the clause that so many or more meet; for none and for those that nobody requires one that counts nothing. */
let digitClauses: usize = 0;
const MOST_DIGITS: i32 = 12;
/** Read around a window. */
let margin: i32 = 0;
let partShift: i32 = 0;

export function placeClauses(
  marksAt: usize,
  clauses: i32,
  foreignAt: usize,
  foreigns: i32,
  digitsAt: usize,
  marginUnits: i32,
): void {
  marks = marksAt;
  clauseCount = clauses;
  foreign = foreignAt;
  foreignCount = foreigns;
  digitClauses = digitsAt;
  margin = marginUnits;
}

export function openMarks(): void {
  partShift = max(0, 32 - clz(length) - PART_BITS);
  memory.fill(marks, 0, <usize>clauseCount << 2);
}

/** Marks the clauses of a list as met in the part of the text that holds a place. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function markClauses(from: usize, to: usize, place: i32): void {
  const part = 1 << (place >> partShift);
  for (let at = from; at < to; at += 4) {
    const mark = marks + (<usize>load<i32>(at) << 2);
    store<i32>(mark, load<i32>(mark) | part);
  }
}

/** A clause that nobody requires. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function noClause(): u32 {
  return <u32>clauseCount;
}

/** Marks one clause as met in the part of the text that holds a place. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function markOne(clause: u32, place: i32): void {
  const mark = marks + (<usize>clause << 2);
  store<i32>(mark, load<i32>(mark) | (1 << (place >> partShift)));
}

/** Marks the parts of the text over which digits in a row lie, from the first to the last. */
export function markDigits(first: i32, last: i32): void {
  const parts = partsBetween(first, last);
  for (let count = min(last + 1 - first, MOST_DIGITS); count > 0; count--) {
    const mark = marks + (<usize>load<i32>(digitClauses + (<usize>count << 2)) << 2);
    store<i32>(mark, load<i32>(mark) | parts);
  }
}

/** A bit for each part of the text from one place to another. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function partsBetween(first: i32, last: i32): i32 {
  return (-1 << (first >> partShift)) & (-1 >>> (31 - (last >> partShift)));
}

/** Marks the parts of the text that hold a unit beyond ASCII. */
export function noteForeign(): void {
  let parts = 0;
  for (let at = nextForeign(0); at < length; ) {
    const part = at >> partShift;
    parts |= 1 << part;
    at = nextForeign((part + 1) << partShift);
  }
  for (let i = 0; i < foreignCount; i++) {
    const mark = marks + (<usize>load<i32>(foreign + (<usize>i << 2)) << 2);
    store<i32>(mark, load<i32>(mark) | parts);
  }
}

/** Keeps the windows that hold what their expression requires; returns their number. */
export function meetDemands(): i32 {
  let kept = windows;
  const to = windows + <usize>windowCount * WINDOW_BYTES;
  for (let at = windows; at < to; at += WINDOW_BYTES) {
    const index = load<i32>(at);
    const start = load<i32>(at, WINDOW_START);
    const end = load<i32>(at, WINDOW_END);
    const demand = demandOf(index);
    if (demand !== 0) {
      const last = min(length, end + margin) - 1;
      if (!holds(demand, partsBetween(start, last))) continue;
    }
    store<i32>(kept, index);
    store<i32>(kept, start, WINDOW_START);
    store<i32>(kept, end, WINDOW_END);
    kept += WINDOW_BYTES;
  }
  return i32((kept - windows) / WINDOW_BYTES);
}

/** A demand: whether all must hold, the number of its clauses, the number of its parts, the clauses, the parts. */
function holds(demand: usize, where: i32): bool {
  const all = load<i32>(demand) !== 0;
  const clausesTo = demand + 12 + (<usize>load<i32>(demand, 4) << 2);
  const partsTo = clausesTo + (<usize>load<i32>(demand, 8) << 2);
  let at = demand + 12;
  for (; at < clausesTo; at += 4) {
    const met = (load<i32>(marks + (<usize>load<i32>(at) << 2)) & where) !== 0;
    if (met !== all) return met;
  }
  for (; at < partsTo; at += 4) if (holds(load<usize>(at), where) !== all) return !all;
  return all;
}
