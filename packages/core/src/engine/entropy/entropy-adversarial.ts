// SPDX-License-Identifier: Apache-2.0
import {
  BACKSLASH,
  CAMEL,
  chunkKind,
  GLUED,
  isOrdinaryWord,
  MISPLACED,
  NATURAL,
  SIGNS,
  type Source,
  TECHNICAL,
} from './entropy-chunks.ts';

/** A stretch that reads like the output of an optimiser, not of a person or a programmer. UTF-16 offsets. */
export interface Suffix {
  readonly start: number;
  readonly end: number;
  /** Grows with the number of odd pieces; 1.9 is the least that is reported. */
  readonly strength: number;
  /** Whether nothing follows it, so that it was put behind what stands before. */
  readonly last: boolean;
}

/** What a piece says for (or, below 0, against) an optimised stretch. */
const ODD_WEIGHT = 1.1;
const SECOND_ODDITY = 0.6;
const NATURAL_WEIGHT = -0.15;
const TECHNICAL_WEIGHT = -0.3;
const LINE_BREAK_WEIGHT = -2.5;

const MIN_STRENGTH = 1.9;
const MIN_PIECES = 4;
const MIN_ODD_KINDS = 2;
/** Of the pieces in the stretch, at least and at most: word pieces are mixed in; code has fewer, prose more. */
const MIN_NATURAL_SHARE = 0.1;
const MAX_NATURAL_SHARE = 0.9;
const MAX_TECHNICAL_SHARE = 0.34;
/** Of the pieces outside: prose, and enough of it to be what a reader came for. */
const MIN_PROSE_PIECES = 4;
const MIN_PROSE_SHARE = 0.8;
const KINDS = [CAMEL, GLUED, MISPLACED, SIGNS, BACKSLASH];

/** The kinds of one text's pieces, in working memory. */
let kinds: Uint8Array = new Uint8Array(512);

/** Pieces from `first` to `last`. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** The most telling stretch of a text, or null. One pass over its pieces (maximum sum). */
export function adversarialSuffix(source: Source, pieces: Pieces): Suffix | null {
  const best = strongestStretch(source, pieces);
  if (best.strength < MIN_STRENGTH) return null;
  const { text } = source;
  const all = { first: 0, last: best.count - 1 };
  const toTheEnd = { first: best.first, last: all.last };
  const closing = all.last - best.last <= MOST_BEHIND && isOneLine(pieces, toTheEnd);
  const stretch = saladAmidProse(best, all) ?? (closing ? saladAmidProse(toTheEnd, all) : null);
  if (stretch === null) return null;
  const start = pieces.list[PIECE_WORDS * stretch.first] as number;
  const end = pieces.list[PIECE_WORDS * stretch.last + 1] as number;
  const isCode = looksLikeCode(text, start, end) || looksLikeCode(text, start, statementEnd(text, end));
  if (isCode || isMarkup(text.slice(start, end))) return null;
  const last = closing && oddPieces(best) >= FEWEST_ODD_LAST && !isTemplate(text.slice(start));
  return { start, end, strength: best.strength, last };
}

/** Ordinary pieces that an optimiser may end in. */
const MOST_BEHIND = 8;
/** Odd pieces of a stretch that ends a text; two may be a slip of whoever writes of code. */
const FEWEST_ODD_LAST = 3;

function oddPieces(range: Range): number {
  const { pieces, natural, technical } = surveyOf(range);
  return pieces - natural - technical;
}

/** The range, if it is word salad and what stands outside of it is prose. */
function saladAmidProse(range: Range, whole: Range): Range | null {
  const inside = surveyOf(range);
  const all = surveyOf(whole);
  return isWordSalad(inside) && isProse(all.natural - inside.natural, all.pieces - inside.pieces) ? range : null;
}

/** An optimiser writes no line feeds; logs, lists and programs live by them. */
function isOneLine({ list }: Pieces, { first, last }: Range): boolean {
  for (let n = first + 1; n <= last; n++) if (((list[PIECE_WORDS * n + 2] as number) & LINE_FEEDS) > 0) return false;
  return true;
}

