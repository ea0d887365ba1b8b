// SPDX-License-Identifier: Apache-2.0
/** Literals with units beyond ASCII, by an automaton: the same as engine/precheck/sparse-automaton.ts. */
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
const ROWS: usize = 0;
const FIRST_CHILD: usize = 4;
const LABEL: usize = 8;
const FAIL: usize = 12;
const ENDINGS: usize = 16;
const CLASS_OF: usize = 20;
const OUT_START: usize = 24;
const OUT: usize = 28;
const SHIFT: usize = 32;
const WITH_ROWS: usize = 36;
const LONGEST: usize = 40;
const OTHER_NEEDLES: usize = 44;

let other: usize = 0;

export function placeOthers(otherAt: usize): void {
  other = otherAt;
}

/** Walks the other automaton over the stretches around units beyond ASCII: each of its literals holds one. */
export function findOthers(): void {
  const longest = load<i32>(other, LONGEST);
  // Without any such literal no stretch moves on.
  if (longest === 0) return;
  const classOf = load<usize>(other, CLASS_OF);
  const endings = load<usize>(other, ENDINGS);
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
      state = stateAfter(state, load<u16>(classOf + (unit << 1)));
      const ending = <i32>load<u16>(endings + (<usize>state << 1));
      if (ending !== 0) report(ending - 1, done);
    }
    at = nextForeign(done);
  }
}

/** States near the root have a row; the others have children, and the state of what they end with. */
function stateAfter(from: i32, wanted: i32): i32 {
  const withRows = load<i32>(other, WITH_ROWS);
  const labels = load<usize>(other, LABEL);
  let state = from;
  while (state >= withRows) {
    const children = load<usize>(other, FIRST_CHILD) + (<usize>state << 1);
    const end = <i32>load<u16>(children, 2);
    for (let child = <i32>load<u16>(children); child < end; child++) {
      if (<i32>load<u16>(labels + (<usize>child << 1)) === wanted) return child;
    }
    state = load<u16>(load<usize>(other, FAIL) + (<usize>state << 1));
  }
  return load<u16>(load<usize>(other, ROWS) + (<usize>((state << load<i32>(other, SHIFT)) | wanted) << 1));
}

function report(ending: i32, last: i32): void {
  const place = load<usize>(other, OUT_START) + (<usize>ending << 2);
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
