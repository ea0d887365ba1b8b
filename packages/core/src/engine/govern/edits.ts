// SPDX-License-Identifier: Apache-2.0
import { countBefore } from '../halving.ts';

/** A stretch of the given text that is left out or replaced. UTF-16 units, half open. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

interface Kept {
  /** In the edited text. */
  readonly start: number;
  readonly end: number;
  /** In the given text. */
  readonly givenStart: number;
  readonly givenEnd: number;
  readonly replaced: boolean;
}

/** A text with edits, and the way back from the edited to the given text. */
export interface EditedText {
  readonly text: string;
  /** Sorted, apart from each other. */
  readonly edits: readonly Edit[];
  /** Range of the given text behind a range of the edited one. */
  readonly toGiven: (start: number, end: number) => readonly [number, number];
}

/** Edits that overlap become one; of replacements inside each other the outer stays. */
export function applyEdits(given: string, edits: readonly Edit[]): EditedText {
  const joined = joinEdits(edits);
  const pieces: Kept[] = [];
  let text = '';
  let at = 0;
  const keep = (from: number, to: number, shown: string, replaced: boolean) => {
    if (shown === '' && !replaced) return;
    pieces.push({ start: text.length, end: text.length + shown.length, givenStart: from, givenEnd: to, replaced });
    text += shown;
  };
  for (const edit of joined) {
    keep(at, edit.start, given.slice(at, edit.start), false);
    keep(edit.start, edit.end, edit.replacement, true);
    at = edit.end;
  }
  keep(at, given.length, given.slice(at), false);
  return { text, edits: joined, toGiven: (start, end) => mapBack(pieces, start, end) };
}

/** Sorted; those that overlap as one, and so are cuts that touch. */
export function joinEdits(edits: readonly Edit[]): Edit[] {
  const joined: Edit[] = [];
  for (const edit of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    const touches = last !== undefined && edit.start === last.end && last.replacement === '' && edit.replacement === '';
    if (last === undefined || (edit.start >= last.end && !touches)) joined.push(edit);
    else if (edit.end > last.end) {
      const replacement =
        last.replacement === edit.replacement ? last.replacement : last.replacement + edit.replacement;
      joined[joined.length - 1] = { start: last.start, end: edit.end, replacement };
    }
  }
  return joined;
}

/** A place inside a replacement stands for all that was replaced. The pieces are in order: the ends are found by halving. */
function mapBack(pieces: readonly Kept[], start: number, end: number): readonly [number, number] {
  const from = countBefore(pieces, (piece) => piece.end <= start);
  const behind = countBefore(pieces, (piece) => piece.start < end);
  const first = pieces[from];
  const last = pieces[behind - 1];
  if (first === undefined || last === undefined || behind <= from) return [0, 0];
  const givenStart = first.replaced ? first.givenStart : first.givenStart + Math.max(0, start - first.start);
  const givenEnd = last.replaced ? last.givenEnd : last.givenStart + Math.min(last.end, end) - last.start;
  return [givenStart, givenEnd];
}
