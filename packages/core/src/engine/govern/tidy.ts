// SPDX-License-Identifier: Apache-2.0
import type { Edit, EditedText } from './edits.ts';
import { PAIRS } from './quotations.ts';

type Range = readonly [start: number, end: number];

const STOP = /[.!?;,:。！？]/;
const CLOSING = /["”»“’」]/;
const OPENED_TAG = /<([A-Za-z][\w-]{0,30})(?:\s[^<>]{0,300})?>$/;
const TAG_REACH = 340;
/** What stands before an item of a list or a comment, and is nothing without it. */
const MARKER = /^[ \t]*(?:(?:\d{1,3}[.)]|[-*•+>%]|#{1,6}|--|\/\/)[ \t]*)?$/;
const MARKER_REACH = 24;

/**
 * What a cut would leave behind goes with it: doubled white space, the stop of a sentence of which nothing is left, marks
 * with nothing between them, the number of an item that is gone. A sentence that lost its beginning gets a capital.
 */
export function tidy(text: string, edits: readonly Edit[]): Edit[] {
  return withoutGaps(text, edits).map((edit) => {
    if (edit.replacement !== '') return edit;
    let [start, end] = withEmptied(text, edit.start, edit.end);
    const before = text.slice(0, start).trimEnd().at(-1) ?? '.';
    if (STOP.test(before)) while (end < text.length && STOP.test(text.charAt(end))) end++;
    const open = start === 0 || /\s/.test(text.charAt(start - 1));
    if (open) while (end < text.length && /[^\S\n]/.test(text.charAt(end))) end++;
    const line = lineOf(text, start, end);
    if (line !== null) return { start: line[0], end: line[1], replacement: '' };
    if (text.charAt(end) === '\n') start = withoutComment(text, start);
    const closes = end === text.length || CLOSING.test(text.charAt(end));
    if (closes) while (start > 0 && /\s/.test(text.charAt(start - 1))) start--;
    const lower = text.charAt(end);
    if (!open || start === 0 || !/[.!?]/.test(before) || !/\p{Ll}/u.test(lower)) return { ...edit, start, end };
    return { start, end: end + 1, replacement: lower.toUpperCase() };
  });
}

/** Cuts with nothing but blanks between them are one. */
function withoutGaps(text: string, edits: readonly Edit[]): readonly Edit[] {
  const joined: Edit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    const isNext = last !== undefined && last.replacement === '' && edit.replacement === '';
    if (isNext && text.slice(last.end, edit.start).trim() === '')
      joined[joined.length - 1] = { ...last, end: edit.end };
    else joined.push(edit);
  }
  return joined;
}

/** With the marks and tags that have nothing left between them. */
function withEmptied(text: string, start: number, end: number): Range {
  const blank = [text.slice(0, start).trimEnd().length, end + leadingBlanks(text, end)] as const;
  for (const [open, close] of PAIRS) {
    // Of two marks that look alike with a blank between them, the one closes and the other opens.
    const [from, to] = open === close ? [start, end] : blank;
    if (text.startsWith(close, to) && from >= open.length && text.startsWith(open, from - open.length)) {
      return withEmptied(text, from - open.length, to + close.length);
    }
  }
  const tag = text.startsWith('</', blank[1])
    ? OPENED_TAG.exec(text.slice(Math.max(0, blank[0] - TAG_REACH), blank[0]))
    : null;
  const close = `</${tag?.[1]}>`;
  if (tag === null || !text.startsWith(close, blank[1])) return [start, end];
  return withEmptied(text, blank[0] - tag[0].length, blank[1] + close.length);
}

function leadingBlanks(text: string, at: number): number {
  let to = at;
  while (to < text.length && /\s/.test(text.charAt(to))) to++;
  return to - at;
}

/** Where a line ends once nothing of its comment is left. */
function withoutComment(text: string, end: number): number {
  const near = text.slice(Math.max(0, end - MARKER_REACH), end);
  return end - (/[ \t]*(?:(?<!:)\/\/)?[ \t]*$/.exec(near)?.[0].length ?? 0);
}

/** All of a line of which only its marker would be left, with its break; null where more is left of it. */
function lineOf(text: string, start: number, end: number): Range | null {
  if (end < text.length && text.charAt(end) !== '\n') return null;
  const near = text.slice(Math.max(0, start - MARKER_REACH), start);
  const marker = near.slice(near.lastIndexOf('\n') + 1);
  const from = start - marker.length;
  if (!MARKER.test(marker) || (from > 0 && text.charAt(from - 1) !== '\n')) return null;
  if (end < text.length) return [from, end + 1];
  return [from > 0 ? from - 1 : 0, end];
}

const CLOSED = /[)\]}>/】》』）]\s*$/;

/** Trimmed; where the beginning was cut, without what joined it to the rest, and where it was of the same sentence with a capital. `shift` is what went there. */
/** The edited text as it is shown. */
export function shownAs(text: string, edited: Pick<EditedText, 'text' | 'edits'>) {
  const first = edited.edits[0];
  const cutAtStart = first?.start === 0;
  // What a bracket or a comment at the beginning was, the rest does not begin with.
  return finish(edited.text, cutAtStart, cutAtStart && !CLOSED.test(text.slice(0, first.end)));
}

function finish(
  text: string,
  cutAtStart: boolean,
  isSentence = cutAtStart,
): { readonly text: string; readonly shift: number } {
  const lead = cutAtStart ? /^[\s,;:.!?–—-]*(?:(?:and|then|but|und|et|y)\s+(?=\S))*/iu : /^\s*/;
  const shift = lead.exec(text)?.[0].length ?? 0;
  const body = text.slice(shift).trimEnd();
  return { text: isSentence ? body.charAt(0).toUpperCase() + body.slice(1) : body, shift };
}
