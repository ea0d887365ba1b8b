// SPDX-License-Identifier: Apache-2.0
/** Literals with units beyond ASCII, by an automaton. */
import { markClauses } from './precheck-demands';
import {
  CLAUSES_FROM,
  CLAUSES_TO,
  hasEdges,
  hit,
  isWatched,
  NEEDLE_BITS,
  NEEDLE_LENGTH,
  noteWatched,
} from './precheck-needles';
import { length, nextForeign, unitAt } from './precheck-text';

// Of the record of the automaton.
const CELLS: usize = 0;
const CLASS_OF: usize = 4;
const SHIFT: usize = 8;
const FIRST_LOUD: usize = 12;
const OUT_START: usize = 16;
const OUT: usize = 20;
const LONGEST: usize = 24;
const OTHER_NEEDLES: usize = 28;

let other: usize = 0;

export function placeOthers(otherAt: usize): void {
  other = otherAt;
}

/** Walks the other automaton over the stretches around units beyond ASCII: each of its literals holds one. */
export function findOthers(): void {
  const longest = load<i32>(other, LONGEST);
  // Without any such literal no stretch moves on.
  if (longest === 0) return;
  const cells = load<usize>(other, CELLS);
  const classOf = load<usize>(other, CLASS_OF);
  const shift = load<i32>(other, SHIFT);
  const firstLoud = load<i32>(other, FIRST_LOUD);
  let state = 0;
  let done = 0;
  for (let at = nextForeign(0); at < length; ) {
    if (at - longest > done) {
      done = at - longest;
      state = 0;
    }
    let end = at + longest;
    for (; done < min(end, length); done++) {
      const unit = <usize>unitAt(done);
      if (unit > 127) end = done + longest;
      state = load<u16>(cells + (<usize>((state << shift) | load<u16>(classOf + (unit << 1))) << 1));
      if (state >= firstLoud) reportState(state - firstLoud, done);
    }
    at = nextForeign(done);
  }
}

function reportState(state: i32, last: i32): void {
  const place = load<usize>(other, OUT_START) + (<usize>state << 2);
  const out = load<usize>(other, OUT);
  const to = out + (<usize>load<i32>(place, 4) << 2);
  for (let at = out + (<usize>load<i32>(place) << 2); at < to; at += 4) {
    const needle = load<usize>(other, OTHER_NEEDLES) + (<usize>load<i32>(at) << NEEDLE_BITS);
    if (!hasEdges(needle, last + 1 - load<i32>(needle, NEEDLE_LENGTH), last + 1)) continue;
    if (isWatched(needle)) noteWatched();
    markClauses(load<usize>(needle, CLAUSES_FROM), load<usize>(needle, CLAUSES_TO), last);
    hit(needle, last);
  }
}
