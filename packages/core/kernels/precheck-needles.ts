// SPDX-License-Identifier: Apache-2.0
/** The records of needles: what stands at their edges, what they say of clauses, and the windows that they open. */
import { byteAt, length } from './precheck-text';
import { addWindow } from './precheck-windows';

/** A record fills one line of the cache; a short literal and a list of one number lie in it. */
export const NEEDLE_BITS: usize = 6;
export const NEEDLE_LENGTH: usize = 0;
const EDGES: usize = 4;
/** Numbers of expressions; of a hook, the list of the needles that hang on it. */
export const USERS_FROM: usize = 8;
export const USERS_TO: usize = 12;
export const CLAUSES_FROM: usize = 16;
export const CLAUSES_TO: usize = 20;
/** Where its bytes lie, up to the next multiple of 16. */
export const NEEDLE_LITERAL: usize = 24;
/** Of a hook, by hash: a bit for each three bytes that a needle on it has behind it, and before it. */
export const AFTER_FILTER: usize = 32;
export const BEFORE_FILTER: usize = 40;

const EDGE_BEFORE: i32 = 1;
const EDGE_BEHIND: i32 = 2;
const WATCHED: i32 = 4;

let needles: usize = 0;

export function placeNeedles(needlesAt: usize): void {
  needles = needlesAt;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
export function needleAt(index: u32): usize {
  return needles + (<usize>index << NEEDLE_BITS);
}

let watched: i32 = 0;

/** 1 when a watched literal is in the text that `findWindows` read last. */
export function sawWatched(): i32 {
  return watched;
}

export function forgetWatched(): void {
  watched = 0;
}

export function noteWatched(): void {
  watched = 1;
}

export function isWatched(needle: usize): bool {
  return (load<i32>(needle, EDGES) & WATCHED) !== 0;
}

export function hasUsers(needle: usize): bool {
  return load<usize>(needle, USERS_FROM) < load<usize>(needle, USERS_TO);
}

/** Whether the edges of words stand where a needle asks for them. @param needle the address of its record */
export function hasEdges(needle: usize, start: i32, end: i32): bool {
  return edgesHold(load<i32>(needle, EDGES), start, end);
}

/** The same by what a record says of edges; further bits don't matter. */
export function edgesHold(edges: i32, start: i32, end: i32): bool {
  if ((edges & EDGE_BEFORE) !== 0 && start > 0 && isWordByte(byteAt(start - 1))) return false;
  return (edges & EDGE_BEHIND) === 0 || end >= length || !isWordByte(byteAt(end));
}

/** Opens the windows of a needle. @param needle the address of its record; its last unit stands at `last` */
export function hit(needle: usize, last: i32): void {
  const end = last + 1;
  const start = end - load<i32>(needle, NEEDLE_LENGTH);
  const usersTo = load<usize>(needle, USERS_TO);
  for (let at = load<usize>(needle, USERS_FROM); at < usersTo; at += 4) addWindow(load<i32>(at), start, end);
}

/** As `\w` without the underscore. */
function isWordByte(byte: i32): bool {
  return (byte >= 97 && byte <= 122) || (byte >= 48 && byte <= 57);
}