/** Slots of a template, of a command, quotes escaped for one, expressions that match digits or words, and code quoted in prose. */
const TEMPLATE =
  /\{[{%]|-exec(?:dir)? \S{1,40} |\$\{|\\[dsw][+*]|=> \{|\\"|\\ \\|\|\|\||<\?php|`[^`\n]{1,40}`[^`\n]{1,80}`[^`\n]{1,40}`/;

const isTemplate = (stretch: string) => TEMPLATE.test(stretch);

/** Fonts, hyphens and signs of manual pages (groff), and tags with attributes: signs inside words that mean something. */
const MARKUP =
  /\\f[A-Z0-9([]|\\-|\\[([*][\w'`^:,~/-]{1,2}|\\[&%e|^](?![a-z])|\\s[+-]?\d|<\/?[a-z][\w-]{0,16}(?:\s[a-z-]{1,16}="[^"]{0,80}")*\s?\/?>/g;
const MIN_MARKUP = 3;
/** Share of the pieces of a stretch: an optimiser hits on one now and then. */
const MARKUP_SHARE = 0.12;

function isMarkup(stretch: string): boolean {
  const found = stretch.match(MARKUP)?.length ?? 0;
  return found >= MIN_MARKUP && found >= MARKUP_SHARE * stretch.split(/\s+/).length;
}

/** The pieces of a text: of each its start, its end, and the line feeds before it, with the sign bit of a plain word. */
export interface Pieces {
  readonly count: number;
  readonly list: Int32Array;
}

const PIECE_WORDS = 3;
const LINE_FEEDS = 0x7fffffff;

/** Finds the run of pieces whose weights add up to most, and notes their kinds. */
function strongestStretch(source: Source, { count, list }: Pieces): Range & { strength: number; count: number } {
  if (kinds.length < count) kinds = new Uint8Array(2 * count);
  const kindOf = kinds;
  let best = 0;
  let bestFirst = 0;
  let bestLast = -1;
  const seen = new SeenPieces(source);
  let sum = 0;
  let first = 0;
  for (let n = 0, at = 0; n < count; n++, at += PIECE_WORDS) {
    const marks = list[at + 2] as number;
    let kind = NATURAL;
    let weight = NATURAL_WEIGHT;
    if (marks >= 0) {
      const start = list[at] as number;
      const end = list[at + 1] as number;
      kind = chunkKind(source, start, end);
      weight = WEIGHTS[kind] as number;
      if (kind > TECHNICAL) {
        if (seen.has(start, Math.min(end, start + MOST_COMPARED))) weight = 0;
      }
    }
    if (sum <= 0) {
      sum = 0;
      first = n;
    }
    sum += weight + ((marks & LINE_FEEDS) > 0 ? LINE_BREAK_WEIGHT : 0);
    if (sum > best) {
      best = sum;
      bestFirst = first;
      bestLast = n;
    }
    kindOf[n] = kind;
  }
  return { first: bestFirst, last: bestLast, strength: best, count };
}

/** Cuts a text into pieces between white space, in working memory that the next call overwrites. */
export function cutPieces(units: Uint16Array, length: number): Pieces {
  let count = 0;
  let breaks = 0;
  for (let i = 0; i < length; i++) {
    const unit = units[i] as number;
    if (isSpace(unit)) {
      if (unit === 0x0a) breaks++;
      continue;
    }
    const end = pieceEnd(units, i, length);
    if (PIECE_WORDS * (count + 1) > pieces.length) pieces = grown(pieces, new Int32Array(2 * pieces.length));
    pieces[PIECE_WORDS * count] = i;
    pieces[PIECE_WORDS * count + 1] = end;
    pieces[PIECE_WORDS * count + 2] = isOrdinaryWord(units, i, end) ? breaks | ~LINE_FEEDS : breaks;
    count++;
    breaks = 0;
    i = end - 1;
  }
  return { count, list: pieces };
}

let pieces: Int32Array = new Int32Array(PIECE_WORDS * 512);

const isSpace = (unit: number) => unit <= 0x20 || unit === 0xa0;

function pieceEnd(units: Uint16Array, start: number, length: number): number {
  let end = start + 1;
  while (end < length && !isSpace(units[end] as number)) end++;
  return end;
}

function grown(old: Int32Array, larger: Int32Array): Int32Array {
  larger.set(old);
  return larger;
}

/** The same odd piece again is a habit of the text. Most texts have few, which are compared where they stand. */
class SeenPieces {
  readonly #text: string;
  readonly #units: Uint16Array;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #many: Set<string> | null = null;

  constructor({ text, units }: Source) {
    this.#text = text;
    this.#units = units;
  }

  /** Whether a piece came before; notes it. */
  has(start: number, end: number): boolean {
    if (this.#many !== null) return this.#hasAmongMany(this.#many, start, end);
    for (let i = 0; i < this.#starts.length; i++) {
      if (this.#isSame(this.#starts[i] as number, this.#ends[i] as number, start, end)) return true;
    }
    this.#starts.push(start);
    this.#ends.push(end);
    if (this.#starts.length === FEW)
      this.#many = new Set(this.#starts.map((from, i) => this.#text.slice(from, this.#ends[i])));
    return false;
  }

  #hasAmongMany(many: Set<string>, start: number, end: number): boolean {
    const piece = this.#text.slice(start, end);
    if (many.has(piece)) return true;
    if (many.size < MAX_SEEN) many.add(piece);
    return false;
  }

  #isSame(start: number, end: number, otherStart: number, otherEnd: number): boolean {
    if (end - start !== otherEnd - otherStart) return false;
    const units = this.#units;
    for (let i = 0; i < end - start; i++) if (units[start + i] !== units[otherStart + i]) return false;
    return true;
  }
}

/** Units of a piece that tell it from others. */
const MOST_COMPARED = 32;
const FEW = 8;
const MAX_SEEN = 512;

const oddities = (kind: number) => KINDS.filter((odd) => (kind & odd) !== 0).length;

/** By kind. */
const WEIGHTS = Float64Array.from({ length: 64 }, (_, kind) => {
  if (kind === NATURAL) return NATURAL_WEIGHT;
  return kind === TECHNICAL ? TECHNICAL_WEIGHT : ODD_WEIGHT + (oddities(kind) > 1 ? SECOND_ODDITY : 0);
});

interface Survey {
  readonly pieces: number;
  readonly natural: number;
  readonly technical: number;
  /** Of the odd kinds, how many occur. */
  readonly oddKinds: number;
}

function surveyOf({ first, last }: Range): Survey {
  let natural = 0;
  let technical = 0;
  let odd = 0;
  for (let n = first; n <= last; n++) {
    const kind = kinds[n] as number;
    if (kind === NATURAL) natural++;
    else if (kind === TECHNICAL) technical++;
    else odd |= kind;
  }
  return { pieces: last - first + 1, natural, technical, oddKinds: oddities(odd) };
}

function isWordSalad({ pieces, natural, technical, oddKinds }: Survey): boolean {
  return (
    pieces >= MIN_PIECES &&
    oddKinds >= MIN_ODD_KINDS &&
    natural / pieces >= MIN_NATURAL_SHARE &&
    natural / pieces <= MAX_NATURAL_SHARE &&
    technical / pieces <= MAX_TECHNICAL_SHARE
  );
}

function isProse(natural: number, pieces: number): boolean {
  return natural >= MIN_PROSE_PIECES && natural >= pieces * MIN_PROSE_SHARE;
}

/** The odd part of a statement may end before what closes its brackets, and the text before the statement does. */
function statementEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + MAX_STATEMENT);
  for (let i = from; i < limit; i++) {
    const unit = text.charCodeAt(i);
    if (unit === LINE_FEED) return from;
    if (unit === SEMICOLON || unit === OPENING_BRACE || unit === CLOSING_BRACE) return i + 1;
  }
  return limit === text.length ? limit : from;
}

const MAX_STATEMENT = 120;
const LINE_FEED = 0x0a;
const SEMICOLON = 0x3b;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Programs, formulas and markup close what they open, end their statements, and write operators between. */
function looksLikeCode(text: string, start: number, end: number): boolean {
  let balance = 0;
  let brackets = 0;
  let stray = 0;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    const role = unit < BRACKETS.length ? (BRACKETS[unit] as number) : 0;
    if (role === 0) continue;
    brackets++;
    if (role === OPENING) balance++;
    else if (balance === 0) stray++;
    else balance--;
  }
  if (brackets >= MIN_BRACKETS && (balance + stray) * 4 <= brackets) return true;
  // What stands at the end of a text may have been cut off before its brackets were closed.
  const cut = end === text.length ? 0 : balance;
  return brackets >= MIN_WITH_OPERATOR && stray + cut === 0 && OPERATOR.test(text.slice(start, end));
}

const MIN_BRACKETS = 6;
const MIN_WITH_OPERATOR = 4;
const OPERATOR = /\w[)\]]? (?:=>?|==|!=|<=|>=|->|\+=|&&|\|\|) [\w([{"']/;
const OPENING = 1;
const CLOSING = 2;
const BRACKETS = new Uint8Array(128);
for (const sign of '([{') BRACKETS[sign.charCodeAt(0)] = OPENING;
for (const sign of ')]}') BRACKETS[sign.charCodeAt(0)] = CLOSING;
