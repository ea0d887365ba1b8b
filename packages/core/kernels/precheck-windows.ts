// SPDX-License-Identifier: Apache-2.0
/** Windows: where an expression could match. Those of one expression that touch are merged while they are open. */
import { length } from './precheck-text';

// Of the record of an expression.
const EXPRESSION_BITS: usize = 5;
const BEFORE: usize = 0;
const AFTER: usize = 4;
const DEMAND: usize = 8;
const AT_LEAST: usize = 12;
const OPEN_START: usize = 16;
const OPEN_END: usize = 20;

// Of a window.
export const WINDOW_BYTES: usize = 12;
export const WINDOW_START: usize = 4;
export const WINDOW_END: usize = 8;

let expressions: usize = 0;
/** The numbers of the expressions that have an open window. */
let opened: usize = 0;
let openCount: i32 = 0;
export let windows: usize = 0;
export let windowCount: i32 = 0;
/** Negative once memory ran out. */
export let windowRoom: i32 = 0;

export function placeExpressions(expressionsAt: usize, openedAt: usize): void {
  expressions = expressionsAt;
  opened = openedAt;
}

/** Starts over; windows are written from `at` on. */
export function openWindows(at: usize): void {
  windows = at;
  windowCount = 0;
  openCount = 0;
  windowRoom = roomFrom(at);
}

function roomFrom(at: usize): i32 {
  return i32(((<usize>memory.size() << 16) - at) / WINDOW_BYTES);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function expressionOf(index: i32): usize {
  return expressions + (<usize>index << EXPRESSION_BITS);
}

/** The address of what an expression requires; 0 for nothing. */
export function demandOf(index: i32): usize {
  return load<usize>(expressionOf(index), DEMAND);
}

/** How much a run must hold to let an expression read. */
export function leastOf(index: i32): i32 {
  return load<i32>(expressionOf(index), AT_LEAST);
}

export function addWindow(index: i32, hitStart: i32, hitEnd: i32): void {
  const expression = expressionOf(index);
  const start = max(0, hitStart - load<i32>(expression, BEFORE));
  const end = min(length, hitEnd + load<i32>(expression, AFTER));
  const openStart = load<i32>(expression, OPEN_START);
  const openEnd = load<i32>(expression, OPEN_END);
  if (openStart < 0) {
    store<i32>(opened + (<usize>openCount << 2), index);
    openCount++;
  } else if (start <= openEnd && end >= openStart) {
    if (end > openEnd) store<i32>(expression, end, OPEN_END);
    if (start < openStart) store<i32>(expression, start, OPEN_START);
    return;
  } else {
    pushWindow(index, openStart, openEnd);
  }
  store<i32>(expression, start, OPEN_START);
  store<i32>(expression, end, OPEN_END);
}

function pushWindow(index: i32, start: i32, end: i32): void {
  if (windowCount >= windowRoom) {
    if (windowRoom < 0 || memory.grow(16) < 0) {
      windowRoom = -1;
      return;
    }
    windowRoom = roomFrom(windows);
  }
  const at = windows + <usize>windowCount * WINDOW_BYTES;
  windowCount++;
  store<i32>(at, index);
  store<i32>(at, start, WINDOW_START);
  store<i32>(at, end, WINDOW_END);
}

export function closeWindows(): void {
  for (let i = 0; i < openCount; i++) {
    const index = load<i32>(opened + (<usize>i << 2));
    const expression = expressionOf(index);
    pushWindow(index, load<i32>(expression, OPEN_START), load<i32>(expression, OPEN_END));
    store<i32>(expression, -1, OPEN_START);
  }
  openCount = 0;
}
