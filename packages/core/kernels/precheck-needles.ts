// SPDX-License-Identifier: Apache-2.0
/** A needle that was found: what it says of clauses, and the windows that it opens. */
import { markClauses } from './precheck-demands';
import { byteAt, length } from './precheck-text';
import { addWindow } from './precheck-windows';

/** A record fills one line of the cache; a short literal and a list of one number lie in it. */
export const NEEDLE_BITS: usize = 6;
export const NEEDLE_LENGTH: usize = 0;
const EDGES: usize = 4;
const USERS_FROM: usize = 8;
const USERS_TO: usize = 12;
const CLAUSES_FROM: usize = 16;
const CLAUSES_TO: usize = 20;
/** Where its bytes lie, up to the next multiple of 16. */
export const NEEDLE_LITERAL: usize = 24;

const EDGE_BEFORE: i32 = 1;
const EDGE_BEHIND: i32 = 2;
const WATCHED: i32 = 4;

let watched: i32 = 0;

/** 1 when a watched literal is in the text that `findWindows` read last. */
export function sawWatched(): i32 {
  return watched;
}

export function forgetWatched(): void {
  watched = 0;
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

/** @param needle the address of its record; its last unit stands at `last` */
export function hit(needle: usize, last: i32): void {
  if ((load<i32>(needle, EDGES) & WATCHED) !== 0) watched = 1;
  markClauses(load<usize>(needle, CLAUSES_FROM), load<usize>(needle, CLAUSES_TO), last);
  const end = last + 1;
  const start = end - load<i32>(needle, NEEDLE_LENGTH);
  const usersTo = load<usize>(needle, USERS_TO);
  for (let at = load<usize>(needle, USERS_FROM); at < usersTo; at += 4) addWindow(load<i32>(at), start, end);
}

/** As `\w` without the underscore. */
function isWordByte(byte: i32): bool {
  return (byte >= 97 && byte <= 122) || (byte >= 48 && byte <= 57);
}
