// SPDX-License-Identifier: Apache-2.0

/** Marks that open and close what is quoted or put aside. The fences first: inside them other marks say nothing. */
const PAIRS: readonly (readonly [string, string])[] = [
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
];

/** The inside of the innermost quotation about a place; null outside of any. UTF-16 units, half open. */
export function quotationAround(text: string, start: number, end: number): readonly [number, number] | null {
  let inmost: readonly [number, number] | null = null;
  for (const [open, close] of PAIRS) {
    const found = open === close ? between(text, open, start, end) : within(text, open, close, start, end);
    if (found !== null && (inmost === null || found[0] > inmost[0])) inmost = found;
  }
  return inmost ?? tagged(text, start, end);
}

/** The same mark opens and closes: an odd number of them stands before. */
function between(text: string, mark: string, start: number, end: number): readonly [number, number] | null {
  let count = 0;
  let last = -1;
  for (let at = text.indexOf(mark); at >= 0 && at < start; at = text.indexOf(mark, at + mark.length)) {
    count++;
    last = at;
  }
  if (count % 2 === 0) return null;
  const close = text.indexOf(mark, end);
  return close < 0 ? null : [last + mark.length, close];
}

function within(
  text: string,
  open: string,
  close: string,
  start: number,
  end: number,
): readonly [number, number] | null {
  const at = text.lastIndexOf(open, start - 1);
  if (start === 0 || at < 0 || text.slice(at + open.length, start).includes(close)) return null;
  const to = text.indexOf(close, end);
  return to < 0 ? null : [at + open.length, to];
}

const TAG = /<([A-Za-z][\w-]{0,30})>/g;
const MAX_TAGS = 64;

/** Between `<document>` and `</document>`. */
function tagged(text: string, start: number, end: number): readonly [number, number] | null {
  let inmost: readonly [number, number] | null = null;
  let tags = 0;
  for (const tag of text.slice(0, start).matchAll(TAG)) {
    if (++tags > MAX_TAGS) break;
    const from = tag.index + tag[0].length;
    const to = text.indexOf(`</${tag[1]}>`, from);
    if (to >= end) inmost = [from, to];
  }
  return inmost;
}
