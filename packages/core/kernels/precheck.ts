// SPDX-License-Identifier: Apache-2.0
/**
 * Where the expressions of a pack could match in a text: literals by a filter and, beyond ASCII, by an automaton, runs by
 * the gates, then the windows that hold what their expression requires. The same as precheck/find-windows.ts, which says
 * why; what both find is compared by tests. All pointers are byte addresses; tables are i32 where nothing else is said.
 */
import { meetDemands, noteForeign, openMarks, placeClauses } from './precheck-demands';
import { findOthers, placeOthers } from './precheck-foreign';
import { placeGates, scanGates } from './precheck-gates';
import { findLiterals } from './precheck-literals';
import { forgetWatched } from './precheck-needles';
import { openText } from './precheck-text';
import { closeWindows, openWindows, placeExpressions, windowRoom } from './precheck-windows';

export function configureWindows(
  expressionsAt: usize,
  openedAt: usize,
  marksAt: usize,
  clauses: i32,
  foreignAt: usize,
  foreigns: i32,
  digitsAt: usize,
  byGateAt: usize,
  kindsAt: usize,
  gapsAt: usize,
  marginUnits: i32,
  otherAt: usize,
): void {
  placeExpressions(expressionsAt, openedAt);
  placeClauses(marksAt, clauses, foreignAt, foreigns, digitsAt, marginUnits);
  placeGates(byGateAt, kindsAt, gapsAt);
  placeOthers(otherAt);
}

/**
 * @param unitsAt the text; read only where it is not ASCII
 * @param lowerAt the text as `foldAscii` or `foldUnits` leave it, with 32 bytes of room in front and behind
 * @param windowsAt where windows are written, 12 bytes each: expression, start, end; must lie behind all else
 * @returns the number of windows; -1 when memory ran out
 */
export function findWindows(unitsAt: usize, lowerAt: usize, textLength: i32, ascii: i32, windowsAt: usize): i32 {
  openText(unitsAt, lowerAt, textLength);
  openWindows(windowsAt);
  openMarks();
  forgetWatched();
  findLiterals();
  if (ascii === 0) {
    noteForeign();
    findOthers();
  }
  scanGates();
  closeWindows();
  return windowRoom < 0 ? -1 : meetDemands();
}
