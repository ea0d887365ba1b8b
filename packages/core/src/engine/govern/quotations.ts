// SPDX-License-Identifier: Apache-2.0
import { countBefore } from '../halving.ts';

/** Marks that open and close what is quoted or put aside. The fences first: inside them other marks say nothing. */
export const PAIRS: readonly (readonly [string, string])[] = [
  ['```', '```'],
  ['"""', '"""'],
  ["'''", "'''"],
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['‘', '’'],
  ['「', '」'],
  ['(', ')'],
  ['（', '）'],
  ['[', ']'],
  ['{', '}'],
  ['【', '】'],
  ['《', '》'],
  ['『', '』'],
  ['<!--', '-->'],
  ['/*', '*/'],
];

const TAG = /<([A-Za-z][\w-]{0,30})(?:\s[^<>]{0,300})?>/g;
/** A comment to the end of its line. */
const COMMENT = /^\s*(?:#|--|%|;)\s|(?<![:/\w])\/\/\s?/;
const MAX_LINE = 1_000;
const MAX_TAGS = 64;

type Range = readonly [start: number, end: number];

/** Where a mark stands. */
interface Marked {
  readonly all: readonly number[];
  /** Without those that overlap the one before, as two fences share a mark in a row of four. */
  readonly apart: readonly number[];
}

/** The quotations of one text: each mark is looked for once, however many places are asked for. */
class Quotations {
  readonly text: string;
  readonly #marks = new Map<string, Marked>();
  #tags: readonly Range[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  around(start: number, end: number): Range | null {
    let inmost: Range | null = null;
    for (const [open, close] of PAIRS) {
      const found = open === close ? this.#between(open, start, end) : this.#within(open, close, start, end);
      if (found !== null && (inmost === null || found[0] > inmost[0])) inmost = found;
    }
    return inmost ?? this.#tagged(start, end) ?? this.#commented(start, end);
  }

  /** Behind `//`, or in a line that `#` begins. */
  #commented(start: number, end: number): Range | null {
    if (this.text.slice(start, end).includes('\n')) return null;
    const near = this.text.slice(Math.max(0, start - MAX_LINE), start);
    const line = near.slice(near.lastIndexOf('\n') + 1);
    const mark = COMMENT.exec(line);
    if (mark === null) return null;
    const rest = this.text.slice(end, end + MAX_LINE);
    const stop = rest.indexOf('\n');
    return [start - line.length + mark.index + mark[0].length, end + (stop < 0 ? rest.length : stop)];
  }

  /** The same mark opens and closes: an odd number of them stands before. */
  #between(mark: string, start: number, end: number): Range | null {
    const { all, apart } = this.#marked(mark);
    const count = countBefore(apart, (at) => at < start);
    const close = all[countBefore(all, (at) => at < end)];
    return count % 2 === 0 || close === undefined ? null : [(apart[count - 1] as number) + mark.length, close];
  }

  #within(open: string, close: string, start: number, end: number): Range | null {
    const opens = this.#marked(open).all;
    const at = opens[countBefore(opens, (one) => one < start) - 1];
    if (at === undefined) return null;
    const closes = this.#marked(close).all;
    const closed = closes[countBefore(closes, (one) => one < start) - 1];
    const to = closes[countBefore(closes, (one) => one < end)];
    return to === undefined || (closed !== undefined && closed > at) ? null : [at + open.length, to];
  }

  /** Between `<document>` and `</document>`. */
  #tagged(start: number, end: number): Range | null {
    this.#tags ??= tagsOf(this.text);
    return this.#tags.findLast(([from, to]) => from <= start && to >= end) ?? null;
  }

  #marked(mark: string): Marked {
    const known = this.#marks.get(mark);
    if (known !== undefined) return known;
    const marked = placesOf(this.text, mark);
    this.#marks.set(mark, marked);
    return marked;
  }
}

function placesOf(text: string, mark: string): Marked {
  const all: number[] = [];
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) all.push(at);
  if (mark.length === 1) return { all, apart: all };
  let free = 0;
  const apart = all.filter((at) => {
    if (at < free) return false;
    free = at + mark.length;
    return true;
  });
  return { all, apart };
}

/** The insides of the first tags that are closed somewhere. */
function tagsOf(text: string): Range[] {
  const ranges: Range[] = [];
  let tags = 0;
  for (const tag of text.matchAll(TAG)) {
    if (++tags > MAX_TAGS) break;
    const from = tag.index + tag[0].length;
    const to = text.indexOf(`</${tag[1]}>`, from);
    if (to >= 0) ranges.push([from, to]);
  }
  return ranges;
}

const HIDDEN_TAG =
  /<[A-Za-z][\w-]{0,30}\s[^<>]{0,300}(?:hidden|display\s?:\s?none|(?:font-size|opacity|height|width)\s?:\s?0|color\s?:\s?(?:#fff|white|transparent))[^<>]{0,300}>$/i;
const TAG_REACH = 640;

/** Whether what stands between these marks is there for machines alone: a comment of a page, or a part that nobody is shown. */
export function isHidden(text: string, [from, to]: Range): boolean {
  if (text.startsWith('-->', to)) return true;
  return text.startsWith('</', to) && HIDDEN_TAG.test(text.slice(Math.max(0, from - TAG_REACH), from));
}

/** Of the text that was asked for last: a rewrite asks of one text for as many places as it has findings. */
let last: Quotations | null = null;

/** The inside of the innermost quotation about a place; null outside of any. UTF-16 units, half open. */
export function quotationAround(text: string, start: number, end: number): Range | null {
  if (last === null || last.text !== text) last = new Quotations(text);
  return last.around(start, end);
}
